import JSONTree

/// What list steps share: the items of a list, or of a map in key order, on the arena's stack.
enum ListStep {
  static var noContainer: Value { .failed(Failure("expected a list or a map")) }

  /// `body` works on what lies above the mark; what it leaves there is the result.
  static func code(
    _ body: @escaping @Sendable (_ arena: Arena, _ mark: Int) -> Void
  ) -> StepCode {
    { value, scope in
      let mark = scope.arena.stack.count
      guard value.pushItems(on: scope.arena) else { return noContainer }
      body(scope.arena, mark)
      return .items(scope.arena, from: mark)
    }
  }

  /// `body` makes one value of the items, of which there is at least one.
  static func folding(
    _ body: @escaping @Sendable (_ arena: Arena, _ items: Range<Int>) -> Value
  ) -> StepCode {
    { value, scope in
      let arena = scope.arena
      let mark = arena.stack.count
      guard value.pushItems(on: arena) else { return noContainer }
      let items = mark..<arena.stack.count
      let result = items.isEmpty ? .absent : body(arena, items)
      arena.discard(to: mark)
      return result
    }
  }
}
