import JSONTree

/// Walks the containers of an export that patterns lead through, key by key; everything else is skipped.
///
///     while let event = try walker.next() {
///       case .child: exactly one of skip(), enter() or what the scanner offers
///
/// The containers it enters match by kind: `{` by `}`, `[` by `]`; a bad key, colon or comma in one of them
/// refuses the file (contract 2.6). An array is walked as the object by its indices (facts 1.1).
///
/// No recursion: the open containers are frames on a stack as deep as the longest pattern.
final class TreeWalker {
  let scanner: Scanner
  let tree: PathTree
  private var frames: [Frame] = []
  private let rawKey = ByteBuffer()
  private let keyDecoder = KeyDecoder()
  /// `/ArticleData/-Lx`: the path of the child that `next` came to.
  let path = ByteBuffer()
  /// Where in `path` the child's key begins.
  private(set) var keyStart = 0
  /// The first byte of the child: its key's quote, in an array its value.
  private(set) var childOffset = 0

  struct Frame {
    var node: Int
    var isArray: Bool
    /// Whether the container is itself a record or lies in one.
    var isInRecord: Bool
    /// Position of the next child.
    var ordinal = 0
    var pathCount: Int
    /// Where in `path` the container's own key begins.
    var keyStart: Int
    /// Where the container begins in the export.
    var offset: Int
  }

  enum Event {
    /// A child; `node` is where its key leads in the tree, nil if no pattern goes there.
    case child(node: Int?)
    /// The container of this frame is closed.
    case leave(Frame)
  }

  /// `prefix` is the path of the value that the scanner stands before.
  init(_ scanner: Scanner, _ tree: PathTree, prefix: [UInt8] = []) {
    self.scanner = scanner
    self.tree = tree
    path.append(prefix)
  }

  /// How many containers are open.
  var depth: Int { frames.count }
  /// The innermost open container.
  var frame: Frame? { frames.last }
  /// The keys of the open containers but the first, outermost first.
  func keyOfFrame(_ index: Int) -> Bytes {
    let frame = frames[index]
    return path[frame.keyStart..<frame.pathCount]
  }
  var key: Bytes { path[keyStart..<path.count] }

  /// Enters the container that the scanner stands before; its children come next.
  ///
  /// - Returns: False, and nothing is passed, if it is a scalar.
  func enter(_ node: Int) throws(ScanFault) -> Bool {
    guard let bracket = try scanner.peek() else { throw endsEarly() }
    guard bracket | 0x20 == 0x7B else { return false }
    let isInRecord = frames.last.map { $0.isInRecord } ?? false
    frames.append(
      Frame(
        node: node, isArray: bracket == 0x5B,
        isInRecord: isInRecord || !tree.nodes[node].completed.isEmpty,
        pathCount: path.count, keyStart: keyStart, offset: scanner.offset))
    scanner.advance()
    return true
  }

  /// Goes to the next child of the innermost container, or closes it. Nil when none is open.
  func next() throws(ScanFault) -> Event? {
    guard let frame = frames.last else { return nil }
    path.truncate(to: frame.pathCount)
    guard var byte = try scanner.peek() else { throw endsEarly() }
    let close: UInt8 = frame.isArray ? 0x5D : 0x7D
    if byte == close {
      scanner.advance()
      frames.removeLast()
      return .leave(frame)
    }
    if frame.ordinal > 0 {
      guard byte == 0x2C else {
        throw unexpected(byte, frame.isArray ? .commaOrBracket : .commaOrBrace)
      }
      scanner.advance()
      guard let next = try scanner.peek() else { throw endsEarly() }
      byte = next
    }
    childOffset = scanner.offset
    path.append(0x2F)
    keyStart = path.count
    if frame.isArray {
      appendIndex(frame.ordinal)
    } else {
      try readKey(byte, isFirst: frame.ordinal == 0)
    }
    frames[frames.count - 1].ordinal += 1
    try requireValue()
    return .child(node: tree.child(of: frame.node, key))
  }

  /// Passes the child's value.
  @discardableResult
  func skip() throws(ScanFault) -> Scanner.Shape {
    do throws(ScanFault) { return try scanner.skipValue() } catch { throw located(error) }
  }

  /// Passes the child's value and counts what is directly in it.
  func skipCountingChildren() throws(ScanFault) -> Int {
    do throws(ScanFault) { return try scanner.skipValueCountingChildren() } catch {
      throw located(error)
    }
  }

  private func readKey(_ byte: UInt8, isFirst: Bool) throws(ScanFault) {
    guard byte == 0x22 else { throw unexpected(byte, isFirst ? .keyOrClose : .key) }
    rawKey.reset()
    do throws(ScanFault) { try scanner.skipText(copyingTo: rawKey) } catch {
      throw located(error)
    }
    do throws(ParseFault) {
      try keyDecoder.decode(rawKey.bytes, into: path)
    } catch {
      throw located(ScanFault(.badKey(error.message), at: childOffset + error.offset))
    }
    guard try scanner.peek() == 0x3A else { throw unexpected(try scanner.peek(), .colon) }
    scanner.advance()
  }

  /// What stands behind a colon or a comma must at least begin like a value.
  private func requireValue() throws(ScanFault) {
    guard let byte = try scanner.peek() else { throw endsEarly() }
    switch byte {
    case 0x22, 0x7B, 0x5B, 0x2D, 0x30...0x39, 0x74, 0x66, 0x6E: return
    default: throw unexpected(byte, .value)
    }
  }

  private func appendIndex(_ index: Int) {
    path.append(decimal: index)
  }

  private func endsEarly() -> ScanFault { located(ScanFault(.endsEarly, at: scanner.offset)) }

  private func unexpected(_ byte: UInt8?, _ expected: ScanFault.Expected) -> ScanFault {
    located(ScanFault(.unexpected(byte, expected: expected), at: scanner.offset))
  }

  /// Tells in which container the fault is.
  private func located(_ fault: ScanFault) -> ScanFault {
    var fault = fault
    let end = frames.last.map { $0.pathCount } ?? path.count
    fault.path = end == 0 ? "/" : path[0..<min(end, path.count)].text
    return fault
  }
}

/// Reads keys above records: mostly ASCII without escapes, which are their own bytes.
final class KeyDecoder {
  private var parser = ExactParser(dialect: .json)

  /// Appends the key of a literal, quotes included, to `buffer`.
  func decode(_ literal: Bytes, into buffer: ByteBuffer) throws(ParseFault) {
    let inside = literal[1..<literal.count - 1]
    if inside.plainCount == inside.count, inside.isASCII {
      buffer.append(inside)
    } else {
      buffer.append(try parser.parse(literal).bytes)
    }
  }
}
