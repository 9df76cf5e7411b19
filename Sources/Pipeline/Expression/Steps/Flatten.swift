import JSONTree

extension StepEntry {
  static let flatten = StepEntry(
    name: "flatten",
    summary: "the items of a list's lists as one list, one level deep; other items stay",
    input: .container, output: .list,
    example: Example(
      "pages | flatten", given: #"{"pages":[["a","b"],["c"],"d"]}"#, result: #"["a","b","c","d"]"#),
    code: { _ in
      { value, scope in
        guard var cursor = ChildCursor(value) else { return ListStep.noContainer }
        let arena = scope.arena
        let mark = arena.stack.count
        while let child = cursor.advance() {
          if !child.value.isList || !child.value.pushItems(on: arena) {
            arena.stack.append(child.value)
          }
        }
        return .items(arena, from: mark)
      }
    })
}

extension Value {
  /// A list in either of the shapes that the database gives it: an array, or an object of indices.
  fileprivate var isList: Bool {
    switch self {
    case .list: return true
    case .node(let node) where node.kind == .array: return true
    default:
      guard var cursor = ChildCursor(self) else { return false }
      while let child = cursor.advance() {
        if case .text(let key) = child.key, !KeyOrder.isIndex(key) { return false }
      }
      return true
    }
  }
}
