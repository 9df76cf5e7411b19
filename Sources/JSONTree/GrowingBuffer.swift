/// Memory that grows by doubling, keeps its place between growths, and is used again after `reset`.
///
/// Parsers keep their tapes in it: unlike an array's, its address can be lent to a `Node`.
@safe
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    unsafe start = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  deinit { unsafe start.deallocate() }

  mutating func reset() { count = 0 }

  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return unsafe start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe start[index] = newValue
    }
  }

  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    unsafe (start + count).initialize(to: element)
    count += 1
  }

  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe start[count]
  }

  mutating func sort(by isBefore: (Element, Element) -> Bool) {
    var elements = unsafe UnsafeMutableBufferPointer(start: start, count: count)
    unsafe elements.sort(by: isBefore)
  }

  private mutating func grow(by extra: Int) {
    let larger = max(2 * capacity, count + extra)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    unsafe moved.initialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = moved
    capacity = larger
  }
}

extension GrowingBuffer where Element == UInt8 {
  mutating func append(_ bytes: Bytes) {
    if capacity - count < bytes.count { grow(by: bytes.count) }
    unsafe (start + count).initialize(from: bytes.pointer, count: bytes.count)
    count += bytes.count
  }

  /// Replaces the four bytes at `index`, the lowest first.
  mutating func write(_ value: UInt32, at index: Int) {
    precondition(index >= 0 && index + 4 <= count)
    unsafe UnsafeMutableRawPointer(start + index)
      .storeBytes(of: value.littleEndian, as: UInt32.self)
  }
}
