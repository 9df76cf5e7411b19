/// Bytes that grow: a run of records, an encoded batch. Used again after `reset`, which keeps the memory.
///
/// 64 bytes behind the last one are always readable, as simdjson wants it. The address is stable between growths:
/// `Bytes` taken from it are valid until the next append.
@safe
public final class ByteBuffer: ByteTarget {
  @usableFromInline var start: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0

  @inlinable public var count: Int { used }

  @usableFromInline static let slack = 64

  public init(capacity: Int = 1024) {
    unsafe start = .allocate(capacity: capacity + Self.slack)
    unsafe start.initialize(repeating: 0, count: capacity + Self.slack)
    self.capacity = capacity
  }

  deinit { unsafe start.deallocate() }

  public func reset() { used = 0 }

  /// Takes back what was appended after the first `count` bytes.
  @inlinable
  public func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    used = count
  }

  @inlinable
  public func append(_ byte: UInt8) {
    let place = unsafe reserve(1)
    unsafe place.pointee = byte
    used += 1
  }

  @inlinable
  public func append(_ bytes: Bytes) {
    let place = unsafe reserve(bytes.count)
    unsafe place.update(from: bytes.pointer, count: bytes.count)
    used += bytes.count
  }

  @inlinable
  public func append(_ bytes: [UInt8]) {
    bytes.withBytes { append($0) }
  }

  public func append(_ bytes: Bytes, at offset: Int) { append(bytes) }

  /// Appends a number in decimal digits.
  public func append(decimal value: Int) {
    var rest = value.magnitude
    // 20 characters: the most that 64 bits need, sign included.
    let place = unsafe reserve(20)
    var index = 20
    repeat {
      index -= 1
      unsafe place[index] = 0x30 + UInt8(rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 {
      index -= 1
      unsafe place[index] = 0x2D
    }
    unsafe memmove(place, place + index, 20 - index)
    used += 20 - index
  }

  /// Room for `extra` bytes behind the last one, to be written and then counted with `commit`.
  @inlinable
  public func reserve(_ extra: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity - count < extra { grow(by: extra) }
    return unsafe start + count
  }

  @inlinable
  public func commit(_ written: Int) {
    precondition(written >= 0 && written <= capacity - count)
    used += written
  }

  @inlinable
  public subscript(range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Bytes(start: start + range.lowerBound, count: range.count)
  }

  @inlinable public var bytes: Bytes { self[0..<count] }

  @usableFromInline
  func grow(by extra: Int) {
    let larger = max(2 * capacity, count + extra)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.slack)
    unsafe moved.update(from: start, count: count)
    unsafe (moved + count).initialize(repeating: 0, count: larger + Self.slack - count)
    unsafe start.deallocate()
    unsafe start = moved
    capacity = larger
  }
}
