internal import CSQLite

/// A connection to an SQLite database, for one thread.
///
/// Values are bound without a copy: `lend` makes a buffer's ranges bindable in all statements of
/// the connection for the time of a closure, and takes every binding back at its end.
///
///     try database.lend(bytes) {
///       try insert.bind(1, text: 9..<18)       // users/ann, out of {"path":"users/ann",…
///       try insert.run()
///     }
///
/// `close` says whether a statement was left open, so that a leak shows in every test that closes.
@safe
package final class Database {
  package let path: String
  private var connection: OpaquePointer?
  /// What `lend` lends now.
  private(set) var loan: UnsafeRawBufferPointer?

  package enum Access: Sendable {
    case read
    /// As `read`, of a file that nobody changes meanwhile: nothing is locked and no file appears beside it.
    case immutable
    case readWrite
    /// As `readWrite`; an empty database is made if there is no file.
    case create
    /// Without a name: in memory, and beyond its page cache in a temporary file that goes with it.
    case temporary

    var flags: Int32 {
      switch self {
      case .read: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create, .temporary: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    }
  }

  /// Opens a database. The file itself is read by the first statement only, which may find that it
  /// is none.
  package init(_ path: String, _ access: Access) throws(DatabaseFault) {
    self.path = access == .temporary ? "a temporary database" : path
    var connection: OpaquePointer?
    // Without SQLite's mutexes: a `Database` cannot leave its thread, not being `Sendable`.
    let flags = access.flags | SQLITE_OPEN_NOMUTEX
    let code = unsafe sqlite3_open_v2(Self.name(path, access), &connection, flags, nil)
    unsafe self.connection = connection
    guard code == SQLITE_OK else {
      let fault = fault("open", code)
      unsafe sqlite3_close_v2(connection)
      unsafe self.connection = nil
      throw fault
    }
    unsafe sqlite3_extended_result_codes(connection, 1)
  }

  /// A path that begins with ":" would be special to SQLite (":memory:").
  private static func name(_ path: String, _ access: Access) -> String {
    if access == .temporary { return "" }
    if access == .immutable { return "file:\(percentEncoded(path))?immutable=1" }
    return path.utf8.first == UInt8(ascii: ":") ? "./" + path : path
  }

  private static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }

  deinit { unsafe _ = sqlite3_close_v2(connection) }

  /// Closes the connection; an open transaction is rolled back.
  ///
  /// - Throws: A fault of kind `leak`, with the statement's SQL, if a statement is still open. The connection
  ///   is then closed when the last of them is gone.
  package func close() throws(DatabaseFault) {
    guard let closing = unsafe connection else { return }
    let leaked = unsafe sqlite3_next_stmt(closing, nil)
    let sql = unsafe leaked.flatMap { unsafe sqlite3_sql($0) }.map { unsafe String(cString: $0) }
    unsafe connection = nil
    let code = unsafe sqlite3_close_v2(closing)
    if let sql {
      throw DatabaseFault(
        operation: "close", path: path, code: SQLITE_MISUSE,
        message: "\(DatabaseFault.leakMessage): \(sql)")
    }
    if code != SQLITE_OK { throw fault("close", code) }
  }

  /// Removes a database file and its journal, which would otherwise be taken for the next file's of
  /// that name.
  ///
  /// Only for the holder of its lock.
  package static func remove(_ path: String) throws(SystemFault) {
    try File.remove("\(path)-journal")
    try File.remove(path)
  }

  /// Runs statements that give no rows anybody wants, separated by `;`.
  package func execute(_ sql: String) throws(DatabaseFault) {
    let code = unsafe sqlite3_exec(connection, sql, nil, nil, nil)
    if code != SQLITE_OK { throw fault("write", code) }
  }

  /// Compiles one statement, to be used many times.
  package func prepare(_ sql: String) throws(DatabaseFault) -> Statement {
    var handle: OpaquePointer?
    // PERSISTENT: from the heap and not from the small pool for passing statements.
    let code = unsafe sqlite3_prepare_v3(
      connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else { throw fault("read", code) }
    return unsafe Statement(handle: handle, database: self)
  }

  /// Makes ranges of `bytes` bindable during `body`.
  ///
  /// At the end all statements are reset and their bindings cleared. Calls do not nest.
  package func lend<Result, Failure: Error>(
    _ bytes: Span<UInt8>, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(unsafe loan == nil, "a buffer is lent already")
    return try unsafe bytes.withUnsafeBytes { (buffer) throws(Failure) -> Result in
      unsafe loan = unsafe buffer
      defer {
        unsafe loan = nil
        clearAllBindings()
      }
      return try body()
    }
  }

  private func clearAllBindings() {
    var statement = unsafe sqlite3_next_stmt(connection, nil)
    while let current = unsafe statement {
      unsafe sqlite3_reset(current)
      unsafe sqlite3_clear_bindings(current)
      unsafe statement = unsafe sqlite3_next_stmt(connection, current)
    }
  }

  /// Rows that the last INSERT, UPDATE or DELETE changed.
  package var changes: Int { unsafe Int(sqlite3_changes64(connection)) }

  /// The rowid that the last INSERT into a rowid table gave.
  package var lastRowID: Int64 { unsafe sqlite3_last_insert_rowid(connection) }

  /// Whether a transaction is open. SQLite itself rolls back after some faults, a full disk among
  /// them.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(connection) == 0 }

  /// The fault behind a result code, with the connection's message.
  func fault(_ operation: String, _ code: Int32) -> DatabaseFault {
    let text = unsafe connection.flatMap { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let message = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
    return DatabaseFault(operation: operation, path: path, code: code, message: message)
  }
}
