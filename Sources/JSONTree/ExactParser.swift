/// A parser that says what is wrong and where, and keeps numbers that no machine type holds.
///
/// It writes simdjson's tape (see `Node`), word for word, so that what is behind a parser need not
/// know which one it was. Three things differ:
///
///     {"n":123456789012345678901}      simdjson refuses; here 3: N "123456789012345678901"
///     {"n":1e400}                      simdjson refuses; here 3: N "1e400"
///     {"n":[1 2]}                      simdjson refuses; here a `ParseFault` at byte 8, in /n
///
/// Every byte is looked at a bounded number of times, nothing recurses over the input, and no input
/// traps. A node is valid until the next parse; the buffers are kept and used again.
public struct ExactParser: ~Copyable, Sendable {
  public enum Dialect: Sendable {
    /// RFC 8259.
    case json
    /// JSON5 (json5.org), without `Infinity`, `NaN` and escapes in unquoted keys.
    case json5
  }

  /// How many containers may stand in one another.
  public static let maximumDepth = 1024

  let dialect: Dialect
  /// Whether what is no Unicode in a text becomes U+FFFD instead of a fault: one for each maximal part of a
  /// character (Unicode 15, section 3.9, "U+FFFD Substitution of Maximal Subparts") and for each lone surrogate.
  let replacesInvalid: Bool
  var source = Bytes.empty
  /// The next byte to look at, at most `source.count`.
  var at = 0
  var strings = GrowingBuffer<UInt8>(capacity: 1024)
  private var words = GrowingBuffer<UInt64>(capacity: 256)
  /// Where the token of each word begins in the source.
  private var offsets = GrowingBuffer<UInt32>(capacity: 256)
  private var frames = GrowingBuffer<OpenContainer>(capacity: 32)

  public init(dialect: Dialect, replacesInvalid: Bool = false) {
    self.dialect = dialect
    self.replacesInvalid = replacesInvalid
  }

  /// Parses exactly one value with blanks around it. The result is the word at index 1 of the tape.
  public mutating func parse(_ bytes: Bytes) throws(ParseFault) -> Node {
    source = bytes
    at = 0
    words.reset()
    offsets.reset()
    strings.reset()
    frames.reset()
    // The indices of a tape have 32 bits, and no text makes more words than it has bytes, plus two.
    guard bytes.count < 0xFFFF_FFF0 else { throw fault(.tooLarge, at: 0) }

    append(.root, payload: 0, offset: 0)
    try document()
    append(.root, payload: 0, offset: at)
    words[0] |= UInt64(words.count)
    // `Node.head` and its like read eight bytes at once.
    strings.append(Bytes("\0\0\0\0\0\0\0\0"))
    return unsafe Node(words: words.start, strings: UnsafePointer(strings.start), index: 1)
  }

  /// The byte of the last parse's text where a node of that parse begins; of a string, its quote.
  public func offset(of node: Node) -> Int {
    guard node.index >= 0 && node.index < offsets.count else { return 0 }
    return Int(offsets[node.index])
  }
}

// MARK: The tape

extension ExactParser {
  mutating func append(_ kind: Kind, payload: UInt64, offset: Int) {
    words.append(UInt64(kind.rawValue) << 56 | payload)
    offsets.append(UInt32(truncatingIfNeeded: offset))
  }

  /// A number's two words.
  mutating func append(_ kind: Kind, bits: UInt64, offset: Int) {
    append(kind, payload: 0, offset: offset)
    words.append(bits)
    offsets.append(UInt32(truncatingIfNeeded: offset))
  }

  /// Begins a string or a big number; its bytes are appended to `strings`, then `endText` is called
  /// with the result.
  mutating func beginText(_ kind: Kind, offset: Int) -> Int {
    let start = strings.count
    append(kind, payload: UInt64(start), offset: offset)
    strings.append(Bytes("\0\0\0\0"))
    return start
  }

  mutating func endText(_ start: Int) {
    strings.write(UInt32(truncatingIfNeeded: strings.count - start - 4), at: start)
    strings.append(0)
  }
}

// MARK: Containers

/// A container that is open. (Not private: Swift 6.3.1 then fails to compile owners of a parser.)
struct OpenContainer: BitwiseCopyable {
  let open: Int
  let isObject: Bool
  /// How many members or elements have begun.
  var count = 0
  /// The tape index of the last key.
  var key = 0
  /// Whether the parser is inside the member or element that began last.
  var isInside = false
}

extension ExactParser {
  private mutating func document() throws(ParseFault) {
    try skipBlanks()
    try value(or: .value)
    while frames.count > 0 {
      frames[frames.count - 1].isInside = false
      try skipBlanks()
      try step()
    }
    try skipBlanks()
    guard at == source.count else { throw fault(.somethingFollows(found), at: at) }
  }

