import Testing

@testable import Pipeline

/// What each type accepts, and the code of what it does not (contract 2.2).
@Suite struct TypeTests {
  /// What becomes of a field `v` of a type: its JSON, `absent`, or the fault's code and field.
  private func outcome(_ type: String, _ value: String) throws -> String {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:"\#(type)"}}]}"#,
      #"{"c":{"k":{"v":\#(value),"w":1}}}"#
    ).run()
    if let reject = arrival.rejects.first {
      return "\(reject.fault.code.rawValue) \(reject.fault.field)"
    }
    let data = arrival.documents["c/k"] ?? "lost"
    return data == "{}" ? "absent" : String(data.dropFirst(5).dropLast())
  }

  @Test(
    arguments: [
      (
        "string", [#""x""#, #""""#, #""\u0007\"\\/\n\u00e9😀""#], ["1", "true", "[1]", #"{"a":1}"#]
      ),
      ("boolean", ["true", "false"], ["0", "1", #""true""#]),
      ("map", [#"{"a":[1]}"#], ["1", #""x""#, "true"]),
      (
        "bytes", [#""AAEC/w==""#, #""AAEC""#, #""""#],
        [#""AAE""#, #""AA-_""#, #""AB==""#, #""A===""#, "1"]
      ),
      (
        "reference", [#""c/d""#, #""a/b/c/d""#],
        [#""c""#, #""c/""#, #""/c/d""#, #""c//d/e""#, #""""#, "1"]
      ),
      ("[string]", [#"["a","b"]"#], [#""a""#, #"{"x":"a"}"#, "1"]),
      ("any", ["1", "1.5", #""x""#, "true", #"{"a":[1,{"b":2}]}"#, "[[1],[2]]"], []),
    ] as [(String, [String], [String])])
  func `takes what it says and nothing else`(
    _ type: String, _ accepted: [String], _ refused: [String]
  ) throws {
    for value in accepted {
      let written = value.replacing(#"\u00e9"#, with: "é")
      #expect(try outcome(type, value) == written, "\(type) of \(value)")
    }
    for value in refused {
      #expect(try outcome(type, value) == "type v", "\(type) of \(value)")
    }
  }

  @Test(arguments: [
    ("integer", "9223372036854775807", "9223372036854775807"),
    ("integer", "-9223372036854775808", "-9223372036854775808"),
    ("integer", "9223372036854775808", "numberRange v"), ("integer", "1e300", "numberRange v"),
    ("integer", "-9223372036854775809", "numberRange v"), ("integer", "1e400", "numberRange v"),
    ("integer", "10.0", "10"), ("integer", "-0.0", "0"), ("integer", "1e2", "100"),
    ("integer", "10.5", "type v"), ("integer", #""10""#, "type v"), ("integer", "true", "type v"),
    ("double", "10", "10.0"), ("double", "1e1", "10.0"), ("double", "-0.0", "-0.0"),
    ("double", "9007199254740993", "numberRange v"),
    ("double", "9007199254740992", "9007199254740992.0"),
    ("double", "9223372036854775807", "numberRange v"), ("double", "1e400", "numberRange v"),
    ("double", "1e16", "1e+16"), ("double", "5e-324", "5e-324"), ("double", "1e-400", "0.0"),
    ("double", "18446744073709551615", "numberRange v"),
    ("number", "10", "10"), ("number", "10.0", "10.0"), ("number", "1e400", "numberRange v"),
    ("number", "18446744073709551615", "numberRange v"),
    ("any", "[18446744073709551615]", "numberRange v"), ("any", #"{"a":1e400}"#, "numberRange v"),
  ])
  func `numbers keep their kind and their exact value`(
    _ type: String, _ value: String, _ expected: String
  ) throws {
    #expect(try outcome(type, value) == expected)
  }

  @Test(arguments: [
    (#""2020-10-11T12:13:14.151617999Z""#, #""2020-10-11T12:13:14.151617Z""#),
    (#""2021-07-08t09:10:11-05:30""#, #""2021-07-08T14:40:11Z""#),
    (#""2021-07-08T09:10:11.250z""#, #""2021-07-08T09:10:11.25Z""#),
    (#""0001-01-01T00:00:00Z""#, #""0001-01-01T00:00:00Z""#),
    (#""9999-12-31T23:59:59.999999Z""#, #""9999-12-31T23:59:59.999999Z""#),
    (#""0001-01-01T00:00:00+00:01""#, "range v"), (#""9999-12-31T23:59:59-00:01""#, "range v"),
    (#""2020-02-29T00:00:00Z""#, #""2020-02-29T00:00:00Z""#),
    (#""2021-02-29T00:00:00Z""#, "type v"),
    (#""2021-07-08T09:10:60Z""#, "type v"), (#""2021-07-08T24:00:00Z""#, "type v"),
    (#""2021-07-08T09:10:11""#, "type v"), (#""2021-07-08""#, "type v"),
    (#""2021-07-08T09:10:11.Z""#, "type v"),
    (#""2021-07-08T09:10:11Zx""#, "type v"), ("1609459200", "type v"), ("true", "type v"),
    (#"{"_seconds":1600000000,"_nanoseconds":5000}"#, #""2020-09-13T12:26:40.000005Z""#),
    (#"{"seconds":-1,"nanoseconds":999999999}"#, #""1969-12-31T23:59:59.999999Z""#),
    (#"{"seconds":1,"nanoseconds":1000000000}"#, "range v"), (#"{"seconds":1}"#, "type v"),
    (#"{"seconds":1,"nanoseconds":0,"x":1}"#, "type v"),
    (#"{"seconds":9223372036854775807,"nanoseconds":0}"#, "range v"),
    (#"{"_seconds":9223372036854775808,"_nanoseconds":0}"#, "range v"),
    (#"{"_seconds":-9223372036854775809,"_nanoseconds":0}"#, "range v"),
    (#"{"seconds":1e300,"nanoseconds":0}"#, "range v"),
    (#"{"seconds":1e400,"nanoseconds":0}"#, "range v"),
    (#"{"seconds":1,"nanoseconds":-1}"#, "range v"),
    (#"{"seconds":1,"nanoseconds":1e400}"#, "range v"),
    (#"{"seconds":1,"nanoseconds":18446744073709551615}"#, "range v"),
    (#"{"_seconds":10.0,"_nanoseconds":0}"#, #""1970-01-01T00:00:10Z""#),
    (#"{"_seconds":1e1,"_nanoseconds":5.0e3}"#, #""1970-01-01T00:00:10.000005Z""#),
    (#"{"_seconds":10.5,"_nanoseconds":0}"#, "type v"),
    (#"{"_seconds":10,"_nanoseconds":0.5}"#, "type v"),
    (#"{"_seconds":"10","_nanoseconds":0}"#, "type v"),
  ])
  func `timestamps are RFC 3339 with a zone, or seconds with nanoseconds`(
    _ value: String, _ expected: String
  ) throws {
    #expect(try outcome("timestamp", value) == expected)
  }

  @Test(arguments: [
    ("[10.25,20.5]", #"{"latitude":10.25,"longitude":20.5}"#),
    (#"{"_latitude":1,"_longitude":-2}"#, #"{"latitude":1.0,"longitude":-2.0}"#),
    (#"{"lng":180,"lat":-90}"#, #"{"latitude":-90.0,"longitude":180.0}"#),
    (#"{"latitude":91,"longitude":0}"#, "range v"), (#"{"lat":0,"lng":-180.5}"#, "range v"),
    (#"{"lat":0,"lng":1e400}"#, "range v"), ("[-1e400,0]", "range v"),
    ("[0,18446744073709551615]", "range v"), ("[123456789012345678901234567890,0]", "range v"),
    (#"{"lat":1,"lng":2,"x":3}"#, "type v"), (#"{"lat":1,"longitude":2}"#, "type v"),
    ("[1]", "type v"), ("[1,2,3]", "type v"), ("[null,1]", "type v"), (#"[1,"2"]"#, "type v"),
    ("5", "type v"),
  ])
  func `geo points in their usual spellings and no others`(
    _ value: String, _ expected: String
  ) throws {
    #expect(try outcome("geopoint", value) == expected)
  }

  @Test(arguments: [
    ("[integer]", #"{"0":1,"2":3}"#, "[1,3]"), ("[integer]", "[null,1,null,2]", "[1,2]"),
    ("[integer]", #"{"10":3,"9":2}"#, "[2,3]"), ("[integer]", #"{"01":1}"#, "type v"),
    ("[integer]", #"[1,"x"]"#, "type v.*"),
    ("[[string]]", #"[["a"],["b","c"]]"#, #"[["a"],["b","c"]]"#),
    ("[[string]]", #"[["a"],["b",1]]"#, "type v.*.*"), ("[any]", #"[1,"a",{"b":[]}]"#, #"[1,"a"]"#),
    ("[map]", #"[{"a":1},[5]]"#, #"[{"a":1},{"0":5}]"#), ("map", #"[null,"x"]"#, #"{"1":"x"}"#),
    ("any", #"["a",null,"c"]"#, #"{"0":"a","2":"c"}"#),
    ("any", #"[{"a":{}},{"b":null}]"#, "absent"),
    ("[string]", "[]", "absent"), ("[string]", "[{},null]", "absent"),
  ])
  func `lists, maps and their twins`(
    _ type: String, _ value: String, _ expected: String
  ) throws {
    #expect(try outcome(type, value) == expected)
  }

  @Test func `a fault costs the record, the field, or nothing, as the mapping says`() throws {
    let arrival = try Journey(
      #"""
      {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{
       a:{type:"integer",onError:"drop"},b:{type:"string",default:"none",onError:"default"},
       c:{type:"integer",default:7},d:{type:"[string]",default:[]}}}]}
      """#,
      #"{"c":{"x":{"a":"bad","b":5},"y":{"c":"bad"},"z":{"a":1,"b":"t","c":2,"d":["u"]}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/x": #"{"b":"none","c":7,"d":[]}"#, "c/z": #"{"a":1,"b":"t","c":2,"d":["u"]}"#,
      ])
    #expect(arrival.faults == ["type /c/y"])
    let fields = arrival.report.rules[0].tally.fields
    #expect(fields[0].dropped == 1)
    #expect(fields[1].defaulted == 2)
    #expect(fields[0].absent == 1)
  }

  @Test func `all faults of a record are counted, and the first is the reject's`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:"integer!",b:"string",d:"boolean"}}]}"#,
      #"{"c":{"x":{"b":1,"d":2}}}"#
    ).run()
    #expect(
      arrival.report.violations.groups.map { "\($0.code.rawValue) \($0.field)" } == [
        "missing a", "type b", "type d",
      ])
    #expect(arrival.rejects.map { $0.fault.field } == ["a"])
    #expect(
      arrival.report.violations.groups[1].samples.map { String(decoding: $0.source, as: UTF8.self) }
        == ["/c/x/b"])
  }
}
