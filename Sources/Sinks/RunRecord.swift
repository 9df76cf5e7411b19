import Interop
import Pipeline

/// How far an unfinished run got, kept in the target itself.
///
/// Saved in the transaction that holds the documents before the position, and deleted by `finish`:
/// so position and documents can never disagree. The rows that the run has seen are saved with it,
/// as chunks of the bitmaps; without them everything before the position would look stale to the
/// run that continues.
struct RunRecord {
  let database: Database
  let mapping: String

  /// The position of an unfinished run, and what it was a run of.
  func load() throws(DatabaseFault) -> UnfinishedRun? {
    let select = try database.prepare(
      "SELECT rule, offset, fingerprint FROM replant_runs WHERE mapping = ?1")
    try select.bind(1, mapping)
    return try select.first { (row) throws(DatabaseFault) in
      UnfinishedRun(
        position: Position(rule: row.int(0), offset: row.int(1)), fingerprint: row.bytes(2))
    }
  }

  /// Puts back what the unfinished run has seen.
  func restore(_ ledger: LedgerTable) throws(DatabaseFault) {
    let select = try database.prepare(
      "SELECT kept, chunk, bits FROM replant_seen WHERE mapping = ?1")
    try select.bind(1, mapping)
    try select.forEach { (row) throws(DatabaseFault) in
      let (set, chunk, bits) = (row.int(0), row.int64(1), row.bytes(2))
      switch set {
      case 0: ledger.seen.restore(chunk: chunk, bits: bits)
      case 1: ledger.kept.restore(chunk: chunk, bits: bits)
      case 2: ledger.contributions?.touched.restore(chunk: chunk, bits: bits)
      default:
        guard let parts = ledger.contributions, set - 3 < parts.seen.count else { return }
        parts.seen[set - 3].restore(chunk: chunk, bits: bits)
      }
    }
  }

  func save(
    _ run: UnfinishedRun, _ ledger: LedgerTable
  ) throws(DatabaseFault) {
    let upsert = try database.prepare("INSERT OR REPLACE INTO replant_runs VALUES(?1, ?2, ?3, ?4)")
    try upsert.bind(1, mapping)
    try upsert.bind(2, run.position.rule)
    try upsert.bind(3, run.position.offset)
    try upsert.bind(4, blob: run.fingerprint)
    try upsert.run()
    try save(ledger.seen.takeChanges(), kept: 0)
    try save(ledger.kept.takeChanges(), kept: 1)
    guard let parts = ledger.contributions else { return }
    try save(parts.touched.takeChanges(), kept: 2)
    for rule in parts.seen.indices { try save(parts.seen[rule].takeChanges(), kept: 3 + rule) }
  }

  private func save(
    _ chunks: [(chunk: Int64, bits: [UInt8])], kept: Int
  ) throws(DatabaseFault) {
    let upsert = try database.prepare("INSERT OR REPLACE INTO replant_seen VALUES(?1, ?2, ?3, ?4)")
    for (chunk, bits) in chunks {
      try upsert.bind(1, mapping)
      try upsert.bind(2, kept)
      try upsert.bind(3, chunk)
      try upsert.bind(4, blob: bits)
      try upsert.run()
    }
  }

  /// Deletes the record. Writes nothing if there is none.
  func forget() throws(DatabaseFault) {
    for table in ["replant_runs", "replant_seen"] {
      let delete = try database.prepare("DELETE FROM \(table) WHERE mapping = ?1")
      try delete.bind(1, mapping)
      try delete.run()
    }
  }
}

/// A run that was interrupted: how far its target got, and the fingerprint of its plan.
package struct UnfinishedRun: Sendable, Equatable {
  package var position: Position
  package var fingerprint: [UInt8]

  package init(position: Position, fingerprint: [UInt8]) {
    self.position = position
    self.fingerprint = fingerprint
  }
}
