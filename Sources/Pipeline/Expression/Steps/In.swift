extension StepEntry {
  static let `in` = StepEntry(
    name: "in",
    summary: "whether a value is one of a list; false for an absent one",
    input: .any, output: .boolean,
    parameters: [Parameter(name: "list", form: .expression(.container))],
    takesAbsent: true,
    example: Example(
      #"status | in(["new", "open"])"#, given: #"{"status":"open"}"#, result: "true"),
    code: { arguments in
      let list = arguments.evaluator(0)
      return { value, scope in
        if value.isAbsent { return .boolean(false) }
        let candidates = list(&scope)
        if case .failed = candidates { return candidates }
        if candidates.isAbsent { return .boolean(false) }
        guard var cursor = ChildCursor(candidates) else {
          return .failed(Failure("expected a list or a map"))
        }
        while let candidate = cursor.advance() {
          if candidate.value.equals(value) { return .boolean(true) }
        }
        return .boolean(false)
      }
    })
}
