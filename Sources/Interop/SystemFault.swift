/// A system call that failed, as facts; `description` is the sentence.
package struct SystemFault: Error, Equatable, CustomStringConvertible {
  /// What was being done, as it reads after "cannot": "open", "write", "rename".
  package var operation: String
  /// The file or folder it was done to, as the user wrote it.
  package var path: String
  /// The value of `errno`.
  package var code: Int32
  /// What the user can do, as a sentence; often empty.
  package var advice: String

  package init(operation: String, path: String, code: Int32, advice: String = "") {
    self.operation = operation
    self.path = path
    self.code = code
    self.advice = advice
  }

  /// The system's words for `code`: "No space left on device".
  package var reason: String { SystemCall.text(of: code) }

  /// There is no memory for what is to be written.
  package static let noMemory = SystemCall.noMemory

  /// The disk, or the user's share of it, is full.
  package var isFull: Bool { SystemCall.isFull(code) }
  /// Nobody reads the pipe any more.
  package var isBrokenPipe: Bool { SystemCall.isBrokenPipe(code) }
  /// The file or a folder above it does not exist.
  package var isMissing: Bool { SystemCall.isMissing(code) }

  package var description: String {
    "cannot \(operation) \(path): \(reason)" + (advice.isEmpty ? "" : "\n  \(advice)")
  }
}
