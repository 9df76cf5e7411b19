import Interop
import Pipeline

/// `sqlite:FILE`: one table of documents, and a view for each collection.
///
/// Documents are committed at checkpoints, some 4 MB apart, each with how far the run is then: a kill loses what came after
/// the last one. A fault of the database does so, too, since SQLite rolls back on its own when the disk is full.
///
/// The file is locked from `begin` to the end. A file that `begin` created is removed again if
/// nothing came to be committed in it. A run in which nothing changed does not write to the file at
/// all.
package final class SQLiteSink: Sink {
  package let url: String
  package let canContinue = true
  private let path: String
  private let rewrites: Bool
  private var run: Run?
  /// The data since the last checkpoint, in bytes.
  private var pending = 0
  /// Batches since then.
  private var commits = 0
  private var hasCreatedFile = false
  private var hasFailed = false
  /// What the file holds of this run's progress; nil before the first checkpoint.
  private var entry: RunRecord.Entry?
  package private(set) var lastState: [UInt8]?
  package var isAlwaysRecorded = false

  private static let groupSize = 4 << 20
  private static let groupBatches = 64

  /// What is open during a run.
  private struct Run {
    let database: Database
    let ledger: LedgerTable
    let record: RunRecord
    let hasNewViews: Bool
    let plan: Plan

    /// Nil where no progress is kept.
    var fingerprint: Fingerprint? { plan.isRecorded ? plan.fingerprint : nil }
  }

  package init(path: String, rewrites: Bool = false) {
    self.path = path
    self.rewrites = rewrites
    url = "sqlite:\(path)"
  }

  package func read(path document: [UInt8]) throws(SinkFailure) -> [UInt8]? {
    try stopping { () throws(DatabaseFault) in
      if let run { return try Self.data(of: document, in: run.database) }
      return try withReader { (database) throws(DatabaseFault) in
        try Self.data(of: document, in: database)
      }
    }
  }

  private static func data(
    of document: [UInt8], in database: Database
  ) throws(DatabaseFault) -> [UInt8]? {
    let select = try database.prepare("SELECT data FROM documents WHERE path = ?1")
    try select.bind(1, text: document)
    return try select.first { (row) throws(DatabaseFault) in row.bytes(0) }
  }

  /// Lends a connection of its own to `body`, or gives nil if there is no file.
  private func withReader<Result>(
    _ body: (Database) throws(DatabaseFault) -> Result?
  ) throws(DatabaseFault) -> Result? {
    guard let isThere = try? File.exists(path), isThere else { return nil }
    let database = try Database(path, .read)
    let result = try body(database)
    try database.close()
    return result
  }
}

// MARK: - Beginning

