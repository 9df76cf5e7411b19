import Interop
import Pipeline

/// Where a ledger's rows lie.
///
/// All forms have the columns path, hash, model, rule, source and slot, and use the same parameter
/// numbers:
///
///     ?1 path  ?2 hash  ?3 model  ?4 rule  ?5 source  ?6 slot  ?7 joined  ?8 collection  ?9 id  ?10 data  ?11 types
///
/// A table of its own is WITHOUT ROWID, so that the path stands in the file once. Measured with 600
/// 000 paths of 32 bytes: 37 bytes a document besides the path and 1.1 µs an ascending insert,
/// against 75 bytes and 1.7 µs with a rowid and an index. `documents` has a rowid, since its rows
/// are large.
///
/// A ledger that is only read has its rows where they lie, and those of this run in a temporary
/// table, which hide them.
package struct LedgerForm: Equatable, Sendable {
  /// The rows of an SQLite target's `documents`; a row's slot is its rowid.
  package static let documents = LedgerForm(table: "documents")
  /// A table of its own, where the slot is a column.
  package static let own = LedgerForm(table: "replant_ledger")

  let table: String
  private(set) var isReadOnly = false

  /// The same rows, read only.
  var readOnly: LedgerForm {
    var form = self
    form.isReadOnly = true
    return form
  }

  static let ownTables = """
    CREATE TABLE IF NOT EXISTS replant_ledger(\(columns)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS replant_slots(next INTEGER NOT NULL)
    """

  /// What this run would write, where the ledger is only read.
  static let overlay = "CREATE TEMP TABLE replant_overlay(\(columns)) WITHOUT ROWID"

  private static let columns = """
    path TEXT PRIMARY KEY, slot INTEGER NOT NULL, hash BLOB NOT NULL, model INTEGER NOT NULL, \
    rule INTEGER NOT NULL, source TEXT, joined INTEGER
    """

  /// How many parameters a row has: those of the second row of an insert begin behind these.
  static let parameters = 11

  /// Whether a row holds the document, too.
  var hasData: Bool { isDocuments && !isReadOnly }
  private var isDocuments: Bool { table == Self.documents.table }
  private var written: String { isReadOnly ? "temp.replant_overlay" : table }

  /// Whether some rows may be another mapping's (`?1` is this one's name), or the user's own.
  var hasForeignRows: String {
    """
    SELECT EXISTS(SELECT 1 FROM replant_collections WHERE mapping <> ?1)
    \(isDocuments ? "OR EXISTS(SELECT 1 FROM documents WHERE model IS NULL)" : "")
    """
  }

  /// Inserts `rows` rows at once, leaving out those whose path is there.
  func insert(rows: Int) -> String {
    let columns =
      hasData
      ? "(path, hash, model, rule, source, rowid, joined, collection, id, data, types)"
      : "(path, hash, model, rule, source, slot, joined)"
    let used = hasData ? 1...11 : 1...7
    let values = (0..<rows).map { (row) in
      "(" + used.map { "?\($0 + row * Self.parameters)" }.joined(separator: ", ") + ")"
    }
    return "INSERT INTO \(written)\(columns) VALUES \(values.joined(separator: ", ")) "
      + "ON CONFLICT DO NOTHING"
  }

  /// The slot of the next new row. A rowid at the upper end of the range can only be a user's own.
  var selectNextSlot: String {
    isDocuments
      ? "SELECT max(rowid) + 1 FROM documents WHERE rowid < 1 << 62"
      : "SELECT next FROM replant_slots"
  }

  /// A table of what the ledger knows of sources when it is made: slot and model.
  func slotsBySource(withParts: Bool) -> String {
    let parts = """
      UNION SELECT p.source, t.\(slot), p.model
      FROM main.replant_parts p JOIN main.\(table) t ON t.path = p.path WHERE p.source IS NOT NULL
      """
    return """
      CREATE TEMP TABLE replant_sources AS
      SELECT source, \(slot) AS slot, model FROM main.\(table) WHERE source IS NOT NULL
      \(withParts ? parts : "");
      CREATE INDEX temp.replant_by_source ON replant_sources(source)
      """
  }

  var update: String {
    if isReadOnly {
      return """
        INSERT OR REPLACE INTO \(written)(path, hash, model, rule, source, slot, joined)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
    }
    let columns = "hash = ?2, model = ?3, rule = ?4, source = ?5, joined = ?7"
    return isDocuments
      ? "UPDATE documents SET data = ?10, types = ?11, \(columns) WHERE rowid = ?6"
      : "UPDATE replant_ledger SET \(columns) WHERE path = ?1"
  }

  var select: String {
    let columns = "hash, model, rule, source, joined"
    let known = "SELECT \(slot), \(columns) FROM \(table) WHERE path = ?1"
    return isReadOnly
      ? "SELECT slot, \(columns) FROM \(written) WHERE path = ?1 UNION ALL \(known) LIMIT 1" : known
  }

  /// The rows from a path on, in the order of paths, which is the last column.
  var selectFrom: String {
    """
    SELECT \(slot), hash, model, rule, source, joined, path FROM \(table)
    WHERE path >= ?1 ORDER BY path
    """
  }

  private var slot: String { isDocuments ? "rowid" : "slot" }

  /// All rows as slot and model. Of `documents` an index gives them, without touching the data.
  var selectAll: String {
    // A file that is only read may lack the index.
    let index = hasData ? " INDEXED BY replant_documents_model" : ""
    return "SELECT \(slot), model FROM \(table)\(index)"
  }
}
