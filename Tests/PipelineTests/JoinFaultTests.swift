import JSONTree
import Testing

@testable import Pipeline

/// Partners that are missing, stand twice, or are broken.
@Suite struct JoinFaultTests {
  @Test(arguments: [
    #"{from:"/u/{id}",missing:"reject"}"#, #"{from:"/u/{= by}",missing:"reject"}"#,
    #"{from:"/g/{x}",by:"of",missing:"reject"}"#,
  ])
  func `a partner that must be there rejects its record, whatever the kind`(_ join: String) throws {
    let arrival = try Journey(
      JoinTests.rule("j:\(join)", more: #",where:"!skip""#),
      #"{"c":{"a":{"by":"a"},"b":{"by":"b"},"d":{"by":"d","skip":true}},"u":{"a":1},"g":{"x":{"of":"a"}}}"#
    ).run()
    #expect(arrival.faults == ["joinMissing /c/b"])
    #expect(arrival.report.totals.filtered == 1)
    #expect(JoinTests.counts(arrival) == [1, 1, 0])
    guard case .value = arrival.rejects[0].content else {
      Issue.record("nothing is wrong with the record's bytes")
      return
    }
  }

  @Test func `of children that stand twice the first stands, wherever the second belongs`() throws {
    let arrival = try Journey(
      JoinTests.rule(#"j:"/m/{= by}",k:{from:"/m/{i}",by:"of"}"#, fields: #"j:"any",k:"any""#),
      #"""
      {"c":{"a":{"by":"1"},"b":{"by":"2"},"d":{"by":"0"}},
       "m":{"1":{"of":"a","v":1},"2":{"x":1},"1":{"of":"b","v":2},"0":{"of":"d"}},"m":{"2":{"of":"a"}}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"j":{"of":"a","v":1},"k":{"1":{"of":"a","v":1}}}"#, "c/b": #"{"j":{"x":1}}"#,
        "c/d": #"{"j":{"of":"d"},"k":{"0":{"of":"d"}}}"#,
      ])
    #expect(JoinTests.counts(arrival, 0) == [3, 0, 0])
    #expect(JoinTests.counts(arrival, 1) == [2, 1, 1])
    #expect(
      arrival.report.warnings.map { "\($0.code) \($0.count)" } == [
        "duplicateKey 2", "duplicateKey 2",
      ])
  }

  @Test(arguments: ["tru", "{x:1}", #""x\q""#, "[1}"])
  func `a child that is no JSON costs the records that read it, and is told at its byte`(
    _ part: String
  ) throws {
    let export =
      #"{"c":{"a":{"by":"x"},"b":{"by":["y","x"]},"d":{"by":"y"}},"u":{"x":\#(part),"y":{"of":"a"}}}"#
    let arrival = try Journey(
      JoinTests.rule(#"j:"/u/{= by}",k:{from:"/u/{i}",by:"of"}"#), export
    ).run()
    #expect(arrival.faults == ["syntax /c/a", "syntax /c/b"])
    let messages = arrival.rejects.map(\.fault.message)
    #expect(messages[0] == messages[1])
    #expect(arrival.documents == ["c/d": #"{"j":{"of":"a"}}"#])
    #expect(JoinTests.counts(arrival) == [1, 2, 0])
    #expect(JoinTests.counts(arrival, 1) == [1, 2, 1])
    #expect(
      arrival.report.warnings == [
        .init(
          code: "syntax",
          message: "rules[0].join.k: children of /u/{i} are no JSON; they belong to no record")
      ])
    for reject in arrival.rejects {
      #expect(reject.joins.isEmpty)
      guard case .raw = reject.content else {
        Issue.record("a record whose joined part is broken must not be fed back without it")
        return
      }
    }
  }

  @Test func `a key that stands twice in a child costs the records that read it`() throws {
    let arrival = try Journey(
      JoinTests.rule(
        #"k:{from:"/u/{i}",by:"of"}"#, fields: #"n:{type:"integer",value:"k | count"}"#),
      #"{"c":{"a":{"v":1},"b":{"v":1}},"u":{"x":{"of":"a","of":"a"},"y":{"of":"b"}}}"#
    ).run()
    #expect(arrival.faults == ["duplicateKey /c/a"])
    #expect(arrival.documents == ["c/b": #"{"n":1}"#])
  }

  @Test func `children for which by gives no key belong nowhere, and that is told`() throws {
    let arrival = try Journey(
      JoinTests.rule(#"k:{from:"/u/{i}",by:"at | pushTime | format(\"yyyy\")"}"#, fields: ""),
      #"{"c":{"2021":{"v":1}},"u":{"x":{"at":"no"},"y":{"at":"-MPvEb--aaaaaaaaaaaa"},"z":{}}}"#
    ).run()
    #expect(JoinTests.counts(arrival) == [1, 0, 1])
    #expect(
      arrival.report.warnings.map(\.message) == [
        #"rules[0].join.k: children of /u/{i} belong to no record: "by" fails, or gives neither texts nor integers"#
      ])
  }

  @Test func `a key behind a capture of a join that is nowhere is a warning, too`() throws {
    let arrival = try Journey(
      JoinTests.rule(#"j:"/u/{= by}/nmes/{= by}",k:{from:"/y/{i}/z/{n}",by:"of"}"#),
      #"{"c":{"a":{"by":"x"}},"u":{"x":{"names":{"x":1}}},"y":{}}"#
    ).run()
    #expect(
      arrival.report.warnings.map(\.message) == [
        #"rules[0].join.j: there is no "/u/{= by}/nmes" in the export. Did you mean "/u/{= by}/names"?"#
      ])
    #expect(arrival.documents == ["c/a": "{}"])
  }

  @Test func `a join path that is nowhere is a warning`() throws {
    let arrival = try Journey(
      JoinTests.rule(#"j:"/user/{= by}/x",k:{from:"/y/{i}",by:"of"}"#),
      #"{"c":{"a":{"by":"x"}},"users":{"x":1}}"#
    ).run()
    #expect(arrival.report.warnings.map(\.code) == ["joinPath", "joinPath"])
    #expect(
      arrival.report.warnings[0].message
        == #"rules[0].join.j: there is no "/user" in the export. Did you mean "/users"?"#)
    #expect(arrival.documents == ["c/a": "{}"])
  }

  @Test func `what neighbours share is parsed once and counted for each`() throws {
    let arrival = try Journey(
      JoinTests.rule(
        #"j:"/u/{= by}",k:{from:"/m/{i}",by:"of",equals:"by"}"#,
        fields: #"j:"any",n:{type:"integer",value:"k | count"}"#),
      #"""
      {"c":{"a":{"by":"x"},"b":{"by":"x"},"d":{"by":"gone"},"e":{"by":"gone"},"f":{"by":"x"},"g":{"by":"bad"},"h":{"by":"bad"}},
       "u":{"x":{"n":1,"t":{".sv":"timestamp"}},"bad":{"z":1,"z":2}},"m":{"1":{"of":"x"},"2":{"of":"x","t":{".sv":"timestamp"}}}}
      """#
    ).run()
    let found = #"{"j":{"n":1},"n":2}"#
    let none = #"{"n":0}"#
    #expect(
      arrival.documents == [
        "c/a": found, "c/b": found, "c/d": none, "c/e": none, "c/f": found,
      ])
    #expect(arrival.faults == ["duplicateKey /c/g", "duplicateKey /c/h"])
    #expect(arrival.report.rules[0].tally.placeholders == 6)
    #expect(JoinTests.counts(arrival) == [3, 4, 0])
  }
}
