import Interop
import Pipeline

/// A ledger that is read and not written: what this run would write to it lies in temporary tables.
///
/// It answers as the run's own ledger would, since it is the same `LedgerTable`. Without a file it knows of no
/// earlier run, and finds the collisions within this one. Memory does not grow with the export.
final class ReadOnlyLedger {
  let database: Database
  let models: Models
  let table: LedgerTable
  /// The documents of merging rules; nil where all replace.
  let aside: HeldAside?
  /// The name of the mapping whose unfinished run goes on here.
  private var mapping: String?

  /// `file` was opened by `Database.untouched`, and is nil where there is none; `published` gives the documents that are
  /// there, where they do not lie in the ledger's rows.
  init(
    _ file: Database?, _ form: LedgerForm, _ plan: Plan,
    published: (Database, Models) throws(DatabaseFault) -> (any HeldDocuments)? = { _, _ in nil }
  ) throws(DatabaseFault) {
    let isKnown: Bool
    if let file, try file.hasTable(form.table) {
      isKnown = true
      database = file
      try file.execute("\(LedgerForm.overlay); \(Models.table(in: "temp"))")
      if try file.hasTable("replant_collections") {
        try file.execute(
          "INSERT INTO temp.replant_collections SELECT * FROM main.replant_collections")
      }
      models = try Models(file, plan: plan)
    } else {
      isKnown = false
      database = try Database("", .temporary)
      try database.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; \
        PRAGMA temp_store = FILE; BEGIN; \(LedgerForm.ownTables); \(Models.table(in: "main"))
        """)
      models = try Models(database, plan: plan)
    }
    let (database, models) = (database, models)
    var aside: HeldAside?
    let used = isKnown ? form.readOnly : .own
    let contributions = try Contributions(database, used, plan) { () throws(DatabaseFault) in
      let rows = isKnown && form == .documents ? try HeldRows(database) : nil
      let below = try published(database, models) ?? rows
      let held = try HeldAside(database, above: below, keepsTypes: form == .documents)
      aside = held
      return held
    }
    self.aside = aside
    table = try LedgerTable(database, used, models, contributions)
  }

  /// Knows of no earlier run.
  convenience init(_ plan: Plan) throws(DatabaseFault) { try self.init(nil, .own, plan) }

  /// The mapping's last run, finished or not.
  func last(of mapping: String) throws(DatabaseFault) -> RunRecord.Entry? {
    guard try database.hasTable("replant_progress") else { return nil }
    return try RunRecord(database: database, mapping: mapping).load()
  }

  /// The name of another mapping with an unfinished run here, or nil.
  func unfinishedOther(than mapping: String) throws(DatabaseFault) -> String? {
    guard try database.hasTable("replant_progress") else { return nil }
    return try RunRecord(database: database, mapping: mapping).unfinishedOther()
  }

  /// Goes on where an unfinished run of the same plan was, as the run would; refuses what the run would refuse.
  ///
  /// - Returns: Nil if there is none. One that starts over is none, but what it would find in the target is not known.
  func goOn(
    _ plan: Plan, from last: RunRecord.Entry?, in target: String
  ) throws(SinkFailure) -> Checkpoint? {
    guard let last, last.checkpoint.phase == .running,
      case .goingOn(let entry) = try Beginning(plan, last: last, in: target)
    else { return nil }
    mapping = plan.name
    table.goOn(from: entry.firstNewSlot)
    try stopping { () throws(DatabaseFault) in
      try RunRecord(database: database, mapping: plan.name).restoreSeen(table)
    }
    return entry.checkpoint
  }

  /// Puts back into `rows` what the unfinished run has kept of them.
  func restore(_ rows: [SharedRowSet]) throws(SinkFailure) {
    guard let mapping else { return }
    try stopping { () throws(DatabaseFault) in
      try RunRecord(database: database, mapping: mapping).restore(rows)
    }
  }

  /// What would become of each document.
  func changes(_ batch: borrowing Batch) throws(DatabaseFault) -> [Change] {
    try batch.withBytes { (bytes) throws(DatabaseFault) in
      try database.lend(bytes) { () throws(DatabaseFault) in try table.deliver(batch) }
    }
  }

  /// Why some documents of a batch could not be taken.
  func refusal(_ batch: borrowing Batch, _ target: String) throws(DatabaseFault) -> SinkFailure? {
    try batch.withBytes { (bytes) throws(DatabaseFault) in
      try database.lend(bytes) { () throws(DatabaseFault) in try table.refusal(batch, target) }
    }
  }
}

extension Database {
  func hasTable(_ name: String) throws(DatabaseFault) -> Bool {
    let select = try prepare("SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?1")
    try select.bind(1, name)
    return try select.first { (_) throws(DatabaseFault) in true } ?? false
  }

  /// Opens a database to read it as it is now, in such a way that no file changes and none appears, a lock or a
  /// journal neither; nil if there is none, or nothing in it.
  ///
  /// A read-only connection to a database in WAL mode would create its `-shm` file, so such a one is
  /// read as a file that nobody changes, if its log is empty.
  static func untouched(_ path: String) throws(SinkFailure) -> Database? {
    let status = try stopping { () throws(SystemFault) in try File.status(path) }
    guard let status else { return nil }
    if status.kind == .folder { throw .stop(DatabaseFault.cannotOpen(path).targetFault) }
    // A journal beside an empty database belongs to an older one of that name; opening would remove it.
    if status.kind == .regular, status.size == 0 { return nil }
    let isLogged = try stopping { () throws(SystemFault) in
      // File formats of version 2 have a log (SQLite's file format, bytes 18 and 19).
      try File(path).bytes(at: 0, count: 20).dropFirst(18).contains(2)
    }
    if isLogged {
      let log = try stopping { () throws(SystemFault) in try File.status("\(path)-wal") }
      if let log, log.size > 0 { throw .stop(.unreadLog(path)) }
    }
    return try reading { () throws(DatabaseFault) in
      let database = try Database(path, isLogged ? .immutable : .read)
      try database.execute(
        """
        PRAGMA temp_store = FILE; PRAGMA cache_size = -8000; PRAGMA temp.cache_size = -8000; \
        PRAGMA temp.journal_mode = OFF; BEGIN
        """)
      // The file is read, and a lock taken, from here on.
      _ = try database.hasTable("documents")
      return database
    }
  }

  private static func reading(
    _ body: () throws(DatabaseFault) -> Database
  ) throws(SinkFailure) -> Database {
    do throws(DatabaseFault) {
      return try body()
    } catch {
      // The only thing that a read-only connection has to write is the rollback of a cut-off run.
      throw .stop(error.kind == .readOnly ? .hotJournal(error.path) : error.targetFault)
    }
  }
}

extension TargetFault {
  static func hotJournal(_ path: String) -> TargetFault {
    TargetFault(
      action: "read", target: path,
      reason:
        "a run was cut off, and left a journal (\(path)-journal) that has to be rolled back first",
      advice: "Run once, or open the database with another program.")
  }

  static func unreadLog(_ path: String) -> TargetFault {
    TargetFault(
      action: "read", target: path,
      reason: "its last changes are in a log (\(path)-wal) that cannot be read without writing",
      advice: "Close the programs that use the database, then plan again.")
  }
}
