import Foundation
import Interop
import Pipeline
import Sinks
import Testing

/// What becomes of a document that is there: the modes of rules, for every kind of target.
@Suite struct ModeTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  func plan(_ modes: WriteMode...) -> Plan {
    Plan(
      name: "news", collections: [.init(name: "users", fields: ["age"])],
      rules: modes.map { Plan.Rule(isDerivable: true, mode: $0) })
  }

  @discardableResult
  private func run(_ kind: Kind, _ plan: Plan, _ docs: [Doc], kept: [String] = []) throws -> (
    changes: [Change], ending: Ending
  ) {
    let planned = try planned(kind, plan, docs, kept)
    let run = try kind.run(in: folder, plan: plan, .test(docs, kept: kept, plan: plan))
    #expect(planned.changes == run.changes)
    #expect(planned.ending.stale == run.ending.stale)
    return run
  }

  func drySink(_ kind: Kind) -> any Sink {
    switch kind {
    case .sqlite: SQLitePlan(path: folder("news.db"))
    case .ndjson: NDJSONPlan(folder: folder("news"))
    case .stream, .null: NullSink()
    }
  }

  /// What a plan says of the run, which must not touch a file.
  private func planned(_ kind: Kind, _ plan: Plan, _ docs: [Doc], _ kept: [String]) throws -> (
    changes: [Change], ending: Ending
  ) {
    let sink = drySink(kind)
    let before = try snapshot()
    try sink.begin(plan)
    let changes = try sink.commit(.test(docs, kept: kept, plan: plan))
    let ending = try sink.end()
    #expect(try snapshot() == before)
    return (changes, ending)
  }

  private func snapshot() throws -> [String] {
    try folder.names.map { name in
      let data = FileManager.default.contents(atPath: folder(name))
      let hash = data.map { Hash128(of: Array($0)) }
      let time = try File.status(folder(name))?.modified ?? 0
      return "\(name) \(time) \(String(describing: hash))"
    }
  }

  /// The lines or rows of the target, `path data`, in no order; nil for targets that keep nothing.
  func contents(_ kind: Kind) throws -> [String]? {
    let file: String
    switch kind {
    case .null: return nil
    case .sqlite:
      return try rows(folder("news.db"), "SELECT path || ' ' || data FROM documents").map {
        $0[0] ?? ""
      }.sorted()
    case .ndjson: file = "news/users.ndjson"
    case .stream: file = "out.ndjson"
    }
    let lines = try #require(folder.text(file)).split(separator: "\n")
    return lines.map { line in
      let parts = line.split(separator: "\",\"data\":", maxSplits: 1)
      let path = parts[0].dropFirst(#"{"path":""#.count).split(separator: "\",\"id\":")[0]
      return "\(path) \(parts[1].dropLast())"
    }.sorted()
  }

  private func expect(
    _ kind: Kind, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    guard let found = try contents(kind) else { return }
    #expect(found == expected.sorted(), sourceLocation: sourceLocation)
  }

  /// Puts a document into the target as a user would.
  private func putByHand(_ kind: Kind, _ path: String, _ data: String) throws {
    let id = path.split(separator: "/")[1]
    if kind == .sqlite {
      let database = try Database(folder("news.db"), .readWrite)
      try database.execute(
        "INSERT INTO documents(path, collection, id, data) VALUES('\(path)', 'users', '\(id)', '\(data)')"
      )
      try database.close()
    } else {
      let lines = folder.text("news/users.ndjson") ?? ""
      let line = "{\"path\":\"\(path)\",\"id\":\"\(id)\",\"data\":\(data)}\n"
      try Data((lines + line).utf8).write(to: URL(filePath: folder("news/users.ndjson")))
    }
  }

  // MARK: Merging

  @Test(arguments: Kind.allCases)
  func `two rules make one document, and the second run finds it as it was`(_ kind: Kind) throws {
    let plan = plan(.merge, .merge)
    let docs = [
      Doc("users/ann", #"{"n":"Ann"}"#),
      Doc("users/bob", #"{"n":"Bob"}"#, types: #"{"n":"bytes"}"#),
      Doc("users/ann", #"{"posts":3}"#, rule: 1), Doc("users/eve", #"{"posts":1}"#, rule: 1),
    ]
    let there = [
      #"users/ann {"n":"Ann","posts":3}"#, #"users/bob {"n":"Bob"}"#, #"users/eve {"posts":1}"#,
    ]
    let first = try run(kind, plan, docs)
    #expect(first.changes == [.created, .created, .modified, .created])
    try expect(kind, there)
    guard kind.remembers else { return }
    let before = try snapshot()
    let second = try run(kind, plan, docs)
    #expect(second.changes == [.unchanged, .unchanged, .unchanged, .unchanged])
    #expect(second.ending.stale == [:])
    let after = try snapshot()
    let isDocuments = { (line: String) in line.contains("news.db") || line.contains(".ndjson") }
    #expect(after.filter(isDocuments) == before.filter(isDocuments))
    try expect(kind, there)
  }

  @Test(arguments: Kind.allCases)
  func `rules that give one field differently do not take turns`(_ kind: Kind) throws {
    let plan = plan(.merge, .merge)
    let docs = [Doc("users/ann", #"{"x":1,"a":1}"#), Doc("users/ann", #"{"x":2,"b":2}"#, rule: 1)]
    for index in 0..<3 {
      let changes = try run(kind, plan, docs).changes
      #expect(
        changes
          == (index > 0 && kind.remembers ? [.unchanged, .unchanged] : [.created, .modified]))
      try expect(kind, [#"users/ann {"x":2,"a":1,"b":2}"#])
    }
    guard kind.remembers else { return }
    let changed = [Doc("users/ann", #"{"x":5,"a":1}"#), docs[1]]
    try run(kind, plan, changed)
    try expect(kind, [#"users/ann {"x":2,"a":1,"b":2}"#])
    #expect(try run(kind, plan, changed).changes == [.unchanged, .unchanged])
  }

  @Test(arguments: [Kind.sqlite, .ndjson])
  func `a field that a record no longer gives stays`(_ kind: Kind) throws {
    let plan = plan(.merge)
    try run(kind, plan, [Doc("users/ann", #"{"a":1,"b":2}"#)])
    let second = try run(kind, plan, [Doc("users/ann", #"{"c":3,"a":4}"#)])
    #expect(second.changes == [.modified])
    try expect(kind, [#"users/ann {"a":4,"b":2,"c":3}"#])
  }

  @Test(arguments: Kind.allCases)
  func `deepMerge merges maps and replaces all else`(_ kind: Kind) throws {
    let docs = [
      Doc("users/ann", #"{"m":{"a":1,"k":{"x":1}},"l":[1,2],"s":"t","z":{"q":1}}"#),
      Doc("users/ann", #"{"m":{"b":2,"k":{"y":2}},"l":[3],"s":{"u":1},"z":5}"#, rule: 1),
    ]
    #expect(try run(kind, plan(.deepMerge, .deepMerge), docs).changes == [.created, .modified])
    try expect(
      kind,
      [#"users/ann {"m":{"a":1,"k":{"x":1,"y":2},"b":2},"l":[3],"s":{"u":1},"z":5}"#])
  }

  @Test(arguments: Kind.allCases)
  func `merge takes the place of a map as a whole, also where another rule merges deeply`(
    _ kind: Kind
  ) throws {
    let docs = [
      Doc("users/ann", #"{"m":{"a":1}}"#), Doc("users/ann", #"{"m":{"b":2}}"#, rule: 1),
    ]
    #expect(try run(kind, plan(.deepMerge, .merge), docs).changes == [.created, .modified])
    try expect(kind, [#"users/ann {"m":{"b":2}}"#])
  }

  @Test(arguments: [Kind.sqlite, .ndjson])
  func `a rejected contributor keeps what it gave before`(_ kind: Kind) throws {
    let plan = plan(.merge, .merge)
    try run(
      kind, plan,
      [Doc("users/ann", #"{"n":"Ann"}"#), Doc("users/ann", #"{"posts":3}"#, rule: 1)])
    let second = try run(
      kind, plan, [Doc("users/ann", #"{"posts":4}"#, rule: 1)], kept: ["users/ann"])
    #expect(second.changes == [.modified])
    #expect(second.ending.stale == [:])
    try expect(kind, [#"users/ann {"n":"Ann","posts":4}"#])
    let third = try run(kind, plan, [], kept: ["users/ann"])
    #expect(third.ending.stale == [:])
    try expect(kind, [#"users/ann {"n":"Ann","posts":4}"#])
    #expect(try run(kind, plan, []).ending.stale == [0: 1])
    try expect(kind, [#"users/ann {"n":"Ann","posts":4}"#])
  }

  @Test func `types merge along with the data`() throws {
    let plan = plan(.merge, .merge)
    let docs = [
      Doc("users/ann", #"{"d":"x","e":"y"}"#, types: #"{"d":"timestamp","e":"reference"}"#),
      Doc("users/ann", #"{"e":"z","f":"u"}"#, rule: 1, types: #"{"f":"bytes"}"#),
    ]
    let types = { try rows(folder("news.db"), "SELECT data, types FROM documents") }
    for changes in [[Change.created, .modified], [.unchanged, .unchanged]] {
      let run = try run(.sqlite, plan, docs)
      #expect(run.changes == changes)
      #expect(
        try types() == [[#"{"d":"x","e":"z","f":"u"}"#, #"{"d":"timestamp","f":"bytes"}"#]])
    }
    let retyped = try run(
      .sqlite, plan, [docs[0], Doc("users/ann", #"{"e":"z","f":"u"}"#, rule: 1)])
    #expect(retyped.changes == [.unchanged, .modified])
    #expect(try types()[0][1] == #"{"d":"timestamp"}"#)
  }

  @Test(arguments: [Kind.sqlite, .ndjson], [WriteMode.merge, .deepMerge])
  func `merges into a document that somebody else wrote, and does not own it`(
    _ kind: Kind, _ mode: WriteMode
  ) throws {
    let plan = plan(mode)
    try run(kind, plan, [Doc("users/zoe", #"{"a":1}"#)])
    try putByHand(kind, "users/ann", #"{ "own" : [1, 2] , "a":0 }"#)
    let docs = [Doc("users/ann", #"{"a":1,"b":2}"#), Doc("users/zoe", #"{"a":1}"#)]
    let there = [#"users/ann {"own":[1, 2],"a":1,"b":2}"#, #"users/zoe {"a":1}"#]
    #expect(try run(kind, plan, docs).changes == [.modified, .unchanged])
    try expect(kind, there)
    #expect(try run(kind, plan, docs).changes == [.unchanged, .unchanged])
    let last = try run(kind, plan, [])
    #expect(last.ending.stale == [0: 1])
    try expect(kind, there)
  }

  @Test(arguments: [Kind.sqlite, .ndjson])
  func `a field changed by hand is ours again, another stays`(_ kind: Kind) throws {
    let plan = plan(.merge, .merge)
    let docs = [Doc("users/ann", #"{"a":1}"#), Doc("users/ann", #"{"b":2}"#, rule: 1)]
    try run(kind, plan, docs)
    if kind == .sqlite {
      let database = try Database(folder("news.db"), .readWrite)
      try database.execute(#"UPDATE documents SET data = '{"a":7,"b":2,"own":9}'"#)
      try database.close()
    } else {
      let text = try #require(folder.text("news/users.ndjson"))
      try Data(text.replacing(#"{"a":1,"b":2}"#, with: #"{"a":7,"b":2,"own":9}"#).utf8).write(
        to: URL(filePath: folder("news/users.ndjson")))
    }
    #expect(try run(kind, plan, docs).changes == [.modified, .unchanged])
    try expect(kind, [#"users/ann {"a":1,"b":2,"own":9}"#])
    #expect(try run(kind, plan, docs).changes == [.unchanged, .unchanged])
  }

  @Test(arguments: [Kind.sqlite, .ndjson])
  func `refuses to merge into what is no object, and takes the others`(_ kind: Kind) throws {
    let plan = plan(.merge)
    try run(kind, plan, [Doc("users/zoe", #"{"a":1}"#)])
    try putByHand(kind, "users/ann", #"[1,{"a":]"#)
    let batch = Batch.test([Doc("users/bob"), Doc("users/ann")], plan: plan)
    let sink = try kind.sink(in: folder)
    try sink.begin(plan)
    var refused: [Int] = []
    var told = ""
    do throws(SinkFailure) {
      _ = try sink.commit(batch)
    } catch .rejected(let documents, let fault) {
      refused = documents
      told = fault.description
    }
    sink.abandon()
    #expect(refused == [1])
    let target = folder(kind == .sqlite ? "news.db" : "news")
    let expected = """
      cannot merge into the document users/ann in \(target): what the document holds is no JSON object
        Nothing was changed in it. Repair or remove the document, then run again.
      """
    #expect(told == expected)
  }

  @Test(arguments: Kind.allCases)
  func `create leaves alone what is there`(_ kind: Kind) throws {
    let plan = plan(.create)
    #expect(try run(kind, plan, [Doc("users/ann", #"{"a":1}"#)]).changes == [.created])
    guard kind.remembers else { return }
    try putByHand(kind, "users/bob", #"{"own":1}"#)
    let docs = [
      Doc("users/ann", #"{"a":2}"#), Doc("users/bob", #"{"a":2}"#), Doc("users/eve", #"{"a":2}"#),
    ]
    #expect(try run(kind, plan, docs).changes == [.unchanged, .unchanged, .created])
    let there = [#"users/ann {"a":1}"#, #"users/bob {"own":1}"#, #"users/eve {"a":2}"#]
    try expect(kind, there)
    let again = try run(kind, plan, docs)
    #expect(again.changes == [.unchanged, .unchanged, .unchanged])
    #expect(again.ending.stale == [:])
    try expect(kind, there)
    let other = try run(kind, plan, [docs[1]])
    #expect(other.ending.stale == [0: 2])
    try expect(kind, there)
  }

  @Test(arguments: [WriteMode.create, .merge])
  func `a line that somebody removed comes back`(_ mode: WriteMode) throws {
    let plan = plan(mode)
    let docs = [Doc("users/ann", #"{"a":1}"#), Doc("users/bob", #"{"a":2}"#)]
    try run(.ndjson, plan, docs)
    let lines = try #require(folder.text("news/users.ndjson")).split(separator: "\n")
    try Data((lines[1] + "\n").utf8).write(to: URL(filePath: folder("news/users.ndjson")))
    #expect(try run(.ndjson, plan, docs).changes == [.created, .unchanged])
    try expect(.ndjson, [#"users/ann {"a":1}"#, #"users/bob {"a":2}"#])
    #expect(try run(.ndjson, plan, docs).changes == [.unchanged, .unchanged])
  }

  @Test(arguments: Kind.allCases)
  func `rules collide unless both merge, and a rule collides with itself`(_ kind: Kind) throws {
    let plan = plan(.merge, .replace, .create, .merge)
    let docs = [
      Doc("users/ann", #"{"a":1}"#, source: "/A/ann"), Doc("users/ann", #"{"b":1}"#, rule: 1),
      Doc("users/ann", #"{"c":1}"#, rule: 2), Doc("users/ann", #"{"d":1}"#, rule: 0),
      Doc("users/ann", #"{"e":1}"#, rule: 3),
      Doc("users/bob", #"{"a":1}"#, rule: 1), Doc("users/bob", #"{"b":1}"#, rule: 3),
      Doc("users/eve", #"{"a":1}"#, rule: 2), Doc("users/eve", #"{"b":1}"#, rule: 3),
      Doc("users/eve", #"{"b":1}"#, rule: 2),
    ]
    let ann = Change.collision(earlier: .path(Array("/A/ann".utf8)))
    for index in 0..<2 {
      let changes = try run(kind, plan, docs).changes
      let isAgain = index > 0 && kind.remembers
      #expect(
        changes == [
          isAgain ? .unchanged : .created, ann, ann, ann, isAgain ? .unchanged : .modified,
          isAgain ? .unchanged : .created, .collision(earlier: .rule(1)),
          isAgain ? .unchanged : .created, .collision(earlier: .rule(2)),
          .collision(earlier: .rule(2)),
        ])
      try expect(
        kind, [#"users/ann {"a":1,"e":1}"#, #"users/bob {"a":1}"#, #"users/eve {"a":1}"#])
    }
  }

  @Test(arguments: [Kind.sqlite, .ndjson])
  func `a collision over a document by hand names this run's record`(_ kind: Kind) throws {
    let plan = plan(.create, .merge)
    try run(kind, plan, [])
    try putByHand(kind, "users/ann", #"{"own":1}"#)
    let changes = try run(
      kind, plan,
      [
        Doc("users/ann", #"{"a":1}"#, source: "/A/ann"),
        Doc("users/ann", #"{"a":1}"#, rule: 1, source: "/B/ann"),
      ]
    ).changes
    #expect(changes == [.unchanged, .collision(earlier: .path(Array("/A/ann".utf8)))])
    try expect(kind, [#"users/ann {"own":1}"#])
  }
}
