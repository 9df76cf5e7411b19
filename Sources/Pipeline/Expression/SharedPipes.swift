/// Pipes with which more than one expression of a rule begins. They are evaluated once a record:
///
///     likes:  likes | members
///     number: likes | members | count
///             ^^^^^^^^^^^^^^^ place 0
///
/// Two are the same when they are written the same. What stands in a step's arguments is not looked
/// at: there `$value` and `$index` may mean an element.
struct SharedPipes {
  private var places: [[UInt8]: Int] = [:]

  static let none = SharedPipes(among: [])

  /// `texts` are expressions; one with faults shares nothing.
  init(among texts: [[UInt8]]) {
    var seen: Set<[UInt8]> = []
    for text in texts {
      guard let syntax = try? ExpressionParser.parse(text) else { continue }
      note(syntax, text, &seen)
    }
  }

  /// The place in `Scope.memos` of what stands at `range` of an expression, if it is shared.
  func place(of range: Range<Int>, in text: [UInt8]) -> Int? { places[Array(text[range])] }

  private mutating func note(_ syntax: Syntax, _ text: [UInt8], _ seen: inout Set<[UInt8]>) {
    switch syntax.form {
    case .or(let parts), .and(let parts), .first(let parts), .list(let parts):
      for part in parts { note(part, text, &seen) }
    case .not(let part): note(part, text, &seen)
    case .compare(_, let left, let right):
      note(left, text, &seen)
      note(right, text, &seen)
    case .pipe(let input, let calls):
      note(input, text, &seen)
      for call in calls {
        let written = Array(text[input.range.lowerBound..<call.range.upperBound])
        if !seen.insert(written).inserted, places[written] == nil { places[written] = places.count }
      }
    case .path, .literal: break
    }
  }
}

extension Scope {
  /// What a shared pipe gave for the record in hand.
  struct Memo {
    var value: Value
    /// Whether `??` replaced a failure in it.
    var recovered: Bool
  }

  /// Forgets what pipes gave for the last record.
  mutating func forgetMemos() {
    for place in memos.indices { memos[place] = nil }
  }
}

extension SharedPipes {
  /// Evaluates what stands at a place only once a record.
  static func once(_ place: Int, _ evaluate: @escaping Evaluator) -> Evaluator {
    { scope in
      while scope.memos.count <= place { scope.memos.append(nil) }
      if let memo = scope.memos[place] {
        if memo.recovered { scope.recovered = true }
        return memo.value
      }
      let before = scope.recovered
      scope.recovered = false
      let value = evaluate(&scope)
      scope.memos[place] = Scope.Memo(value: value, recovered: scope.recovered)
      if before { scope.recovered = true }
      return value
    }
  }
}
