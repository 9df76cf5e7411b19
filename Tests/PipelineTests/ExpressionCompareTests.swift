import Testing

@testable import Pipeline

@Suite struct ExpressionCompareTests {
  /// One value of each kind: with itself equal, with every other not.
  static let kinds = [
    "1", #""a""#, "true", "$now", "list", "map", "missing",
  ]

  @Test(arguments: kinds.indices, kinds.indices)
  func `kinds do not mix`(_ a: Int, _ b: Int) throws {
    let run = ExpressionRun(record: #"{"list":["x"],"map":{"k":1}}"#)
    let (x, y) = (Self.kinds[a], Self.kinds[b])
    let isEqual = a == b && x != "missing"
    // Behind `??` with a field the kind is not known before there is data.
    let (p, q) = ("(missing ?? \(x))", "(missing ?? \(y))")
    #expect(try run("\(p) == \(q)") == "\(isEqual)")
    #expect(try run("\(p) != \(q)") == "\(!isEqual)")
    let isAbsent = x == "missing" || y == "missing"
    let isOrdered = a == b && ["1", #""a""#, "$now"].contains(x)
    let fails = "failed: expected two numbers, two texts or two timestamps to compare"
    for (operation, whenEqual) in [("<", false), ("<=", true), (">", false), (">=", true)] {
      let expected = isAbsent ? "false" : isOrdered ? "\(whenEqual)" : fails
      #expect(try run("\(p) \(operation) \(q)") == expected)
    }
  }

  /// In ascending order; those of one line are equal. As JSON, so that every kind of node takes part.
  static let numbers: [[String]] = [
    ["-1e309"], ["-1.7976931348623157e308"], ["-100000000000000000000000000000000000000"],
    ["-1e20", "-100000000000000000000", "-1.0e20"],
    ["-9223372036854775809"], ["-9223372036854775808", "-9223372036854775808.0"],
    ["-9223372036854775807"],
    ["-1.5"], ["-1", "-1.0"], ["-0.5"], ["0", "0.0", "-0.0", "-0"], ["5e-324"], ["0.5"],
    ["1", "1.0", "10e-1"],
    ["1.5"], ["2"], ["9007199254740992", "9007199254740992.0"], ["9007199254740993"],
    ["9007199254740994", "9007199254740994.0"],
    ["9223372036854775807"], ["9223372036854775808", "9223372036854775808.0"],
    ["9223372036854775809"],
    ["18446744073709551615"], ["18446744073709551616", "18446744073709551616.0"],
    ["18446744073709551617"],
    ["99999999999999999999"], ["1e20", "100000000000000000000"], ["100000000000000000001"],
    ["1e23"], ["100000000000000000000000"], ["1.7976931348623157e308"], ["1e309", "10e308"],
  ]

  @Test func `numbers compare by their exact value, whatever their form`() throws {
    let flat = Self.numbers.enumerated().flatMap { line in line.element.map { (line.offset, $0) } }
    for (i, a) in flat {
      for (j, b) in flat {
        let run = ExpressionRun(record: "{\"a\":\(a),\"b\":\(b)}")
        #expect(try run("a == b") == "\(i == j)", "\(a) \(b)")
        #expect(try run("a < b") == "\(i < j)", "\(a) \(b)")
        #expect(try run("a >= b") == "\(i >= j)", "\(a) \(b)")
        #expect(try run("[a, b] | distinct | count") == (i == j ? "1" : "2"), "\(a) \(b)")
      }
    }
  }

  @Test(arguments: [
    (#""a" < "b""#, "true"), (#""a" < "aa""#, "true"), (#""" < "a""#, "true"),
    (#""Z" < "a""#, "true"),
    ("\"\u{ffff}\" < \"😀\"", "true"), ("\"e\u{301}\" == \"\u{e9}\"", "false"),
    ("$now < $now", "false"), ("$now == $now", "true"), (#""1" == 1"#, "false"),
  ])
  func `texts compare by bytes`(_ expression: String, _ result: String) throws {
    #expect(try ExpressionRun()(expression) == result)
  }

  @Test(arguments: [
    ("[1,2]", "[1,2]", true), ("[1,2]", "[1,2.0]", true), ("[1,2]", "[2,1]", false),
    ("[1,2]", "[1,2,3]", false),
    ("[1,2]", #"{"0":1,"1":2}"#, true), ("[null,2]", #"{"1":2}"#, true), ("[null,2]", "[2]", false),
    (#"{"a":1,"b":[{"c":"x"}]}"#, #"{"b":[{"c":"x"}],"a":1}"#, true),
    (#"{"a":1,"b":[{"c":"x"}]}"#, #"{"b":[{"c":"y"}],"a":1}"#, false),
    (#"{"a":1}"#, #"{"b":1}"#, false), (#"{"a":1}"#, #"{"a":1,"n":null}"#, true),
    (#"{"a":{"b":1}}"#, #"{"a":1}"#, false),
    (#"{"10":1,"9":2,"x":{"b":[1],"a":2}}"#, #"{"x":{"a":2,"b":[1]},"9":2,"10":1}"#, true),
  ])
  func `containers are equal when what is in them is`(_ a: String, _ b: String, _ isEqual: Bool)
    throws
  {
    let run = ExpressionRun(record: "{\"a\":\(a),\"b\":\(b)}")
    #expect(try run("a == b") == "\(isEqual)")
    #expect(try run("b == a") == "\(isEqual)")
    // The same by hashing: more than sixteen items.
    let others = (0..<20).map(String.init).joined(separator: ",")
    #expect(try run("[\(others), a, b] | distinct | count") == (isEqual ? "21" : "22"))
  }

  @Test func `a computed list equals the array of the same items`() throws {
    #expect(try ExpressionRun(record: #"{"l":["x",1]}"#)(#"l == ["x", 1.0]"#) == "true")
  }

  @Test func `depth of the data is no depth of the stack`() throws {
    let deep = String(repeating: "[", count: 1000) + "1" + String(repeating: "]", count: 1000)
    let run = ExpressionRun(record: "{\"a\":\(deep),\"b\":\(deep)}")
    #expect(try run("a == b") == "true")
  }
}
