import Testing

@testable import Pipeline

/// Limits on the way of a record: what is judged when, what is told, and what it costs targets without limits.
@Suite struct LimitRunTests {
  private static let keep =
    #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",unknown:"keep",fields:{}}]}"#

  private func run(
    _ mapping: String, _ export: String, _ limits: TargetLimits? = .firestore
  ) throws -> Journey.Arrival {
    var journey = Journey(mapping, export)
    journey.limits = limits
    return try journey.run()
  }

  private func warnings(_ arrival: Journey.Arrival) -> [String] {
    arrival.report.warnings.map { "\($0.code) \($0.count)" }
  }

  @Test func `rejects a record with its first fault and counts all of them`() throws {
    let export = #"{"c":{"__x__":{"__y__":1,"l":[[1]]},"good":{"l":[1]}}}"#
    let arrival = try run(Self.keep, export)
    #expect(arrival.faults == ["idReserved /c/__x__"])
    #expect(arrival.rejects[0].to.map { String(decoding: $0, as: UTF8.self) } == "c/__x__")
    #expect(
      arrival.report.violations.groups.map { "\($0.code) \($0.field)" } == [
        "idReserved ", "fieldName __y__", "nestedArray l.*",
      ])
    #expect(arrival.documents == ["c/good": #"{"l":[1]}"#])
  }

  @Test func `judges limits behind fields and unknown fields, and before collisions`() throws {
    let mapping = """
      {name:"t",rules:[
        {from:"/c/{id}",to:"c/{= k}",unknown:"reject",fields:{k:"string",n:"integer",l:"any"}}]}
      """
    let arrival = try run(
      mapping,
      #"{"c":{"a":{"k":"__x__","n":"1"},"b":{"k":"__x__","u":1},"d":{"k":"x","l":[[1]]},"e":{"k":"x"},"f":{"k":"x"}}}"#
    )
    #expect(
      arrival.faults == [
        "type /c/a", "unknownField /c/b", "nestedArray /c/d", "idCollision /c/f",
      ])
  }

  @Test func `targets without limits take it all`() throws {
    let export = #"{"c":{"__x__":{"__y__":1,"l":[[1]]}}}"#
    let arrival = try run(Self.keep, export, nil)
    #expect(arrival.faults == [])
    #expect(warnings(arrival) == [])
    #expect(arrival.documents == ["c/__x__": #"{"__y__":1,"l":[[1]]}"#])
  }

  @Test func `measures values of types that JSON cannot say by their type`() throws {
    let mapping = """
      {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",
        fields:{d:"timestamp",g:"geopoint",r:"[reference]",b:"bytes",a:{type:"any",value:"d | iso8601"}}}]}
      """
    let export =
      #"{"c":{"x":{"d":"2021-07-08T09:10:11.123456Z","g":{"lat":1.5,"lng":2},"r":["u/v"],"b":"AAEC"}}}"#
    // c/x: 20 and 32; then d 10, g 18, r 2 + 20, b 5, a 10.
    var limits = TargetLimits.firestore
    limits.documentBytes = 52 + 10 + 18 + 22 + 5 + 10
    let fitting = try run(mapping, export, limits)
    #expect(fitting.faults == [])
    limits.documentBytes -= 1
    let larger = try run(mapping, export, limits)
    #expect(larger.faults == ["size /c/x"])
  }

  @Test func `warns of push ids once a collection, whatever the number of rules and workers`()
    throws
  {
    let mapping = """
      {name:"t",rules:[{from:"/a/{id}",to:"c/{id}",fields:{}},{from:"/b/{id}",to:"c/{id}",fields:{}},
        {from:"/d/{id}",to:"d/{id}",fields:{}}]}
      """
    let ids = { (letter: String) in
      (10..<60).map { "\"-MPvEb-\(letter)0aaaaaaaaa\($0)\":1" }.joined(separator: ",")
    }
    let other = (10..<60).map { "\"k\($0)\":1" }.joined(separator: ",")
    var journey = Journey(
      mapping.replacing("fields:{}", with: #"fields:{v:{type:"any",value:"$value"}}"#),
      "{\"a\":{\(ids("a"))},\"b\":{\(ids("b"))},\"d\":{\(other)}}")
    journey.limits = .firestore
    journey.batch = 7
    let arrival = try journey.run()
    #expect(warnings(arrival) == ["sequentialIds 100"])
    #expect(arrival.report.warnings[0].message.hasPrefix("c: ids are push ids"))
  }

  @Test func `warns of other ids that ascend, if there are many`() throws {
    let export = { (keys: [Int]) in
      "{\"c\":{" + keys.map { "\"k\($0)\":{\"v\":1}" }.joined(separator: ",") + "}}"
    }
    let many = try run(Self.keep, export(Array(1_000..<2_000)))
    #expect(warnings(many) == ["sequentialIds 1000"])
    let few = try run(Self.keep, export(Array(1_000..<1_999)))
    #expect(warnings(few) == [])
    let mixed = try run(Self.keep, export((0..<3_000).map { 1_000 + $0 * 7 % 3_001 }))
    #expect(warnings(mixed) == [])
  }

  @Test func `warns of too many index entries and of texts that are cut`() throws {
    let list = (0..<39_999).map { _ in "1" }.joined(separator: ",")
    let arrival = try run(
      Self.keep,
      "{\"c\":{\"a\":{\"l\":[\(list)]},\"b\":{\"t\":\"\(String(repeating: "x", count: 1501))\"}}}")
    #expect(arrival.faults == [])
    #expect(warnings(arrival) == ["indexEntries 1", "indexedLength 1"])
    #expect(arrival.report.warnings[1].message.hasPrefix("rules[0].fields.t: "))
  }

  @Test func `says nothing of a value in a message`() throws {
    let arrival = try run(Self.keep, #"{"c":{"__secret__":{"__name__":"hush"}}}"#)
    for reject in arrival.rejects {
      #expect(!reject.fault.message.contains("secret"))
      #expect(!reject.fault.message.contains("hush"))
    }
  }
}
