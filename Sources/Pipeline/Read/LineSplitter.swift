import JSONTree

/// The lines of a stream, in memory bounded by the longest one. Lines of nothing but blanks are passed.
final class LineSplitter {
  private let source: any ByteSource
  private let buffer = ByteBuffer(capacity: 256 * 1024)
  /// Where in the buffer the next line begins, and up to where no newline has been found.
  private var start = 0
  private var searched = 0
  /// The offset in the stream of the buffer's first byte.
  private var base = 0
  private var isAtEnd = false
  /// Of the last line that `next` gave, from 1.
  private(set) var number = 0
  /// Where in the stream it begins.
  private(set) var lineOffset = 0

  init(_ source: any ByteSource) { self.source = source }

  /// Where in the stream the next line begins.
  var offset: Int { base + start }

  /// The next line without its newline, or nil at the end. Valid until the next call.
  func next() throws(ScanFault) -> Bytes? {
    while true {
      if let end = buffer.bytes.firstIndex(of: "\n", from: searched) {
        if let line = take(to: end, next: end + 1) { return line }
      } else if isAtEnd {
        if start == buffer.count { return nil }
        if let line = take(to: buffer.count, next: buffer.count) { return line }
      } else {
        searched = buffer.count
        try refill()
      }
    }
  }

  private func take(to end: Int, next: Int) -> Bytes? {
    let line = buffer[start..<end]
    lineOffset = base + start
    number += 1
    start = next
    searched = next
    let isBlank = unsafe line.buffer.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    return isBlank ? nil : line
  }

  private func refill() throws(ScanFault) {
    let rest = buffer[start..<buffer.count]
    base += start
    searched -= start
    start = 0
    // The bytes move to the front; both ranges may overlap.
    buffer.reset()
    buffer.append(rest)
    let wanted = 128 * 1024
    let room = unsafe UnsafeMutableRawBufferPointer(start: buffer.reserve(wanted), count: wanted)
    let count = try unsafe source.read(into: room)
    buffer.commit(count)
    isAtEnd = count == 0
  }
}
