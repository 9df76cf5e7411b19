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
@safe
final class TreeWalker {
  let scanner: Scanner
  let tree: PathTree
  /// Behind a constant pointer, like `ByteBuffer`'s: it is read and written for each child.
  private let state: UnsafeMutablePointer<State>
  private let rawKey = ByteBuffer()
  private var parser = ExactParser(dialect: .json)
  /// `/ArticleData/-Lx`: the path of the child that `next` came to.
  let path = ByteBuffer()
  /// Where in `path` the child's key begins.
  var keyStart: Int { unsafe state.pointee.keyStart }
  /// The first byte of the child: its key's quote, in an array its value.
  var childOffset: Int { unsafe state.pointee.childOffset }

  private struct State {
    var frames: [Frame] = []
    var keyStart = 0
    var childOffset = 0
  }

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
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
    path.append(prefix)
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// How many containers are open.
  var depth: Int { unsafe state.pointee.frames.count }
  /// The innermost open container.
  var frame: Frame? { unsafe state.pointee.frames.last }
  /// The keys of the open containers but the first, outermost first.
  func keyOfFrame(_ index: Int) -> Bytes {
    let frame = unsafe state.pointee.frames[index]
    return path[frame.keyStart..<frame.pathCount]
  }
  var key: Bytes { path[keyStart..<path.count] }

  /// Enters the container that the scanner stands before; its children come next.
  ///
  /// - Returns: False, and nothing is passed, if it is a scalar.
  func enter(_ node: Int) throws(ScanFault) -> Bool {
    guard let bracket = try scanner.peek() else { throw endsEarly() }
    guard bracket | 0x20 == 0x7B else { return false }
    let isInRecord = frame?.isInRecord ?? false
    unsafe state.pointee.frames.append(
      Frame(
        node: node, isArray: bracket == 0x5B,
        isInRecord: isInRecord || !tree.nodes[node].completed.isEmpty,
        pathCount: path.count, keyStart: keyStart, offset: scanner.offset))
    scanner.advance()
    return true
  }

  /// Goes to the next child of the innermost container, or closes it. Nil when none is open.
  func next() throws(ScanFault) -> Event? {
    guard let frame else { return nil }
    path.truncate(to: frame.pathCount)
    guard var byte = try scanner.peek() else { throw endsEarly() }
    let close: UInt8 = frame.isArray ? 0x5D : 0x7D
    if byte == close {
      scanner.advance()
      unsafe state.pointee.frames.removeLast()
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
    unsafe state.pointee.childOffset = scanner.offset
    path.append(0x2F)
    unsafe state.pointee.keyStart = path.count
    if frame.isArray {
      appendIndex(frame.ordinal)
    } else {
      try readKey(byte, isFirst: frame.ordinal == 0)
    }
    unsafe state.pointee.frames[depth - 1].ordinal += 1
    try requireValue()
    return .child(node: tree.child(of: frame.node, key))
  }

  /// Passes the child's value.
  @discardableResult
  func skip() throws(ScanFault) -> Scanner.Shape {
    do throws(ScanFault) { return try scanner.skipValue() } catch { throw located(error) }
  }

  /// Passes the child's value and appends it to `copy`.
  func skip(copyingTo copy: ByteBuffer) throws(ScanFault) {
    do throws(ScanFault) { try scanner.skipValue(copyingTo: copy) } catch { throw located(error) }
  }

  /// Passes the child's value and counts what is directly in it.
  func skipCountingChildren() throws(ScanFault) -> Int {
    do throws(ScanFault) { return try scanner.skipValueCountingChildren() } catch {
      throw located(error)
    }
  }

  private func readKey(_ byte: UInt8, isFirst: Bool) throws(ScanFault) {
    guard byte == 0x22 else { throw unexpected(byte, isFirst ? .keyOrClose : .key) }
    if !scanner.skipPlainText(copyingTo: path) { try readOtherKey() }
    guard try scanner.peek() == 0x3A else { throw unexpected(try scanner.peek(), .colon) }
    scanner.advance()
  }

  /// A key with escapes or beyond ASCII, or one that ends behind what the scanner holds.
  private func readOtherKey() throws(ScanFault) {
    rawKey.reset()
    do throws(ScanFault) { try scanner.skipText(copyingTo: rawKey) } catch {
      throw located(error)
    }
    do throws(ParseFault) {
      path.append(try parser.parse(rawKey.bytes).bytes)
    } catch {
      throw located(ScanFault(.badKey(error.message), at: childOffset + error.offset))
    }
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
    let end = frame?.pathCount ?? path.count
    fault.path = end == 0 ? "/" : path[0..<min(end, path.count)].text
    return fault
  }
}
