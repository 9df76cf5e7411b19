import JSONTree

/// Memory for what the expressions of one record make: texts and lists, all given back at once.
///
/// A worker has one and resets it after each record; it grows to what the largest record needed.
@safe
package final class Arena {
  /// Behind a constant pointer, like `ByteBuffer`'s: a class's variables are checked at each access.
  @safe private struct State {
    var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
    var current = 0
    var used = 0
  }

  private let state: UnsafeMutablePointer<State>
  /// Where a list is put together before its length is known.
  package let stack = ValueStack()

  package init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State())
  }

  deinit {
    while let chunk = unsafe state.pointee.chunks.popLast() { unsafe chunk.deallocate() }
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Ends the life of everything allocated since the last reset.
  package func reset() {
    unsafe state.pointee.current = 0
    unsafe state.pointee.used = 0
    stack.removeLast(stack.count)
  }

  private func allocate(_ count: Int, alignment: Int) -> UnsafeMutableRawPointer {
    var start = unsafe (state.pointee.used + alignment - 1) & ~(alignment - 1)
    while true {
      if unsafe state.pointee.current < state.pointee.chunks.count {
        let chunk = unsafe state.pointee.chunks[state.pointee.current]
        if start + count <= chunk.count, let base = chunk.baseAddress {
          unsafe state.pointee.used = start + count
          return unsafe base + start
        }
        unsafe state.pointee.current += 1
        start = 0
      } else {
        unsafe state.pointee.chunks.append(
          .allocate(byteCount: max(64 * 1024, count), alignment: 16))
      }
    }
  }

  /// A text of `capacity` bytes at most, which `fill` writes; it returns how many it wrote.
  package func text(capacity: Int, _ fill: (UnsafeMutablePointer<UInt8>) -> Int) -> Bytes {
    guard capacity > 0 else { return .empty }
    let start = unsafe allocate(capacity, alignment: 1).bindMemory(
      to: UInt8.self, capacity: capacity)
    let count = unsafe fill(start)
    return unsafe Bytes(start: UnsafePointer(start), count: count)
  }

  /// A copy of bytes that live shorter.
  package func copy(_ bytes: [UInt8]) -> Bytes {
    unsafe text(capacity: bytes.count) { start in
      bytes.withBytes { unsafe start.update(from: $0.pointer, count: $0.count) }
      return bytes.count
    }
  }

  /// Takes what lies on `stack` above `mark` as a list.
  package func list(from mark: Int) -> Value {
    let count = stack.count - mark
    guard count > 0 else { return .list(.empty) }
    let size = count * MemoryLayout<Value>.stride
    let start = unsafe allocate(size, alignment: MemoryLayout<Value>.alignment)
      .bindMemory(to: Value.self, capacity: count)
    unsafe stack.take(from: mark, to: start)
    let list = unsafe List(start: UnsafePointer(start), count: count)
    return .list(list)
  }

  /// Takes what lies on `stack` above `mark`, keys (texts) and values in turn, as a map.
  package func map(from mark: Int) -> Value {
    if case .list(let items) = list(from: mark) { return .map(Map(items)) }
    return .absent
  }
}
