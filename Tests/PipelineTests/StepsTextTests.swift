import Testing

@testable import Pipeline

@Suite struct StepsTextTests {
  static let noText = "failed: expected a text"

  @Test(arguments: [
    (#"split(",")"#, "a,b,,c", #"["a","b","","c"]"#), (#"split(",")"#, "", #"[""]"#),
    (#"split(",")"#, ",", #"["",""]"#), (#"split(", ")"#, "a, b,c", #"["a","b,c"]"#),
    (#"split("aa")"#, "aaaaa", #"["","","a"]"#), (#"split("é")"#, "1é2", #"["1","2"]"#),
    ("trim", "  a b \\t\\r\\n", #""a b""#), ("trim", " \\n ", #""""#), ("trim", "", #""""#),
    ("trim", "\u{3000}\u{00A0}x\u{2028}\u{0085}", #""x""#), ("trim", "é", #""é""#),
    // Zero-width characters are no blanks.
    ("trim", "\u{200B}x\u{FEFF}", "\"\u{200B}x\u{FEFF}\""),
    ("lowercase", "ABC xyz 1[@`{", #""abc xyz 1[@`{""#), ("lowercase", "ÀΩ İ", #""àω i̇""#),
    ("uppercase", "abc XYZ 1[@`{", #""ABC XYZ 1[@`{""#),
    ("uppercase", "straße ﬁ", #""STRASSE FI""#),
    ("uppercase", "", #""""#), ("lowercase", "東京", #""東京""#),
    (#"replace("a","b")"#, "banana", #""bbnbnb""#), (#"replace("ana","X")"#, "banana", #""bXna""#),
    (#"replace("aa","a")"#, "aaaaa", #""aaa""#), (#"replace("x","")"#, "x", #""""#),
    (#"replace("x","xyz")"#, "axbx", #""axyzbxyz""#), (#"replace("q","r")"#, "abc", #""abc""#),
    (#"replace(".","-")"#, "a.b", #""a-b""#),
    (#"prefix("x")"#, "a", #""xa""#), (#"prefix("")"#, "a", #""a""#),
    (#"prefix("x")"#, "", #""x""#),
    (#"suffix("é")"#, "a", #""aé""#), (#"suffix("x")"#, "", #""x""#),
    (#"startsWith("ab")"#, "abc", "true"), (#"startsWith("")"#, "", "true"),
    (#"startsWith("abcd")"#, "abc", "false"), (#"startsWith("AB")"#, "abc", "false"),
    (#"endsWith("bc")"#, "abc", "true"), (#"endsWith("")"#, "abc", "true"),
    (#"endsWith("xabc")"#, "abc", "false"),
    // By bytes: a letter and its accent are two characters.
    (#"startsWith("e")"#, "e\u{301}", "true"), (#"endsWith("é")"#, "e\u{301}", "false"),
    (#"contains("nan")"#, "banana", "true"), (#"contains("")"#, "", "true"),
    (#"contains("bananas")"#, "banana", "false"),
    ("mask(2)", "abcd", #""**cd""#), ("mask(0)", "abc", #""***""#), ("mask(9)", "abc", #""abc""#),
    ("mask(1)", "äöü", #""**ü""#), ("mask(1)", "a😀", #""*😀""#), ("mask(3)", "", #""""#),
  ])
  func `text steps`(_ step: String, _ text: String, _ result: String) throws {
    let run = ExpressionRun(record: "{\"s\":\"\(text)\",\"n\":5}")
    #expect(try run("s | \(step)") == result)
    #expect(try run("zzz | \(step)") == "absent")
    let refusal =
      step.hasPrefix("contains") ? "failed: expected a text, a list or a map" : Self.noText
    #expect(try run("n | \(step)") == refusal)
  }

  @Test(arguments: [
    (#"l | contains("x")"#, "true"), (#"l | contains("z")"#, "false"),
    (#"m | contains("x")"#, "true"), (#"l | contains("5")"#, "false"),
    (#"n | nullIf("", 5)"#, "absent"), (#"n | nullIf("5")"#, "5"), ("n | nullIf(5.0)", "absent"),
    ("b | nullIf(false)", "absent"), (#"t | nullIf("", "x")"#, "absent"),
    (#"t | nullIf("")"#, #""x""#),
    (#"l | nullIf("x")"#, #"["x",5]"#), (#"zzz | nullIf("")"#, "absent"),
    (#"t | nullIf("x") ?? "y""#, #""y""#),
    (#"(n > 3) | if("big", "small")"#, #""big""#), (#"(n > 9) | if("big", "small")"#, #""small""#),
    (#"zzz | if("big", t)"#, #""x""#), ("b | if(t, zzz)", "absent"),
    (#"t | if(1, 2)"#, "failed: expected true or false"),
    // Only what is chosen is evaluated.
    ("(n > 3) | if(n, t | seconds)", "5"),
    ("(n > 3) | if(t | seconds, n)", "failed: expected a number or a text of digits"),
    (#"t | lookup({x: "found", y: 2})"#, #""found""#), (#"t | lookup({y: 2})"#, "absent"),
    (#"n | lookup({"5": true})"#, "true"), (#"d | lookup({"5": 1.5})"#, "1.5"),
    ("t | lookup({x: null})", "absent"), ("zzz | lookup({x: 1})", "absent"),
    ("l | lookup({x: 1})", "failed: expected a text or a number"),
    (#"t | reference("users")"#, "reference users/x"),
    (#"n | reference("rooms/r1/messages")"#, "reference rooms/r1/messages/5"),
    (#"d | reference("users")"#, "failed: expected a text or an integer as an id"),
    (#"slash | reference("users")"#, "failed: an id is not empty and holds no \"/\""),
    (#"empty | reference("users")"#, "failed: an id is not empty and holds no \"/\""),
    ("n | geopoint(d)", "geopoint 5.0 5.0"), ("n | geopoint(zzz)", "absent"),
    (
      "n | geopoint(t | seconds | exists | if(1, 2))",
      "failed: expected a number or a text of digits"
    ),
    ("t | geopoint(n)", "failed: expected a number for the latitude and one for the longitude"),
    ("n | geopoint(t)", "failed: expected a number for the latitude and one for the longitude"),
  ])
  func `choices and typed values`(_ expression: String, _ result: String) throws {
    let run = ExpressionRun(
      record:
        #"{"l":["x",5],"m":{"k":"x"},"n":5,"d":5.0,"b":false,"t":"x","slash":"a/b","empty":""}"#)
    #expect(try run(expression) == result)
  }

  @Test(arguments: [
    (#"a | split("")"#, "this text is empty\n  a | split(\"\")\n            ^^"),
    (#"a | replace("", "x")"#, "this text is empty\n  a | replace(\"\", \"x\")\n              ^^"),
    (
      #"a | reference("users/ann")"#,
      "this is the path of a document; a collection has an odd number of parts\n"
        + "  a | reference(\"users/ann\")\n                ^^^^^^^^^^^"
    ),
    (
      #"a | reference("a//b")"#,
      "a collection is written as users or rooms/r1/messages\n"
        + "  a | reference(\"a//b\")\n                ^^^^^^"
    ),
    (
      "a | nullIf(b)",
      "\"nullIf\" takes a text, a number, true or false here\n  a | nullIf(b)\n             ^"
    ),
    (
      "a | take(-1)",
      "\"take\" takes an integer from 0 to 2147483647 here\n  a | take(-1)\n           ^^"
    ),
    ("$key | sum", "\"sum\" takes a list or a map, but gets a text\n  $key | sum\n         ^^^"),
    (
      "a | sum | trim",
      "\"trim\" takes a text, but gets a number\n  a | sum | trim\n            ^^^^"
    ),
    (
      #"(a == b) | if("x", "y") | plus(1)"#,
      "\"plus\" takes a number, but gets a text\n  (a == b) | if(\"x\", \"y\") | plus(1)\n"
        + "                            ^^^^"
    ),
    (#"(a == b) | if("x", 1) | plus(1)"#, ""),
    (
      #"a | lookup({x: true}) | trim"#,
      "\"trim\" takes a text, but gets true or false\n  a | lookup({x: true}) | trim\n"
        + "                          ^^^^"
    ),
    (
      #"a | sum | nullIf(0) | trim"#,
      "\"trim\" takes a text, but gets a number\n  a | sum | nullIf(0) | trim\n"
        + "                        ^^^^"
    ),
    (
      "a | filter($value | count)",
      "\"filter\" takes true or false here, but this is a number\n  a | filter($value | count)\n"
        + "             ^^^^^^^^^^^^^^"
    ),
    (
      "a | min | count",
      "\"count\" takes a list or a map, but gets a text, a number or a timestamp\n"
        + "  a | min | count\n            ^^^^^"
    ),
  ])
  func `what cannot work is told before any data is read`(_ expression: String, _ faults: String) {
    #expect(expressionFaults(expression).trimmedEnds == faults)
  }
}

extension String {
  fileprivate var trimmedEnds: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }
}
