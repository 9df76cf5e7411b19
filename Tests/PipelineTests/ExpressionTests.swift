import Testing

@testable import Pipeline

@Suite struct ExpressionTests {
  @Test(arguments: [
    (#""import""#, #""import""#),
    (#""\u00e9\n\"\ud83d\ude00""#, "\"é\\n\\\"😀\""),
    ("12", "12"),
    ("-5", "-5"),
    ("1.50", "1.5"),
    ("1e2", "100.0"),
    ("9223372036854775807", "9223372036854775807"),
    ("true", "true"),
    ("null", "absent"),
    ("[]", "absent"),
    ("[1, [2, n], null, missing]", "[1,[2,5]]"),
    ("first-name", #""Bo""#),
    ("`first name`", #""Ann""#),
    (#"`a\`b\\c`"#, "1"),
    ("名前", "2"),
    ("`true`", "3"),
    ("m.true", "4"),
    ("$.n", "5"),
    ("$value.n", "5"),
    ("$key", #""k""#),
    ("$id", #""k""#),
    ("$room", #""r1""#),
    ("$path", #""""#),
    ("$now", #""2026-01-01T00:00:00Z""#),
    ("$priority", "absent"),
    ("(n)", "5"),
    ("missing", "absent"),
    ("\n n\t|\r\n exists ", "true"),
  ])
  func `terms give what they name`(_ expression: String, _ result: String) throws {
    let record =
      #"{"n":5,"first name":"Ann","first-name":"Bo","a`b\\c":1,"名前":2,"true":3,"m":{"true":4}}"#
    let run = ExpressionRun(
      record: record, captures: [(name: "room", value: "r1"), (name: "id", value: "k")])
    #expect(try run(expression) == result)
  }

  @Test func `a priority is a value of its own`() throws {
    #expect(try ExpressionRun(priority: .integer(3))("$priority > 2") == "true")
  }

  @Test func `the key of the root is absent`() throws {
    #expect(try ExpressionRun(key: "")("$key") == "absent")
  }

  @Test func `a join hides the field of its name, at the root, too`() throws {
    let run = ExpressionRun(record: #"{"c":1,"d":2}"#, joins: [(name: "c", value: #"{"x":3}"#)])
    #expect(try run("[c.x, $.c.x, d]") == "[3,3,2]")
    #expect(try run("$value.c") == "1")
    #expect(try ExpressionRun(joins: [(name: "c", value: "null")])("c | exists") == "false")
  }

  @Test(arguments: [
    ("a ?? b", "1"),
    ("x ?? b", "2"),
    ("x ?? y", "absent"),
    ("x ?? y ?? b", "2"),
    ("t | seconds ?? b", "2 (recovered)"),
    ("t | seconds ?? x", "failed: expected a number or a text of digits"),
    ("x ?? t | seconds", "failed: expected a number or a text of digits"),
    ("t | seconds ?? $key | pushTime", "failed: expected a push id"),
    ("t | seconds ?? x ?? b", "2 (recovered)"),
    ("b ?? t | seconds", "2"),
    ("e ?? b", "2"),
    ("f ?? b", "false"),
    ("[x] ?? b", "2"),
    ("(t | seconds ?? 1) == 1", "true (recovered)"),
    ("t | seconds | exists", "failed: expected a number or a text of digits"),
    ("[a, t | seconds]", "failed: expected a number or a text of digits"),
  ])
  func `falls back where a value is absent or failed`(_ expression: String, _ result: String) throws
  {
    let run = ExpressionRun(record: #"{"a":1,"b":2,"t":"x","e":{},"f":false}"#)
    #expect(try run(expression) == result)
  }

  /// t and f are booleans, n is absent, x is no boolean.
  @Test(arguments: [
    ("!t", "false"), ("!f", "true"), ("!n", "true"), ("!!t", "true"), ("!!n", "false"),
    ("!x", "failed: expected true or false"),
    ("t && t", "true"), ("t && f", "false"), ("t && n", "false"), ("n && t", "false"),
    ("t || f", "true"), ("f || n", "false"), ("n || t", "true"), ("n || n", "false"),
    ("f && x", "false"), ("n && x", "false"), ("t || x", "true"),
    ("t && x", "failed: expected true or false"), ("x && f", "failed: expected true or false"),
    ("f || x", "failed: expected true or false"), ("x || t", "failed: expected true or false"),
    ("f && f || t", "true"), ("t || f && f", "true"), ("(t || f) && f", "false"),
    ("!f && f", "false"), ("!(f && f)", "true"), ("!t == f", "true"), ("t && t && f", "false"),
    ("f || f || t", "true"),
  ])
  func `logic knows absent as false and nothing else as a boolean`(
    _ expression: String, _ result: String
  )
    throws
  {
    #expect(try ExpressionRun(record: #"{"t":true,"f":false,"x":1}"#)(expression) == result)
  }

  @Test(arguments: [
    (#"n >= 2 && t == "x" || t | in(["y"])"#, "true"),
    ("!(n < 2) && l | count == 0", "true"),
    ("l | count == 0", "true"),
    ("l ?? n == 5", "true"),
    ("n == l ?? 5", "true"),
  ])
  func `operators bind as everybody expects`(_ expression: String, _ result: String) throws {
    #expect(try ExpressionRun(record: #"{"n":5,"t":"x"}"#)(expression) == result)
  }

  @Test func `nests 64 levels and not one more`() throws {
    let deep = { (levels: Int) in
      String(repeating: "(", count: levels) + "1" + String(repeating: ")", count: levels)
    }
    #expect(try ExpressionRun()(deep(63)) == "1")
    #expect(expressionFaults(deep(64)).hasPrefix("the expression is nested deeper than 64 levels"))
    #expect(
      expressionFaults(String(repeating: "!", count: 100_000) + "a").hasPrefix(
        "the expression is nested"))
    #expect(
      expressionFaults(String(repeating: "[", count: 100_000)).hasPrefix("the expression is nested")
    )
  }

  @Test func `long chains are no deep trees`() throws {
    let run = ExpressionRun(record: #"{"a":["x","y"]}"#)
    #expect(
      try run(Array(repeating: "b", count: 20_000).joined(separator: " ?? ") + " ?? 7") == "7")
    #expect(try run("a" + String(repeating: " | distinct", count: 20_000)) == #"["x","y"]"#)
    #expect(try run(Array(repeating: "b", count: 20_000).joined(separator: " || ")) == "false")
    #expect(try run("a" + String(repeating: ".b", count: 20_000)) == "absent")
  }

  @Test func `knows which fields it reads and whether it reads the record itself`() throws {
    var compiler = ExpressionCompiler(captures: ["id"], joins: [Array("j".utf8)])
    let plain = try compiler.compile(Array("a".utf8))
    #expect(plain.slot == 1)
    #expect(try compiler.compile(Array("$.b.c ?? a[d] ?? j.e".utf8)).slot == nil)
    #expect(
      compiler.slots.names.map { String(decoding: $0, as: UTF8.self) } == ["j", "a", "b", "d"])
    #expect(compiler.slots.joins == [0])
    #expect(!compiler.readsValue)
    #expect(try compiler.compile(Array("$value | members".utf8)).kinds == .list)
    #expect(compiler.readsValue)
  }
}
