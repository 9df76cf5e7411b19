import Testing

@testable import Pipeline

@Suite struct StepsListTests {
  static let mixed = "failed: expected numbers, texts or timestamps, all of one kind"
  static let noList = "failed: expected a list or a map"
  static let noNumber = "failed: expected a number"

  @Test(arguments: [
    ("[3,1,2]", "[1,2,3]"), ("[1.5,-1,1]", "[-1,1,1.5]"), ("[2,1.0,1]", "[1.0,1,2]"),
    (#"["b","a","ab",""]"#, #"["","a","ab","b"]"#), (#"["z","é","e"]"#, #"["e","z","é"]"#),
    (#"["😀",""]"#, #"["","😀"]"#), (#"{"y":2,"x":3}"#, "[2,3]"), ("[5]", "[5]"),
    ("[9007199254740993,9007199254740992.0]", "[9007199254740992.0,9007199254740993]"),
    ("[18446744073709551615,1,1e300]", "[1,18446744073709551615,1e+300]"),
    (#"[1,"1"]"#, mixed), ("[true,false]", mixed), ("[[1],[2]]", mixed), ("[true]", mixed),
    ("5", noList), ("[]", "absent"),
  ])
  func `sort puts one kind in order`(_ value: String, _ result: String) throws {
    let run = ExpressionRun(record: "{\"s\":\(value)}")
    #expect(try run("s | sort") == result)
    if result == Self.mixed || result == Self.noList { #expect(try run("s | min") == result) }
  }

  @Test func `timestamps sort by time`() throws {
    let run = ExpressionRun(record: #"{"s":[3,-1,2]}"#)
    let sorted = #"["1969-12-31T23:59:59Z","1970-01-01T00:00:02Z","1970-01-01T00:00:03Z"]"#
    #expect(try run("s | each($value | seconds) | sort") == sorted)
    #expect(try run("s | each($value | seconds) | max") == #""1970-01-01T00:00:03Z""#)
  }

  @Test func `sort of many is stable`() throws {
    let items = (0..<500).map { "\($0 * 7919 % 50).\($0 % 2 == 0 ? "0" : "00")" }
    let values = items.map { Double($0) ?? 0 }.sorted()
    let run = ExpressionRun(record: "{\"s\":[\(items.joined(separator: ","))]}")
    #expect(try run("s | sort") == "[\(values.map(\.description).joined(separator: ","))]")
  }

  @Test(arguments: [
    ("reverse", "[1,2,3]", "[3,2,1]"), ("reverse", "[1,2]", "[2,1]"), ("reverse", "[1]", "[1]"),
    ("reverse", #"{"b":1,"a":[2]}"#, "[1,[2]]"), ("reverse", #""abc""#, noList),
    ("first", "[null,7,8]", "7"), ("last", "[7,8]", "8"), ("first", #"{"b":1,"a":2}"#, "2"),
    ("last", #"{"b":1,"a":2}"#, "1"), ("first", "[]", "absent"), ("first", "3", noList),
    ("last", "true", noList), ("first", "[[1,2],3]", "[1,2]"),
    ("take(0)", "[1,2]", "absent"), ("take(1)", "[1,2]", "[1]"), ("take(2)", "[1,2]", "[1,2]"),
    ("take(2147483647)", "[1,2]", "[1,2]"), ("take(1)", #""ab""#, noList),
    ("flatten", "[[1,2],[3],4]", "[1,2,3,4]"), ("flatten", "[[[1]],[2]]", "[[1],2]"),
    ("flatten", #"{"b":["x"],"a":["y"]}"#, #"["y","x"]"#),
    ("flatten", #"[{"2":"b","0":"a"},{"k":"c"}]"#, #"["a","b",{"k":"c"}]"#),
    ("flatten", "[[null,1],2]", "[1,2]"), ("flatten", "5", noList),
    ("sum", "[1,2,3]", "6"), ("sum", "[1,2.5]", "3.5"), ("sum", #"{"a":1,"b":2}"#, "3"),
    ("sum", "[0.1,0.2]", "0.30000000000000004"), ("sum", "[1.0]", "1.0"),
    ("sum", #"[1,"2"]"#, noNumber), ("sum", "[true]", noNumber), ("sum", "7", noList),
    ("sum", "[]", "absent"), ("sum", "[9223372036854775807,-1,1]", "9223372036854775807"),
    ("sum", "[9223372036854775807,1]", "failed: the result fits into no 64-bit integer"),
    ("sum", "[1e308,1e308]", "failed: the result fits into no double"),
    (
      "sum", "[18446744073709551615]",
      "failed: the number fits into no 64-bit integer and no double"
    ),
    ("min", "[3,1,2]", "1"), ("max", "[3,1,2]", "3"), ("max", "[1,1.0]", "1"),
    ("min", #"["b","a"]"#, #""a""#), ("max", #"{"x":1,"y":9}"#, "9"), ("min", "[null,4]", "4"),
    ("max", "[1e400,1]", "1e400"),
  ])
  func `list steps`(_ step: String, _ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | \(step)") == result)
  }

  @Test(arguments: [
    (
      #"{"b":2,"10":1,"9":{"x":true}}"#,
      #"[{"key":"9","value":{"x":true}},{"key":"10","value":1},{"key":"b","value":2}]"#
    ),
    (#"[null,"x"]"#, #"[{"key":"1","value":"x"}]"#), ("{}", "absent"),
    ("1", "failed: expected a map or a list"),
  ])
  func `entries stand in key order`(_ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | entries") == result)
  }

  @Test(arguments: [
    ("l | each($value.n)", "[1,3]"), ("l | each($value)", #"[{"n":1},{"m":2},{"n":3}]"#),
    ("l | each($index)", #"["0","2","3"]"#), ("m | each($index)", #"["2","10","a"]"#),
    ("m | each([$index, $value] | join(\"=\"))", #"["2=z","10=y","a=x"]"#),
    ("l | each($value.zzz)", "absent"), ("zzz | each($value)", "absent"),
    ("l | each(t)", #"["x","x","x"]"#), ("l | each($.t)", #"["x","x","x"]"#),
    ("l | each($key)", #"["k","k","k"]"#),
    ("l | each($value.n | seconds | exists)", "[true,false,true]"),
    ("m | each($value | seconds)", "failed: expected a number or a text of digits"),
    ("m | each($value | seconds ?? $index)", #"["2","10","a"] (recovered)"#),
    ("t | each($value)", noList),
    // Inside, $value and $index are the element's; outside again the outer one's.
    ("g | each($value | each([$index, $value] | join(\"\")) | join(\",\"))", #"["0p,1q","0r"]"#),
    ("g | each([$value | each($index) | count, $index] | join(\":\"))", #"["2:0","1:1"]"#),
    ("[l | each($value.n), $value.t]", #"[[1,3],"x"]"#),
    ("l | filter($value.n)", "failed: expected true or false"),
    ("l | filter($value.n >= 2)", #"[{"n":3}]"#), ("l | filter($value.m | exists)", #"[{"m":2}]"#),
    ("l | filter($index == \"2\")", #"[{"m":2}]"#), ("l | filter(zzz)", "absent"),
    ("flags | filter($value) | count", "1"), ("zzz | filter(true)", "absent"),
    ("t | filter(true)", noList), ("l | any($value.n == 3)", "true"),
    ("l | any($value.n == 9)", "false"), ("zzz | any(true)", "false"), ("t | any(true)", noList),
    ("l | all($value.n == 3)", "false"), ("l | all($value | exists)", "true"),
    ("zzz | all(false)", "true"), ("t | all(true)", noList), ("m | any($index == \"a\")", "true"),
    ("m | all($value)", "failed: expected true or false"),
    // What cannot matter is not evaluated.
    ("[true, t] | any($value)", "true"), ("[false, t] | all($value)", "false"),
  ])
  func `steps over elements`(_ expression: String, _ result: String) throws {
    let run = ExpressionRun(
      record: #"{"l":[{"n":1},null,{"m":2},{"n":3}],"m":{"a":"x","10":"y","2":"z"},"t":"x","#
        + #""g":[["p","q"],["r"]],"flags":[true,false]}"#)
    #expect(try run(expression) == result)
  }
}
