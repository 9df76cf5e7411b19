import Interop
import Pipeline

/// What earlier runs delivered, and what this one has seen of it.
///
/// A row holds a document's hash, its collection and where it came from; it stays the same while
/// the document does. That a document was seen in this run is a bit in memory, by the row's number,
/// so that a run in which nothing changed writes nothing:
///
///     path           hash   slot        seen     kept     at the end
///     users/ann      83fe…  1           1        0        delivered, or unchanged
///     users/bob      1b02…  2           0        1        its record was rejected: stays as it was
///     users/eve      c771…  3           0        0        stale
///
/// A document whose bit is set when it comes is a collision. A path beyond all those that the
/// ledger knew when the run began needs no look-up: the insert itself finds out whether this run
/// has already written it. So a first run, in whatever order, costs one insert a document.
///
/// Calls come inside `Database.lend` of the batch's bytes, in a transaction that the sink began.
package final class LedgerTable {
  let database: Database
  let form: LedgerForm
  let models: Models
  /// Whether equal documents are written again (`--rewrite`).
  private let rewrites: Bool
  private let insert: Statement
  /// Inserts `groupSize` rows: half the cost of as many single inserts.
  private let insertGroup: Statement
  private let update: Statement
  let select: Statement
  private let updateHash: Statement?
  /// Nil for a ledger that is only read, whose rows lie in two tables.
  private var walk: LedgerWalk?
  /// The last path, in byte order, that was known when the run began; nil if there was none.
  let greatest: [UInt8]?
  /// Whether some rows may be another mapping's, or the user's own.
  private let hasForeignRows: Bool
  /// Nil where all rules replace.
  let contributions: Contributions?
  var seen = RowSet()
  var kept = RowSet()
  var deleteParts: Statement?
  /// The slot of the first row that this run made.
  private(set) var firstNewSlot: Int64
  /// The slot of the next new row. Slots of rows that turned out to be there are not used.
  private(set) var nextSlot: Int64 = 1
  /// Whether a row was written since the sink last asked and set it back.
  var hasWritten = false
  /// Asks for the rows of documents that came from a place of the export; nil until a reject needs it.
  var slotsBySource: Statement?

  init(
    _ database: Database, _ form: LedgerForm, _ models: Models, rewrites: Bool = false,
    _ contributions: Contributions? = nil
  ) throws(DatabaseFault) {
    self.contributions = contributions
    self.database = database
    self.form = form
    self.models = models
    self.rewrites = rewrites
    insert = try database.prepare(form.insert(rows: 1))
    insertGroup = try database.prepare(form.insert(rows: Self.groupSize))
    update = try database.prepare(form.update)
    select = try database.prepare(form.select)
    updateHash =
      contributions == nil || form.isReadOnly
      ? nil : try database.prepare("UPDATE \(form.table) SET hash = ?1 WHERE path = ?2")
    walk = form.isReadOnly ? nil : try LedgerWalk(database, form)
    let last = try database.prepare("SELECT max(path) FROM \(form.table)")
    greatest =
      try last.first { (row) throws(DatabaseFault) in row.isNull(0) ? nil : row.bytes(0) } ?? nil
    let foreign = try database.prepare(form.hasForeignRows)
    try foreign.bind(1, models.mapping)
    hasForeignRows = try foreign.first { (row) throws(DatabaseFault) in row.int(0) == 1 } ?? false
    let next = try database.prepare(form.selectNextSlot)
    nextSlot = max(1, try next.first { (row) throws(DatabaseFault) in row.int64(0) } ?? 1)
    firstNewSlot = nextSlot
  }

  private static let groupSize = 32

  /// Goes on where a run was interrupted that began with this slot.
  func goOn(from firstNewSlot: Int64) {
    self.firstNewSlot = firstNewSlot
    hasWritten = true
    contributions?.hasStrangers = true
  }

  /// A row of the ledger.
  struct Row {
    var slot: Int64
    var hash: Hash128?
    var model: Int
    var rule: Int
    var source: [UInt8]
    /// Of the fields that come of joined parts; 0 where there are none.
    var joined: UInt64 = 0
  }

  // MARK: Documents of this run

  /// The documents of a batch whose path belongs to another mapping or to the user, by index.
  func refused(_ batch: borrowing Batch) throws(DatabaseFault) -> [Int] {
    guard hasForeignRows else { return [] }
    return try batch.withBytes { (bytes) throws(DatabaseFault) in
      var refused: [Int] = []
      for index in batch.documents.indices {
        let path = batch.documents[index].path.range
        if isBeyondKnown(path, bytes) { continue }
        if let contributions, contributions.modes[batch.documents[index].rule] != .replace {
          continue
        }
        if let row = try row(path), !models.owns(row.model) { refused.append(index) }
      }
      return refused
    }
  }

  /// Takes a batch in: writes the rows of documents that are new or different.
  ///
  /// - Returns: The change of each document.
  func deliver(_ batch: borrowing Batch) throws(DatabaseFault) -> [Change] {
    try batch.withBytes { (bytes) throws(DatabaseFault) in
      // The end of the last loan has reset its statement.
      walk?.begin()
      let changes = try deliver(batch.documents, bytes)
      for index in batch.kept.indices { try keep(batch.kept[index], bytes) }
      for index in batch.keptSources.indices { try keep(source: batch.keptSources[index]) }
      for (index, change) in changes.enumerated() {
        if case .collision = change { try keep(source: batch.documents[index].source) }
      }
      return changes
    }
  }

  private func deliver(
    _ documents: [Batch.Document], _ bytes: Span<UInt8>
  ) throws(DatabaseFault) -> [Change] {
    var changes: [Change] = []
    changes.reserveCapacity(documents.count)
    while changes.count < documents.count {
      if let contributions, contributions.modes[documents[changes.count].rule] != .replace {
        changes.append(try contribute(documents[changes.count], bytes, contributions))
        continue
      }
      let group = documents[changes.count...].prefix(Self.groupSize)
      if group.count == Self.groupSize, group.allSatisfy({ isBeyondKnown($0.path.range, bytes) }),
        contributions == nil
      {
        try add(group, bytes, &changes)
      } else {
        changes.append(try deliver(documents[changes.count], bytes))
      }
    }
    return changes
  }

  private func deliver(
    _ document: Batch.Document, _ bytes: Span<UInt8>
  ) throws(DatabaseFault) -> Change {
    guard let row = try known(document.path.range, bytes) else {
      return try addOne(document, bytes)
    }
    let model = try models.id(of: document, in: bytes)
    guard seen.insert(row.slot) else {
      let path = bytes.extracting(document.path.range).array
      return .collision(earlier: try origin(of: row, path, model))
    }
    let isEqual = row.hash == Hash128(document.hash)
    let isSameOrigin =
      row.model == model && row.rule == document.rule && row.joined == document.joined
      && row.source.span.isEqual(to: bytes.extracting(document.source.range))
    if !isEqual || !isSameOrigin || rewrites { try replace(row, document, model) }
    if isEqual { return .unchanged }
    return row.joined == document.joined ? .modified : .rejoined
  }

  /// Adds a document that no row is known of.
  func addOne(_ document: Batch.Document, _ bytes: Span<UInt8>) throws(DatabaseFault) -> Change {
    var changes: [Change] = []
    try add([document], bytes, &changes)
    return changes[0]
  }

  /// The number of no collection: of rows for documents that are there and in no ledger. They go at the run's end.
  static let strangers = 0

  /// - Returns: The new row's slot.
  func addStranger(_ document: Batch.Document) throws(DatabaseFault) -> Int64 {
    try bind(insert, document, Self.strangers, 0)
    try insert.bind(6, nextSlot)
    nextSlot += 1
    try insert.run()
    return nextSlot - 1
  }

  func removeStrangers() throws(DatabaseFault) {
    guard contributions?.hasStrangers == true, !form.isReadOnly else { return }
    try database.execute("DELETE FROM \(form.table) WHERE model = \(Self.strangers)")
  }

  /// Notes what the document of a path holds now. Later runs of a ledger that is only read do not see it.
  func setHash(_ hash: Hash128, _ path: [UInt8]) throws(DatabaseFault) {
    try updateHash?.bind(1, hash)
    try updateHash?.bind(2, text: path)
    try updateHash?.run()
  }

  /// Notes that a path's record was rejected: what the ledger knows there is not stale.
  private func keep(_ path: Batch.Slice, _ bytes: Span<UInt8>) throws(DatabaseFault) {
    if isBeyondKnown(path.range, bytes) { return }
    if let row = try row(path.range), models.owns(row.model) { kept.insert(row.slot) }
  }

  private func isBeyondKnown(_ path: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    guard let greatest else { return true }
    return ByteOrder.isAscending(greatest.span, bytes.extracting(path))
  }

  /// The row of a document's path; most come in the order of their paths.
  private func known(_ path: Range<Int>, _ bytes: Span<UInt8>) throws(DatabaseFault) -> Row? {
    if isBeyondKnown(path, bytes) { return nil }
    if walk == nil { return try row(path) }
    return try walk?.row(bytes.extracting(path)) ?? nil
  }

  /// The row of a path that is lent.
  func row(_ path: Range<Int>) throws(DatabaseFault) -> Row? {
    try select.bind(1, text: path)
    return try select.first(Row.init)
  }

  /// Inserts one document or a group of them. A row that is there already is this run's: a
  /// collision.
  private func add(
    _ documents: ArraySlice<Batch.Document>, _ bytes: Span<UInt8>, _ changes: inout [Change]
  ) throws(DatabaseFault) {
    let statement = documents.count == Self.groupSize ? insertGroup : insert
    let firstSlot = nextSlot
    nextSlot += Int64(documents.count)
    var base = 0
    for (index, document) in documents.enumerated() {
      try bind(statement, document, try models.id(of: document, in: bytes), base)
      try statement.bind(base + 6, firstSlot + Int64(index))
      base += LedgerForm.parameters
    }
    try statement.run()
    hasWritten = true
    let isComplete = database.changes == documents.count
    for (index, document) in documents.enumerated() {
      let slot = firstSlot + Int64(index)
      if !isComplete, let row = try row(document.path.range), row.slot != slot {
        let path = bytes.extracting(document.path.range).array
        let model = try models.id(of: document, in: bytes)
        changes.append(.collision(earlier: try origin(of: row, path, model)))
      } else {
        seen.insert(slot)
        changes.append(.created)
      }
    }
  }

  func replace(
    _ row: Row, _ document: Batch.Document, _ model: Int
  ) throws(DatabaseFault) {
    try bind(update, document, model, 0)
    if form != .own { try update.bind(6, row.slot) }
    try update.run()
    hasWritten = true
  }

  /// Binds all but the slot to the parameters behind `base`.
  private func bind(
    _ statement: Statement, _ document: Batch.Document, _ model: Int, _ base: Int
  ) throws(DatabaseFault) {
    if !form.hasData || statement !== update {
      try statement.bind(base + 1, text: document.path.range)
    }
    try statement.bind(base + 2, Hash128(document.hash))
    try statement.bind(base + 3, model)
    try statement.bind(base + 4, document.rule)
    try bind(statement, base + 5, document.source)
    if document.joined == 0 {
      try statement.bindNull(base + 7)
    } else {
      try statement.bind(base + 7, Int64(bitPattern: document.joined))
    }
    guard form.hasData else { return }
    if statement !== update {
      let end = document.path.start + document.path.count - document.id.count - 1
      try statement.bind(base + 8, text: document.path.start..<end)
      try statement.bind(base + 9, text: document.id.range)
    }
    try statement.bind(base + 10, text: document.data.range)
    try bind(statement, base + 11, document.types)
  }

  private func bind(
    _ statement: Statement, _ index: Int, _ slice: Batch.Slice
  ) throws(DatabaseFault) {
    if slice.isEmpty {
      try statement.bindNull(index)
    } else {
      try statement.bind(index, text: slice.range)
    }
  }
}

extension LedgerTable.Row {
  /// A row of `LedgerForm.select`.
  init(_ row: Statement) throws(DatabaseFault) {
    slot = row.int64(0)
    hash = row.hash(1)
    // A user's own row has no model; no mapping owns −1.
    model = row.isNull(2) ? -1 : row.int(2)
    rule = row.int(3)
    source = row.bytes(4)
    joined = UInt64(bitPattern: row.int64(5))
  }

  var origin: Change.Source { source.isEmpty ? .rule(rule) : .path(source) }
}

extension Hash128 {
  init(_ hash: ContentHash) { self.init(high: hash.high, low: hash.low) }
}
