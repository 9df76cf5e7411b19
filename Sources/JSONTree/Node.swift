/// What a word of the tape stands for: its upper eight bits.
///
/// The first ten are simdjson's (facts 8). `big` is a number that neither a 64-bit integer nor a double
/// holds, as only the exact parser gives it; `skip` is a hole that canonicalisation left.
@frozen
public enum Kind: UInt8, Sendable {
  case object = 0x7B  // {
  case array = 0x5B  // [
  case endObject = 0x7D  // }
  case endArray = 0x5D  // ]
  case string = 0x22  // "
  case int = 0x6C  // l
  case uint = 0x75  // u
  case double = 0x64  // d
  case yes = 0x74  // t
  case no = 0x66  // f
  case null = 0x6E  // n
  case big = 0x4E  // N: like a string, the number as written
  case skip = 0x7E  // ~: the payload is the next index
  case root = 0x72  // r
}

/// One value of a parsed JSON text: an index into a tape of 64-bit words, read in place.
///
///     {"a":[1,"x"],"b":true}
///     1:{→9  2:"a"  3:[→7  4:l 5:1  6:"x"  7:]  8:"b" 9:t …
///
/// A word's upper 8 bits are its kind, the lower 56 its payload: for `{` and `[` the lower 32 bits are the
/// index after the matching close; for strings an offset into `strings`, where four bytes of length (little-endian), the
/// bytes and a NUL stand; numbers take a second word. The members of an object alternate key and value.
///
/// Valid until the parser that made it parses again.
@frozen @safe
public struct Node: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let words: UnsafeMutablePointer<UInt64>
  @usableFromInline let strings: UnsafePointer<UInt8>
  public let index: Int

  @inlinable
  public init(words: UnsafeMutablePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
    unsafe self.words = words
    unsafe self.strings = strings
    self.index = index
  }

  /// Another value of the same tape.
  @inlinable
  public func at(_ index: Int) -> Node {
    unsafe Node(words: words, strings: strings, index: index)
  }

  @inlinable @inline(__always) public var word: UInt64 { unsafe words[index] }

  @inlinable @inline(__always) public var kind: Kind {
    // Spelled out, so that it is inlined: the initialiser that Swift makes for an enumeration is a call.
    switch UInt8(truncatingIfNeeded: word >> 56) {
    case 0x7B: .object
    case 0x5B: .array
    case 0x7D: .endObject
    case 0x5D: .endArray
    case 0x22: .string
    case 0x6C: .int
    case 0x75: .uint
    case 0x64: .double
    case 0x74: .yes
    case 0x66: .no
    case 0x4E: .big
    case 0x7E: .skip
    case 0x72: .root
    default: .null
    }
  }

  @inlinable @inline(__always) public var isContainer: Bool {
    let byte = UInt8(truncatingIfNeeded: word >> 56) | 0x20
    return byte == 0x7B
  }

  /// The index of the word behind this value, holes not yet skipped.
  @inlinable @inline(__always) public var after: Int {
    switch UInt8(truncatingIfNeeded: word >> 56) {
    case 0x7B, 0x5B: Int(word & 0xFFFF_FFFF)
    case 0x6C, 0x75, 0x64: index + 2
    default: index + 1
    }
  }

  /// Replaces the word (canonicalisation only).
  @inlinable
  public func write(_ kind: Kind, payload: UInt64) {
    unsafe words[index] = UInt64(kind.rawValue) << 56 | payload
  }

  /// Copies a word of the same tape onto this one (canonicalisation only).
  @inlinable
  public func overwrite(with word: UInt64) {
    unsafe words[index] = word
  }

  // MARK: Scalars

  /// The bytes of a string, a key or a big number; empty for other kinds.
  @inlinable @inline(__always) public var bytes: Bytes {
    let kind = kind
    guard kind == .string || kind == .big else { return .empty }
    let at = unsafe strings + Int(word & 0x00FF_FFFF_FFFF_FFFF)
    let count = unsafe UnsafeRawPointer(at).loadUnaligned(as: UInt32.self)
    return unsafe Bytes(start: at + 4, count: Int(UInt32(littleEndian: count)))
  }

  /// A string's length and first four bytes in one word: where heads differ, strings do.
  @inlinable @inline(__always) public var head: UInt64 {
    let at = unsafe strings + Int(word & 0x00FF_FFFF_FFFF_FFFF)
    let head = unsafe UInt64(
      littleEndian: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self))
    let count = head & 0xFFFF_FFFF
    return count >= 4 ? head : head & ((1 << (32 + 8 * count)) - 1)
  }

  /// The second word of a number, by its kind.
  @inlinable public var int: Int64 { unsafe Int64(bitPattern: words[index + 1]) }
  @inlinable public var uint: UInt64 { unsafe words[index + 1] }
  @inlinable public var double: Double { unsafe Double(bitPattern: words[index + 1]) }

  // MARK: Children

  /// Whether it is null: absent, in an object or an array.
  @inlinable @inline(__always) public var isNull: Bool { word >> 56 == UInt64(Kind.null.rawValue) }

  /// The value behind a key, which takes one word.
  @inlinable @inline(__always) public var valueOfKey: Node { at(skippingHoles(index + 1)) }

  /// The index of the first child (in an object: of its key), holes skipped; `end` where there is none.
  @inlinable @inline(__always) public var firstChild: Int { skippingHoles(index + 1) }

  /// The index of the closing bracket.
  @inlinable @inline(__always) public var end: Int { after - 1 }

  /// The index behind the value at `self`, holes skipped.
  @inlinable @inline(__always) public var next: Int { skippingHoles(after) }

  @inlinable @inline(__always)
  func skippingHoles(_ start: Int) -> Int {
    var index = start
    while unsafe UInt8(truncatingIfNeeded: words[index] >> 56) == Kind.skip.rawValue {
      index = unsafe Int(words[index] & 0x00FF_FFFF_FFFF_FFFF)
    }
    return index
  }
}

extension Node {
  /// Calls `body` with each member of an object in the order of the text, until it returns false.
  /// Members that are null are absent (facts 1.1) and left out.
  @inlinable
  public func forEachMember(_ body: (_ key: Node, _ value: Node) -> Bool) {
    let end = end
    var index = firstChild
    while index < end {
      let key = at(index)
      let value = key.valueOfKey
      if !value.isNull, !body(key, value) { return }
      index = value.next
    }
  }

  /// Calls `body` with each element of an array and its index, until it returns false. Holes are left out.
  @inlinable
  public func forEachElement(_ body: (_ position: Int, _ value: Node) -> Bool) {
    let end = end
    var index = firstChild
    var position = 0
    while index < end {
      let value = at(index)
      if !value.isNull, !body(position, value) { return }
      index = value.next
      position += 1
    }
  }
}
