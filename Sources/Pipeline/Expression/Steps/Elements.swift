import JSONTree

/// What `each`, `filter`, `any` and `all` share: an expression over elements, for which it is `$value`.
enum Elements {
  /// Evaluates for one element after the other, until `body` gives a value, which is returned.
  static func visit(
    _ container: Value, _ scope: inout Scope, _ expression: Evaluator,
    _ body: (_ element: Value, _ result: Value) -> Value?
  ) -> Value? {
    guard var cursor = ChildCursor(container) else { return ListStep.noContainer }
    let outer = (scope.value, scope.index)
    defer { (scope.value, scope.index) = outer }
    while let child = cursor.advance() {
      scope.value = child.value
      scope.index = .text(child.key.text(scope.arena))
      let result = expression(&scope)
      if case .failed = result { return result }
      if let end = body(child.value, result) { return end }
    }
    return nil
  }

  /// `visit` with a condition: `body` is told whether it holds.
  static func test(
    _ container: Value, _ scope: inout Scope, _ condition: Evaluator,
    _ body: (_ element: Value, _ holds: Bool) -> Value?
  ) -> Value? {
    visit(container, &scope, condition) { element, result in
      switch Logic.Truth(result) {
      case .yes: body(element, true)
      case .no: body(element, false)
      case .failed(let failure): .failed(failure)
      }
    }
  }
}
