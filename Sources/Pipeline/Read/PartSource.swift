import JSONTree

/// A file as the first look reads it: between the keys that lead to it and the brackets that close them.
///
/// Tells encodings that are not read, and gives blanks for a byte order mark (RFC 8259 lets a reader ignore it), so that
/// no offset moves. Faults of the file come at the offsets of `Content`.
final class PartSource: ByteSource {
  private let source: any ByteSource
  private let head: [UInt8]
  private let tail: [UInt8]
  /// Where the first byte of all stands, and the file's first.
  let start: Int
  let base: Int
  /// Of the file, so far.
  private(set) var count = 0
  private(set) var hasMark = false
  /// Where the file ends, as soon as that is known: nothing behind it has been given out before.
  private(set) var fileEnd: Int?
  private var headDone = 0
  private var tailDone = 0

  init(_ source: any ByteSource, _ part: Content.Part) {
    self.source = source
    head = part.head
    tail = part.tail
    start = part.start
    base = part.base
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    if headDone < head.count {
      let part = head[headDone..<min(head.count, headDone + buffer.count)]
      unsafe buffer.copyBytes(from: part)
      headDone += part.count
      return part.count
    }
    if fileEnd == nil {
      let read = try unsafe readFile(into: buffer)
      count += read
      if read > 0 { return read }
      fileEnd = base + count
    }
    let part = tail[tailDone..<min(tail.count, tailDone + buffer.count)]
    unsafe buffer.copyBytes(from: part)
    tailDone += part.count
    return part.count
  }

  private func readFile(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    do throws(ScanFault) {
      var read = try unsafe source.read(into: buffer)
      guard count == 0, read > 0 else { return read }
      // The encoding shows in the first bytes.
      while read < min(4, buffer.count) {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[read...])
        let more = try unsafe source.read(into: room)
        if more == 0 { break }
        read += more
      }
      let first = unsafe Array(buffer[..<min(4, read)])
      if first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE])
        || first.prefix(2).contains(0)
      {
        throw ScanFault(.utf16, at: 0)
      }
      if first.starts(with: [0xEF, 0xBB, 0xBF]) {
        hasMark = true
        for place in 0..<3 { unsafe buffer[place] = 0x20 }
      }
      return read
    } catch {
      throw error.moved(by: base)
    }
  }
}

extension ScanFault {
  /// The same fault with its offset counted from another byte; a text that it names may move by another distance.
  func moved(by distance: Int, textBy textDistance: Int? = nil) -> ScanFault {
    var moved = kind
    if case .endsInText(let start) = kind {
      moved = .endsInText(start + (textDistance ?? distance))
    }
    return ScanFault(moved, at: offset + distance, path: path)
  }
}
