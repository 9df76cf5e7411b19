import Testing

@testable import Pipeline

/// Every sentence about a record: what rejected it, of which field, and why.
@Suite struct RecordFaultTests {
  /// `code field: message` of each reject of an export, the record at `/c/k`.
  private func faults(rule: String, export: String) throws -> [String] {
    let to = rule.hasPrefix("to:") ? "" : #"to: "c/{id}","#
    let arrival = try Journey(
      #"{name: "t", rules: [{from: "/c/{id}", \#(to) \#(rule)}]}"#, export
    ).run()
    return arrival.rejects.map {
      "\($0.fault.code.rawValue) \($0.fault.field): \($0.fault.message)"
    }
  }

  @Test(arguments: [
    (#""string!""#, "{}", "missing v: a required field is absent"),
    (
      #"{type: "string!", value: "v ?? u"}"#, "{}",
      "missing v: a required field is absent: its expression gave nothing"
    ),
    (
      #"{type: "string!", value: "v | trim"}"#, "{}",
      "missing v: a required field is absent: its expression gave nothing"
    ),
    (
      #"{type: "integer!", onError: "drop"}"#, #"{"v":"x"}"#,
      "missing v: a required field was dropped for its fault"
    ),
    (#""integer""#, #"{"v":"x"}"#, "type v: expected integer, found string"),
    (#""integer""#, #"{"v":true}"#, "type v: expected integer, found boolean"),
    (#""integer""#, #"{"v":1.5}"#, "type v: expected integer, found a number with a fraction"),
    (
      #""integer""#, #"{"v":1e300}"#, "numberRange v: the number does not fit into a 64-bit integer"
    ),
    (
      #""integer""#, #"{"v":123456789012345678901}"#,
      "numberRange v: the number does not fit into a 64-bit integer"
    ),
    (#""double""#, #"{"v":1e999}"#, "numberRange v: the number does not fit into a double"),
    (
      #""double""#, #"{"v":9007199254740993}"#,
      "numberRange v: no double holds this integer exactly"
    ),
    (
      #""number""#, #"{"v":1e999}"#,
      "numberRange v: the number does not fit into a 64-bit integer or a double"
    ),
    (
      #""any""#, #"{"v":[1e999]}"#,
      "numberRange v: a number that neither 64-bit integers nor doubles hold"
    ),
    (#""string""#, #"{"v":[1]}"#, "type v: expected string, found list"),
    (#""string""#, #"{"v":{"a":1}}"#, "type v: expected string, found map"),
    (#""string""#, #"{"v":1e999}"#, "type v: expected string, found number beyond 64 bits"),
    (
      #"{type: "string", value: "[v | times(1.5)] | first"}"#, #"{"v":1}"#,
      "type v: expected string, found number with a fraction"
    ),
    (#""map""#, #"{"v":1}"#, "type v: expected map, found integer"),
    (#""[string]""#, #"{"v":"x"}"#, "type v: expected a list, found string"),
    (#""[[string]]""#, #"{"v":[["a"],[5]]}"#, "type v.*.*: expected string, found integer"),
    (
      #""timestamp""#, #"{"v":"today"}"#,
      "type v: expected timestamp, found text that is no RFC 3339 time with a zone"
    ),
    (
      #""timestamp""#, #"{"v":"0000-01-01T00:00:00Z"}"#,
      "range v: the time is outside the years 1 to 9999"
    ),
    (
      #""timestamp""#, #"{"v":{"seconds":999999999999,"nanoseconds":0}}"#,
      "range v: the time is outside the years 1 to 9999"
    ),
    (
      #""timestamp""#, #"{"v":{"seconds":1,"nanoseconds":1000000000}}"#,
      "range v: the nanoseconds are not between 0 and 999999999"
    ),
    (
      #""timestamp""#, #"{"v":5}"#,
      "type v: expected timestamp, found a number: say its unit with a step (seconds, millis)"
    ),
    (#""timestamp""#, #"{"v":true}"#, "type v: expected timestamp, found boolean"),
    (#""bytes""#, #"{"v":"abc"}"#, "type v: expected bytes, found text that is no padded base64"),
    (
      #""geopoint""#, #"{"v":[91,0]}"#,
      "range v: a latitude outside ±90 or a longitude outside ±180"
    ),
    (#""geopoint""#, #"{"v":[1]}"#, "type v: expected geopoint, found list"),
    (
      #""reference""#, #"{"v":"users"}"#,
      "type v: expected reference, found text that is no path of a document"
    ),
    (#"{type: "string", value: "v | trim"}"#, #"{"v":5}"#, "convert v: expected a text"),
  ])
  func `says what is wrong with a field`(_ triple: (String, String, String)) throws {
    let record = triple.1 == "{}" ? #"{"w":1}"# : triple.1
    #expect(
      try faults(rule: "fields: {v: \(triple.0)}", export: #"{"c":{"k":\#(record)}}"#)
        == [triple.2])
  }

  @Test(arguments: [
    (#"unknown: "reject""#, #"{"x":1}"#, "unknownField x: no rule reads this field"),
    (
      #"unknown: "keep""#, #"{"x":1e999}"#,
      "numberRange x: a number that neither 64-bit integers nor doubles hold"
    ),
    (#"fields: {v: "any"}"#, "5", "notARecord : expected a record with fields, found integer"),
    (
      #"fields: {v: "any"}"#, "123456789012345678901",
      "notARecord : expected a record with fields, found number beyond 64 bits"
    ),
    (
      #"fields: {v: "any"}"#, "1.5",
      "notARecord : expected a record with fields, found number with a fraction"
    ),
    (
      #"where: "v | first""#, #"{"v":[1]}"#,
      "convert : where: expected true or false, found integer"
    ),
    (#"where: "v | trim | exists""#, #"{"v":5}"#, "convert : where: expected a text"),
    (
      #"to: "c/{= v}""#, #"{"v":true}"#, "type : to: expected text or integer, found boolean"
    ),
    (#"to: "c/{= v | trim}""#, #"{"v":5}"#, "convert : to: expected a text"),
    (
      #"to: "c/{= v}""#, #"{"x":1}"#,
      "idEmpty : an id in the path of the document is empty: take another then in `to`, by {= name ?? $key} for example"
    ),
    (
      #"to: "c/{= v}""#, #"{"v":"a/b"}"#,
      #"idSlash : an id in the path of the document holds a slash: replace it in `to`, by {= $key | replace("/", "_")} for example"#
    ),
    (#"fields: {}"#, #"{"v" 1}"#, "syntax : expected ':' after a key, found '1' at byte 15"),
    (#"fields: {}"#, #"{"v":1,"v":2}"#, "duplicateKey : the key \"v\" stands twice in one object"),
  ])
  func `says what is wrong with a record`(_ triple: (String, String, String)) throws {
    #expect(try faults(rule: triple.0, export: #"{"c":{"k":\#(triple.1)}}"#) == [triple.2])
  }

  @Test(arguments: [
    (
      #"{"k":{"x":1,"x":2}}"#,
      "duplicateKey : join j: a key stands twice in one object of the joined part"
    ),
    (#"{"k":{"x" 1}}"#, "syntax : join j: expected ':' after a key, found '1' at byte 33"),
    (#"{"q":1}"#, "joinMissing : join j: /u/{id} is not in the export"),
  ])
  func `says what is wrong with a joined part`(_ pair: (String, String)) throws {
    #expect(
      try faults(
        rule: #"join: {j: {from: "/u/{id}", missing: "reject"}}, fields: {j: "any"}"#,
        export: #"{"c":{"k":{"v":1}},"u":\#(pair.0)}"#) == [pair.1])
  }

  @Test func `says that a record stands twice`() throws {
    #expect(
      try faults(rule: "fields: {}", export: #"{"c":{"k":{"v":1},"k":{"v":2}}}"#) == [
        "duplicateKey : the record stands twice in the export; the first one stands"
      ])
  }

  @Test func `says that a record stands twice whose document is another`() throws {
    #expect(
      try faults(
        rule: #"to: "c/{= v}", fields: {}"#, export: #"{"c":{"k":{"v":"1"},"k":{"v":"2"}}}"#)
        == ["duplicateKey : the record stands twice in the export; the first one stands"])
  }

  @Test func `a failed step has a name, and never its value`() {
    #expect(Value.failed(Failure("x")).kindName == "a failed step")
  }
}
