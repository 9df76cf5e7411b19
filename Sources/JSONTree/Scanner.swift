internal import CScan

/// Where bytes of an export come from, in order: a file, an inflated stream, standard input, a part of a file.
public protocol ByteSource: AnyObject {
  /// Reads up to `buffer.count` bytes; 0 only at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int
}

/// Takes the bytes that a scanner passes over.
public protocol ByteTarget: AnyObject {
  /// `offset` is where the bytes stand in the export.
  func append(_ bytes: Bytes, at offset: Int) throws(ScanFault)
}

/// Finds where values end, without parsing them.
///
/// An export may be one line of 50 GB, of which a mapping wants a part. The scanner holds 256 KB of it. For each 64 bytes
/// a kernel gives the positions of quotes, brackets and commas; skipping a value is then counting brackets by `popcount`.
/// What it does not check: what stands between the brackets. A part that nobody reads needs only balanced brackets and
/// ended texts (contract 2.6); records are parsed later.
///
///     {"users":{"ann":{"age":31},"bob":5}}
///              ^ offset 9: skipValue() → offset 35
///
/// Brackets of both kinds are counted together, so that `[1}` inside a record ends where the parser
/// of the next record expects it.
///
/// One thread at a time may use it. After a thrown fault it must not be used any more.
@safe
public final class Scanner {
  /// How many bytes it holds at most.
  public static let capacity = 256 * 1024

  private let source: any ByteSource
  private let buffer: UnsafeMutablePointer<UInt8>
  private let blocks: UnsafeMutablePointer<replant_scan_block>
  private var state = replant_scan_state()
  /// The offset in the export of `buffer[0]`.
  private var base: Int
  private var position = 0
  private var end = 0
  private var target: (any ByteTarget)?
  private var targetStart = 0

  /// `offset` is where the source's first byte stands in the export: outside of any text.
  public init(_ source: any ByteSource, at offset: Int) {
    self.source = source
    base = offset
    unsafe buffer = .allocate(capacity: Self.capacity)
    unsafe blocks = .allocate(capacity: Self.capacity / 64)
  }

  deinit {
    unsafe buffer.deallocate()
    unsafe blocks.deallocate()
  }

  /// Where the next byte stands in the export.
  public var offset: Int { base + position }

  // MARK: Bytes

  /// The next byte that is no blank, without passing it; nil at the end.
  public func peek() throws(ScanFault) -> UInt8? {
    while true {
      while position < end {
        let byte = unsafe buffer[position]
        guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
        position += 1
      }
      guard try refill() else { return nil }
    }
  }

  /// Passes the byte that `peek` gave.
  public func advance() { position += 1 }

  /// The first bytes of the export, without passing them (to tell its encoding); up to `count`.
  public func prefix(_ count: Int) throws(ScanFault) -> [UInt8] {
    if position == end { _ = try refill() }
    return unsafe Array(
      UnsafeBufferPointer(start: buffer + position, count: min(count, end - position)))
  }

