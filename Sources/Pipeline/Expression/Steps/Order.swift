import JSONTree

/// What `sort`, `min` and `max` share: the order of values of one kind.
///
/// Numbers are in order by value, texts by their UTF-8 bytes, timestamps by time. Kinds do not mix: no order between
/// them would be what somebody meant.
enum Order {
  static var mixed: Value {
    .failed(Failure("expected numbers, texts or timestamps, all of one kind"))
  }

  /// Sorts what lies above `mark`; equal values keep their order. False where kinds mix or have no order.
  static func sort(_ arena: Arena, from mark: Int) -> Bool {
    let items = mark..<arena.stack.count
    guard isOrdered(arena, items) else { return false }
    let sorted = items.map { (place: $0, value: arena.stack[$0]) }.sorted { a, b in
      let order = Comparand.order(Comparand(a.value), Comparand(b.value)) ?? 0
      return order == 0 ? a.place < b.place : order < 0
    }
    for (offset, item) in sorted.enumerated() { arena.stack[mark + offset] = item.value }
    return true
  }

  /// The first of the least (`sign` 1) or of the greatest (−1) values.
  static func extreme(_ arena: Arena, _ items: Range<Int>, sign: Int) -> Value {
    guard isOrdered(arena, items) else { return mixed }
    var best = arena.stack[items.lowerBound]
    for index in items.dropFirst() {
      let value = arena.stack[index]
      let order = Comparand.order(Comparand(value), Comparand(best)) ?? 0
      if order * sign < 0 { best = value }
    }
    return best
  }

  /// Whether each has an order with the first.
  private static func isOrdered(_ arena: Arena, _ items: Range<Int>) -> Bool {
    guard let first = items.first else { return true }
    let comparand = Comparand(arena.stack[first])
    return items.allSatisfy { Comparand.order(comparand, Comparand(arena.stack[$0])) != nil }
  }
}
