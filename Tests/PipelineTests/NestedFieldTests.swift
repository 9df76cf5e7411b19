import Testing

@testable import Pipeline

/// `fields` inside fields: maps and lists of maps whose contents the model declares (contract 2.2).
@Suite struct NestedFieldTests {
  private func arrival(
    _ fields: String, _ record: String, rule: String = "", policy: String = ""
  ) throws -> Journey.Arrival {
    try Journey(
      "{name:\"t\",\(policy)rules:[{from:\"/c/{id}\",to:\"c/{id}\",\(rule)fields:{\(fields)}}]}",
      "{\"c\":{\"k\":\(record)},\"j\":{\"k\":{\"t\":\"joined\"}}}"
    ).run()
  }

  /// The document, or the first fault's code, field and place.
  private func outcome(_ fields: String, _ record: String, rule: String = "") throws -> String {
    let arrival = try arrival(fields, record, rule: rule)
    if let fault = arrival.rejects.first?.fault {
      return
        "\(fault.code.rawValue) \(fault.field) \(String(decoding: fault.source, as: UTF8.self))"
    }
    return arrival.documents["c/k"] ?? "lost"
  }

  @Test(arguments: [
    // A map, its fields by their own names, in the mapping's order.
    (
      #"m:{type:"map",fields:{b:"integer",a:"string"}}"#, #"{"m":{"a":"x","b":1,"c":2}}"#,
      #"{"m":{"b":1,"a":"x"}}"#
    ),
    // Paths start at the map, `$.` at the record; `$key` is the record's.
    (
      #"m:{type:"map",fields:{a:{type:"string",value:"x.y"},r:{type:"string",value:"$.r"},k:{type:"string",value:"$key"}}}"#,
      #"{"m":{"x":{"y":"in"},"r":"inner"},"r":"outer"}"#, #"{"m":{"a":"in","r":"outer","k":"k"}}"#
    ),
    // Maps in lists in maps.
    (
      #"l:{type:"[map]",fields:{m:{type:"map",fields:{n:{type:"[map]",fields:{v:"integer"}}}}}}"#,
      #"{"l":[{"m":{"n":{"0":{"v":1},"1":{"v":2}}}}]}"#, #"{"l":[{"m":{"n":[{"v":1},{"v":2}]}}]}"#
    ),
    // Lists of lists of maps.
    (
      #"l:{type:"[[map]]",fields:{v:"integer",i:{type:"string",value:"$index"}}}"#,
      #"{"l":[[{"v":1}],[{"v":2},{"v":3}]]}"#,
      #"{"l":[[{"v":1,"i":"0"}],[{"v":2,"i":"0"},{"v":3,"i":"1"}]]}"#
    ),
    // Holes are left out and counted by `$index`.
    (
      #"l:{type:"[map]",fields:{v:"integer",i:{type:"string",value:"$index"}}}"#,
      #"{"l":[null,{"v":1},null,{"v":3}]}"#, #"{"l":[{"v":1,"i":"1"},{"v":3,"i":"3"}]}"#
    ),
    // With `value` any map will do, in key order.
    (
      #"l:{type:"[map]",value:"l",fields:{i:{type:"string",value:"$index"}}}"#,
      #"{"l":{"b":{"v":1},"10":{"v":1},"9":{"v":1},"a":{"v":1}}}"#,
      #"{"l":[{"i":"9"},{"i":"10"},{"i":"a"},{"i":"b"}]}"#
    ),
    // The index of the list around the map.
    (
      #"l:{type:"[map]",fields:{m:{type:"map",fields:{i:{type:"string",value:"$index"},v:"integer"}}}}"#,
      #"{"l":[{"m":{"v":1}}]}"#, #"{"l":[{"m":{"i":"0","v":1}}]}"#
    ),
    // Computed maps have fields, too.
    (
      #"l:{type:"[map]",value:"s | entries",fields:{id:{type:"string",value:"key"},n:{type:"integer",value:"value.n"}}}"#,
      #"{"s":{"b":{"n":2},"a":{"n":1}}}"#, #"{"l":[{"id":"a","n":1},{"id":"b","n":2}]}"#
    ),
    // An array is the map by its indices.
    (
      #"m:{type:"map",fields:{a:{type:"string",value:"`1`"}}}"#, #"{"m":["x","y"]}"#,
      #"{"m":{"a":"y"}}"#
    ),
    // So is a computed list.
    (#"m:{type:"map",value:"s | reverse"}"#, #"{"s":["x","y"]}"#, #"{"m":{"0":"y","1":"x"}}"#),
    (
      #"m:{type:"map",value:"s | reverse",fields:{a:{type:"string",value:"`1`"}}}"#,
      #"{"s":["x","y"]}"#, #"{"m":{"a":"x"}}"#
    ),
    // Nothing inside is nothing.
    (#"m:{type:"map",fields:{a:"string"}}"#, #"{"m":{"z":1},"w":1}"#, "{}"),
    (
      #"l:{type:"[map]",fields:{a:"string"}}"#, #"{"l":[{"z":1},{"a":"x"}]}"#, #"{"l":[{"a":"x"}]}"#
    ),
    (#"m:{type:"map",fields:{a:{type:"integer",default:0}}}"#, #"{"w":1}"#, "{}"),
    (
      #"m:{type:"map",fields:{a:{type:"integer",default:0}}}"#, #"{"m":{"z":1}}"#, #"{"m":{"a":0}}"#
    ),
    (#"m:{type:"map",default:{a:1},fields:{a:"double"}}"#, #"{"w":1}"#, #"{"m":{"a":1.0}}"#),
    // Joined parts are maps like others.
    (
      #"m:{type:"map",value:"j",fields:{t:"string",u:{type:"string",value:"$.t"}}}"#,
      #"{"t":"own"}"#,
      #"{"m":{"t":"joined","u":"own"}}"#
    ),
  ])
  func `makes a map of its fields`(_ fields: String, _ record: String, _ document: String) throws {
    let rule = #"join:{j:"/j/{id}"},"#
    #expect(try outcome(fields, record, rule: rule) == document)
  }

  @Test(arguments: [
    (#"m:{type:"map",fields:{a:"integer"}}"#, #"{"m":{"a":"x"}}"#, "type m.a /c/k/m/a"),
    (#"m:{type:"map",fields:{a:"integer!"}}"#, #"{"m":{"b":1}}"#, "missing m.a /c/k/m/a"),
    (#"m:{type:"map!",fields:{a:"integer"}}"#, #"{"m":{"b":1}}"#, "missing m /c/k/m"),
    (#"m:{type:"map",fields:{a:"integer"}}"#, #"{"m":5}"#, "type m /c/k/m"),
    (
      #"l:{type:"[map]",fields:{a:"integer"}}"#, #"{"l":[{"a":1},{"a":"x"}]}"#,
      "type l.*.a /c/k/l/1/a"
    ),
    (#"l:{type:"[map]",fields:{a:"integer"}}"#, #"{"l":[{"a":1},5]}"#, "type l.* /c/k/l"),
    (#"l:{type:"[map]",fields:{a:"integer"}}"#, #"{"l":{"x":{"a":1}}}"#, "type l /c/k/l"),
    (
      #"l:{type:"[map]",value:"o.p",fields:{a:{type:"integer",value:"q.r"}}}"#,
      #"{"o":{"p":{"x":{"q":{"r":"no"}}}}}"#, "type l.*.a /c/k/o/p/x/q/r"
    ),
    (
      #"l:{type:"[map]",value:"s | entries",fields:{key:"integer"}}"#, #"{"s":{"x":1}}"#,
      "type l.*.key /c/k"
    ),
    (#"l:{type:"[map]",minItems:2,fields:{a:"integer"}}"#, #"{"l":[{"a":1}]}"#, "items l /c/k/l"),
    (
      #"l:{type:"[map]",uniqueItems:true,fields:{a:"integer"}}"#,
      #"{"l":[{"a":1,"b":1},{"a":1.0}]}"#, "items l /c/k/l"
    ),
  ])
  func `names what is wrong inside by pattern and by place`(
    _ fields: String, _ record: String, _ fault: String
  ) throws {
    #expect(try outcome(fields, record) == fault)
  }

  @Test(arguments: [
    // The field inside is dropped.
    (
      #"m:{type:"map",fields:{a:{type:"integer",onError:"drop"},b:"integer"}}"#,
      #"{"m":{"a":"x","b":1}}"#, #"{"m":{"b":1}}"#
    ),
    // A field around it takes the fault.
    (
      #"m:{type:"map",onError:"drop",fields:{a:"integer",t:"timestamp"}},w:"integer""#,
      #"{"m":{"t":"2020-01-01T00:00:00Z","a":"x"},"w":1}"#, #"{"w":1}"#
    ),
    (
      #"m:{type:"map",onError:"default",default:{a:7},fields:{a:"integer!"}}"#, #"{"m":{"z":1}}"#,
      #"{"m":{"a":7}}"#
    ),
    (
      #"l:{type:"[map]",onError:"drop",fields:{m:{type:"map",fields:{a:"integer"}}}},w:"integer""#,
      #"{"l":[{"m":{"a":1}},{"m":{"a":"x"}}],"w":1}"#, #"{"w":1}"#
    ),
    // The inner of two takes it.
    (
      #"o:{type:"map",onError:"drop",fields:{m:{type:"map",onError:"drop",fields:{a:"integer"}},b:"integer"}}"#,
      #"{"o":{"m":{"a":"x"},"b":1}}"#, #"{"o":{"b":1}}"#
    ),
    // What follows a field that was dropped for its fault is judged as ever.
    (
      #"m:{type:"map",onError:"drop",fields:{a:"integer"}},w:"integer""#,
      #"{"m":{"a":"x"},"w":"x"}"#, "type w /c/k/w"
    ),
  ])
  func `lets a field around it take a fault`(
    _ fields: String, _ record: String, _ result: String
  ) throws {
    #expect(try outcome(fields, record) == result)
  }

  @Test(arguments: [
    (#"o:{type:"map",fields:{x:{type:"integer",value:"$.w"}}}"#, "/c/k/w"),
    (#"o:{type:"map",fields:{x:{type:"integer",value:"$.p.w"}}}"#, "/c/k/p/w"),
    (#"o:{type:"map",fields:{x:{type:"integer",value:"$value.w"}}}"#, "/c/k/w"),
    (#"l:{type:"[map]",fields:{x:{type:"integer",value:"$.w"}}}"#, "/c/k/w"),
    (
      #"o:{type:"map",value:"$value.o",fields:{m:{type:"map",fields:{a:"integer"}}}}"#, "/c/k/o/m/a"
    ),
    // What lies in a map that is elsewhere is told by the map around the field, and that next to it as ever.
    (#"o:{type:"map",fields:{p:{type:"map",value:"$.p",fields:{w:"integer"}}}}"#, "/c/k/o"),
    (
      #"o:{type:"map",fields:{p:{type:"map",value:"$.p",fields:{v:"any"}},m:{type:"map",fields:{a:"integer"}}}}"#,
      "/c/k/o/m/a"
    ),
  ])
  func `names where a value of the record lies that a field inside a map reads`(
    _ pair: (String, String)
  ) throws {
    let arrival = try arrival(
      pair.0, #"{"w":"x","p":{"w":"x","v":1},"o":{"v":1,"m":{"a":"x"}},"l":[{"v":1}]}"#)
    let fault = try #require(arrival.rejects.first?.fault)
    #expect(String(decoding: fault.source, as: UTF8.self) == pair.1)
  }

  @Test func `counts fields inside maps that nobody reads, by pattern`() throws {
    let arrival = try arrival(
      #"""
      items:{type:"[map]",value:"items",fields:{at:"integer",who:{type:"map",value:"by.user",fields:{n:"string"}}}},
      sum:{type:"number",value:"items.*.price | sum"},
      n:{type:"integer",value:"items | count"},
      whole:{type:"map",fields:{a:"integer"}}, copy:{type:"any",value:"whole"},
      one:{type:"map",value:"list[0]",fields:{a:"integer"}}
      """#,
      #"""
      {"items":{"x":{"at":1,"price":2,"old":3,"by":{"user":{"n":"x","age":1},"role":"r"}},"y":{"old":4}},
       "whole":{"a":1,"b":2},"list":[{"a":1,"z":2}],"top":1}
      """#)
    let unread = arrival.report.rules[0].tally.unread
    let names = zip(unread.names, unread.counts).map {
      "\(String(decoding: $0, as: UTF8.self)) \($1)"
    }
    #expect(names.sorted() == ["items.*.by.user.age 1", "items.*.old 2", "list.*.z 1", "top 1"])
  }

  @Test func `keeps the types that JSON cannot say by pattern, each once`() throws {
    var journey = Journey(
      #"""
      {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{
        l:{type:"[map]",fields:{at:"timestamp",r:{type:"[reference]"},m:{type:"map",fields:{g:"geopoint"}}}},
        "a.b":"timestamp"}}]}
      """#,
      #"""
      {"c":{"k":{"l":[{"at":"2020-01-01T00:00:00Z"},{"at":"2020-01-01T00:00:00Z","r":["a/b"],"m":{"g":[1,2]}}],
       "a.b":"2020-01-01T00:00:00Z"}}}
      """#)
    journey.workers = 1
    let arrival = try journey.run()
    #expect(
      arrival.types == [
        #"{"l.*.at":"timestamp","l.*.r.*":"reference","l.*.m.g":"geopoint","a\\.b":"timestamp"}"#
      ])
  }

  @Test func `forgets the types of a field that is dropped for a fault inside`() throws {
    let arrival = try arrival(
      #"m:{type:"map",onError:"drop",fields:{t:"timestamp",a:"integer"}},w:"integer""#,
      #"{"m":{"t":"2020-01-01T00:00:00Z","a":"x"},"w":1}"#)
    #expect(arrival.types == [""])
  }

  @Test func `counts each field inside by pattern`() throws {
    let arrival = try arrival(
      #"l:{type:"[map]",fields:{a:"integer",b:{type:"integer",default:0}}}"#,
      #"{"l":[{"a":1},{"a":2,"b":3}]}"#)
    let rule = arrival.report.rules[0]
    #expect(rule.fields == ["l", "l.*.a", "l.*.b"])
    #expect(rule.tally.fields.map(\.present) == [1, 2, 1])
    #expect(rule.tally.fields.map(\.defaulted) == [0, 0, 1])
  }

  @Test func `does not take a pipe inside a map for the same text at the top`() throws {
    #expect(
      try outcome(
        #"""
        n:{type:"integer",value:"l | members | count"},
        m:{type:"map",fields:{n:{type:"integer",value:"l | members | count"}}},
        o:{type:"integer",value:"l | members | count"}
        """#, #"{"l":["a","b"],"m":{"l":["a"]}}"#) == #"{"n":2,"m":{"n":1},"o":2}"#)
  }

  @Test func `survives 32 maps in each other`() throws {
    var fields = #"v:"integer""#
    var record = #"{"v":1}"#
    for _ in 0..<31 {
      fields = #"m:{type:"map",fields:{\#(fields)}}"#
      record = #"{"m":\#(record)}"#
    }
    #expect(try outcome(fields, record) == record)
  }
}
