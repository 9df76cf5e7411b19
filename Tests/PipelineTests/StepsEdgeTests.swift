import Testing

@testable import Pipeline

@Suite struct StepsEdgeTests {
  @Test(arguments: [
    ("-JhLeOlGIEjaIOFHR0xd", #""2015-02-04T22:15:31.153Z""#),
    ("-INOQPH-aV_psbk3ZXEX", #""2012-03-16T02:54:37.696Z""#),
    ("-K7yGTTEp7O549EzTYtI", #""2016-01-14T03:55:14.703Z""#),
    ("-IHLZC--abcdefghijkl", #""2012-01-01T00:00:00Z""#),
    ("-IHLZBzzabcdefghijkl", nil),
    // The run's time is 2026-01-01; a day later is the last that counts.
    ("-OhwC_D-abcdefghijkl", nil), ("users-abcdefghijklmn", nil), ("abc", nil), ("", nil),
    ("-JhLeOlGIEjaIOFHR0x", nil), ("-JhLeOlGIEjaIOFHR0xdd", nil), ("-JhLeOlG!EjaIOFHR0xd", nil),
    ("-JhLeOlGIEjaIOFHR0x.", nil), ("KJhLeOlGIEjaIOFHR0xd", nil), ("-A00000000000000000x", nil),
    ("-zzzzzzzzzzzzzzzzzzz", nil), ("-JhLeOlGIEjaIOFHRé", nil),
  ])
  func `push ids carry a time, other keys do not`(_ key: String, _ time: String?) throws {
    let run = ExpressionRun(record: "{\"id\":\"\(key)\"}", key: key)
    #expect(try run("id | pushTime") == time ?? "failed: expected a push id")
    if !key.isEmpty { #expect(try run("$key | pushTime") == time ?? "failed: expected a push id") }
  }

  @Test func `a push id of tomorrow is one, of the day after not`() throws {
    let alphabet = Array("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")
    let id = { (milliseconds: Int) in
      String((0..<8).map { alphabet[milliseconds >> (6 * (7 - $0)) & 63] }) + "abcdefghijkl"
    }
    let tomorrow = 1_767_225_600_000 + 86_400_000
    #expect(try ExpressionRun(key: id(tomorrow))("$key | pushTime") == #""2026-01-02T00:00:00Z""#)
    #expect(
      try ExpressionRun(key: id(tomorrow + 1))("$key | pushTime") == "failed: expected a push id")
  }

  @Test func `a push id is a text`() throws {
    #expect(try ExpressionRun(record: #"{"n":5}"#)("n | pushTime") == "failed: expected a push id")
    #expect(try ExpressionRun()("n | pushTime") == "absent")
  }

  static let range = "failed: the time lies outside the years 1 to 9999"
  static let number = "failed: expected a number or a text of digits"

  @Test(arguments: [
    ("0", "seconds", #""1970-01-01T00:00:00Z""#), ("1.5", "seconds", #""1970-01-01T00:00:01.5Z""#),
    ("\"1609459200\"", "seconds", #""2021-01-01T00:00:00Z""#),
    ("\"-1\"", "seconds", #""1969-12-31T23:59:59Z""#),
    ("\"0001\"", "seconds", #""1970-01-01T00:00:01Z""#),
    ("253402300799", "seconds", #""9999-12-31T23:59:59Z""#), ("253402300800", "seconds", range),
    ("-62135596800", "seconds", #""0001-01-01T00:00:00Z""#), ("-62135596801", "seconds", range),
    ("253402300799999.9", "millis", #""9999-12-31T23:59:59.9999Z""#),
    ("1e3", "seconds", #""1970-01-01T00:16:40Z""#), ("1e300", "seconds", range),
    ("1e400", "seconds", range),
    ("9223372036854775807", "seconds", range), ("18446744073709551615", "micros", range),
    ("123456789012345678901234567890", "micros", range),
    ("\"123456789012345678901234567890\"", "millis", range),
    ("1784726128926.173", "millis", #""2026-07-22T13:15:28.926173Z""#),
    ("-14182939750", "millis", #""1969-07-20T20:17:40.25Z""#),
    ("86400000", "millis", #""1970-01-02T00:00:00Z""#),
    ("0.0019", "millis", #""1970-01-01T00:00:00.000001Z""#),
    ("-0.0001", "millis", #""1969-12-31T23:59:59.999999Z""#),
    ("1e-300", "millis", #""1970-01-01T00:00:00Z""#),
    ("-1e-300", "millis", #""1969-12-31T23:59:59.999999Z""#),
    ("0.000001", "seconds", #""1970-01-01T00:00:00.000001Z""#),
    ("4.35", "seconds", #""1970-01-01T00:00:04.35Z""#),
    ("1.9", "micros", #""1970-01-01T00:00:00.000001Z""#),
    ("-1.1", "micros", #""1969-12-31T23:59:59.999998Z""#),
    ("-0.0", "micros", #""1970-01-01T00:00:00Z""#),
    ("\"\"", "seconds", number), ("\"-\"", "seconds", number), ("\"+1\"", "seconds", number),
    ("\"1.5\"", "seconds", number), ("\" 1\"", "seconds", number), ("\"1e3\"", "seconds", number),
    ("\"١\"", "seconds", number), ("true", "millis", number), ("[1]", "millis", number),
    ("null", "millis", "absent"),
  ])
  func `the declared unit is taken as written`(_ value: String, _ step: String, _ result: String)
    throws
  {
    #expect(try ExpressionRun(record: "{\"at\":\(value)}")("at | \(step)") == result)
  }

  static let noSet = "failed: expected a set or a list of texts"

  @Test(arguments: [
    (#"{"tea":true,"bus":true,"old":false}"#, #"["bus","tea"]"#),
    ("[null,true,true]", #"["1","2"]"#),
    ("[true,false,true]", #"["0","2"]"#), (#"["tea","tea","a"]"#, #"["tea","a"]"#),
    (#"[null,"y"]"#, #"["y"]"#), (#"{"3":"z","10":"y","4":"z"}"#, #"["z","y"]"#),
    (#"{"3":true,"x":true}"#, #"["3","x"]"#), (#"{"a":false}"#, "absent"), ("{}", "absent"),
    ("null", "absent"),
    (#"{"a":1}"#, noSet), (#"{"a":"a"}"#, noSet), (#"{"a":true,"b":"x"}"#, noSet),
    (#"[true,"x"]"#, noSet),
    ("[1]", noSet), (#"[["x"]]"#, noSet), (#"{"a":{"b":true}}"#, noSet), (#""a""#, noSet),
    ("true", noSet), ("5", noSet),
    (#"{"01":"x"}"#, noSet), (#"{"100000000000000000000":"x"}"#, #"["x"]"#),
  ])
  func `members reads the set idiom in each of its shapes`(_ value: String, _ result: String) throws
  {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | members") == result)
  }

  @Test func `members of a computed list`() throws {
    let run = ExpressionRun(record: #"{"a":"x","b":"x","c":true}"#)
    #expect(try run("[a, b] | members") == #"["x"]"#)
    #expect(try run("[c, c] | members") == #"["0","1"]"#)
    #expect(try run("[a, c] | members") == Self.noSet)
  }

  @Test(arguments: [
    (#"{"a":1,"b":null}"#, "1"), ("[null,1,null,2]", "2"), ("null", "0"), ("[]", "0"),
    (#"{"a":{"b":null}}"#, "0"),
    (#""text""#, "failed: expected a list or a map"), ("3", "failed: expected a list or a map"),
  ])
  func `count counts what is there`(_ value: String, _ result: String) throws {
    let run = ExpressionRun(record: "{\"s\":\(value)}")
    #expect(try run("s | count") == result)
    if result == "0" { #expect(try run("s | exists") == "false") }
  }

  @Test(arguments: [
    (#"["a","","b"]"#, #"["a","b"]"#), (#"{"y":"","x":"v"}"#, #"["v"]"#), (#"[""]"#, "absent"),
    (#"[0,false," "]"#, #"[0,false," "]"#), (#""x""#, "failed: expected a list or a map"),
  ])
  func `compact leaves out empty texts only`(_ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | compact") == result)
  }

  @Test(arguments: [
    (#"["b","a","b"]"#, #"["b","a"]"#), ("[1,1.0,2]", "[1,2]"),
    (#"[1,"1",true]"#, #"[1,"1",true]"#),
    (#"[{"a":1},{"a":1.0},[1],{"0":1}]"#, #"[{"a":1},[1]]"#), (#"{"y":"v","x":"v"}"#, #"["v"]"#),
    ("5", "failed: expected a list or a map"),
  ])
  func `distinct keeps the first of equal values`(_ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | distinct") == result)
  }

  @Test func `distinct of many is distinct of few`() throws {
    for count in [15, 16, 17, 18, 100, 1000, 5000] {
      let items = (0..<count).map { "\"key \($0 * 7919 % (count / 3 + 1))\"" }
      var seen: Set<String> = []
      let expected = items.filter { seen.insert($0).inserted }
      let run = ExpressionRun(record: "{\"s\":[\(items.joined(separator: ","))]}")
      #expect(try run("s | distinct") == "[\(expected.joined(separator: ","))]")
    }
  }

  @Test(arguments: [
    (#"["a",1,1.5,10.0,-3]"#, #""a-1-1.5-10.0--3""#), (#"["",""]"#, #""-""#),
    (#"[18446744073709551615]"#, #""18446744073709551615""#),
    (#"{"y":"b","x":"a"}"#, #""a-b""#), ("[true]", "failed: expected a list of texts and numbers"),
    (#"[["a"]]"#, "failed: expected a list of texts and numbers"),
    (#""a""#, "failed: expected a list or a map"), ("[]", "absent"),
  ])
  func `join puts texts and numbers together`(_ value: String, _ result: String) throws {
    #expect(try ExpressionRun(record: "{\"s\":\(value)}")("s | join(\"-\")") == result)
  }

  static let unclean = "failed: the text does not decode cleanly"

  @Test(arguments: [
    ("percent", "ann%40a%2Eexample", #""ann@a.example""#), ("percent", "50%25", #""50%""#),
    ("percent", "a+b", #""a+b""#),
    ("percent", "%e3%81%82", #""あ""#), ("percent", "100%", unclean), ("percent", "%4", unclean),
    ("percent", "%zz", unclean),
    ("percent", "%ff", unclean), ("percent", "%ED%A0%80", unclean), ("percent", "", #""""#),
    ("percent", "%", unclean),
    ("base64url", "aGk", #""hi""#), ("base64url", "aGk=", #""hi""#),
    ("base64url", "8J-YgA", #""😀""#),
    ("base64url", "8J-YgA==", #""😀""#), ("base64url", "aGl", unclean), ("base64url", "a", unclean),
    ("base64url", "aGk==", unclean), ("base64url", "a+k", unclean), ("base64url", "____", unclean),
    ("base64url", "", #""""#),
    ("comma", "ann@a,example", #""ann@a.example""#), ("comma", "a.b", unclean),
    ("comma", "plain", #""plain""#),
  ])
  func `decode takes what its codec writes and nothing else`(
    _ codec: String, _ text: String, _ result: String
  ) throws {
    #expect(try ExpressionRun(record: "{\"s\":\"\(text)\"}")("s | decode(\"\(codec)\")") == result)
  }

  @Test func `decode takes texts`() throws {
    #expect(
      try ExpressionRun(record: #"{"s":1}"#)(#"s | decode("comma")"#) == "failed: expected a text")
  }

  @Test(arguments: [
    (#"t | in(["x", "y"])"#, "true"), (#"t | in(["z"])"#, "false"), ("n | in([1, 5.0])", "true"),
    ("t | in([5])", "false"),
    ("missing | in([1])", "false"), ("t | in(list)", "true"), ("t | in(map)", "true"),
    ("t | in(missing)", "false"),
    ("t | in([missing])", "false"), ("t | in(n)", "failed: expected a list or a map"),
    ("t | in([t | seconds])", "failed: expected a number or a text of digits"),
    ("list | in([[\"x\"]])", "true"),
  ])
  func `in compares as == does`(_ expression: String, _ result: String) throws {
    #expect(
      try ExpressionRun(record: #"{"t":"x","n":5,"list":["x"],"map":{"k":"x"}}"#)(expression)
        == result)
  }

  @Test(arguments: [
    ("m | keys", #"["2","a","b"]"#), ("l | keys", #"["1"]"#), ("[a, b] | keys", "absent"),
    ("n | keys", "failed: expected a map or a list"),
    ("m | values", #"[3,1,2]"#), ("l | values", #"["x"]"#),
    ("n | values", "failed: expected a map or a list"), ("missing | keys", "absent"),
  ])
  func `keys and values stand in key order`(_ expression: String, _ result: String) throws {
    #expect(
      try ExpressionRun(record: #"{"m":{"b":2,"a":1,"2":3},"l":[null,"x"],"n":5}"#)(expression)
        == result)
  }

  @Test func `a computed map is read in key order, too`() {
    let arena = Arena()
    let texts = ["b", "10", "9"].map { Constant(Array($0.utf8)) }
    for (index, text) in texts.enumerated() {
      arena.stack.append(.text(text.bytes))
      arena.stack.append(.integer(Int64(index)))
    }
    let map = arena.map(from: 0)
    #expect(withExtendedLifetime(texts) { map.shown } == #"{"9":2,"10":1,"b":0}"#)
    #expect(withExtendedLifetime(texts) { map.child(PathKey(texts[1].bytes)).shown } == "1")
    #expect(withExtendedLifetime(texts) { map.child(at: .integer(10)).shown } == "1")
  }
}