  /// Closes the innermost container, or reads its next comma, key and value; a container as value
  /// is only opened.
  private mutating func step() throws(ParseFault) {
    let top = frames.count - 1
    let isObject = frames[top].isObject
    let isFirst = frames[top].count == 0
    let bracket = UInt8(ascii: isObject ? "}" : "]")
    if peek == bracket { return close() }
    if !isFirst {
      guard peek == UInt8(ascii: ",") else {
        throw expected(isObject ? .commaOrBrace : .commaOrBracket)
      }
      at += 1
      try skipBlanks()
      if dialect == .json5, peek == bracket { return close() }
    }
    if isObject { try key(isFirst: isFirst) }
    frames[top].isInside = true
    frames[top].count += 1
    try value(or: isFirst && !isObject ? .valueOrBracket : .value)
  }

  /// Reads a key, the colon and the blanks around it.
  private mutating func key(isFirst: Bool) throws(ParseFault) {
    let top = frames.count - 1
    let index = words.count
    switch peek {
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "'") where dialect == .json5: try string()
    default:
      guard dialect == .json5 else {
        throw expected(isFirst ? .quotedKeyOrBrace : .quotedKey)
      }
      guard identifier() else { throw expected(isFirst ? .keyOrBrace : .key) }
    }
    frames[top].key = index
    frames[top].isInside = true
    try skipBlanks()
    guard peek == UInt8(ascii: ":") else { throw expected(.colon) }
    at += 1
    try skipBlanks()
  }

  private mutating func open(_ kind: Kind) throws(ParseFault) {
    guard frames.count < Self.maximumDepth else { throw fault(.tooDeep, at: at) }
    frames.append(OpenContainer(open: words.count, isObject: kind == .object))
    append(kind, payload: 0, offset: at)
    at += 1
  }

  private mutating func close() {
    guard let frame = frames.popLast() else { return }
    append(frame.isObject ? .endObject : .endArray, payload: UInt64(frame.open), offset: at)
    let members = UInt64(min(frame.count, 0xFF_FFFF))
    words[frame.open] |= members << 32 | UInt64(words.count)
    at += 1
  }
}

// MARK: Values

extension ExactParser {
  /// Reads a scalar or opens a container.
  private mutating func value(or expectation: ParseFault.Expectation) throws(ParseFault) {
    guard let byte = peek else { throw expected(expectation) }
    switch byte {
    case UInt8(ascii: "{"): try open(.object)
    case UInt8(ascii: "["): try open(.array)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), 0x30...0x39: try number()
    case UInt8(ascii: "t"): try word("true", .yes, or: expectation)
    case UInt8(ascii: "f"): try word("false", .no, or: expectation)
    case UInt8(ascii: "n"): try word("null", .null, or: expectation)
    case UInt8(ascii: "'") where dialect == .json5: try string()
    case UInt8(ascii: "+") where dialect == .json5: try number()
    case UInt8(ascii: ".") where dialect == .json5: try number()
    default:
      try refuseInfinite()
      throw expected(expectation)
    }
  }

  private mutating func word(
    _ text: StaticString, _ kind: Kind, or expectation: ParseFault.Expectation
  ) throws(ParseFault) {
    guard stands(text) else { throw expected(expectation) }
    append(kind, payload: 0, offset: at)
    at += text.utf8CodeUnitCount
  }

  /// Whether the next bytes are these.
  func stands(_ text: StaticString) -> Bool {
    let wanted = Bytes(text)
    return source.count - at >= wanted.count && source[at..<at + wanted.count] == wanted
  }

  /// The next byte, if there is one.
  var peek: UInt8? { at < source.count ? source[at] : nil }
}

// MARK: Faults

extension ExactParser {
  var found: ParseFault.Found { peek.map { .byte($0) } ?? .end }

  func expected(_ expectation: ParseFault.Expectation) -> ParseFault {
    fault(.expected(expectation, found: found), at: at)
  }

  /// The path is made here, out of the open containers, and nowhere before.
  func fault(_ fact: ParseFault.Fact, at offset: Int) -> ParseFault {
    var path: [ParseFault.Step] = []
    for depth in 0..<frames.count where frames[depth].isInside {
      let frame = frames[depth]
      path.append(frame.isObject ? .key(key(at: frame.key)) : .index(frame.count - 1))
    }
    return ParseFault(fact, offset: offset, path: path)
  }

  private func key(at index: Int) -> [UInt8] {
    unsafe Node(words: words.start, strings: UnsafePointer(strings.start), index: index).bytes.array
  }
}
