import Testing

@testable import Pipeline

@Suite struct StepsMatchTests {
  @Test(arguments: [
    ("[0-9]+", "a 25 b 7", "25"), ("a(b)(c)", "xabc", "b"), ("^b", "abc", nil), ("z", "", nil),
    ("", "abc", ""), ("x*", "abc", ""), ("(a)|(b)", "b", nil), ("(?:a)b", "ab", "ab"),
    ("(?i)HELLO", "hello", "hello"), ("\\w+", "Überfluß!", "Überfluß"), ("\\d+", "٣٤", "٣٤"),
    (".", "😀", "😀"), ("^.{3}$", "a😀b", "a😀b"), ("(?<=-)\\S+", "a-b c", "b"),
    ("\\bAn\\b", "Ana An", "An"), ("東(.)", "東京", "京"), ("a\\Kb", "ab", "b"), ("a$", "a\n", "a"),
    ("()", "x", ""), ("(?<year>\\d{4})-", "on 2021-07", "2021"),
  ])
  func `match finds the first group, or the match`(
    _ pattern: String, _ text: String, _ result: String?
  ) throws {
    let run = ExpressionRun(record: "{\"t\":\(JSONText.quoted(text))}")
    let found = try run("t | match(\(JSONText.quoted(pattern)))")
    #expect(found == result.map { JSONText.quoted($0) } ?? "absent")
  }

  @Test func `a search that takes too many steps fails`() throws {
    let text = String(repeating: "a", count: 40) + "b"
    let run = ExpressionRun(record: "{\"t\":\"\(text)\"}")
    #expect(
      try run(#"t | match("^(a+)+$")"#) == "failed: the search for the pattern took too many steps")
    #expect(try run(#"t | match("^(a+)+$") ?? "x""#) == #""x" (recovered)"#)
    // And the pattern is good for the next text.
    #expect(try run(#"t | match("^(a+)b$") | match("^aa")"#) == #""aa""#)
  }

  @Test(arguments: [
    (
      #"t | match("a(b")"#,
      "wrong pattern: missing closing parenthesis\n  t | match(\"a(b\")\n                ^"
    ),
    (
      #"t | match("x[z-a]")"#,
      "wrong pattern: range out of order in character class\n  t | match(\"x[z-a]\")\n"
        + "                 ^"
    ),
    // The caret knows that \\ and \u00e4 are one character each.
    (
      #"t | match("\\w\u00e4*+?*")"#,
      "wrong pattern: quantifier does not follow a repeatable item\n"
        + "  t | match(\"\\\\w\\u00e4*+?*\")\n                        ^"
    ),
    (
      #"t | match("\\C")"#,
      "wrong pattern: using \\C is disabled by the application\n  t | match(\"\\\\C\")\n"
        + "                ^"
    ),
    ("t | match(t)", "\"match\" takes a text in quotes here\n  t | match(t)\n            ^"),
  ])
  func `a wrong pattern is told before any data is read`(_ expression: String, _ fault: String) {
    #expect(expressionFaults(expression) == fault)
  }

  @Test func `several threads search with one pattern`() async throws {
    var compiler = ExpressionCompiler(captures: [])
    let compiled = try compiler.compile(Array(#""key-25" | match("([0-9]+)")"#.utf8))
    let now = try #require(Timestamp(microseconds: 0))
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var scope = Scope(arena: Arena(), environment: Environment(now: now))
          return (0..<2000).allSatisfy { _ in compiled.evaluate(&scope).shown == "\"25\"" }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
