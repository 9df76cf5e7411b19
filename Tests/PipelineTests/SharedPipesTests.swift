import JSONTree
import Testing

@testable import Pipeline

@Suite struct SharedPipesTests {
  private func shared(_ texts: String...) -> [String] {
    let texts = texts.map { Array($0.utf8) }
    let pipes = SharedPipes(among: texts)
    var found: Set<String> = []
    for text in texts {
      for start in text.indices {
        for end in start..<text.count where pipes.place(of: start..<end + 1, in: text) != nil {
          found.insert(String(decoding: text[start...end], as: UTF8.self))
        }
      }
    }
    return found.sorted()
  }

  @Test func `finds the pipes that two expressions begin with`() {
    #expect(shared("likes | members", "likes | members | count") == ["likes | members"])
    #expect(shared("a | keys ?? b", "[c, a | keys | count]") == ["a | keys"])
    #expect(shared("a | keys | count", "a | keys | count") == ["a | keys", "a | keys | count"])
    #expect(shared("(a | keys | count) == 1 && !(a | keys | exists)") == ["a | keys"])
  }

  @Test func `shares nothing else`() {
    #expect(shared("a | keys", "a | values", "a", "a") == [])
    #expect(shared("a | keys", "a|keys", "b.a | keys") == [])
    // Faults are reported where the expression is compiled.
    #expect(shared("a | keys", "a | keys |") == [])
    // In an argument `$value` may be an element.
    #expect(shared("x | in(a | keys)", "y | in(a | keys)") == [])
  }

  private func scope() throws -> Scope {
    let now = try #require(Timestamp(microseconds: 0))
    return Scope(arena: Arena(), environment: Environment(now: now))
  }

  /// Evaluates expressions of one rule over one record; with each what it gave alone.
  private func values(_ texts: [String], over record: String) throws -> [String] {
    let pipes = SharedPipes(among: texts.map { Array($0.utf8) })
    var compiler = ExpressionCompiler(captures: [], joins: [], zone: .utc, sharing: pipes)
    let compiled = try texts.map { try compiler.compile(Array($0.utf8)) }
    let parsed = try Parsed(record)
    var scope = try scope()
    scope.value = parsed.value
    for name in compiler.slots.names {
      let constant = Constant(name)
      scope.slots.append(
        withExtendedLifetime(constant) { parsed.value.child(PathKey(constant.bytes)) })
    }
    return withExtendedLifetime(parsed) {
      compiled.map { (expression) in
        scope.recovered = false
        let shown = expression.evaluate(&scope).shown
        return shown + (scope.recovered ? " (recovered)" : "")
      }
    }
  }

  @Test(arguments: [
    ["likes | members", "likes | members | count", "likes | members | count"],
    ["t | seconds ?? likes | members", "likes | members", "t | seconds ?? likes | members"],
    ["(t | seconds ?? n) | millis", "(t | seconds ?? n) | millis | exists", "n"],
    ["t | seconds", "t | seconds | exists", "t | seconds ?? n"],
    ["gone | members", "gone | members | count", "[gone | members, n]"],
  ])
  func `gives what each expression gives alone`(_ texts: [String]) throws {
    let record = #"{"likes":{"a":true,"b":false,"c":true},"t":"x","n":7}"#
    var run = ExpressionRun()
    run.record = record
    #expect(try values(texts, over: record) == texts.map { try run($0) })
  }

  @Test func `evaluates once a record`() throws {
    var calls = 0
    let counter = Counter()
    let evaluate = SharedPipes.once(1) { (scope) in
      counter.calls += 1
      scope.recovered = true
      return .integer(5)
    }
    var scope = try scope()
    for _ in 0..<2 {
      for _ in 0..<3 {
        scope.recovered = false
        guard case .integer(5) = evaluate(&scope) else {
          Issue.record("not what was evaluated")
          return
        }
        #expect(scope.recovered)
      }
      calls += 1
      #expect(counter.calls == calls)
      scope.forgetMemos()
    }
  }
}

private final class Counter: @unchecked Sendable {
  var calls = 0
}
