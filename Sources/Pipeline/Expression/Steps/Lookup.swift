import JSONTree

extension StepEntry {
  static let lookup = StepEntry(
    name: "lookup",
    summary: "what a table lists for a text or a number; absent if it is not listed",
    input: [.text, .number], output: .any,
    outputOf: { _, arguments in arguments.first ?? .any },
    parameters: [Parameter(name: "table", form: .table)],
    example: Example(
      #"genre | lookup({IT: "tech", MU: "music"})"#, given: #"{"genre":"IT"}"#, result: #""tech""#),
    code: { arguments in
      let table = LookupTable(arguments.values.first)
      return { value, scope in
        guard let key = value.tableKey(scope.arena) else {
          return .failed(Failure("expected a text or a number"))
        }
        return table[key]
      }
    })
}

/// The rows of a table by their key, with the memory of both.
private struct LookupTable: Sendable {
  private let keys: [Constant]
  private let rows: [Bytes: LiteralValue]

  init(_ argument: StepArguments.Argument?) {
    var keys: [Constant] = []
    var rows: [Bytes: LiteralValue] = [:]
    if case .table(let list)? = argument {
      for row in list {
        let key = Constant(row.key)
        keys.append(key)
        rows[key.bytes] = LiteralValue(row.value)
      }
    }
    self.keys = keys
    self.rows = rows
  }

  subscript(key: Bytes) -> Value { rows[key]?.value ?? .absent }
}

extension Value {
  /// A text as it is; a whole number as an integer, so that 5 and 5.0 find the same row.
  fileprivate func tableKey(_ arena: Arena) -> Bytes? {
    if case .integer(let integer)? = ExactNumber(self)?.normalized { return arena.decimal(integer) }
    return spelled(arena)
  }
}
