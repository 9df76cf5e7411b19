import Interop
import Pipeline

/// Where a ledger's rows lie.
///
/// Both forms have the columns path, hash, model, rule, source and slot, and use the same parameter
/// numbers:
///
///     ?1 path  ?2 hash  ?3 model  ?4 rule  ?5 source  ?6 slot  ?7 collection  ?8 id  ?9 data  ?10 types
///
/// A table of its own is WITHOUT ROWID, so that the path stands in the file once. Measured with 600
/// 000 paths of 32 bytes: 37 bytes a document besides the path and 1.1 µs an ascending insert,
/// against 75 bytes and 1.7 µs with a rowid and an index. `documents` has a rowid, since its rows
/// are large.
package enum LedgerForm {
  /// The rows of an SQLite target's `documents`; a row's slot is its rowid.
  case documents
  /// A table of its own, where the slot is a column.
  case own

  static let ownTables = """
    CREATE TABLE IF NOT EXISTS replant_ledger(path TEXT PRIMARY KEY, slot INTEGER NOT NULL, \
    hash BLOB NOT NULL, model INTEGER NOT NULL, rule INTEGER NOT NULL, source TEXT) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS replant_slots(next INTEGER NOT NULL)
    """

  var table: String { self == .documents ? "documents" : "replant_ledger" }

  /// How many parameters a row has: those of the second row of an insert begin behind these.
  static let parameters = 10

  /// Inserts `rows` rows at once, leaving out those whose path is there.
  func insert(rows: Int) -> String {
    let columns =
      switch self {
      case .documents:
        "documents(path, hash, model, rule, source, rowid, collection, id, data, types)"
      case .own: "replant_ledger(path, hash, model, rule, source, slot)"
      }
    let used = self == .documents ? 1...10 : 1...6
    let values = (0..<rows).map { (row) in
      "(" + used.map { "?\($0 + row * Self.parameters)" }.joined(separator: ", ") + ")"
    }
    return "INSERT INTO \(columns) VALUES \(values.joined(separator: ", ")) ON CONFLICT DO NOTHING"
  }

  /// The slot of the next new row. A rowid at the upper end of the range can only be a user's own.
  var selectNextSlot: String {
    switch self {
    case .documents: "SELECT max(rowid) + 1 FROM documents WHERE rowid < 1 << 62"
    case .own: "SELECT next FROM replant_slots"
    }
  }

  var update: String {
    switch self {
    case .documents:
      """
      UPDATE documents SET data = ?9, types = ?10, hash = ?2, model = ?3, rule = ?4, source = ?5
      WHERE rowid = ?6
      """
    case .own:
      "UPDATE replant_ledger SET hash = ?2, model = ?3, rule = ?4, source = ?5 WHERE path = ?1"
    }
  }

  var select: String {
    let slot = self == .documents ? "rowid" : "slot"
    return "SELECT \(slot), hash, model, rule, source FROM \(table) WHERE path = ?1"
  }

  /// All rows as slot and model. Of `documents` an index gives them, without touching the data.
  var selectAll: String {
    switch self {
    case .documents: "SELECT rowid, model FROM documents INDEXED BY replant_documents_model"
    case .own: "SELECT slot, model FROM replant_ledger"
    }
  }
}