  /// Takes the next `capacity` bytes in. False at the end of the source.
  private func refill() throws(ScanFault) -> Bool {
    try flush()
    base += end
    position = 0
    end = 0
    targetStart = 0
    while end < Self.capacity {
      let count = try unsafe source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer + end, count: Self.capacity - end))
      if count == 0 { break }
      end += count
    }
    guard end > 0 else { return false }
    let count = (end + 63) / 64
    // Blanks behind the last byte, so that the last block is whole.
    unsafe (buffer + end).initialize(repeating: 0x20, count: count * 64 - end)
    unsafe replant_scan(&state, buffer, count, blocks)
    return true
  }

  // MARK: Copying

  /// Passes a value and appends it to `copy`.
  public func skipValue(copyingTo copy: ByteBuffer) throws(ScanFault) {
    let first = try peek()
    if first == 0x7B || first == 0x5B {
      let start = position
      position += 1
      var depth = 1
      // Mostly it lies whole in the buffer.
      if passToClose(&depth) {
        unsafe copy.append(Bytes(start: buffer + start, count: position - start))
        return
      }
      position = start
    }
    beginCopy(to: copy)
    try skipValue()
    try endCopy()
  }

  /// From here on, what is passed goes to `target`.
  public func beginCopy(to target: any ByteTarget) {
    self.target = target
    targetStart = position
  }

  public func endCopy() throws(ScanFault) {
    try flush()
    target = nil
  }

  private func flush() throws(ScanFault) {
    guard let target, position > targetStart else { return }
    let passed = unsafe Bytes(start: buffer + targetStart, count: position - targetStart)
    try target.append(passed, at: base + targetStart)
    targetStart = position
  }

  // MARK: Values

  /// What a value is, as far as its first bytes tell.
  public enum Shape: Sendable {
    case scalar, container
    /// Literally `null`, `{}` or `[]` (blanks may stand inside).
    case absent
  }

  /// Passes the value whose first byte is the next one.
  @discardableResult
  public func skipValue() throws(ScanFault) -> Shape {
    guard let first = try peek() else { throw ScanFault(.endsEarly, at: offset) }
    switch first {
    case 0x22:
      try skipText()
      return .scalar
    case 0x7B, 0x5B:
      position += 1
      if let inside = try peek(), inside | 0x20 == 0x7D {
        position += 1
        return .absent
      }
      try skipToClose(depth: 1)
      return .container
    default:
      let start = offset
      try skipScalar()
      if offset == start { throw ScanFault(.unexpected(first, expected: .value), at: start) }
      // Of all scalars without quotes only `null` begins with an n.
      return first == 0x6E ? .absent : .scalar
    }
  }

  /// Passes a text, at its opening quote, and appends it, quotes included, to `copy`.
  public func skipText(copyingTo copy: ByteBuffer? = nil) throws(ScanFault) {
    let start = offset
    var unread = position
    position += 1
    while true {
      var block = position / 64
      var keep = ~UInt64(0) << UInt64(position % 64)
      while block * 64 < end {
        let quotes = unsafe blocks[block].quotes & keep
        if quotes != 0 {
          position = block * 64 + quotes.trailingZeroBitCount + 1
          unsafe copy?.append(Bytes(start: buffer + unread, count: position - unread))
          return
        }
        keep = ~0
        block += 1
      }
      position = end
      unsafe copy?.append(Bytes(start: buffer + unread, count: end - unread))
      unread = 0
      guard try refill() else { throw ScanFault(.endsInText(start), at: offset) }
    }
  }

  /// Passes a text, at its opening quote, and appends what it says to `copy`, if it lies whole in the
  /// buffer and is its own bytes: ASCII without escapes. As most keys are.
  ///
  /// - Returns: False, and nothing is passed or appended, if it is any other.
  public func skipPlainText(copyingTo copy: ByteBuffer) -> Bool {
    let start = position + 1
    var block = start / 64
    var keep = ~UInt64(0) << UInt64(start % 64)
    while block * 64 < end {
      let quotes = unsafe blocks[block].quotes & keep
      if quotes != 0 {
        let close = block * 64 + quotes.trailingZeroBitCount
        let inside = unsafe Bytes(start: buffer + start, count: close - start)
        guard inside.isPlainASCII else { return false }
        copy.append(inside)
        position = close + 1
        return true
      }
      keep = ~0
      block += 1
    }
    return false
  }

  /// Passes everything up to the bracket that closes the innermost `depth` open ones.
  public func skipToClose(depth: Int) throws(ScanFault) {
    var depth = depth
    while !passToClose(&depth) {
      guard try refill() else { throw ScanFault(.endsEarly, at: offset) }
    }
  }

  /// Passes what the buffer holds up to the bracket that closes `depth` open ones.
  ///
  /// - Returns: False if that bracket does not lie in it; `depth` is then what is still open.
  func passToClose(_ depth: inout Int) -> Bool {
    var block = position / 64
    var keep = ~UInt64(0) << UInt64(position % 64)
    while block * 64 < end {
      let opens = unsafe blocks[block].opens & keep
      let closes = unsafe blocks[block].closes & keep
      keep = ~0
      block += 1
      // Most blocks lie inside texts. Without the processor's own instruction, which not every x86-64
      // has, counting bits is a dozen others.
      if opens | closes == 0 { continue }
      let closing = closes.nonzeroBitCount
      if closing < depth {
        depth += opens.nonzeroBitCount - closing
        continue
      }
      var brackets = opens | closes
      while brackets != 0 {
        let lowest = brackets & (0 &- brackets)
        depth += closes & lowest == 0 ? 1 : -1
        if depth == 0 {
          position = block * 64 - 64 + lowest.trailingZeroBitCount + 1
          return true
        }
        brackets ^= lowest
      }
    }
    position = end
    return false
  }

  /// Passes a value and counts its children: the commas between them, and one.
  public func skipValueCountingChildren() throws(ScanFault) -> Int {
    guard let first = try peek(), first == 0x7B || first == 0x5B else {
      try skipValue()
      return 0
    }
    position += 1
    if let inside = try peek(), inside | 0x20 == 0x7D {
      position += 1
      return 0
    }
    var depth = 1
    var children = 1
    while true {
      var block = position / 64
      var keep = ~UInt64(0) << UInt64(position % 64)
      while block * 64 < end {
        let opens = unsafe blocks[block].opens & keep
        let closes = unsafe blocks[block].closes & keep
        let closing = closes.nonzeroBitCount
        if closing < depth - 1 {
          depth += opens.nonzeroBitCount - closing
        } else {
          var marks = unsafe opens | closes | blocks[block].commas & keep
          while marks != 0 {
            let lowest = marks & (0 &- marks)
            if opens & lowest != 0 {
              depth += 1
            } else if closes & lowest != 0 {
              depth -= 1
              if depth == 0 {
                position = block * 64 + lowest.trailingZeroBitCount + 1
                return children
              }
            } else if depth == 1 {
              children += 1
            }
            marks ^= lowest
          }
        }
        keep = ~0
        block += 1
      }
      position = end
      guard try refill() else { throw ScanFault(.endsEarly, at: offset) }
    }
  }

  /// Passes a number or a word: everything up to a blank or a mark.
  private func skipScalar() throws(ScanFault) {
    while true {
      while position < end {
        switch unsafe buffer[position] {
        case 0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x3A, 0x22, 0x5B, 0x5D, 0x7B, 0x7D: return
        default: position += 1
        }
      }
      guard try refill() else { return }
    }
  }
}

