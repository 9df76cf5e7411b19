import Interop

/// Reads a file line by line, holding one block, or one line if that is longer.
struct LineReader {
  private let file: File
  private var buffer: [UInt8] = []
  /// Where the next line begins in `buffer`.
  private var start = 0
  /// Where in the file the next block begins.
  private var offset = 0

  private static let blockSize = 1 << 18

  init(_ path: String) throws(SystemFault) { file = try File(path) }

  /// The next line with its `\n`, or nil at the end. What follows the last `\n` comes without one.
  mutating func next() throws(SystemFault) -> ArraySlice<UInt8>? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return buffer[start...end]
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      let block = try file.bytes(at: offset, count: Self.blockSize)
      if block.isEmpty {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : buffer[...]
      }
      offset += block.count
      buffer += block
    }
  }
}

/// A file that is written through a buffer.
final class BufferedFile {
  let file: File
  private var buffer: [UInt8] = []
  /// Bytes written since it was opened, and how many of them the system has been asked to bring to the disk.
  private var written = 0
  private var started = 0

  private static let limit = 1 << 18
  /// From here on bytes are written without a copy.
  private static let many = 1 << 16
  /// As much as a disk takes in one go.
  private static let stretch = 1 << 23

  init(_ file: File) { self.file = file }

  func append(_ lines: Span<UInt8>) throws(SystemFault) {
    if lines.count >= Self.many {
      try flush()
      try file.write(lines)
      noteWritten(lines.count)
      return
    }
    unsafe lines.withUnsafeBufferPointer { (lines) in unsafe buffer.append(contentsOf: lines) }
    if buffer.count >= Self.limit { try flush() }
  }

  func flush() throws(SystemFault) {
    try file.write(buffer)
    noteWritten(buffer.count)
    buffer.removeAll(keepingCapacity: true)
  }

  private func noteWritten(_ count: Int) {
    written += count
    if written - started >= Self.stretch {
      file.startWriting(from: started, count: written - started)
      started = written
    }
  }
}
