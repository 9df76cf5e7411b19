import JSONTree
import Testing

@testable import Pipeline

/// The whole pipeline on small exports: one test for each promise of contract 2.1, 2.2 and 2.6.
@Suite struct RunTests {
  static let news = #"""
    {name:"news",rules:[{from:"/ArticleData/{id}",to:"articleData/{id}",join:{comments:"/Comments/{id}"},
     fields:{title:"string!",date:{type:"timestamp!",value:"createdAt | millis ?? $key | pushTime"},
     likes:{type:"[string]",value:"likes | members",default:[]},
     isCommented:{type:"boolean",value:"comments | exists"},
     commenterIDs:{type:"[string]",value:"comments.*.userId | distinct",default:[]}}}]}
    """#

  @Test func `an article becomes a document with date, likes and commenters`() throws {
    let arrival = try Journey(
      Self.news,
      #"""
      {"ArticleData":{"-MPvEb--aaaaaaaaaaaa":{"likes":{"u1":true,"u2":false},"title":"朝"},
       "-MPvEb-0aaaaaaaaaaaa":{"createdAt":0,"title":"夕"},"-MPvEb-1aaaaaaaaaaaa":{"title":404}},
       "Comments":{"-MPvEb--aaaaaaaaaaaa":{"c1":{"userId":"u9"},"c2":{"userId":"u1"},"c3":{"userId":"u9"}},
       "-gone":{"c":{"userId":"x"}}},"Settings":{"a":1,"b":[2]}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "articleData/-MPvEb--aaaaaaaaaaaa":
          #"{"title":"朝","date":"2021-01-01T00:00:00Z","likes":["u1"],"isCommented":true,"commenterIDs":["u9","u1"]}"#,
        "articleData/-MPvEb-0aaaaaaaaaaaa":
          #"{"title":"夕","date":"1970-01-01T00:00:00Z","likes":[],"isCommented":false,"commenterIDs":[]}"#,
      ])
    #expect(arrival.faults == ["type /ArticleData/-MPvEb-1aaaaaaaaaaaa"])
    #expect(arrival.report.exitCode == 3)
    let join = arrival.report.rules[0].tally.joins[0]
    #expect((join.matched, join.missing, join.orphans) == (1, 2, 1))
    #expect(arrival.report.unmapped == [.init(path: "/Settings", children: 2, bytes: 15)])
  }

  @Test func `white space, key spelling and the number of workers change no byte`() throws {
    let compact =
      #"{"ArticleData":{"-MPvEb--aaaaaaaaaaaa":{"title":"é\n"},"-MPvEb-0aaaaaaaaaaaa":{"title":"b"}},"Comments":{"-MPvEb-0aaaaaaaaaaaa":{"k":{"userId":"u"}}}}"#
    let spaced =
      "\r\n{ \"Article\\u0044ata\" :\t{ \"-MPvEb--aaaaaaaaaaaa\" : { \"t\\u0069tle\" : \"\\u00e9\\u000A\" } ,\n\"-MPvEb-0aaaaaaaaaaaa\":{ \"title\":\"\\u0062\"}},\"Comments\" : {\"-MPvEb-0aaaaaaaaaaa\\u0061\":{\"k\":{\"userI\\u0064\":\"u\"}}} } \n"
    var first = Journey(Self.news, compact)
    let expected = try first.run().lines
    #expect(expected.count == 2)
    for workers in [1, 2, 8] {
      for batch in [1, 2, 500] {
        first.workers = workers
        first.batch = batch
        #expect(try first.run().lines == expected)
        var second = Journey(Self.news, spaced)
        (second.workers, second.batch) = (workers, batch)
        #expect(try second.run().lines == expected)
      }
    }
  }

  @Test func `joins where the keys do not ascend give the same documents`() throws {
    let sorted =
      #"{"ArticleData":{"a":{"title":"A","createdAt":1},"b":{"title":"B","createdAt":1}},"Comments":{"a":{"x":{"userId":"u1"}},"b":{"x":{"userId":"u2"}},"z":{"x":{"userId":"u3"}}}}"#
    let mixed =
      #"{"Comments":{"z":{"x":{"userId":"u3"}},"b":{"x":{"userId":"u2"}},"a":{"x":{"userId":"u1"}}},"ArticleData":{"b":{"title":"B","createdAt":1},"a":{"title":"A","createdAt":1}}}"#
    let one = try Journey(Self.news, sorted).run()
    let other = try Journey(Self.news, mixed).run()
    #expect(one.documents == other.documents)
    #expect(one.documents["articleData/b"]?.contains(#"["u2"]"#) == true)
    #expect(one.report.rules[0].tally.joins == other.report.rules[0].tally.joins)
    #expect(one.report.rules[0].tally.joins[0].orphans == 1)
  }

  @Test func `a join over several captures finds its child`() throws {
    let arrival = try Journey(
      #"""
      {name:"t",rules:[{from:"/rooms/{room}/messages/{id}",to:"rooms/{room}/messages/{id}",
        join:{room:"/rooms/{room}",seen:"/seen/{id}/{room}"},
        fields:{text:"string",title:{type:"string",value:"room.title"},seen:{type:"boolean",value:"seen | exists"}}}]}
      """#,
      #"{"rooms":{"r1":{"title":"one","messages":{"m1":{"text":"a"},"m2":{"text":"b"}}},"r2":{"messages":{"m1":{"text":"c"}}}},"seen":{"m1":{"r2":1},"m2":{"r1":true,"r9":true}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "rooms/r1/messages/m1": #"{"text":"a","title":"one","seen":false}"#,
        "rooms/r1/messages/m2": #"{"text":"b","title":"one","seen":true}"#,
        "rooms/r2/messages/m1": #"{"text":"c","seen":true}"#,
      ])
    #expect(arrival.report.rules[0].tally.joins[1].orphans == 1)
  }

  @Test func `one bad record costs one record`() throws {
    let arrival = try Journey.keep(
      #"{"c":{"a":{"v":1},"b":{"v":[1}},"d":{"v":01},"e":{"v":"\ud83d"},"f":{"v":1,"v":2},"g":{"v":1e400},"h":5,"i":null,"j":{},"k":{"v":{}},"l":{"v":2}}}"#
    ).run()
    #expect(
      arrival.documents == ["c/a": #"{"v":1}"#, "c/k": "{}", "c/l": #"{"v":2}"#])
    #expect(
      arrival.faults == [
        "syntax /c/b", "syntax /c/d", "invalidUnicode /c/e", "duplicateKey /c/f",
        "numberRange /c/g", "notARecord /c/h",
      ])
    #expect(arrival.report.totals.read == 9)
    for reject in arrival.rejects.prefix(4) {
      guard case .raw = reject.content else {
        Issue.record("expected the record's bytes")
        continue
      }
    }
  }

  @Test func `keys that only Swift's String calls equal are two records`() throws {
    let arrival = try Journey.keep("{\"c\":{\"bl\u{e5}\":{\"v\":1},\"bla\u{30a}\":{\"v\":2}}}")
      .run()
    #expect(arrival.lines.count == 2)
    #expect(arrival.faults == [])
  }

  @Test func `an array is the object of its indices, as collection and as record`() throws {
    let arrival = try Journey.keep(#"{"c":[null,{"v":"a"},[10,null,20]]}"#).run()
    #expect(arrival.documents == ["c/1": #"{"v":"a"}"#, "c/2": #"{"0":10,"2":20}"#])
  }

  @Test func `the root itself can be the record`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/",to:"settings/main",fields:{v:"integer"}}]}"#, #" {"v":7} "#
    ).run()
    #expect(arrival.documents == ["settings/main": #"{"v":7}"#])
  }

  @Test func `a literal last key names one record`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/config/main",to:"config/main",fields:{v:"integer"}}]}"#,
      #"{"config":{"main":{"v":7},"other":{"v":8}}}"#
    ).run()
    #expect(arrival.documents == ["config/main": #"{"v":7}"#])
    #expect(arrival.report.unmapped == [.init(path: "/config/other", children: 1, bytes: 7)])
  }

  @Test func `a child that another rule claims is not held with its parent`() throws {
    let mapping = #"""
      {name:"t",rules:[{from:"/clubs/{id}",to:"clubs/{id}",unknown:"keep",fields:{}},
       {from:"/clubs/{id}/members/{m}",to:"clubs/{id}/members/{m}",fields:{n:"string"}}]}
      """#
    let arrival = try Journey(
      mapping, #"{"clubs":{"c1":{"city":"Ulm","members":{"m1":{"n":"a"}},"x":1}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "clubs/c1": #"{"city":"Ulm","x":1}"#, "clubs/c1/members/m1": #"{"n":"a"}"#,
      ])
    let unread = arrival.report.rules[0].tally.unread
    #expect(unread.names.map { String(decoding: $0, as: UTF8.self) } == ["city", "x"])
  }

  @Test func `two records of one document are a collision that names both`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{= slug}",fields:{}}]}"#,
      #"{"c":{"a":{"slug":"x"},"b":{"slug":"x"},"d":{"slug":"y/z"},"e":{"v":1},"f":{"slug":7}}}"#
    ).run()
    #expect(arrival.documents.keys.sorted() == ["c/7", "c/x"])
    #expect(arrival.faults == ["idCollision /c/b", "idSlash /c/d", "idEmpty /c/e"])
    #expect(arrival.rejects[0].fault.message.contains("the document was already made from"))
  }

  @Test
  func `repeated containers above records are united, and of repeated records the first stands`()
    throws
  {
    let arrival = try Journey.keep(#"{"c":{"a":{"v":1}},"x":1,"c":{"b":{"v":2},"a":{"v":3}}}"#)
      .run()
    #expect(arrival.documents == ["c/a": #"{"v":1}"#, "c/b": #"{"v":2}"#])
    #expect(arrival.faults == ["duplicateKey /c/a"])
  }

  @Test func `what joins bring along stays with a reject`() throws {
    let arrival = try Journey(
      Self.news,
      #"{"ArticleData":{"a":{ "title" : 5, "createdAt":1 }},"Comments":{"a":{"k": {"userId":"u 1"}}}}"#
    ).run()
    let reject = try #require(arrival.rejects.first)
    #expect(reject.joins.map(\.name) == ["comments"])
    #expect(
      reject.joins.map { String(decoding: $0.json, as: UTF8.self) } == [#"{"k":{"userId":"u 1"}}"#])
    guard case .value(let value) = reject.content else {
      Issue.record("expected a value")
      return
    }
    #expect(String(decoding: value, as: UTF8.self) == #"{"title":5,"createdAt":1}"#)
    #expect(reject.fault.offset == 16)
    #expect(reject.to.map { String(decoding: $0, as: UTF8.self) } == "articleData/a")
  }

  @Test func `where is asked before anything else is judged`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",where:"$key != \"count\"",fields:{v:"integer!"}}]}"#,
      #"{"c":{"a":{"v":1},"b":{"w":1},"count":7}}"#
    ).run()
    #expect(arrival.report.totals.filtered == 1)
    #expect(arrival.faults == ["missing /c/b"])
  }

  @Test func `fields that no expression reads are counted by name`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",drop:["old"],fields:{v:"integer"}}]}"#,
      #"{"c":{"a":{"v":1,"x":1,"old":1},"b":{"x":2,"y":{}}}}"#
    ).run()
    let unread = arrival.report.rules[0].tally.unread
    #expect(unread.names.map { String(decoding: $0, as: UTF8.self) } == ["x"])
    #expect(unread.counts == [2])
  }

  static let rooms = #"""
    {name:"t",rules:[{from:"/rooms/{room}",to:"rooms/{room}",unknown:"keep",fields:{k:{type:"string",value:"$key"}}},
     {from:"/rooms/{room}/messages/{id}",to:"rooms/{room}/messages/{id}",unknown:"keep",fields:{}}]}
    """#

  @Test func `a room of nothing but messages is there, however the key is spelled`() throws {
    for key in ["messages", #"mess\u0061ges"#] {
      let arrival = try Journey(Self.rooms, #"{"rooms":{"a":{"\#(key)":{"1":{"x":1}}}}}"#).run()
      #expect(
        arrival.documents == ["rooms/a": #"{"k":"a"}"#, "rooms/a/messages/1": #"{"x":1}"#])
    }
  }

  @Test func `parts that nobody reads are told by pattern and with the first path`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/v/{user}/x/{id}",to:"v/{user}/x/{id}",fields:{}}]}"#,
      #"{"v":{"ann":7,"bob":{"x":{},"y":{"n":1}},"eve":8,"zoe":{"x":5,"y":2}}}"#
    ).run()
    #expect(
      arrival.report.unmapped == [
        .init(path: "/v/{user}/y", children: 1, bytes: 8, sample: "/v/bob/y"),
        .init(path: "/v/{user}", children: 0, bytes: 2, sample: "/v/ann"),
        .init(path: "/v/{user}/x", children: 0, bytes: 1, sample: "/v/zoe/x"),
      ])
  }

  @Test func `a scalar where another rule expects records is not lost from the report`() throws {
    let arrival = try Journey(Self.rooms, #"{"rooms":{"a":{"x":1,"messages":77}}}"#).run()
    #expect(arrival.documents == ["rooms/a": #"{"k":"a","x":1}"#])
    #expect(
      arrival.report.unmapped == [
        .init(path: "/rooms/{room}/messages", children: 0, bytes: 2, sample: "/rooms/a/messages")
      ])
  }

  @Test(arguments: ["tru", "{x:1}", #""x\q""#, "1e1157e308", "[1}"])
  func `a joined part that is no JSON costs its record, and the reject stays one line of JSON`(
    _ part: String
  ) throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",join:{j:"/u/{id}"},fields:{j:"any"}}]}"#,
      #"{"c":{"a":{"x":1},"b":{"x":2}},"u":{"a":\#(part),"b":3}}"#
    ).run()
    #expect(arrival.documents == ["c/b": #"{"j":3}"#])
    #expect(arrival.faults == ["syntax /c/a"])
    let reject = try #require(arrival.rejects.first)
    #expect(reject.joins.isEmpty)
    guard case .raw = reject.content else {
      Issue.record("a record whose joined part is broken must not be fed back without it")
      return
    }
  }

  @Test func `of two rules' records of one document the later in the file is the reject`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"z/{id}",fields:{v:"integer"}},{from:"/d/{id}",to:"z/{id}",fields:{v:"integer"}}]}"#,
      #"{"d":{"a":{"v":2}},"c":{"a":{"v":1}}}"#
    ).run()
    #expect(arrival.documents == ["z/a": #"{"v":2}"#])
    #expect(arrival.faults == ["idCollision /c/a"])
    #expect(arrival.rejects[0].fault.message == #"the document was already made from "/d/a""#)
  }

  @Test func `joined children that stand twice are told`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",join:{j:"/u/{id}"},fields:{j:"any"}}]}"#,
      #"{"u":{"a":1,"a":2},"c":{"a":{"x":1}}}"#
    ).run()
    #expect(arrival.documents == ["c/a": #"{"j":1}"#])
    #expect(arrival.report.warnings.map(\.code) == ["duplicateKey"])
  }

  @Test func `the documents of a run that its target failed have not been created`() throws {
    var journey = Journey.keep(#"{"c":{"a":{"v":1},"b":{"v":2},"d":{"v":3},"e":5}}"#)
    journey.batch = 1
    journey.failsAfter = 2
    let arrival = try journey.run()
    #expect(arrival.report.exitCode == 8)
    #expect(arrival.report.totals.created == 0)
    #expect(arrival.report.totals.failed == 3)
  }
}
