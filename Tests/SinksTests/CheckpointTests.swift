import Interop
import Pipeline
import Testing

@testable import Sinks

/// What an interrupted run leaves in targets that remember, and what the run finds that continues.
@Suite struct CheckpointTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private static let kinds = Kind.allCases.filter(\.remembers)

  /// A run of two users, cut off behind its checkpoint after the first.
  private func interrupted(_ kind: Kind, _ plan: Plan) throws {
    let sink = try kind.sink(in: folder)
    try sink.begin(plan)
    _ = try sink.commit(
      .test([Doc("users/ann", #"{"n":1}"#)], kept: ["users/x"], plan: plan, end: 44))
    try sink.checkpoint(at: 44, state: [7, 7])
    _ = try sink.commit(.test([Doc("users/lost")], plan: plan, end: 50))
    #expect(sink.abandon() == .untilCheckpoint)
  }

  @Test(arguments: kinds)
  func `the same run goes on behind the checkpoint, with what it had seen`(_ kind: Kind) throws {
    let plan = Plan.test(fingerprint: "a")
    try interrupted(kind, plan)
    let next = try kind.sink(in: folder)
    let found = try next.begin(plan)
    #expect(found == Checkpoint(position: Position(stage: 0, offset: 44), state: [7, 7]))
    let changes = try next.commit(
      .test([Doc("users/ann", #"{"n":2}"#), Doc("users/eve", #"{"n":3}"#)], end: 62))
    #expect(changes == [.collision(earlier: .rule(0)), .created])
    #expect(try next.end().stale == [:])
    #expect(
      try kind.sink(in: folder).read(path: Array("users/ann".utf8)) == Array(#"{"n":1}"#.utf8))
    #expect(
      try kind.sink(in: folder).read(path: Array("users/eve".utf8)) == Array(#"{"n":3}"#.utf8))
    #expect(try kind.sink(in: folder).read(path: Array("users/lost".utf8)) == nil)
    #expect(folder.names.filter { $0.hasSuffix(".partial") } == [])
  }

  /// The changes of rows that a file has.
  private func changes(_ kind: Kind) throws -> Int {
    try rows(
      folder(kind == .sqlite ? "news.db" : "news.state"),
      "SELECT * FROM replant_changes WHERE kept < 0"
    )
    .count
  }

  @Test(arguments: kinds)
  func `rows that the run has noted besides come back, and a checkpoint saves those that are new`(
    _ kind: Kind
  ) throws {
    let plan = Plan.test(fingerprint: "a")
    let (first, second) = (SharedRowSet(number: 0), SharedRowSet(number: 7))
    do {
      let sink = try kind.sink(in: folder)
      try sink.begin(plan)
      first.insert(3)
      _ = try sink.commit(.test([Doc("users/ann")], plan: plan, end: 20))
      try sink.checkpoint(Checkpoint(position: .start, state: []), [first, second])
      first.insert([4, 200_000])
      second.insert(5)
      _ = try sink.commit(.test([Doc("users/bob")], plan: plan, end: 44))
      try sink.checkpoint(Checkpoint(position: .start, state: []), [first, second])
      _ = try sink.commit(.test([Doc("users/eve")], plan: plan, end: 60))
      try sink.checkpoint(Checkpoint(position: .start, state: []), [first, second])
      // Behind the last checkpoint: lost with the documents.
      first.insert(9)
      sink.abandon()
    }
    #expect(try changes(kind) == 3)
    let again = [SharedRowSet(number: 7), SharedRowSet(number: 0), SharedRowSet(number: 1)]
    let sink = try kind.sink(in: folder)
    #expect(try sink.begin(plan)?.phase == .running)
    try sink.restore(again)
    #expect(again.map(\.rows) == [[5], [3, 4, 200_000], []])
    // What came back is not new.
    again[1].insert([4, 5])
    _ = try sink.commit(.test([Doc("users/zoe")], plan: plan, end: 70))
    try sink.checkpoint(Checkpoint(position: .start, state: []), again)
    sink.abandon()
    #expect(try changes(kind) == 4)
    let planned: any Sink =
      kind == .sqlite ? SQLitePlan(path: folder("news.db")) : NDJSONPlan(folder: folder("news"))
    let seen = SharedRowSet(number: 0)
    try planned.begin(plan)
    try planned.restore([seen])
    #expect(seen.rows == [3, 4, 5, 200_000])
    planned.abandon()
    let last = try kind.sink(in: folder)
    try last.begin(plan)
    _ = try last.end()
    #expect(try changes(kind) == 0)
  }

  @Test func `of several targets the first keeps the rows that the run has noted besides`() throws {
    func sink() throws -> any Sink {
      try #require(
        SeveralSinks([try Kind.sqlite.sink(in: folder), try Kind.ndjson.sink(in: folder)]))
    }
    let plan = Plan.test(fingerprint: "a")
    let first = try sink()
    try first.begin(plan)
    _ = try first.commit(.test([Doc("users/ann")], plan: plan, end: 20))
    let noted = SharedRowSet(number: 2)
    noted.insert([1, 8])
    try first.checkpoint(
      Checkpoint(position: Position(stage: 0, offset: 20), state: [1]), [noted])
    first.abandon()
    let second = try sink()
    #expect(try second.begin(plan)?.phase == .running)
    let again = SharedRowSet(number: 2)
    try second.restore([again])
    #expect(again.rows == [1, 8])
    second.abandon()
  }

  @Test(arguments: kinds)
  func `a run of something else is refused, and says what is not the same`(_ kind: Kind) throws {
    try interrupted(kind, .test(fingerprint: "a"))
    let names = folder.names
    let failure = #expect(throws: SinkFailure.self) {
      try kind.sink(in: folder).begin(.test(fingerprint: "b"))
    }
    let target = folder(kind == .sqlite ? "news.db" : "news")
    #expect(
      failure
        == .stop(
          TargetFault(
            .refused, action: "continue the unfinished run in", target: target,
            reason: "this is another export",
            advice:
              "Run the same command as then, or start over with --fresh.")))
    #expect(folder.names == names)
    #expect(try kind.sink(in: folder).begin(.test(fingerprint: "a")) != nil)
  }

  @Test(arguments: kinds)
  func `starting over takes back what no file shows`(_ kind: Kind) throws {
    let docs = [Doc("users/ann", #"{"n":0}"#), Doc("users/old")]
    try kind.run(in: folder, .test(docs))
    try interrupted(kind, .test(fingerprint: "a"))
    var plan = Plan.test(fingerprint: "b")
    plan.startsOver = true
    let sink = try kind.sink(in: folder)
    #expect(try sink.begin(plan) == nil)
    let changes = try sink.commit(
      .test([Doc("users/ann", #"{"n":0}"#), Doc("users/lost"), Doc("users/old")]))
    // A database shows what is committed; files do not, and the ledger says what they hold.
    #expect(changes == [kind == .sqlite ? .modified : .unchanged, .created, .unchanged])
    #expect(try sink.end().stale == [:])
    #expect(
      try kind.sink(in: folder).read(path: Array("users/ann".utf8)) == Array(#"{"n":0}"#.utf8))
  }

  @Test(arguments: kinds)
  func `giving up for good leaves no unfinished run`(_ kind: Kind) throws {
    let sink = try kind.sink(in: folder)
    try sink.begin(.test(fingerprint: "a"))
    _ = try sink.commit(.test([Doc("users/ann")]))
    try sink.checkpoint(at: 44)
    #expect(sink.abandon(forgetting: true) == (kind == .sqlite ? .all : .nothing))
    let next = try kind.sink(in: folder)
    #expect(try next.begin(.test(fingerprint: "b")) == nil)
    #expect(
      try next.commit(.test([Doc("users/ann")])) == [kind == .sqlite ? .unchanged : .created])
    next.abandon()
  }

  @Test(arguments: kinds)
  func `a run that was killed before it told its outcome can tell it`(_ kind: Kind) throws {
    let plan = Plan.test(fingerprint: "a")
    let first: Ending
    do {
      let sink = try kind.sink(in: folder)
      try sink.begin(plan)
      _ = try sink.commit(.test([Doc("users/ann")]))
      first = try sink.finish(removing: nil, state: [9])
    }
    let again = try kind.sink(in: folder)
    let found = try again.begin(plan)
    #expect(found?.phase == .delivered)
    #expect(found?.state == [9])
    #expect(found?.ending == first)
    try again.settle()
    let third = try kind.sink(in: folder)
    #expect(try third.begin(plan)?.phase == .complete)
    third.abandon()
  }

  /// Delivers a document, and does not tell so.
  private func untold(_ sink: any Sink) throws {
    try sink.begin(.test(fingerprint: "a"))
    _ = try sink.commit(.test([Doc("users/ann")]))
    _ = try sink.finish(removing: nil, state: [9])
    sink.abandon()
  }

  @Test(arguments: kinds)
  func `a sink that begins again knows nothing of the run that it has ended`(_ kind: Kind) throws {
    try untold(try kind.sink(in: folder))
    let sink = try kind.sink(in: folder)
    #expect(try sink.begin(.test(fingerprint: "a"))?.phase == .delivered)
    try sink.settle()
    #expect(try sink.begin(.test(fingerprint: "b")) == nil)
    #expect(try sink.commit(.test([Doc("users/ann")])) == [.unchanged])
    _ = try sink.end()
    // Nothing has changed, so that the record is that of the first run.
    let next = try kind.sink(in: folder)
    #expect(try next.begin(.test(fingerprint: "b")) == nil)
    next.abandon()
    #expect(try next.begin(.test(fingerprint: "a"))?.phase == .complete)
    next.abandon()
  }

  @Test func `several targets that begin again count from nothing`() throws {
    func sink() throws -> any Sink {
      try #require(
        SeveralSinks([try Kind.sqlite.sink(in: folder), try Kind.ndjson.sink(in: folder)]))
    }
    try untold(try sink())
    let again = try sink()
    #expect(try again.begin(.test(fingerprint: "a"))?.phase == .delivered)
    #expect(again.besides.map(\.totals.created) == [1])
    try again.settle()
    try again.begin(.test(fingerprint: "b"))
    _ = try again.commit(.test([Doc("users/ann")]))
    #expect(again.besides.map(\.totals.created) == [0])
    #expect(again.besides.map(\.totals.unchanged) == [1])
    again.abandon()
  }

  @Test(arguments: kinds)
  func `a target that somebody has changed is not as the last run left it`(_ kind: Kind) throws {
    let plan = Plan.test(fingerprint: "a")
    try kind.run(in: folder, plan: plan, .test([Doc("users/ann"), Doc("users/bob")]))
    if kind == .sqlite {
      let database = try Database(folder("news.db"), .readWrite)
      try database.execute("DELETE FROM documents WHERE path = 'users/bob'")
      try database.close()
    } else {
      try File.remove(folder("news/users.ndjson"))
    }
    let sink = try kind.sink(in: folder)
    #expect(try sink.begin(plan) == nil)
    sink.abandon()
  }

  @Test func `half-written files that are gone are not taken for whole ones`() throws {
    let plan = Plan.test(fingerprint: "a")
    try interrupted(.ndjson, plan)
    let partial = folder("news/.users.ndjson.partial")
    try File.remove(partial)
    let failure = #expect(throws: SinkFailure.self) {
      try NDJSONSink(folder: folder("news")).begin(plan)
    }
    #expect(failure == .stop(.lostFile(partial)))
    #expect(failure?.description(contains: "--fresh") == true)
  }

  /// A run into a folder that was killed behind its last commit: its file has not got its name.
  private func killedBeforeNaming() throws {
    do {
      let sink = NDJSONSink(folder: folder("news"))
      try sink.begin(.test(fingerprint: "a"))
      _ = try sink.commit(.test([Doc("users/ann")]))
      _ = FaultInjection.with(
        { called, _ in called.hasPrefix("rename") ? SystemErrors.full : nil }, in: folder.path
      ) { try? sink.finish(removing: nil, state: []) }
    }
    #expect(folder.names == ["news", "news.state", "news/.users.ndjson.partial"])
  }

  @Test func `another mapping's run names the files that a killed one has finished`() throws {
    try killedBeforeNaming()
    let plan = Plan.test("shop", ["orders": []])
    try Kind.ndjson.run(in: folder, plan: plan, .test([Doc("orders/1")], plan: plan))
    #expect(
      folder.names == ["news", "news.state", "news/orders.ndjson", "news/users.ndjson"])
    #expect(try Kind.ndjson.sink(in: folder).read(path: Array("users/ann".utf8)) != nil)
  }

  @Test func `a finished file that somebody removed before it had its name is made again`() throws {
    try killedBeforeNaming()
    try File.remove(folder("news/.users.ndjson.partial"))
    let sink = NDJSONSink(folder: folder("news"))
    #expect(try sink.begin(.test(fingerprint: "a")) == nil)
    _ = try sink.commit(.test([Doc("users/ann")]))
    _ = try sink.end()
    #expect(try Kind.ndjson.sink(in: folder).read(path: Array("users/ann".utf8)) != nil)
  }

  @Test func `files that are as they were stay until all is committed`() throws {
    let plan = Plan.test("news", ["users": [], "posts": []], fingerprint: "a")
    try Kind.ndjson.run(
      in: folder, plan: plan, .test([Doc("users/ann", "1"), Doc("posts/1")], plan: plan))
    let next = Plan.test("news", ["users": [], "posts": []], fingerprint: "b")
    do {
      let sink = NDJSONSink(folder: folder("news"))
      try sink.begin(next)
      _ = try sink.commit(.test([Doc("users/ann", "2"), Doc("posts/1")], plan: next, end: 9))
      try sink.checkpoint(at: 9)
      _ = FaultInjection.with(
        { called, path in
          called.hasPrefix("sync") && path.contains("users") ? SystemErrors.full : nil
        }, in: folder.path
      ) { try? sink.finish(removing: nil, state: []) }
      sink.abandon()
    }
    #expect(try NDJSONSink(folder: folder("news")).begin(next)?.phase == .running)
  }

  @Test func `documents that were removed while a run was unfinished are missed by the next`()
    throws
  {
    let plan = Plan.test(fingerprint: "a")
    try interrupted(.sqlite, plan)
    let database = try Database(folder("news.db"), .readWrite)
    try database.execute("DELETE FROM documents")
    try database.close()
    let sink = try Kind.sqlite.sink(in: folder)
    try sink.begin(plan)
    _ = try sink.end()
    #expect(try Kind.sqlite.sink(in: folder).begin(plan) == nil)
  }

  @Test func `another mapping does not remove the hidden files of an unfinished run`() throws {
    try interrupted(.ndjson, .test(fingerprint: "a"))
    let names = folder.names
    let failure = #expect(throws: SinkFailure.self) {
      try NDJSONSink(folder: folder("news")).begin(.test("shop", ["orders": []]))
    }
    #expect(failure == .stop(.otherUnfinished(folder("news"), "news")))
    #expect(folder.names == names)
  }
}

extension SinkFailure {
  fileprivate func description(contains text: String) -> Bool {
    if case .stop(let fault) = self { fault.description.contains(text) } else { false }
  }
}