extension SQLiteSink {
  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    precondition(run == nil, "begin comes first, or behind a run's end")
    forgetLastRun()
    hasCreatedFile = try stopping { () throws(SystemFault) in try !File.exists(path) }
    var hasLock = false
    do throws(SinkFailure) {
      let run = try open(plan, &hasLock)
      self.run = run
      return try goOn(run, plan)
    } catch {
      run = nil
      // Without the lock the file is somebody else's, who may have created it a moment ago.
      if hasCreatedFile, hasLock { try? Database.remove(path) }
      throw error
    }
  }

  /// A run that has ended tells the next one nothing but what is in the file.
  private func forgetLastRun() {
    (entry, lastState) = (nil, nil)
    (pending, commits) = (0, 0)
    (hasCreatedFile, hasFailed, isAlwaysRecorded) = (false, false, false)
  }

  private func open(_ plan: Plan, _ hasLock: inout Bool) throws(SinkFailure) -> Run {
    let database = try stopping { () throws(DatabaseFault) in
      try Database(path, .create)
    }
    try stopping { () throws(DatabaseFault) in
      try database.execute(SQLiteSchema.settings(pageSize: SQLiteSchema.documentPages))
      try database.execute("BEGIN EXCLUSIVE")
    }
    hasLock = true
    let refusal = try stopping { () throws(DatabaseFault) in try SQLiteSchema.refusal(database) }
    if let refusal {
      throw .stop(.wrongDatabase(path, refusal))
    }
    return try stopping { () throws(DatabaseFault) in try prepare(database, plan) }
  }

  private func prepare(_ database: Database, _ plan: Plan) throws(DatabaseFault) -> Run {
    try database.execute(SQLiteSchema.tables)
    let models = try Models(database, plan: plan)
    let schema = try database.prepare("PRAGMA schema_version")
    func version() throws(DatabaseFault) -> Int {
      try schema.first { (row) throws(DatabaseFault) in row.int(0) } ?? 0
    }
    let before = try version()
    try CollectionViews(database: database, models: models).update(plan)
    let hasNewViews = try version() != before
    let contributions = try Contributions(database, .documents, plan) {
      () throws(DatabaseFault) in try HeldRows(database)
    }
    let ledger = try LedgerTable(
      database, .documents, models, rewrites: rewrites, contributions)
    return Run(
      database: database, ledger: ledger,
      record: RunRecord(database: database, mapping: plan.name), hasNewViews: hasNewViews,
      plan: plan)
  }

  /// Takes up an unfinished run of the same plan.
  private func goOn(_ run: Run, _ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    let last = try stopping { () throws(DatabaseFault) in try run.record.load() }
    lastState = last?.finishedState
    switch try Beginning(plan, last: last, in: path) {
    case .anew:
      if var last, last.checkpoint.phase == .delivered {
        last.checkpoint.phase = .complete
        try stopping { () throws(DatabaseFault) in try run.record.save(last) }
      }
      return nil
    case .over:
      try stopping { () throws(DatabaseFault) in try run.record.forget() }
      return nil
    case .goingOn(let last) where last.checkpoint.phase == .complete:
      let now: [UInt8] = try stopping { () throws(DatabaseFault) in try stamp(run) }
      return now == last.stamp && !run.hasNewViews ? last.checkpoint : nil
    case .goingOn(let last):
      entry = last
      run.ledger.goOn(from: last.firstNewSlot)
      try stopping { () throws(DatabaseFault) in try run.record.restoreSeen(run.ledger) }
      run.ledger.hasWritten = false
      return last.checkpoint
    }
  }

  /// Tells whether somebody has removed documents: a run finds that out, and nothing else that was done to them.
  private func stamp(_ run: Run) throws(DatabaseFault) -> [UInt8] {
    let select = try run.database.prepare(
      """
      SELECT count(*) FROM documents INDEXED BY replant_documents_model
      WHERE model IN (SELECT id FROM replant_collections WHERE mapping = ?1)
      """)
    try select.bind(1, run.record.mapping)
    return Self.stamp(try select.first { (row) throws(DatabaseFault) in row.int(0) } ?? 0)
  }

  private static func stamp(_ documents: Int) -> [UInt8] { Array("\(documents)".utf8) }
}

// MARK: - Delivering

extension SQLiteSink {
  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard let run, !hasFailed else {
      preconditionFailure("commit comes between begin and the first failure")
    }
    let refusal = try failing { () throws(DatabaseFault) in
      try batch.withBytes { (bytes) throws(DatabaseFault) in
        try run.database.lend(bytes) { () throws(DatabaseFault) in
          try run.ledger.refusal(batch, path)
        }
      }
    }
    if let refusal { throw refusal }
    return try failing { () throws(DatabaseFault) in
      let changes = try batch.withBytes { (bytes) throws(DatabaseFault) in
        try run.database.lend(bytes) { () throws(DatabaseFault) in try run.ledger.deliver(batch) }
      }
      for index in changes.indices
      where rewrites || changes[index].isWrite {
        pending += batch.documents[index].data.count
      }
      commits += 1
      return changes
    }
  }

  /// Runs `body`; a fault ends the run.
  private func failing<Result>(
    _ body: () throws(DatabaseFault) -> Result
  ) throws(SinkFailure) -> Result {
    do throws(DatabaseFault) {
      return try body()
    } catch {
      hasFailed = true
      throw .stop(error.targetFault)
    }
  }

  package var isCheckpointDue: Bool {
    run?.ledger.hasWritten == true && (pending >= Self.groupSize || commits >= Self.groupBatches)
  }

  /// Whether there is something to keep.
  private var isWorthRecording: Bool { run?.ledger.hasWritten == true || isAlwaysRecorded }

  package func hasChanges(removing removal: Removal?) throws(SinkFailure) -> Bool {
    guard let run, !hasFailed else { return false }
    if entry != nil || isWorthRecording { return true }
    return try failing { () throws(DatabaseFault) in try run.ledger.removesSome(removal) }
  }

  /// If no document changed there is nothing to commit, and the next checkpoint does for this one.
  package func checkpoint(
    _ checkpoint: Checkpoint, _ rows: [SharedRowSet]
  ) throws(SinkFailure) {
    guard let run, !hasFailed, isWorthRecording else { return }
    try failing { () throws(DatabaseFault) in
      if let fingerprint = run.fingerprint {
        let entry = RunRecord.Entry(
          checkpoint: checkpoint, fingerprint: fingerprint,
          firstNewSlot: run.ledger.firstNewSlot)
        try run.record.save(entry)
        try run.record.saveSeen(run.ledger)
        try run.record.save(rows)
        self.entry = entry
      }
      try run.database.execute("COMMIT; BEGIN EXCLUSIVE")
    }
    run.ledger.hasWritten = false
    pending = 0
    commits = 0
    hasCreatedFile = false
  }
}

