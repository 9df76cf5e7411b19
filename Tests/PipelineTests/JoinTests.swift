import JSONTree
import Testing

@testable import Pipeline

/// Joins by keys that records hold, and of children that name their record: contract 2.1, `join`.
@Suite struct JoinTests {
  /// A rule over `/c/{id}` with joins; `j` is kept as it is.
  static func rule(
    _ joins: String, from: String = "/c/{id}", fields: String = #"j:"any""#, more: String = ""
  ) -> String {
    "{name:\"t\",rules:[{from:\"\(from)\",to:\"c/{= $key ?? \\\"root\\\"}\",join:{\(joins)},fields:{\(fields)}\(more)}]}"
  }

  static func counts(_ arrival: Journey.Arrival, _ join: Int = 0) -> [Int] {
    let tally = arrival.report.rules[0].tally.joins[join]
    return [tally.matched, tally.missing, tally.orphans]
  }

  // MARK: A key in the record

  @Test func `a key held in the record finds its child; integers are keys by their digits`() throws
  {
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= by}""#),
      #"{"c":{"a":{"by":"u1"},"b":{"by":10},"d":{"by":2.0},"e":{"by":"gone"},"f":{"x":1},"g":{"by":""},"h":{"by":18446744073709551615}},"u":{"u1":{"n":1},"10":{"n":2},"2":{"n":3},"18446744073709551615":{"n":4},"u9":{"n":5},"u8":{},"u7":null}}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"j":{"n":1}}"#, "c/b": #"{"j":{"n":2}}"#, "c/d": #"{"j":{"n":3}}"#,
        "c/h": #"{"j":{"n":4}}"#, "c/e": "{}", "c/f": "{}", "c/g": "{}",
      ])
    #expect(Self.counts(arrival) == [4, 3, 1])
  }

  @Test(
    arguments: [
      ("true", "expected text, integer or a list of them, found boolean"),
      ("1.5", "expected text, integer or a list of them, found number with a fraction"),
      (#"{"a":true}"#, "expected text, integer or a list of them, found map"),
      (#"["x",{"y":1}]"#, "expected texts or integers in the list, found map"),
      ("1e400", "expected text, integer or a list of them, found number beyond 64 bits"),
    ])
  func `what is no key rejects its record, which can be fed back`(
    _ value: String, _ reason: String
  ) throws {
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= by}""#),
      #"{"c":{"a":{"by":\#(value)},"b":{"by":"u1"}},"u":{"u1":1}}"#
    ).run()
    #expect(arrival.faults == ["convert /c/a"])
    #expect(arrival.rejects.map(\.fault.message) == ["join j: \(reason)"])
    #expect(arrival.documents == ["c/b": #"{"j":1}"#])
    guard case .value = arrival.rejects[0].content else {
      Issue.record("nothing is wrong with the record's bytes")
      return
    }
  }

  @Test func `a failing expression of a key rejects unless the record is filtered`() throws {
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= $key | pushTime | format(\"yyyy\")}""#, more: #",where:"x""#),
      #"{"c":{"a":{"x":true},"b":{"x":false}},"u":{"u1":1}}"#
    ).run()
    #expect(arrival.faults == ["convert /c/a"])
    #expect(arrival.report.totals.filtered == 1)
    #expect(arrival.rejects[0].fault.message.hasPrefix("join j: "))
  }

  @Test func `expressions stand beside captures and literals, and may be several`() throws {
    let arrival = try Journey(
      #"""
      {name:"t",rules:[{from:"/m/{room}/{id}",to:"c/{room}_{id}",
        join:{j:"/rooms/{room}/users/{= uid}/profile",k:"/k/{= uid}/{= kind}/{id}"},fields:{j:"any",k:"any"}}]}
      """#,
      #"""
      {"m":{"r1":{"a":{"uid":"u1","kind":"x"}},"r2":{"a":{"uid":"u1"},"b":{"uid":["u1","u2"],"kind":"x"},"d":{"uid":["u1"],"kind":["x"]}}},
       "rooms":{"r1":{"users":{"u1":{"profile":{"n":1},"z":1}}},"r2":{"users":{"u1":{"profile":{"n":2}},"u2":{"z":1}}}},
       "k":{"u1":{"x":{"a":7,"b":8},"y":{"a":9}},"u2":{"x":{"b":10}}}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/r1_a": #"{"j":{"n":1},"k":7}"#, "c/r2_a": #"{"j":{"n":2}}"#,
        "c/r2_b": #"{"j":{"u1":{"n":2}},"k":{"u1":8,"u2":10}}"#,
      ])
    #expect(arrival.faults == ["convert /m/r2/d"])
    #expect(arrival.rejects[0].fault.message == "join k: two expressions of the path give lists")
    #expect(Self.counts(arrival, 1) == [2, 2, 1])
  }

  @Test func `a list gives an object of the children found, in key order`() throws {
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= by}""#, fields: #"j:"any",n:{type:"[integer]",value:"j.*.n"}"#),
      #"""
      {"c":{"a":{"by":["b","10","9","b","gone","__proto__"]},"b":{"by":{"0":"a","5":"b"}},"d":{"by":["gone"]},"e":{"by":[]},"f":{"by":[9,""]}},
       "u":{"9":{"n":1},"10":{"n":2},"__proto__":{"n":3},"a":{"n":4},"b":{"n":5},"z":{"n":6}}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/a":
          #"{"j":{"9":{"n":1},"10":{"n":2},"__proto__":{"n":3},"b":{"n":5}},"n":[1,2,3,5]}"#,
        "c/b": #"{"j":{"a":{"n":4},"b":{"n":5}},"n":[4,5]}"#, "c/d": "{}", "c/e": "{}",
        "c/f": #"{"j":{"9":{"n":1}},"n":[1]}"#,
      ])
    #expect(Self.counts(arrival) == [3, 2, 1])
  }

  @Test func `keys in an object of children are escaped, and told apart by their bytes`() throws {
    // The same letter composed and decomposed, an emoji, a quote, a backslash, a tab.
    let keys = [#"q\"q"#, #"b\\b"#, #"t\tt"#, "é", "e\u{301}", "🎉", "a b"]
    let list = keys.map { "\"\($0)\"" }
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= by}",g:{from:"/g/{x}",by:"$value"}"#, fields: #"j:"any",g:"any""#),
      "{\"c\":{\"a\":{\"by\":[\(list.joined(separator: ","))]}},\"u\":{"
        + list.map { $0 + ":" + $0 }.joined(separator: ",") + "},\"g\":{"
        + list.map { $0 + ":\"a\"" }.joined(separator: ",") + "}}"
    ).run()
    let document = try #require(arrival.documents["c/a"])
    let order = [6, 1, 4, 0, 2, 3, 5]
    #expect(
      document == "{\"j\":{" + order.map { list[$0] + ":" + list[$0] }.joined(separator: ",")
        + "},\"g\":{" + order.map { list[$0] + ":\"a\"" }.joined(separator: ",") + "}}")
    #expect(Self.counts(arrival) == [1, 0, 0])
    #expect(Self.counts(arrival, 1) == [1, 0, 0])
  }

  @Test func `an earlier join is read by a later one, and a missing one makes it miss`() throws {
    let arrival = try Journey(
      Self.rule(
        #"o:"/o/{id}",p:"/u/{= o.owner}",j:{from:"/t/{x}",by:"team",equals:"p.team"}"#,
        fields: #"n:{type:"string",value:"p.name"},j:"any""#),
      #"""
      {"c":{"a":{"v":1},"b":{"v":1}},"o":{"a":{"owner":"u1"}},"u":{"u1":{"name":"Ann","team":5}},
       "t":{"x":{"team":"5","q":1},"y":{"team":5,"q":2},"z":{"team":6}}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"n":"Ann","j":{"x":{"team":"5","q":1},"y":{"team":5,"q":2}}}"#, "c/b": "{}",
      ])
    #expect(Self.counts(arrival, 0) == [1, 1, 0])
    #expect(Self.counts(arrival, 1) == [1, 1, 0])
    #expect(Self.counts(arrival, 2) == [1, 1, 1])
  }

  // MARK: Children that name their record

  @Test func `children are gathered by a field of theirs, and by each item of a list`() throws {
    let arrival = try Journey(
      Self.rule(#"j:{from:"/m/{cid}",by:"post"}"#),
      #"""
      {"c":{"a":{"v":1},"b":{"v":1},"5":{"v":1},"d":{"v":1}},
       "m":{"1":{"post":"a"},"10":{"post":["a","b","a"]},"9":{"post":"a"},"m4":{"post":5},"m5":{"x":1},"m6":{"post":"gone"},"m7":{},"m8":"a"}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"j":{"1":{"post":"a"},"9":{"post":"a"},"10":{"post":["a","b","a"]}}}"#,
        "c/b": #"{"j":{"10":{"post":["a","b","a"]}}}"#, "c/5": #"{"j":{"m4":{"post":5}}}"#,
        "c/d": "{}",
      ])
    #expect(Self.counts(arrival) == [3, 1, 3])
  }

  @Test func `a capture of the rule in the path gathers in the record's own room`() throws {
    let arrival = try Journey(
      #"""
      {name:"t",rules:[{from:"/m/{room}/{id}",to:"c/{room}_{id}",
        join:{j:{from:"/rooms/{room}/comments/{id}",by:"of"},k:{from:"/rooms/{r}/comments/{c}",by:"[$r, $c]",equals:"$room"}},
        fields:{j:"any",k:{type:"[string]",value:"k | keys"}}}]}
      """#,
      #"""
      {"m":{"r1":{"a":{"v":1}},"r2":{"a":{"v":1},"b":{"v":1}}},
       "rooms":{"r1":{"comments":{"c1":{"of":"a","n":1},"c2":{"of":"b","n":2}}},"r2":{"comments":{"c1":{"of":"a","n":3},"c3":{"of":"a"}}}}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/r1_a": #"{"j":{"c1":{"of":"a","n":1}},"k":["c1","c2"]}"#,
        "c/r2_a": #"{"j":{"c1":{"of":"a","n":3},"c3":{"of":"a"}},"k":["c1","c3"]}"#,
        "c/r2_b": #"{"k":["c1","c3"]}"#,
      ])
    #expect(Self.counts(arrival) == [2, 1, 1])
    #expect(Self.counts(arrival, 1) == [3, 0, 0])
  }

  @Test func `children of several places with one key are all there, named by their places`() throws
  {
    let arrival = try Journey(
      Self.rule(#"j:{from:"/votes/{poll}/{user}",by:"$key"}"#),
      #"{"c":{"ann":{"v":1},"bo":{"v":1}},"votes":{"p1":{"ann":"yes","bo":"no"},"p2":{"ann":"no"}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/ann": #"{"j":{"p1/ann":"yes","p2/ann":"no"}}"#, "c/bo": #"{"j":{"bo":"no"}}"#,
      ])
    #expect(Self.counts(arrival) == [2, 0, 0])
  }

  @Test func `equals may give a list, and a child that several items name is there once`() throws {
    let arrival = try Journey(
      Self.rule(#"j:{from:"/m/{c}",by:"tags",equals:"tags"}"#),
      #"{"c":{"a":{"tags":["x","y"]},"b":{"tags":"z"}},"m":{"1":{"tags":["y","x"]},"2":{"tags":"y"},"3":{"tags":"q"}}}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"j":{"1":{"tags":["y","x"]},"2":{"tags":"y"}}}"#, "c/b": "{}",
      ])
    #expect(Self.counts(arrival) == [1, 1, 1])
  }

  @Test func `children that stand in arrays are known by their indices`() throws {
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= by}",k:{from:"/m/{i}",by:"$value[0]"}"#, fields: #"j:"any",k:"any""#),
      #"{"c":[{"by":1},{"by":[0,1]},{"by":2}],"u":[["x"],null,{"y":1}],"m":[["0"],[1,5],null,["1"]]}"#
    ).run()
    #expect(
      arrival.documents == [
        "c/0": #"{"k":{"0":["0"]}}"#, "c/1": #"{"j":{"0":["x"]},"k":{"1":[1,5],"3":["1"]}}"#,
        "c/2": #"{"j":{"y":1}}"#,
      ])
  }

  @Test func `wrappers and priorities of children are unwrapped, and metadata is no child`() throws
  {
    let arrival = try Journey(
      Self.rule(
        #"j:"/u/{= by}",k:{from:"/m/{i}",by:"of"},l:{from:"/m/{i}",by:"$priority",equals:"$key"}"#,
        fields: #"j:"any",k:"any",l:{type:"[string]",value:"l | keys"}"#),
      #"""
      {"c":{"a":{"by":["x","y"]},"7":{"by":"x"}},"u":{".priority":1,"x":{".value":"X",".priority":2},"y":{"z":{".value":3}}},
       "m":{".priority":3,"1":{"of":{".value":"a",".priority":1},".priority":7},"2":{".priority":7,"of":"b"}}}
      """#
    ).run()
    #expect(
      arrival.documents == [
        "c/a": #"{"j":{"x":"X","y":{"z":3}},"k":{"1":{"of":"a"}}}"#,
        "c/7": #"{"j":"X","l":["1","2"]}"#,
      ])
    #expect(Self.counts(arrival) == [2, 0, 0])
    #expect(Self.counts(arrival, 1) == [1, 1, 1])
    #expect(Self.counts(arrival, 2) == [1, 1, 0])
  }

  // MARK: What goes with joins

  @Test func `where and ids read joins of every kind`() throws {
    let arrival = try Journey(
      #"""
      {name:"t",rules:[{from:"/c/{id}",to:"{= a.n}/{= b | keys | first}",where:"a.ok && (b | exists)",
        join:{a:"/u/{= by}",b:{from:"/m/{i}",by:"of"}},fields:{}}]}
      """#,
      #"{"c":{"a":{"by":"x"},"b":{"by":"y"},"d":{"by":"x"}},"u":{"x":{"n":"N","ok":true},"y":{"n":"M"}},"m":{"1":{"of":"a"},"2":{"of":"b"}}}"#
    ).run()
    #expect(arrival.documents == ["N/1": "{}"])
    #expect(arrival.report.totals.filtered == 2)
  }

  @Test(arguments: ["/c/main", "/"])
  func `a rule of one record has joins of every kind`(_ from: String) throws {
    let record = from == "/" ? "" : #""c":{"main":{"by":"x"}},"#
    let arrival = try Journey(
      Self.rule(
        #"j:"/u/{= by}",k:{from:"/u/{i}",by:"of",equals:"by"},l:"/u/x""#, from: from,
        fields: #"j:"any",k:{type:"[string]",value:"k | keys"},l:"any""#),
      "{\(record)\"by\":\"x\",\"u\":{\"x\":{\"n\":1},\"y\":{\"of\":\"x\"}}}"
    ).run()
    #expect(
      arrival.documents
        == [from == "/" ? "c/root" : "c/main": #"{"j":{"n":1},"k":["y"],"l":{"n":1}}"#])
  }

  @Test func `scalars are keys for a rule that reads the record itself`() throws {
    let arrival = try Journey(
      Self.rule(#"j:"/u/{= $value}""#), #"{"c":{"a":"x","b":5},"u":{"x":1,"5":2}}"#
    ).run()
    #expect(arrival.documents == ["c/a": #"{"j":1}"#, "c/b": #"{"j":2}"#])
  }

  @Test func `rejects keep what was looked up for them, collisions too`() throws {
    let joins = #"j:"/u/{= by}",k:{from:"/m/{i}",by:"of"},l:"/u/{id}""#
    let export =
      #"{"c":{"a":{"by":["x", "y"],"v":1},"b":{"by":"x","v":"no"},"d":{"by":"y","v":2}},"u":{"x":{ "n" : 1 },"y":2,"d":3},"m":{"1":{"of": "d"},"2":{"of":"b"}}}"#
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/one",join:{\#(joins)},fields:{v:"integer"}}]}"#,
      export
    ).run()
    #expect(arrival.faults == ["type /c/b", "idCollision /c/d"])
    let shown = arrival.rejects.map { reject in
      reject.joins.map { "\($0.name)=\(String(decoding: $0.json, as: UTF8.self))" }
        .joined(separator: " ")
    }
    #expect(
      shown == [#"j={"n":1} k={"2":{"of":"b"}}"#, #"j=2 k={"1":{"of":"d"}} l=3"#])
  }

  // MARK: Large and in any order

  /// Articles with authors, likes and comments that name them.
  static func forum(shuffled: Bool) -> String {
    var random = SeededGenerator(7)
    func section(_ name: String, _ rows: [String]) -> String {
      "\"\(name)\":{" + (shuffled ? rows.shuffled(using: &random) : rows).joined(separator: ",")
        + "}"
    }
    let users = (0..<40).map { "\"u\(100 + $0)\":{\"n\":\($0)}" }
    let posts = (0..<900).map {
      "\"p\(1000 + $0)\":{\"by\":\"u\(100 + $0 * 7 % 45)\",\"likes\":[\"u\(100 + $0 % 50)\",\"u\(139 - $0 % 30)\"]}"
    }
    let comments = (0..<1500).map {
      "\"m\(10000 + $0)\":{\"post\":\"p\(1000 + $0 * 13 % 950)\",\"t\":\($0)}"
    }
    return "{"
      + [section("posts", posts), section("users", users), section("comments", comments)]
      .joined(separator: ",") + "}"
  }

  @Test func `workers, batches and the order of the export change neither documents nor report`()
    throws
  {
    let mapping = #"""
      {name:"t",rules:[{from:"/posts/{id}",to:"p/{id}",
        join:{author:"/users/{= by}",likers:"/users/{= likes}",comments:{from:"/comments/{c}",by:"post"},
          again:{from:"/posts/{p}",by:"by",equals:"by"}},
        fields:{a:{type:"integer",value:"author.n"},l:{type:"any",value:"likers"},c:{type:"any",value:"comments"},n:{type:"integer",value:"again | count"}}}]}
      """#
    var journey = Journey(mapping, Self.forum(shuffled: false))
    let expected = try journey.run()
    #expect(expected.documents.count == 900)
    #expect(
      expected.documents["p/p1000"]
        == #"{"a":0,"l":{"u100":{"n":0},"u139":{"n":39}},"c":{"m10000":{"post":"p1000","t":0},"m10950":{"post":"p1000","t":950}},"n":20}"#
    )
    for (workers, batch) in [(1, 1), (3, 7), (8, 500)] {
      (journey.workers, journey.batch) = (workers, batch)
      let arrival = try journey.run()
      #expect(arrival.lines == expected.lines)
      #expect(arrival.report.rules[0].tally.joins == expected.report.rules[0].tally.joins)
    }
    var shuffled = Journey(mapping, Self.forum(shuffled: true))
    shuffled.batch = 50
    let arrival = try shuffled.run()
    #expect(arrival.documents == expected.documents)
    #expect(arrival.report.rules[0].tally.joins == expected.report.rules[0].tally.joins)
    #expect(arrival.report.warnings.isEmpty)
  }

  @Test func `what is remembered of popular keys is forgotten in time`() throws {
    // More than the memory for it holds, each author twice, one large.
    let authors = 0..<3000
    let text = String(repeating: "x", count: 2000)
    let users = authors.map { "\"u\($0)\":{\"n\":\($0),\"t\":\"\(text)\"}" }
    let posts = (0..<6000).map { "\"p\($0)\":{\"by\":\"u\($0 * 31 % 3001)\"}" }
    var journey = Journey(
      Self.rule(#"j:"/u/{= by}""#, fields: #"n:{type:"integer",value:"j.n"}"#),
      "{\"c\":{" + posts.joined(separator: ",") + "},\"u\":{" + users.joined(separator: ",") + "}}")
    journey.workers = 1
    let arrival = try journey.run()
    for index in [0, 1, 999, 3000, 5999] {
      let author = index * 31 % 3001
      #expect(
        arrival.documents["c/p\(index)"] == (author == 3000 ? "{}" : "{\"n\":\(author)}"))
    }
    #expect(Self.counts(arrival) == [5998, 2, 0])
  }
}
