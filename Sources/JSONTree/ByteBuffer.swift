/// Bytes that grow: a run of records, an encoded batch. Used again after `reset`, which keeps the memory.
///
/// 64 bytes behind the last one are always readable, as simdjson wants it. The address is stable between growths:
/// `Bytes` taken from it are valid until the next append.
///
/// Its state lies behind a constant pointer: the variables of a class are checked for overlapping access at
/// run time, which took a fifth of a run's time here, where each byte goes through.
@safe
public final class ByteBuffer: ByteTarget {
  @frozen @usableFromInline @safe
  struct State {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count: Int
  }

  @usableFromInline let state: UnsafeMutablePointer<State>
  @usableFromInline static let slack = 64

  @inlinable public var count: Int { unsafe state.pointee.count }

  public init(capacity: Int = 1024) {
    let start = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + Self.slack)
    unsafe (start + capacity).initialize(repeating: 0, count: Self.slack)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(start: start, capacity: capacity, count: 0))
  }

  deinit {
    unsafe state.pointee.start.deallocate()
    unsafe state.deallocate()
  }

  public func reset() { unsafe state.pointee.count = 0 }

  /// Takes back what was appended after the first `count` bytes.
  @inlinable
  public func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    unsafe state.pointee.count = count
  }

  @inlinable @inline(__always)
  public func append(_ byte: UInt8) {
    let place = unsafe reserve(1)
    unsafe place.pointee = byte
    unsafe state.pointee.count += 1
  }

  @inlinable @inline(__always)
  public func append(_ bytes: Bytes) {
    let place = unsafe reserve(bytes.count)
    unsafe place.update(from: bytes.pointer, count: bytes.count)
    unsafe state.pointee.count += bytes.count
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
    unsafe state.pointee.count += 20 - index
  }

  /// Room for `extra` bytes behind the last one, to be written and then counted with `commit`.
  @inlinable
  public func reserve(_ extra: Int) -> UnsafeMutablePointer<UInt8> {
    if unsafe state.pointee.capacity - state.pointee.count < extra { grow(by: extra) }
    return unsafe state.pointee.start + state.pointee.count
  }

  @inlinable
  public func commit(_ written: Int) {
    precondition(unsafe written >= 0 && written <= state.pointee.capacity - count)
    unsafe state.pointee.count += written
  }

  @inlinable
  public subscript(range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe Bytes(start: state.pointee.start + range.lowerBound, count: range.count)
  }

  @inlinable public var bytes: Bytes { self[0..<count] }

  @usableFromInline
  func grow(by extra: Int) {
    let old = unsafe state.pointee
    let larger = max(2 * old.capacity, old.count + extra)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.slack)
    unsafe moved.update(from: old.start, count: old.count)
    unsafe (moved + larger).initialize(repeating: 0, count: Self.slack)
    unsafe old.start.deallocate()
    unsafe state.pointee = State(start: moved, capacity: larger, count: old.count)
  }
}