/// Why an export cannot be read any further. The file as a whole is refused (contract 2.6).
public struct ScanFault: Error, Equatable {
  public enum Kind: Equatable, Sendable {
    /// The file could not be read: the system's words.
    case unreadable(String)
    /// Nothing but blanks.
    case empty
    case utf16
    /// The bytes end before the root is closed.
    case endsEarly
    /// The bytes end in a text that began at this offset.
    case endsInText(Int)
    /// A byte above records that is not what JSON wants there; nil is the end.
    case unexpected(UInt8?, expected: Expected)
    /// The root is a scalar, and no JSON: the parser's sentence.
    case badRoot(String)
    /// Something follows the root.
    case trailing(UInt8)
    /// A key above records: the parser's sentence.
    case badKey(String)
    /// Compressed data: the sentence.
    case damagedGzip(String)
    /// The temporary file could not be written: the sentence.
    case spool(String)
    /// The user has stopped the run.
    case interrupted
  }

  public enum Expected: String, Sendable {
    case value = "a value"
    case key = "a key in quotes"
    case keyOrClose = "a key in quotes or '}'"
    case colon = "':' after a key"
    case commaOrBrace = "',' or '}' after a value"
    case commaOrBracket = "',' or ']' after a value"
  }

  public let kind: Kind
  /// The byte in the uncompressed export.
  public let offset: Int
  /// In which container of the export, if known: `/users/-Mx`.
  public var path: String?

  public init(_ kind: Kind, at offset: Int, path: String? = nil) {
    self.kind = kind
    self.offset = offset
    self.path = path
  }
}
