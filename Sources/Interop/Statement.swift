internal import CSQLite

/// A compiled statement: bind values, run it, or step through its rows; then again.
///
/// Parameters count from 1, columns from 0, as in SQLite. Ranges are ranges of what `Database.lend`
/// lends, and may be bound only inside it. A statement that is stepped holds a read lock until it
/// is at its last row or reset: `run`, `first` and `forEach` do that themselves.
@safe
package final class Statement {
  private let handle: OpaquePointer
  private let database: Database
  /// Room for a hash for each parameter, which must stay where it is while the statement runs.
  private let hashes: UnsafeMutablePointer<(UInt64, UInt64)>
  private let parameterCount: Int

  init(handle: OpaquePointer, database: Database) {
    unsafe self.handle = handle
    self.database = database
    parameterCount = unsafe Int(sqlite3_bind_parameter_count(handle))
    unsafe hashes = .allocate(capacity: max(1, parameterCount))
    unsafe hashes.initialize(repeating: (0, 0), count: max(1, parameterCount))
  }

  deinit {
    unsafe _ = sqlite3_finalize(handle)
    unsafe hashes.deallocate()
  }

  // MARK: Running

  /// Runs to the end, whatever rows there are, and resets.
  package func run() throws(DatabaseFault) {
    while try step() {}
  }

  /// Goes to the next row. At the end the statement is reset; its bindings stay.
  ///
  /// - Returns: Whether there is a row.
  package func step() throws(DatabaseFault) -> Bool {
    let code = unsafe sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    // The message must be read before the reset, and the reset's code is the step's once more.
    let fault = code == SQLITE_DONE ? nil : database.fault(operation, code)
    reset()
    if let fault { throw fault }
    return false
  }

  /// Gives the first row to `body` and resets.
  ///
  /// - Returns: What `body` made of it, or nil if there is no row.
  package func first<Result>(
    _ body: (Statement) throws(DatabaseFault) -> Result
  ) throws(DatabaseFault) -> Result? {
    guard try step() else { return nil }
    defer { reset() }
    return try body(self)
  }

  /// Gives each row to `body` and resets.
  package func forEach(
    _ body: (Statement) throws(DatabaseFault) -> Void
  ) throws(DatabaseFault) {
    defer { reset() }
    while try step() { try body(self) }
  }

  /// Ends the statement's reading; bindings stay.
  package func reset() { unsafe _ = sqlite3_reset(handle) }

  private var operation: String { unsafe sqlite3_stmt_readonly(handle) == 0 ? "write" : "read" }

  private func check(_ code: Int32) throws(DatabaseFault) {
    if code != SQLITE_OK { throw database.fault("bind a value for", code) }
  }

  // MARK: Binding without a copy

  /// Binds a range of what is lent as text, which must be UTF-8.
  package func bind(_ index: Int, text range: Range<Int>) throws(DatabaseFault) {
    let bytes = unsafe lent(range)
    try check(
      unsafe replant_bind_text(handle, Int32(index), bytes.baseAddress, Int32(bytes.count)))
  }

  /// Binds a range of what is lent as a blob.
  package func bind(_ index: Int, blob range: Range<Int>) throws(DatabaseFault) {
    let bytes = unsafe lent(range)
    try check(
      unsafe replant_bind_blob(handle, Int32(index), bytes.baseAddress, Int32(bytes.count)))
  }

  private func lent(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    guard let loan = unsafe database.loan else { preconditionFailure("nothing is lent") }
    precondition(range.lowerBound >= 0 && range.upperBound <= loan.count, "outside what is lent")
    return unsafe UnsafeRawBufferPointer(rebasing: loan[range])
  }

  /// Binds a hash as a blob of 16 bytes, the highest first.
  package func bind(_ index: Int, _ value: Hash128) throws(DatabaseFault) {
    precondition(index >= 1 && index <= parameterCount, "no such parameter")
    let place = unsafe hashes + (index - 1)
    unsafe place.pointee = (value.high.bigEndian, value.low.bigEndian)
    try check(unsafe replant_bind_blob(handle, Int32(index), place, 16))
  }

  // MARK: Binding values and copies

  package func bind(_ index: Int, _ value: Int64) throws(DatabaseFault) {
    try check(unsafe sqlite3_bind_int64(handle, Int32(index), value))
  }

  package func bind(_ index: Int, _ value: Int) throws(DatabaseFault) {
    try bind(index, Int64(value))
  }

  package func bindNull(_ index: Int) throws(DatabaseFault) {
    try check(unsafe sqlite3_bind_null(handle, Int32(index)))
  }

  /// Binds a copy of the text.
  package func bind(_ index: Int, _ text: String) throws(DatabaseFault) {
    try bind(index, text: Array(text.utf8))
  }

  /// Binds a copy of the bytes as text, which must be UTF-8.
  package func bind(_ index: Int, text bytes: [UInt8]) throws(DatabaseFault) {
    let copy = unsafe Self.copy(bytes)
    try check(
      unsafe sqlite3_bind_text64(
        handle, Int32(index), copy?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
        sqlite3_free, UInt8(SQLITE_UTF8)))
  }

  /// Binds a copy of the bytes as a blob.
  package func bind(_ index: Int, blob bytes: [UInt8]) throws(DatabaseFault) {
    let copy = unsafe Self.copy(bytes)
    try check(
      unsafe sqlite3_bind_blob64(handle, Int32(index), copy, UInt64(bytes.count), sqlite3_free))
  }

  /// Memory that SQLite frees; at least one byte, since no pointer means NULL and not the empty
  /// text.
  private static func copy(_ bytes: [UInt8]) -> UnsafeMutableRawPointer? {
    let copy = unsafe sqlite3_malloc64(UInt64(max(1, bytes.count)))
    unsafe bytes.withUnsafeBytes { (source) in
      if let start = source.baseAddress {
        unsafe copy?.copyMemory(from: start, byteCount: source.count)
      }
    }
    return unsafe copy
  }
}

// MARK: - Columns

extension Statement {
  package var columnCount: Int { unsafe Int(sqlite3_column_count(handle)) }

  package func isNull(_ column: Int) -> Bool {
    unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
  }

  /// 0 for NULL.
  package func int64(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(handle, Int32(column)) }

  /// 0 for NULL.
  package func int(_ column: Int) -> Int { Int(int64(column)) }

  /// Lends a text or a blob, empty for NULL.
  package func withBytes<Result, Failure: Error>(
    _ column: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // As a text it is UTF-8 in every database; as a blob it would be as it is stored. The pointer
    // first and the length after it, as SQLite wants it.
    let isText = unsafe sqlite3_column_type(handle, Int32(column)) == SQLITE_TEXT
    let start =
      isText
      ? unsafe UnsafeRawPointer(sqlite3_column_text(handle, Int32(column)))
      : unsafe sqlite3_column_blob(handle, Int32(column))
    let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
    let bytes = unsafe UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
    return try unsafe body(bytes.span)
  }

  /// A copy of a text or a blob, empty for NULL.
  package func bytes(_ column: Int) -> [UInt8] {
    withBytes(column) { (span) in
      unsafe span.withUnsafeBytes { unsafe [UInt8]($0) }
    }
  }

  /// What is not UTF-8 becomes U+FFFD.
  package func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// A hash as `bind` stored it; nil if the column is anything but a blob of 16 bytes.
  package func hash(_ column: Int) -> Hash128? {
    withBytes(column) { (span) in
      guard span.count == 16 else { return nil }
      return unsafe span.withUnsafeBytes { (bytes) in
        Hash128(
          high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
          low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
      }
    }
  }
}
