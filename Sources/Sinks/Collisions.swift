import Interop
import Pipeline

/// The ledger of a target that remembers no earlier run: finds collisions within this one.
///
/// Lies in a temporary database, so that memory does not grow with the export.
final class Collisions {
  private let database: Database
  private let ledger: LedgerTable

  init(_ plan: Plan) throws(DatabaseFault) {
    database = try Database("", .temporary)
    try database.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -8000; \
      PRAGMA temp_store = FILE; BEGIN; \(LedgerForm.ownTables); \(Models.table)
      """)
    ledger = try LedgerTable(database, .own, try Models(database, plan: plan))
  }

  /// `created` or `collision` for each document.
  func changes(_ batch: borrowing Batch) throws(DatabaseFault) -> [Change] {
    try batch.withBytes { (bytes) throws(DatabaseFault) in
      try database.lend(bytes) { () throws(DatabaseFault) in try ledger.deliver(batch) }
    }
  }
}
