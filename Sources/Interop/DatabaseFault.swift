internal import CSQLite

/// A refusal by SQLite, as facts. Its message names tables and columns, never bound values.
package struct DatabaseFault: Error, Equatable, CustomStringConvertible {
  /// What was being done, as it reads after "cannot": "open", "write", "read".
  package var operation: String
  /// The database file; "a temporary database" for one without a name.
  package var path: String
  /// SQLite's extended result code.
  package var code: Int32
  /// SQLite's words.
  package var message: String

  package init(operation: String, path: String, code: Int32, message: String) {
    self.operation = operation
    self.path = path
    self.code = code
    self.message = message
  }

  /// As SQLite puts it.
  package static func cannotOpen(_ path: String) -> DatabaseFault {
    DatabaseFault(
      operation: "open", path: path, code: SQLITE_CANTOPEN, message: "unable to open database file")
  }

  /// A file beside the database could not be read.
  package static func reading(_ path: String, _ reason: String) -> DatabaseFault {
    DatabaseFault(operation: "read", path: path, code: SQLITE_IOERR, message: reason)
  }

  package enum Kind: Sendable {
    /// The disk is full, or the file has reached its greatest allowed size.
    case full
    /// Another connection holds a lock.
    case busy
    /// The file was a database once.
    case corrupt
    case notADatabase
    /// The file or its folder cannot be opened.
    case cannotOpen
    /// The file or its folder cannot be written.
    case readOnly
    /// Statements were still open at `close`.
    case leak
    case other
  }

  package var kind: Kind {
    switch code & 0xFF {
    case SQLITE_FULL: .full
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_CORRUPT: .corrupt
    case SQLITE_NOTADB: .notADatabase
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_MISUSE where message.hasPrefix(Self.leakMessage): .leak
    default: .other
    }
  }

  static let leakMessage = "statement left open"

  package var description: String { "cannot \(operation) \(path): \(message)" }
}
