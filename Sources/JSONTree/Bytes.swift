/// Bytes that somebody else owns: a key, a text, a record.
///
/// Two are equal when their bytes are. Swift's `String` compares by canonical equivalence, by which
/// two keys of a Realtime Database would become one (facts 7.2), so keys never become `String`.
///
/// Valid as long as what they point into: a parser's buffers until its next parse, an arena until its
/// next reset.
@frozen @safe
public struct Bytes: BitwiseCopyable, Hashable, ExpressibleByStringLiteral, @unchecked Sendable {
  @usableFromInline let start: UnsafePointer<UInt8>
  public let count: Int

  @inlinable
  public init(start: UnsafePointer<UInt8>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inlinable public static var empty: Bytes { unsafe Bytes(start: emptyStart, count: 0) }

  /// A constant of the program, which lives for ever.
  @inlinable
  public init(_ text: StaticString) {
    unsafe self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  @inlinable public init(stringLiteral text: StaticString) { self.init(text) }

  /// The first of them, for calls into C and for copying.
  @inlinable public var pointer: UnsafePointer<UInt8> { unsafe start }

  @inlinable public var buffer: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start, count: count)
  }

  @inlinable public var isEmpty: Bool { count == 0 }

  @inlinable
  public subscript(index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe start[index]
  }

  /// The bytes of a range, which must lie inside.
  @inlinable
  public subscript(range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Bytes(start: start + range.lowerBound, count: range.count)
  }

  @inlinable
  public static func == (a: Bytes, b: Bytes) -> Bool {
    unsafe a.count == b.count && memcmp(a.start, b.start, a.count) == 0
  }

  /// By bytes, a prefix first: the order of UTF-8 and of code points.
  @inlinable
  public static func < (a: Bytes, b: Bytes) -> Bool {
    let order = unsafe memcmp(a.start, b.start, min(a.count, b.count))
    return order == 0 ? a.count < b.count : order < 0
  }

  @inlinable
  public func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Reads the same bytes as text; what is not UTF-8 becomes U+FFFD. For messages and reports.
  public var text: String { unsafe String(decoding: buffer, as: UTF8.self) }

  /// A copy that lives on its own.
  public var array: [UInt8] { unsafe Array(buffer) }
}

/// Where an empty `Bytes` points to: never read.
@usableFromInline nonisolated(unsafe) let emptyStart: UnsafePointer<UInt8> = unsafe UnsafePointer(
  UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

extension [UInt8] {
  /// Lends the bytes for the time of `body`.
  @inlinable
  public func withBytes<Result, Failure: Error>(
    _ body: (Bytes) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `withUnsafeBufferPointer` has a base address for every array that has elements.
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      guard let start = buffer.baseAddress else { return try body(.empty) }
      return try unsafe body(Bytes(start: start, count: buffer.count))
    }
  }
}
