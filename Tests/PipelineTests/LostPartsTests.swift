import Testing

@testable import Pipeline

/// Parts of an export that were once lost, or taken for something they are not.
@Suite struct LostPartsTests {
  static func mapping(_ rules: String, policy: String = "{}") -> String {
    "{name:\"t\",policy:\(policy),rules:[\(rules)]}"
  }

  // MARK: What other rules claim

  @Test func `what stands beside a part deep in a field that another rule claims is kept`() throws {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",unknown:"keep",fields:{v:"integer"}},"#
          + #"{from:"/c/{id}/h/{hall}/plan/{p}",to:"p/{p}",fields:{n:"integer"}}"#),
      #"{"c":{"a":{"v":1,"h":{"h1":{"name":"A","plan":{"x":{"n":1}}},"h2":{"plan":{"y":{"n":2}}}}},"b":{"h":[{"plan":{"z":{"n":3}}},2.5]}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"v":1,"h":{"h1":{"name":"A"}}}"#, "c/b": #"{"h":{"1":2.5}}"#,
        "p/x": #"{"n":1}"#, "p/y": #"{"n":2}"#, "p/z": #"{"n":3}"#,
      ])
  }

  @Test func `what another rule claims of one record is kept of the others`() throws {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",unknown:"keep",fields:{v:"integer"}},"#
          + #"{from:"/c/main/e/{e}",to:"e/{e}",fields:{n:"integer"}},"#
          + #"{from:"/c/all/{x}",to:"x/{x}",fields:{n:"integer"}}"#),
      #"{"c":{"main":{"v":1,"e":{"x":{"n":1}}},"side":{"v":2,"e":{"y":{"n":2}}},"all":{"z":{"n":3}}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/main": #"{"v":1}"#, "c/side": #"{"v":2,"e":{"y":{"n":2}}}"#, "c/all": "{}",
        "e/x": #"{"n":1}"#, "x/z": #"{"n":3}"#,
      ])
  }

  @Test(arguments: [("drop", ["h": 1]), ("reject", ["h": 1])])
  func `what stands beside a claimed part is counted, and refused where the rule says so`(
    _ pair: (String, [String: Int])
  ) throws {
    let arrival = try Journey(
      Self.mapping(
        "{from:\"/c/{id}\",to:\"c/{id}\",unknown:\"\(pair.0)\",fields:{v:\"integer\"}},"
          + #"{from:"/c/{id}/h/plan/{p}",to:"p/{p}",fields:{n:"integer"}}"#),
      #"{"c":{"a":{"v":1,"h":{"name":"A","plan":{"x":{"n":1}}}},"b":{"v":2,"h":{"plan":{"y":{"n":2}}}}}}"#
    ).run()
    let unread = arrival.report.rules[0].tally.unread
    let names = unread.names.map { String(decoding: $0, as: UTF8.self) }
    #expect(Dictionary(uniqueKeysWithValues: zip(names, unread.counts)) == pair.1)
    #expect(arrival.faults == (pair.0 == "reject" ? ["unknownField /c/a"] : []))
    #expect(arrival.documents["c/b"] == #"{"v":2}"#)
  }

  @Test func `a rule that reads the record itself refuses no field of it as unknown`() throws {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",unknown:"reject",fields:{k:{type:"[string]",value:"$value | keys"}}}"#
      ),
      #"{"c":{"a":{"u1":true,"u2":true}}}"#
    ).run()
    #expect(arrival.documents == ["c/a": #"{"k":["u1","u2"]}"#])
  }

  // MARK: Parts of `$value`

  /// What is unread of one record, and its document.
  private func unread(
    _ fields: String, unknown: String = "drop", join: String = "{}",
    _ record: String = #"{"v":1,"w":2,"m":{"a":1,"b":2}}"#
  ) throws -> (names: [String], document: String?, faults: [String]) {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",unknown:"\#(unknown)",join:\#(join),fields:{\#(fields)}}"#),
      #"{"c":{"a":\#(record)},"p":{"a":7}}"#
    ).run()
    let names = arrival.report.rules[0].tally.unread.names
    return (
      names.map { String(decoding: $0, as: UTF8.self) }.sorted(), arrival.documents["c/a"],
      arrival.faults
    )
  }

  @Test(arguments: [
    (#"x:{type:"integer",value:"$value.v"}"#, ["m", "w"]),
    (#"x:{type:"integer",value:"$value[\"v\"]"}"#, ["m", "w"]),
    (#"x:{type:"any",value:"[$value.v, $value.w]"}"#, ["m"]),
    (#"x:{type:"any",value:"$value.m.a"}"#, ["v", "w"]),
    // Of the map, only what its fields name.
    (#"x:{type:"map",value:"$value.m",fields:{a:"integer"}}"#, ["m.b", "v", "w"]),
    (#"x:{type:"map",value:"m",fields:{a:{type:"any",value:"$value.m.b"}}}"#, ["m.a", "v", "w"]),
    (#"x:{type:"map",value:"m",fields:{a:{type:"any",value:"$value.*.b"}}}"#, ["m.a"]),
    // The element, not the record.
    (#"x:{type:"any",value:"m | each($value.v)"}"#, ["v", "w"]),
    (#"x:{type:"any",value:"$value.m | each($value.v)"}"#, ["v", "w"]),
    // Any field, and the record itself.
    (#"x:{type:"any",value:"$value[$key]"}"#, []), (#"x:{type:"any",value:"$value.*"}"#, []),
    (#"x:{type:"any",value:"$value"}"#, []), (#"x:{type:"any",value:"$value | count"}"#, []),
    (#"x:{type:"any",value:"$value | each($value.v)"}"#, []),
  ])
  func `fields beside a part of the record that is read as one of $value are unread`(
    _ pair: (String, [String])
  ) throws {
    #expect(try unread(pair.0).names == pair.1)
  }

  @Test func `fields beside a part of $value are kept, or refused, where the rule says so`() throws
  {
    let part = #"x:{type:"integer",value:"$value.v"}"#
    let kept = try unread(part, unknown: "keep")
    #expect(kept.document == #"{"x":1,"w":2,"m":{"a":1,"b":2}}"#)
    #expect(kept.names == ["m", "w"])
    #expect(try unread(part, unknown: "reject").faults == ["unknownField /c/a"])
    #expect(try unread(part, unknown: "reject", #"{"v":1}"#).document == #"{"x":1}"#)
  }

  @Test func `a part of $value is the record's, also where a join hides the field`() throws {
    let part = #"x:{type:"any",value:"$value.w"},y:{type:"any",value:"w"}"#
    let read = try unread(part, join: #"{w:"/p/{id}"}"#)
    #expect(read.document == #"{"x":2,"y":7}"#)
    #expect(read.names == ["m", "v"])
    // What is joined is no field of the record: the one of its name stays unread.
    #expect(
      try unread(#"y:{type:"any",value:"w"}"#, join: #"{w:"/p/{id}"}"#).names == ["m", "v", "w"])
  }

  @Test func `a part of $value is read though another rule claims it`() throws {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",fields:{n:{type:"integer",value:"$value.m | count"}}},"#
          + #"{from:"/c/{id}/m/{m}",to:"m/{m}",fields:{t:"string"}}"#),
      #"{"c":{"a":{"m":{"x":{"t":"1"},"y":{"t":"2"}}}}}"#
    ).run()
    #expect(arrival.documents["c/a"] == #"{"n":2}"#)
  }

  // MARK: What is no record

  @Test func `the priority of a container is no record, in the file or among joined children`()
    throws
  {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",join:{j:"/p/{id}"},fields:{v:"integer",j:"integer"}}"#),
      #"{"c":{".priority":3,"a":{".priority":1,"v":1}},"p":{".priority":4,"a":7}}"#
    ).run()
    #expect(arrival.documents == ["c/a": #"{"v":1,"j":7}"#])
    #expect(arrival.faults == [])
    #expect(arrival.report.totals.read == 1)
    #expect(arrival.report.rules[0].tally.joins[0].orphans == 0)
    // The container's and the record's, which no expression reads.
    #expect(arrival.report.rules[0].tally.droppedPriorities == 2)
  }

  @Test(arguments: [
    #"{"c":{"a":{"v":1},"b":null,"d":{"v":3}},"p":{"a":1,"b":2,"d":3}}"#,
    #"{"c":{"d":{"v":3},"b":{},"a":{"v":1}},"p":{"a":1,"b":2,"d":3}}"#,
    #"{"c":{"0":{"v":1},"1":[],"3":{"v":3}},"p":[1,2,null,3]}"#,
  ])
  func `what would be joined to an absent record is an orphan, in whatever order keys stand`(
    _ export: String
  ) throws {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{id}",to:"c/{id}",join:{j:"/p/{id}"},fields:{j:"integer"}}"#), export
    ).run()
    #expect(JoinTests.counts(arrival) == [2, 0, 1])
  }

  // MARK: Records that stand twice

  @Test func `a record that stands twice is a reject though its id is made of data`() throws {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{id}",to:"c/{= s}",fields:{v:"integer"}}"#),
      #"{"c":{"b":{"v":0,"s":"q"},"a":{"v":1,"s":"x"},"n":null,"n":{"v":5,"s":"n"},"a":{"v":2,"s":"y"}}}"#
    ).run()
    #expect(
      arrival.documents == ["c/q": #"{"v":0}"#, "c/x": #"{"v":1}"#, "c/n": #"{"v":5}"#])
    #expect(arrival.faults == ["duplicateKey /c/a"])
  }

  @Test(arguments: [
    // Behind a collision: `a_b/c` has made the document of `a/b_c`, which stands twice.
    (
      #"{from:"/c/{x}/{y}",to:"c/{x}_{y}"}"#,
      #"{"c":{"a_b":{"c":{"v":1}},"a":{"b_c":{"v":2},"b_c":{"v":3}}}}"#,
      ["idCollision /c/a/b_c", "duplicateKey /c/a/b_c"]
    ),
    (
      #"{from:"/b/{id}",to:"c/{id}"},{from:"/c/{id}",to:"c/{id}"}"#,
      #"{"b":{"k":{"v":1}},"c":{"k":{"v":2},"k":{"v":3}}}"#,
      ["idCollision /c/k", "duplicateKey /c/k"]
    ),
    // Behind a reject: the first stands as what it is.
    (
      #"{from:"/c/{id}",to:"c/{id}",fields:{v:"integer"}}"#,
      #"{"c":{"k":{"v":"x"},"k":{"v":3}}}"#, ["type /c/k", "duplicateKey /c/k"]
    ),
    // Containers above records that stand twice are united.
    (
      #"{from:"/c/{x}/m/{y}",to:"c/{x}_{y}"}"#,
      #"{"c":{"a":{"m":{"k":{"v":1}},"m":{"k":{"v":2},"l":{"v":3}}},"b":{"m":{"k":{"v":1}}},"a":{"m":{"l":{"v":4}}}}}"#,
      ["duplicateKey /c/a/m/k", "duplicateKey /c/a/m/l"]
    ),
    // Two rules that read the same records: none of them stands twice.
    (
      #"{from:"/c/{id}",to:"c/{id}"},{from:"/c/k",to:"c/k"}"#,
      #"{"c":{"z":{"v":1},"k":{"v":2}}}"#, ["idCollision /c/k"]
    ),
    (
      #"{from:"/c/k",to:"c/k"}"#, #"{"c":{"k":{"v":1},"z":1,"k":{"v":2}}}"#, ["duplicateKey /c/k"]
    ),
  ])
  func `a record that stands twice is duplicateKey, whatever became of the first`(
    _ rules: String, _ export: String, _ faults: [String]
  ) throws {
    #expect(try Journey(Self.mapping(rules), export).run().faults == faults)
  }

  @Test func `other keys of a record's parents need not ascend`() throws {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{x}/m/{y}",to:"c/{x}_{y}"}"#),
      #"{"c":{"a":{"z":1,"m":{"k":{"v":1}},"b":1},"b":{"m":{"k":{"v":2},"k2":{"v":1}}},"x":5}}"#
    ).run()
    #expect(arrival.faults == [])
    #expect(arrival.documents.count == 3)
  }

  // MARK: Ids

  @Test func `an id of which a part is absent is empty, so that records without it share none`()
    throws
  {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{id}",to:"c/{= u}_{= p}",fields:{v:"integer"}}"#),
      #"{"c":{"a":{"u":"ann","v":1},"b":{"u":"bob","p":2,"v":1},"d":{"u":"","p":"3","v":1}}}"#
    ).run()
    #expect(arrival.faults == ["idEmpty /c/a"])
    #expect(arrival.documents == ["c/bob_2": #"{"v":1}"#, "c/_3": #"{"v":1}"#])
  }

  // MARK: Numbers

  @Test(arguments: [
    ("100000000000000000000", "1e+20"), ("9223372036854775808", "9.223372036854775808e+18"),
    ("-18446744073709551616", "-1.8446744073709552e+19"),
  ])
  func `a whole double that is written with all its digits is a double`(_ pair: (String, String))
    throws
  {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{id}",to:"c/{id}",fields:{v:"double"}}"#),
      #"{"c":{"a":{"v":\#(pair.0)}}}"#
    ).run()
    let expected = try #require(Double(pair.1))
    #expect(arrival.documents == ["c/a": "{\"v\":\(expected)}"])
  }

  @Test(arguments: [
    "18446744073709551615", "100000000000000000001", "1e400", "-9223372036854775809",
  ])
  func `a number that no double holds is no double`(_ number: String) throws {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{id}",to:"c/{id}",fields:{v:"double"}}"#),
      #"{"c":{"a":{"v":\#(number)}}}"#
    ).run()
    #expect(arrival.faults == ["numberRange /c/a"])
  }

  // MARK: Geo points

  @Test(arguments: [
    ("[a, b]", #"{"v":{"latitude":1.5,"longitude":-2.0}}"#), ("[b, a, a]", "type /c/a"),
    ("[a, x]", "type /c/a"), ("[a, t]", "type /c/a"), ("[a, big]", "range /c/a"),
    ("a | geopoint(big)", "range /c/a"), ("big | geopoint(a)", "range /c/a"),
  ])
  func `two numbers in a list that a step makes are a geo point like an array of the export`(
    _ pair: (String, String)
  ) throws {
    let arrival = try Journey(
      Self.mapping(
        #"{from:"/c/{id}",to:"c/{id}",fields:{v:{type:"geopoint",value:"\#(pair.0)"}}}"#),
      #"{"c":{"a":{"a":1.5,"b":-2,"t":"3","big":1e400}}}"#
    ).run()
    #expect((arrival.documents["c/a"] ?? arrival.faults.first) == pair.1)
  }

  // MARK: Lists as maps

  @Test(arguments: [
    (#"m:{type:"map",value:"l | distinct"}"#, #"{"m":{"0":5,"1":6}}"#),
    (
      #"m:{type:"map",value:"[t | iso8601, l]"}"#,
      #"{"m":{"0":"2020-01-01T00:00:00Z","1":[5,6,5]}}"#
    ),
    (
      #"m:{type:"map",value:"l | distinct",fields:{x:{type:"integer",value:"`1`"}}}"#,
      #"{"m":{"x":6}}"#
    ),
    (#"m:{type:"[map]",value:"[l, [t]]"}"#, #"{"m":[{"0":5,"1":6,"2":5},{"0":"2020-01-01"}]}"#),
  ])
  func `a list that a step makes is a map by index like an array of the export`(
    _ pair: (String, String)
  ) throws {
    let arrival = try Journey(
      Self.mapping(#"{from:"/c/{id}",to:"c/{id}",fields:{\#(pair.0)}}"#),
      #"{"c":{"a":{"l":[5,6,5],"t":"2020-01-01"}}}"#
    ).run()
    #expect(arrival.documents == ["c/a": pair.1])
  }
}
