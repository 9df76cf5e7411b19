/// Values on their way into a list.
///
/// Behind a constant pointer, like `ByteBuffer`: it is touched for each item.
@safe
package final class ValueStack {
  @safe private struct State {
    var start: UnsafeMutablePointer<Value>
    var capacity: Int
    var count = 0
  }

  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(start: .allocate(capacity: 64), capacity: 64))
  }

  deinit {
    unsafe state.pointee.start.deallocate()
    unsafe state.deallocate()
  }

  package var count: Int { unsafe state.pointee.count }

  package var last: Value? { count > 0 ? self[count - 1] : nil }

  package subscript(index: Int) -> Value {
    get {
      precondition(index >= 0 && index < count)
      return unsafe state.pointee.start[index]
    }
    set {
      precondition(index >= 0 && index < count)
      unsafe state.pointee.start[index] = newValue
    }
  }

  package func append(_ value: Value) {
    if unsafe state.pointee.count == state.pointee.capacity { grow() }
    unsafe (state.pointee.start + state.pointee.count).initialize(to: value)
    unsafe state.pointee.count += 1
  }

  package func removeLast(_ number: Int) {
    precondition(number >= 0 && number <= count)
    unsafe state.pointee.count -= number
  }

  /// Moves the values from `mark` on to `place`.
  func take(from mark: Int, to place: UnsafeMutablePointer<Value>) {
    precondition(mark >= 0 && mark <= count)
    unsafe place.initialize(from: state.pointee.start + mark, count: count - mark)
    unsafe state.pointee.count = mark
  }

  /// Takes values out of the middle; those behind move down.
  package func removeSubrange(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let start = unsafe state.pointee.start
    unsafe (start + range.lowerBound).update(
      from: start + range.upperBound, count: count - range.upperBound)
    unsafe state.pointee.count -= range.count
  }

  private func grow() {
    let old = unsafe state.pointee
    let moved = UnsafeMutablePointer<Value>.allocate(capacity: 2 * old.capacity)
    unsafe moved.update(from: old.start, count: old.count)
    unsafe old.start.deallocate()
    unsafe state.pointee.start = moved
    unsafe state.pointee.capacity *= 2
  }
}
