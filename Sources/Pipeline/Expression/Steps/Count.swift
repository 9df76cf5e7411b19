import JSONTree

extension StepEntry {
  static let count = StepEntry(
    name: "count",
    summary: "how many items a list or a map has; 0 for an absent one",
    input: .container, output: .number, takesAbsent: true, readsOnlyKeys: true,
    example: Example("likes | count", given: #"{"likes":{"u1":true,"u2":true}}"#, result: "2"),
    code: { _ in { value, _ in Counting.count(value) } })
}

private enum Counting {
  static func count(_ value: Value) -> Value {
    switch value {
    case .absent: return .integer(0)
    case .list(let list): return .integer(Int64(list.count))
    case .map(let map): return .integer(Int64(map.count))
    case .node(let node) where node.isContainer:
      var count: Int64 = 0
      if node.kind == .object {
        node.forEachMember { _, _ in
          count += 1
          return true
        }
      } else {
        node.forEachElement { _, _ in
          count += 1
          return true
        }
      }
      return .integer(count)
    default: return .failed(Failure("expected a list or a map"))
    }
  }
}
