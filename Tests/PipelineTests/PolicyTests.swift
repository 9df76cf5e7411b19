import Testing

@testable import Pipeline

/// What policies make of values that the database or a target does not have (contract 2.4).
@Suite struct PolicyTests {
  private func arrival(
    _ policy: String, _ fields: String, _ record: [UInt8], rule: String = ""
  ) throws -> Journey.Arrival {
    try Journey(
      "{name:\"t\",policy:{\(policy)},rules:[{from:\"/c/{id}\",to:\"c/{id}\",\(rule)fields:{\(fields)}}]}",
      bytes: Array(#"{"c":{"k":"#.utf8) + record + Array(#"},"j":{"k":{"e":"","t":"x"}}}"#.utf8)
    ).run()
  }

  private func outcome(
    _ policy: String, _ fields: String, _ record: String, rule: String = ""
  ) throws -> String {
    let arrival = try arrival(policy, fields, Array(record.utf8), rule: rule)
    if let fault = arrival.rejects.first?.fault { return "\(fault.code.rawValue) \(fault.field)" }
    return arrival.documents["c/k"] ?? "nothing"
  }

  @Test(arguments: [
    (#"nestedArray:"map""#, #"[["x","o"],["o"]]"#, #"[{"0":"x","1":"o"},{"0":"o"}]"#),
    (#"nestedArray:"string""#, #"[["x","\"o"],["o"]]"#, #"["[\"x\",\"\\\"o\"]","[\"o\"]"]"#),
    (#"nestedArray:"reject""#, #"[["x","o"],["o"]]"#, #"[["x","o"],["o"]]"#),
    // A list in a map in a list is none in a list.
    (#"nestedArray:"map""#, #"[{"r":["x"]}]"#, #"[{"r":["x"]}]"#),
    (#"nestedArray:"map""#, "[[[1]]]", #"[{"0":[1]}]"#),
    (#"nestedArray:"string""#, "[[[1]]]", #"["[[1]]"]"#),
    (#"nestedArray:"string""#, #"[[{"a":[[1]]}]]"#, #"["[{\"a\":[[1]]}]"]"#),
    (#"nestedArray:"string""#, #"{"a":[[1]],"b":[2]}"#, #"{"a":["[1]"],"b":[2]}"#),
    // Holes make a map in any case.
    (#"nestedArray:"string""#, "[[null,1]]", #"[{"1":1}]"#),
  ])
  func `lists in lists become maps or texts, in trees and in typed lists alike`(
    _ policy: String, _ value: String, _ written: String
  ) throws {
    #expect(try outcome(policy, #"v:"any""#, #"{"v":\#(value)}"#) == #"{"v":\#(written)}"#)
    #expect(
      try outcome(policy, "", #"{"v":\#(value)}"#, rule: #"unknown:"keep","#)
        == #"{"v":\#(written)}"#)
    #expect(
      try outcome(policy, #"v:{type:"any",value:"[v]|first"}"#, #"{"v":\#(value)}"#)
        == #"{"v":\#(written)}"#)
    if value.hasPrefix("["), value.hasSuffix("]]"), !value.contains("{"), !value.contains("null"),
      !value.hasPrefix("[[[")
    {
      let item = value.contains("\"") ? "string" : "number"
      #expect(
        try outcome(policy, #"v:"[[\#(item)]]""#, #"{"v":\#(value)}"#) == #"{"v":\#(written)}"#)
    }
  }

  @Test func `computed lists in lists follow the policy`() throws {
    #expect(
      try outcome(#"nestedArray:"map""#, #"v:{type:"any",value:"[[a],[b]]"}"#, #"{"a":1,"b":2}"#)
        == #"{"v":[{"0":1},{"0":2}]}"#)
    #expect(
      try outcome(
        #"nestedArray:"string""#, #"v:{type:"[[map]]",value:"v",fields:{a:"integer"}}"#,
        #"{"v":[[{"a":1}],[{"a":2}]]}"#) == #"{"v":["[{\"a\":1}]","[{\"a\":2}]"]}"#)
  }

  @Test(arguments: [
    ("reject", "123456789012345678901234567890", "numberRange v"),
    ("double", "123456789012345678901234567890", #"{"v":1.2345678901234568e+29}"#),
    ("string", "123456789012345678901234567890", #"{"v":"123456789012345678901234567890"}"#),
    ("double", "9223372036854775808", #"{"v":9.223372036854775808e+18}"#),
    ("string", "9223372036854775808", #"{"v":"9223372036854775808"}"#),
    ("double", "1e400", "numberRange v"), ("string", "1e400", #"{"v":"1e400"}"#),
    ("string", "5", #"{"v":5}"#), ("double", "5", #"{"v":5}"#),
  ])
  func `big numbers where they meet number or any`(
    _ policy: String, _ number: String, _ written: String
  ) throws {
    let wanted = written.replacing("9.223372036854775808e+18", with: "9.223372036854776e+18")
    for type in ["number", "any"] {
      let found = try outcome(
        #"bigNumber:"\#(policy)""#, #"v:"\#(type)""#, #"{"v":\#(number),"w":1}"#)
      #expect(found == wanted, "\(type)")
    }
  }

  @Test func `big numbers are texts for a field of texts only under that policy`() throws {
    let record = #"{"v":123456789012345678901234567890}"#
    #expect(try outcome(#"bigNumber:"double""#, #"v:"string""#, record) == "type v")
    #expect(
      try outcome(#"bigNumber:"string""#, #"v:"string""#, record)
        == #"{"v":"123456789012345678901234567890"}"#)
    #expect(try outcome(#"bigNumber:"string""#, #"v:"string""#, #"{"v":5}"#) == "type v")
    #expect(try outcome(#"bigNumber:"string""#, #"v:"integer""#, record) == "numberRange v")
  }

  @Test(
    arguments: [
      ([0xE2, 0x82], "\u{FFFD}"), ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xFF], "\u{FFFD}"),
      ([0xE2, 0x82, 0x41], "\u{FFFD}A"),
      ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xC3, 0xA9], "é"),
      (Array(#"\ud800"#.utf8), "\u{FFFD}"), (Array(#"\ud800\ud800"#.utf8), "\u{FFFD}\u{FFFD}"),
      (Array(#"\udc00x"#.utf8), "\u{FFFD}x"), (Array(#"\ud83d\ude00"#.utf8), "😀"),
      (Array(#"\ud83dA"#.utf8), "\u{FFFD}A"), (Array(#"\ud83d\u0041"#.utf8), "\u{FFFD}A"),
    ] as [([UInt8], String)])
  func `each maximal part that is no Unicode becomes one replacement character`(
    _ bytes: [UInt8], _ text: String
  ) throws {
    let record = Array(#"{"v":""#.utf8) + bytes + Array(#""}"#.utf8)
    let replaced = try arrival(#"invalidUnicode:"replace""#, #"v:"string""#, record)
    #expect(replaced.documents == ["c/k": #"{"v":"\#(text)"}"#])
    let isValid = !text.contains("\u{FFFD}")
    let refused = try arrival(#"invalidUnicode:"reject""#, #"v:"string""#, record)
    #expect(refused.faults == (isValid ? [] : ["invalidUnicode /c/k"]))
  }

  @Test func `a repaired text does not break the line of a reject`() throws {
    let record = Array(#"{"v":""#.utf8) + [0xFF] + Array(#"","n":"x"}"#.utf8)
    let arrival = try arrival(#"invalidUnicode:"replace""#, #"n:"integer""#, record)
    guard case .value(let json)? = arrival.rejects.first?.content else {
      Issue.record("no reject with a value")
      return
    }
    #expect(json == Array("{\"v\":\"\u{FFFD}\",\"n\":\"x\"}".utf8))
  }

  @Test(arguments: [
    (#"{"v":"","w":"x"}"#, #"{"w":"x"}"#), (#"{"v":{"a":""},"w":"x"}"#, #"{"w":"x"}"#),
    (#"{"v":["",""],"w":"x"}"#, #"{"w":"x"}"#),
    (#"{"v":["a","","b"]}"#, #"{"v":{"0":"a","2":"b"}}"#),
    (#"{"v":{".value":"",".priority":1},"w":"x"}"#, #"{"w":"x"}"#), (#"{"v":" "}"#, #"{"v":" "}"#),
  ])
  func `empty texts of the source are absent under that policy`(
    _ record: String, _ document: String
  ) throws {
    #expect(try outcome(#"emptyText:"absent""#, #"v:"any",w:"any""#, record) == document)
  }

  @Test func `empty texts that a step makes stay, joined ones of the source go`() throws {
    #expect(
      try outcome(
        #"emptyText:"absent""#,
        #"a:{type:"string",value:"t | trim"},j:{type:"any",value:"j"},e:{type:"boolean",value:"j.e | exists"}"#,
        #"{"t":" "}"#, rule: #"join:{j:"/j/{id}"},"#) == #"{"a":"","j":{"t":"x"},"e":false}"#)
  }

  @Test func `of equal keys in a record the last stands under that policy`() throws {
    let record = #"{"v":1,"m":{"a":1,"a":2},"v":2}"#
    #expect(
      try outcome(#"duplicateKey:"last""#, #"v:"integer",m:"any""#, record)
        == #"{"v":2,"m":{"a":2}}"#)
    #expect(try outcome(#"duplicateKey:"reject""#, #"v:"integer""#, record) == "duplicateKey ")
  }

  @Test func `warns of times and numbers that are odd together`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{t:{type:"timestamp",value:"t | seconds"},n:"number",i:"[number]"}}]}"#,
      #"{"c":{"a":{"t":1600000000000,"n":1,"i":[1,2]},"b":{"t":1600000000,"n":1.5},"d":{"n":2}}}"#
    ).run()
    #expect(
      arrival.report.warnings.map { "\($0.code) \($0.count) \($0.message)" } == [
        "mixedNumbers 1 n of c/{id}: 2 integers and 1 number with a fraction; with type double all are of one kind"
      ])
    #expect(arrival.faults == ["convert /c/a"])
    let late = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{t:{type:"timestamp",value:"t | millis"}}}]}"#,
      #"{"c":{"a":{"t":1600000000}}}"#
    ).run()
    #expect(
      late.report.warnings.map { "\($0.code) \($0.count) \($0.message)" } == [
        "plausibleDate 1 t of c/{id}: times outside the years 2000 to 2099; is the unit right?"
      ])
  }
}
