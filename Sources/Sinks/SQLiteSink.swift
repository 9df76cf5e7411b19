import Interop
import Pipeline

/// `sqlite:FILE`: one table of documents, and a view for each collection.
///
/// Batches are committed in groups of about 4 MB, each with the position of its last batch.
/// `commit` that returns has put its batch into the open group; a kill loses that group and its
/// position together. `finish`, and `abandon` after an interrupt, commit the open group. A fault of
/// the database takes the group with it, since SQLite rolls back on its own when the disk is full:
/// then `position` says where the file stands.
///
/// The file is locked from `begin` to the end. A file that `begin` created is removed again if
/// nothing came to be committed in it. A run in which nothing changed does not write to the file at
/// all.
package final class SQLiteSink: Sink {
  package let url: String
  private let path: String
  private let rewrites: Bool
  private var run: Run?
  /// The data of the open group, in bytes.
  private var pending = 0
  /// Batches in the open group.
  private var openCommits = 0
  /// The end of the last committed batch, where it is not in the file yet.
  private var reached: Position?
  private var hasCreatedFile = false
  private var hasFailed = false
  /// Where a run that continues has to begin: the end of what the file holds. Nil: from the
  /// beginning.
  package private(set) var position: Position?

  private static let groupSize = 4 << 20

  /// What is open during a run.
  private struct Run {
    let database: Database
    let ledger: LedgerTable
    let record: RunRecord
    let fingerprint: [UInt8]
  }

  package init(path: String, rewrites: Bool = false) {
    self.path = path
    self.rewrites = rewrites
    url = "sqlite:\(path)"
  }

  /// The mapping's unfinished run in this file, if there is one; changes nothing.
  package func unfinishedRun(mapping: String) throws(SinkFailure) -> UnfinishedRun? {
    try stopping { () throws(DatabaseFault) in
      try withReader { (database) throws(DatabaseFault) in
        let names = try database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'replant_runs'")
        guard try names.step() else { return nil }
        names.reset()
        return try RunRecord(database: database, mapping: mapping).load()
      }
    }
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
  package func begin(_ plan: Plan) throws(SinkFailure) {
    precondition(run == nil, "begin comes once")
    hasCreatedFile = try stopping { () throws(SystemFault) in try !File.exists(path) }
    var hasLock = false
    do throws(SinkFailure) {
      run = try open(plan, &hasLock)
    } catch {
      // Without the lock the file is somebody else's, who may have created it a moment ago.
      if hasCreatedFile, hasLock { try? Database.remove(path) }
      throw error
    }
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
    try CollectionViews(database: database, models: models).update(plan)
    let contributions = try Contributions(database, .documents, plan) {
      () throws(DatabaseFault) in try HeldRows(database)
    }
    let ledger = try LedgerTable(
      database, .documents, models, rewrites: rewrites, contributions)
    let record = RunRecord(database: database, mapping: plan.name)
    if let unfinished = try record.load() {
      if !plan.fingerprint.isEmpty, unfinished.fingerprint == plan.fingerprint {
        position = unfinished.position
        try record.restore(ledger)
      } else {
        try record.forget()
      }
    }
    return Run(database: database, ledger: ledger, record: record, fingerprint: plan.fingerprint)
  }
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
      where rewrites || changes[index] == .created || changes[index] == .modified {
        pending += batch.documents[index].data.count
      }
      reached = batch.position
      openCommits += 1
      if pending >= Self.groupSize { try commitGroup(run, reopen: true) }
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

  /// Commits the open group with the position of its last batch. If no document changed there is
  /// nothing to commit, and the position waits for the first one that does.
  private func commitGroup(_ run: Run, reopen: Bool) throws(DatabaseFault) {
    if run.ledger.hasWritten, let reached {
      try run.record.save(
        UnfinishedRun(position: reached, fingerprint: run.fingerprint), run.ledger)
      position = reached
    }
    try run.database.execute(reopen ? "COMMIT; BEGIN EXCLUSIVE" : "COMMIT")
    run.ledger.hasWritten = false
    pending = 0
    openCommits = 0
    hasCreatedFile = false
  }
}

// MARK: - Ending

extension SQLiteSink {
  package func finish(removing removal: Removal?) throws(SinkFailure) -> Ending {
    let leftovers = try failing { () throws(DatabaseFault) in try conclude(removal) }
    position = nil
    hasCreatedFile = false
    try failing { () throws(DatabaseFault) in try close() }
    return Ending(
      stale: leftovers.stale, removed: leftovers.removed, heldBack: leftovers.heldBack,
      written: [path])
  }

  private func conclude(_ removal: Removal?) throws(DatabaseFault) -> Leftovers {
    guard let run, !hasFailed else {
      preconditionFailure("finish comes after begin, without a failure")
    }
    var leftovers = try run.ledger.leftovers(removing: removal)
    try run.ledger.removeDocuments(&leftovers)
    try run.record.forget()
    try run.database.execute("COMMIT")
    return leftovers
  }

  @discardableResult
  package func abandon() -> Int {
    // A rollback that fails is made up for by the journal, when the file is opened next.
    try? settle()
    // While the lock still holds: nobody else can have begun to use the file.
    if hasCreatedFile, run != nil { try? Database.remove(path) }
    try? close()
    return openCommits
  }

  /// Commits the open group if it is whole, else rolls it back.
  private func settle() throws(DatabaseFault) {
    guard let run, run.database.isInTransaction else { return }
    if !hasFailed, reached != nil, run.ledger.hasWritten {
      try commitGroup(run, reopen: false)
    } else {
      try run.database.execute("ROLLBACK")
    }
  }

  private func close() throws(DatabaseFault) {
    guard let database = run?.database else { return }
    run = nil
    try database.close()
  }
}