// MARK: - Ending

extension SQLiteSink {
  package func restore(_ rows: [SharedRowSet]) throws(SinkFailure) {
    try stopping { () throws(DatabaseFault) in try run?.record.restore(rows) }
  }

  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    let ending = try failing { () throws(DatabaseFault) in try conclude(removal, state) }
    hasCreatedFile = false
    return ending
  }

  private func conclude(_ removal: Removal?, _ state: [UInt8]) throws(DatabaseFault) -> Ending {
    guard let run, !hasFailed else {
      preconditionFailure("finish comes after begin, without a failure")
    }
    var leftovers = try run.ledger.leftovers(removing: removal)
    try run.ledger.removeDocuments(&leftovers)
    let ending = Ending(
      stale: leftovers.stale, removed: leftovers.removed, heldBack: leftovers.heldBack,
      written: [path])
    if let fingerprint = run.fingerprint, entry != nil || isWorthRecording {
      let delivered = RunRecord.Entry(
        checkpoint: Checkpoint(
          phase: .delivered, position: .start, state: state, ending: ending),
        fingerprint: fingerprint, firstNewSlot: run.ledger.firstNewSlot,
        stamp: Self.stamp(
          run.ledger.seen.count + leftovers.byModel.values.reduce(0, +)
            - leftovers.removed.values.reduce(0, +)))
      try run.record.save(delivered)
      try run.record.forgetSeen()
      entry = delivered
    }
    try run.database.execute("COMMIT")
    return ending
  }

  package func settle() throws(SinkFailure) {
    try stopping { () throws(DatabaseFault) in
      try complete()
      try close()
    }
  }

  /// Notes that the outcome has been told, if the file says that it has not.
  private func complete() throws(DatabaseFault) {
    guard let run, var entry, entry.checkpoint.phase == .delivered else { return }
    if !run.database.isInTransaction { try run.database.execute("BEGIN EXCLUSIVE") }
    entry.checkpoint.phase = .complete
    try run.record.save(entry)
    try run.database.execute("COMMIT")
  }

  private func close() throws(DatabaseFault) {
    guard let database = run?.database else { return }
    // Its statements go with it.
    run = nil
    try database.close()
  }

  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder {
    // A rollback that fails is made up for by the journal, when the file is opened next.
    let isKept = (try? leave(forgetting: forgetting)) ?? false
    // While the lock still holds: nobody else can have begun to use the file.
    if hasCreatedFile, run != nil { try? Database.remove(path) }
    try? close()
    return isKept ? .all : .untilCheckpoint
  }

  /// - Returns: Whether what was committed after the last checkpoint stays.
  private func leave(forgetting: Bool) throws(DatabaseFault) -> Bool {
    guard let run else { return false }
    let isWhole = !hasFailed && run.database.isInTransaction
    if !forgetting || (entry == nil && !(isWhole && run.ledger.hasWritten)) {
      if run.database.isInTransaction { try run.database.execute("ROLLBACK") }
      return false
    }
    if !isWhole {
      if run.database.isInTransaction { try run.database.execute("ROLLBACK") }
      try run.database.execute("BEGIN EXCLUSIVE")
    }
    try run.record.forget()
    try run.database.execute("COMMIT")
    hasCreatedFile = false
    return isWhole
  }
}
