import Interop
import Pipeline

/// Documents of this mapping that this run did not deliver.
struct Leftovers {
  /// How many there are of each collection number, rejected records' documents included.
  var byModel: [Int: Int] = [:]
  /// How many are stale, by index into `Plan.collections`.
  var stale: [Int: Int] = [:]
  /// Stale rows that are to be removed.
  var removing = RowSet()
  /// How many were removed, by index into `Plan.collections`.
  var removed: [Int: Int] = [:]
  var heldBack: [Removal.HeldBack] = []

  mutating func remove(stale count: Int, of collection: Int) {
    let rest = stale[collection, default: 0] - count
    stale[collection] = rest > 0 ? rest : nil
  }
}

extension LedgerTable {
  /// What is there of one collection.
  private struct Census {
    /// Documents of the collection when the run began.
    var before = 0
    /// Documents that are there now, stale ones among them.
    var now = 0
    var stale = 0
  }

  /// Goes through all rows, but not after a first run, which has seen them all. With `removal` the stale ones are noted
  /// that may be removed: all, or none.
  func leftovers(removing removal: Removal?) throws(DatabaseFault) -> Leftovers {
    var leftovers = Leftovers()
    if greatest == nil { return leftovers }
    var census: [Int: Census] = [:]
    let all = try database.prepare(form.selectAll)
    try all.forEach { (row) throws(DatabaseFault) in
      let (slot, model) = (row.int64(0), row.int(1))
      guard models.owns(model) else { return }
      let isSeen = seen.contains(slot)
      let isStale = !isSeen && !kept.contains(slot)
      if removal != nil {
        census[model, default: Census()].now += 1
        if slot < firstNewSlot { census[model, default: Census()].before += 1 }
        if isStale {
          census[model, default: Census()].stale += 1
          if removal?.spared.contains(models.planIndex(of: model)) == false {
            leftovers.removing.insert(slot)
          }
        }
      }
      guard !isSeen || contributions?.untouched.contains(slot) == true else { return }
      leftovers.byModel[model, default: 0] += 1
      if isStale { leftovers.stale[models.planIndex(of: model), default: 0] += 1 }
    }
    if let removal {
      try addNewOfPlan(to: &census)
      judge(census, removal, &leftovers)
    }
    return leftovers
  }

  /// Whether some documents would go at the run's end.
  func removesSome(_ removal: Removal?) throws(DatabaseFault) -> Bool {
    guard let removal else { return false }
    return try leftovers(removing: removal).removing.count > 0
  }

  /// What a plan would add lies in a table of its own.
  private func addNewOfPlan(to census: inout [Int: Census]) throws(DatabaseFault) {
    guard form.isReadOnly else { return }
    let new = try database.prepare(
      "SELECT model, count(*) FROM temp.replant_overlay WHERE slot >= ?1 GROUP BY model")
    try new.bind(1, firstNewSlot)
    try new.forEach { (row) throws(DatabaseFault) in
      census[row.int(0), default: Census()].now += row.int(1)
    }
  }

  private func judge(
    _ census: [Int: Census], _ removal: Removal, _ leftovers: inout Leftovers
  ) {
    for (model, count) in census.sorted(by: { $0.key < $1.key }) where count.stale > 0 {
      if removal.spared.contains(models.planIndex(of: model)) { continue }
      let wouldEmpty = count.stale == count.now && !removal.limit.mayEmpty
      guard wouldEmpty || removal.limit.isPassed(by: count.stale, of: count.before) else {
        continue
      }
      leftovers.heldBack.append(
        Removal.HeldBack(
          collection: String(decoding: models.names[model] ?? [], as: UTF8.self),
          count: count.stale, of: count.before, wouldEmpty: wouldEmpty))
    }
    if !leftovers.heldBack.isEmpty { leftovers.removing = RowSet() }
  }

  /// Removes the rows that are to go from `documents`, and with them the documents.
  func removeDocuments(_ leftovers: inout Leftovers) throws(DatabaseFault) {
    guard leftovers.removing.count > 0 else { return }
    let select = try database.prepare("SELECT path, model FROM documents WHERE rowid = ?1")
    let delete = try database.prepare("DELETE FROM documents WHERE rowid = ?1")
    for slot in leftovers.removing.rows {
      try select.bind(1, slot)
      guard
        let (path, model) = try select.first({ (row) throws(DatabaseFault) in
          (row.bytes(0), row.int(1))
        })
      else { continue }
      try forgetParts(of: path)
      try delete.bind(1, slot)
      try delete.run()
      leftovers.noteRemoved(1, of: models.planIndex(of: model))
    }
    hasWritten = true
  }

  /// Counts the rows that a sync would remove from `documents`.
  func countRemoved(_ leftovers: inout Leftovers) throws(DatabaseFault) {
    guard leftovers.removing.count > 0 else { return }
    let all = try database.prepare(form.selectAll)
    try all.forEach { (row) throws(DatabaseFault) in
      if leftovers.removing.contains(row.int64(0)) {
        leftovers.noteRemoved(1, of: models.planIndex(of: row.int(1)))
      }
    }
  }

  /// Forgets the rows of a collection that this run did not deliver and that are not in `carried`:
  /// the target has no such documents any more. A ledger that is only read keeps them.
  ///
  /// - Returns: How many of them were stale.
  func forgetUnseen(model: Int, except carried: RowSet) throws(DatabaseFault) -> Int {
    let some = try database.prepare(
      "SELECT path, slot FROM replant_ledger WHERE path > ?1 AND model = ?2 ORDER BY path LIMIT 1000"
    )
    let delete =
      form.isReadOnly ? nil : try database.prepare("DELETE FROM replant_ledger WHERE path = ?1")
    var after: [UInt8] = []
    var stale = 0
    while true {
      // Collected first: what a query shows of a table that changes under it is undefined.
      var rows: [(path: [UInt8], slot: Int64)] = []
      try some.bind(1, text: after)
      try some.bind(2, model)
      try some.forEach { (row) throws(DatabaseFault) in rows.append((row.bytes(0), row.int64(1))) }
      for row in rows where !seen.contains(row.slot) && !carried.contains(row.slot) {
        try delete?.bind(1, text: row.path)
        try delete?.run()
        if delete != nil { try forgetParts(of: row.path) }
        hasWritten = true
        if !kept.contains(row.slot) { stale += 1 }
      }
      guard let last = rows.last else { return stale }
      after = last.path
    }
  }

  /// Forgets what rules gave to a document that is gone.
  private func forgetParts(of path: [UInt8]) throws(DatabaseFault) {
    if deleteParts == nil {
      guard try database.hasTable("replant_parts") else { return }
      deleteParts = try database.prepare("DELETE FROM replant_parts WHERE path = ?1")
    }
    try deleteParts?.bind(1, text: path)
    try deleteParts?.run()
  }

  /// The row of a path; for use outside `Database.lend`.
  func row(path: [UInt8]) throws(DatabaseFault) -> Row? {
    try select.bind(1, text: path)
    return try select.first(Row.init)
  }

  /// The collection's index in `Plan.collections`, or −1.
  func planIndex(of model: Int) -> Int { models.planIndex(of: model) }

  /// Form `own`: writes the next slot down, if rows were written.
  func saveSlots() throws(DatabaseFault) {
    guard hasWritten else { return }
    try database.execute("DELETE FROM replant_slots; INSERT INTO replant_slots VALUES(\(nextSlot))")
  }
}

extension Leftovers {
  /// Stale documents that are not there any more.
  mutating func noteRemoved(_ count: Int, of collection: Int) {
    removed[collection, default: 0] += count
    remove(stale: count, of: collection)
  }
}
