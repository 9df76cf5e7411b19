import JSONTree

extension StepEntry {
  static let compact = StepEntry(
    name: "compact",
    summary: "a list without empty texts",
    input: .container, output: .list,
    example: Example("tags | compact", given: #"{"tags":["a","","b"]}"#, result: #"["a","b"]"#),
    code: { _ in
      { value, scope in
        let arena = scope.arena
        let mark = arena.stack.count
        guard value.pushItems(on: arena) else {
          return .failed(Failure("expected a list or a map"))
        }
        var kept = mark
        for index in mark..<arena.stack.count {
          let item = arena.stack[index]
          if item.isAbsent || item.asText?.isEmpty == true { continue }
          arena.stack[kept] = item
          kept += 1
        }
        arena.discard(to: kept)
        return .items(arena, from: mark)
      }
    })
}
