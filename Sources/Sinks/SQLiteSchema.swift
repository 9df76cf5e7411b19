import Interop
import Pipeline

/// The tables of an SQLite target. All but `documents` are named `replant_…`.
enum SQLiteSchema {
  /// The columns of `documents`, in order. The first four are the contract's; the others are the
  /// ledger.
  static let columns = [
    "path", "collection", "id", "data", "types", "hash", "model", "rule", "source", "joined",
  ]

  /// `collection` is the path of the collection that holds the document, so that
  /// path = collection || '/' || id. The index serves the views and the count of stale documents.
  static let tables = """
    CREATE TABLE IF NOT EXISTS documents(path TEXT NOT NULL PRIMARY KEY, collection TEXT NOT NULL, \
    id TEXT NOT NULL, data TEXT NOT NULL, types TEXT, hash BLOB, model INTEGER, rule INTEGER, source TEXT, joined INTEGER);
    CREATE INDEX IF NOT EXISTS replant_documents_model ON documents(model);
    \(Models.table(in: "main"));
    \(RunRecord.tables);
    """

  /// Settings of a connection for a run.
  ///
  /// Rollback journal and FULL: what is committed survives a power cut, and no file stays beside
  /// the database; not even what a killed process left, which SQLite removes when the mode changes, but not while it
  /// keeps the lock. The exclusive lock is kept from the first transaction to the end. 8 MB of page
  /// cache, and temporary data in files, whatever the size of the export. A page size is taken by a
  /// new file only.
  static func settings(pageSize: Int) -> String {
    """
    PRAGMA page_size = \(pageSize); PRAGMA journal_mode = PERSIST; PRAGMA journal_mode = DELETE; \
    PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; \
    PRAGMA cache_size = -8000; PRAGMA cache_spill = ON; PRAGMA temp_store = FILE
    """
  }

  /// Measured with documents of 2 KB: 5.0 µs a document and 1.7 GB for 600 000, against 10.2 µs and
  /// 2.5 GB with the usual 4096, where a row of more than half a page takes a page.
  static let documentPages = 8192
  /// A ledger's rows are small, and smaller pages are cheaper to load for paths in random order.
  static let ledgerPages = 4096

  /// Why a database cannot be a target, or nil.
  ///
  /// In a UTF-16 database texts are not in the order of their UTF-8 bytes, which the ledger counts
  /// on.
  static func refusal(_ database: Database) throws(DatabaseFault) -> String? {
    let encoding = try database.prepare("SELECT encoding FROM pragma_encoding")
    let name = try encoding.first { (row) throws(DatabaseFault) in row.text(0) }
    if name != "UTF-8" { return TargetFault.otherEncoding }
    return try hasOtherDocuments(database) ? TargetFault.otherDocuments : nil
  }

  /// Whether something called `documents` exists that replant cannot have made: a view, or a table
  /// of other columns. Columns that a user has added behind ours are let be.
  private static func hasOtherDocuments(_ database: Database) throws(DatabaseFault) -> Bool {
    let objects = try database.prepare(
      "SELECT type FROM sqlite_master WHERE lower(name) = 'documents'")
    var types: [String] = []
    try objects.forEach { (row) throws(DatabaseFault) in types.append(row.text(0)) }
    if types.isEmpty { return false }
    if types != ["table"] { return true }
    let info = try database.prepare("SELECT name FROM pragma_table_info('documents')")
    var names: [String] = []
    try info.forEach { (row) throws(DatabaseFault) in names.append(row.text(0)) }
    return !names.starts(with: columns)
  }
}
