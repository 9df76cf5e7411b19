import Interop
import Pipeline

/// How far the last run of a mapping got, kept in the target itself.
///
/// Saved in the transaction that holds the documents before the position, so that position and documents can never
/// disagree. The rows that an unfinished run has seen are saved with it, each checkpoint what is new; without them
/// everything before the position would look stale to the run that continues, and joined children would look orphaned.
struct RunRecord {
  let database: Database
  let mapping: String

  static let tables = """
    CREATE TABLE IF NOT EXISTS replant_progress(mapping TEXT NOT NULL PRIMARY KEY, phase INTEGER NOT NULL, \
    stage INTEGER NOT NULL, offset INTEGER NOT NULL, fingerprint TEXT NOT NULL, first INTEGER NOT NULL, \
    state BLOB NOT NULL, ending BLOB, stamp BLOB);
    CREATE TABLE IF NOT EXISTS replant_changes(mapping TEXT NOT NULL, kept INTEGER NOT NULL, change BLOB NOT NULL)
    """

  struct Entry {
    var checkpoint: Checkpoint
    var fingerprint: Fingerprint
    /// The slot of the first row that the run made.
    var firstNewSlot: Int64
    /// Of a run that is complete: how it left the target.
    var stamp: [UInt8] = []

    /// What the run had counted at its end; nil if it has not come to it.
    var finishedState: [UInt8]? { checkpoint.phase == .running ? nil : checkpoint.state }
  }

  /// The mapping's last run, finished or not; nil if none is known.
  func load() throws(DatabaseFault) -> Entry? {
    let select = try database.prepare(
      """
      SELECT phase, stage, offset, fingerprint, first, state, ending, stamp FROM replant_progress
      WHERE mapping = ?1
      """)
    try select.bind(1, mapping)
    return try select.first { (row) throws(DatabaseFault) in
      let checkpoint = Checkpoint(
        phase: Checkpoint.Phase(rawValue: row.int(0)) ?? .running,
        position: Position(stage: row.int(1), offset: row.int(2)), state: row.bytes(5),
        ending: row.isNull(6) ? nil : Ending(saved: row.bytes(6)))
      return Entry(
        checkpoint: checkpoint, fingerprint: Fingerprint(text: row.text(3)),
        firstNewSlot: row.int64(4), stamp: row.bytes(7))
    }
  }

  /// The name of another mapping with an unfinished run here, or nil.
  func unfinishedOther() throws(DatabaseFault) -> String? {
    let select = try database.prepare(
      "SELECT mapping FROM replant_progress WHERE mapping <> ?1 AND phase = 0")
    try select.bind(1, mapping)
    return try select.first { (row) throws(DatabaseFault) in row.text(0) }
  }

  func save(_ entry: Entry) throws(DatabaseFault) {
    let upsert = try database.prepare(
      "INSERT OR REPLACE INTO replant_progress VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
    let checkpoint = entry.checkpoint
    try upsert.bind(1, mapping)
    try upsert.bind(2, checkpoint.phase.rawValue)
    try upsert.bind(3, checkpoint.position.stage)
    try upsert.bind(4, checkpoint.position.offset)
    try upsert.bind(5, entry.fingerprint.text)
    try upsert.bind(6, entry.firstNewSlot)
    try upsert.bind(7, blob: checkpoint.state)
    if let ending = checkpoint.ending {
      try upsert.bind(8, blob: ending.saved)
    } else {
      try upsert.bindNull(8)
    }
    try upsert.bind(9, blob: entry.stamp)
    try upsert.run()
  }

  /// Deletes the record. Writes nothing if there is none.
  func forget() throws(DatabaseFault) {
    for table in ["replant_progress", "replant_changes"] { try delete(from: table) }
  }

  private func delete(from table: String) throws(DatabaseFault) {
    let delete = try database.prepare("DELETE FROM \(table) WHERE mapping = ?1")
    try delete.bind(1, mapping)
    try delete.run()
  }

  // MARK: What the run has seen

  /// Saves what has changed since the last time.
  func saveSeen(_ ledger: LedgerTable) throws(DatabaseFault) {
    try save(ledger.seen.takeChanges(), kept: 0)
    try save(ledger.kept.takeChanges(), kept: 1)
    guard let parts = ledger.contributions else { return }
    try save(parts.touched.takeChanges(), kept: 2)
    try save(parts.untouched.takeChanges(), kept: 3)
    for rule in parts.seen.indices { try save(parts.seen[rule].takeChanges(), kept: 4 + rule) }
  }

  /// Saves what has changed in rows that are not the ledger's.
  func save(_ rows: [SharedRowSet]) throws(DatabaseFault) {
    for set in rows { try save(set.takeChanges(), kept: -1 - set.number) }
  }

  private func save(_ changes: [[UInt8]], kept: Int) throws(DatabaseFault) {
    guard !changes.isEmpty else { return }
    let insert = try database.prepare("INSERT INTO replant_changes VALUES(?1, ?2, ?3)")
    for change in changes {
      try insert.bind(1, mapping)
      try insert.bind(2, kept)
      try insert.bind(3, blob: change)
      try insert.run()
    }
  }

  /// Puts back what the unfinished run has seen.
  func restoreSeen(_ ledger: LedgerTable) throws(DatabaseFault) {
    let select = try database.prepare(
      "SELECT kept, change FROM replant_changes WHERE mapping = ?1 AND kept >= 0")
    try select.bind(1, mapping)
    try select.forEach { (row) throws(DatabaseFault) in
      let (set, change) = (row.int(0), row.bytes(1))
      switch set {
      case 0: ledger.seen.restore(change)
      case 1: ledger.kept.restore(change)
      case 2: ledger.contributions?.touched.restore(change)
      case 3: ledger.contributions?.untouched.restore(change)
      default:
        guard let parts = ledger.contributions, set - 4 < parts.seen.count else { return }
        parts.seen[set - 4].restore(change)
      }
    }
  }

  func restore(_ rows: [SharedRowSet]) throws(DatabaseFault) {
    guard !rows.isEmpty else { return }
    let select = try database.prepare(
      "SELECT change FROM replant_changes WHERE mapping = ?1 AND kept = ?2")
    for set in rows {
      try select.bind(1, mapping)
      try select.bind(2, -1 - set.number)
      try select.forEach { (row) throws(DatabaseFault) in set.restore(row.bytes(0)) }
    }
  }

  /// A finished run needs it no more.
  func forgetSeen() throws(DatabaseFault) { try delete(from: "replant_changes") }
}

/// What a run to a target with a ledger does about the mapping's last one.
enum Beginning {
  case anew
  /// What the last run left unfinished is taken back first, or forgotten.
  case over
  case goingOn(RunRecord.Entry)

  /// `last` is the mapping's last run; refuses to mix an unfinished one with a run of something else.
  init(_ plan: Plan, last: RunRecord.Entry?, in target: String) throws(SinkFailure) {
    guard let last else {
      self = .anew
      return
    }
    let isSame = last.fingerprint == plan.fingerprint && !plan.startsOver
    if isSame {
      self = plan.isRecorded ? .goingOn(last) : .over
    } else if last.checkpoint.phase != .running {
      self = .anew
    } else if plan.startsOver || plan.fingerprint == nil {
      self = .over
    } else {
      throw .stop(
        .otherRun(target, plan.fingerprint.map { last.fingerprint.differences(from: $0) } ?? []))
    }
  }
}
