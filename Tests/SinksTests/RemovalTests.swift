import Foundation
import Interop
@testable import Pipeline
@testable import Sinks
import Testing

/// What a sync removes, and what it does not (contract 3), on each target that remembers; its plan says the same.
@Suite struct RemovalTests {
  private let folder: TestFolder
  static let kinds = [Kind.sqlite, .ndjson]

  init() throws { folder = try TestFolder() }

  private func plan(_ names: String...) -> Plan {
    var plan = Plan.test("news")
    plan.collections = names.map { Plan.Collection(name: $0, fields: ["v"]) }
    plan.rules = [.init(isDerivable: true), .init(isDerivable: false)]
    return plan
  }

  private func docs(_ collection: String, _ ids: Range<Int>) -> [Doc] {
    ids.map { Doc("\(collection)/k\($0 + 1000)", "{\"v\":\($0)}") }
  }

  /// Syncs, after the plan of it.
  @discardableResult
  private func sync(
    _ kind: Kind, _ plan: Plan, _ docs: [Doc], kept: [String] = [], sources: [String] = [],
    _ removal: Removal? = Removal(limit: .standard)
  ) throws -> Ending {
    var batch = Batch.test(docs, kept: kept, plan: plan)
    for source in sources { batch.keptSources.append(batch.append(Array(source.utf8))) }
    let dry: any Sink =
      kind == .sqlite
      ? SQLitePlan(path: folder("news.db")) as any Sink : NDJSONPlan(folder: folder("news"))
    try dry.begin(plan)
    _ = try dry.commit(batch)
    let planned = try dry.end(removing: removal)
    let sink = try kind.sink(in: folder)
    try sink.begin(plan)
    _ = try sink.commit(batch)
    let ending = try sink.end(removing: removal)
    #expect(planned.removed == ending.removed)
    #expect(planned.stale == ending.stale)
    #expect(planned.heldBack == ending.heldBack)
    return ending
  }

  /// The paths that the target holds.
  private func paths(_ kind: Kind) throws -> [String] {
    if kind == .sqlite {
      return try rows(folder("news.db"), "SELECT path FROM documents ORDER BY path").compactMap {
        $0[0]
      }
    }
    return folder.names.filter { $0.hasSuffix(".ndjson") }.flatMap {
      (folder.text($0) ?? "").split(separator: "\n").map { line in
        String(line.dropFirst(#"{"path":""#.count).prefix { $0 != "\"" })
      }
    }.sorted()
  }

  @Test(arguments: kinds)
  func `removes what is gone and nothing else`(_ kind: Kind) throws {
    let plan = plan("users", "rooms")
    try sync(kind, plan, docs("users", 0..<10) + docs("rooms", 0..<5))
    let ending = try sync(
      kind, plan, docs("users", 0..<8) + docs("rooms", 0..<5), kept: ["users/k1008"])
    #expect(ending.removed == [0: 1])
    #expect(ending.stale == [:])
    #expect(ending.heldBack == [])
    let left = try paths(kind)
    #expect(left.count == 14)
    #expect(left.contains("users/k1008") && !left.contains("users/k1009"))
    // Again there is nothing to do, and what is gone may come back.
    #expect(try sync(kind, plan, docs("users", 0..<9) + docs("rooms", 0..<5)).removed == [:])
    let sink = try kind.sink(in: folder)
    try sink.begin(plan)
    let back = docs("users", 0..<10) + docs("rooms", 0..<5)
    #expect(try sink.commit(.test(back, plan: plan)).filter { $0 == .created }.count == 1)
    _ = try sink.end()
  }

  @Test(arguments: kinds)
  func `a run removes nothing and counts what is stale`(_ kind: Kind) throws {
    try sync(kind, plan("users"), docs("users", 0..<10))
    let ending = try sync(kind, plan("users"), docs("users", 0..<8), nil)
    #expect(ending.removed == [:])
    #expect(ending.stale == [0: 2])
    #expect(try paths(kind).count == 10)
  }

  @Test(
    arguments: [
      (Removal.Limit.standard, 200, 180, 0), (.standard, 200, 179, 21), (.standard, 300, 270, 0),
      (.standard, 300, 269, 31), (.standard, 20, 1, 0), (.standard, 20, 0, 20),
      (.given(.count(40)), 100, 60, 0), (.given(.count(39)), 100, 60, 40),
      (.given(.count(0)), 100, 99, 1), (.given(.count(500)), 10, 0, 10),
      (.given(.share(400_000)), 100, 60, 0), (.given(.share(399_999)), 100, 60, 40),
      (.given(.share(990_000)), 10, 0, 10), (.given(.all), 10, 0, 0),
    ] as [(Removal.Limit, Int, Int, Int)])
  func `holds everything back beyond what is allowed`(
    _ limit: Removal.Limit, _ before: Int, _ after: Int, _ heldBack: Int
  ) throws {
    for kind in Self.kinds {
      let plan = plan("users", "rooms")
      let rooms = docs("rooms", 0..<10)
      try sync(kind, plan, docs("users", 0..<before) + rooms)
      // One room less, which alone would be allowed.
      let ending = try sync(
        kind, plan,
        docs("users", 0..<after) + (limit == .given(.count(0)) ? rooms : rooms.dropLast()),
        Removal(limit: limit))
      let users = ending.heldBack.filter { $0.collection == "users" }
      #expect(users.map(\.count) == (heldBack > 0 ? [heldBack] : []))
      #expect(users.allSatisfy { $0.of == before && $0.wouldEmpty == (after == 0) })
      if heldBack > 0 {
        #expect(ending.removed == [:])
        #expect(try paths(kind).count == before + 10)
      } else {
        #expect(ending.removed == [0: before - after, 1: 1])
        #expect(try paths(kind).count == after + 9)
      }
      for name in ["news.db", "news", "news.state"] {
        try? FileManager.default.removeItem(atPath: folder(name))
      }
    }
  }

  @Test(arguments: kinds)
  func `new documents do not make room for more deletions`(_ kind: Kind) throws {
    try sync(kind, plan("users"), docs("users", 0..<100))
    // All ids are new: the rule for them has changed, or the export is another one.
    let ending = try sync(kind, plan("users"), docs("users", 1000..<2000))
    #expect(ending.heldBack.map(\.count) == [100])
    #expect(ending.heldBack.map(\.of) == [100])
    #expect(ending.stale == [0: 100])
    #expect(try paths(kind).count == 1100)
  }

  @Test(arguments: kinds)
  func `what a rejected record gave before at another path stays`(_ kind: Kind) throws {
    let plan = plan("users")
    let before = [
      Doc("users/ann", #"{"v":1}"#, rule: 1, source: "/u/1"),
      Doc("users/bob", #"{"v":2}"#, rule: 1, source: "/u/2"),
      Doc("users/eve", #"{"v":3}"#, rule: 1, source: "/u/3"),
      Doc("users/zoe", #"{"v":4}"#, rule: 1, source: "/u/4"),
    ]
    try sync(kind, plan, before)
    // The record of /u/2 is rejected without a path; that of /u/3 collides with ann; /u/4 is gone.
    let now = [before[0], Doc("users/ann", #"{"v":9}"#, rule: 1, source: "/u/3")]
    let ending = try sync(kind, plan, now, sources: ["/u/2"])
    #expect(ending.removed == [0: 1])
    #expect(try paths(kind) == ["users/ann", "users/bob", "users/eve"])
  }

  @Test(arguments: kinds)
  func `spares collections whose parent path is missing`(_ kind: Kind) throws {
    let plan = plan("users", "rooms")
    try sync(kind, plan, docs("users", 0..<3) + docs("rooms", 0..<3))
    var removal = Removal(limit: .given(.all))
    removal.spared = [0]
    let ending = try sync(kind, plan, [], removal)
    #expect(ending.removed == [1: 3])
    #expect(ending.stale == [0: 3])
    #expect(try paths(kind) == ["users/k1000", "users/k1001", "users/k1002"])
  }

  @Test(arguments: kinds)
  func `removes what a rule gave that the mapping no longer has`(_ kind: Kind) throws {
    try sync(kind, plan("users", "rooms"), docs("users", 0..<3) + docs("rooms", 0..<3))
    let held = try sync(kind, plan("users"), docs("users", 0..<3))
    #expect(held.heldBack.map(\.collection) == ["rooms"])
    let ending = try sync(
      kind, plan("users"), docs("users", 0..<3), Removal(limit: .given(.all)))
    #expect(ending.removed == [-1: 3])
    #expect(try paths(kind).count == 3)
  }

  @Test(arguments: kinds)
  func `leaves alone what others wrote`(_ kind: Kind) throws {
    try sync(kind, plan("users"), docs("users", 0..<30))
    if kind == .sqlite {
      let database = try Database(folder("news.db"), .readWrite)
      try database.execute(
        "INSERT INTO documents(path, collection, id, data) VALUES('users/own','users','own','{}')")
      try database.close()
    } else {
      let text =
        (folder.text("news/users.ndjson") ?? "") + #"{"path":"users/own","id":"own","data":{}}"#
        + "\n"
      try Data(text.utf8).write(to: URL(filePath: folder("news/users.ndjson")))
    }
    var other = plan("rooms")
    other.name = "other"
    let ending = try sync(kind, other, docs("rooms", 0..<1), Removal(limit: .given(.all)))
    #expect(ending.removed == [:])
    #expect(try sync(kind, plan("users"), docs("users", 0..<29)).removed == [0: 1])
    #expect(try paths(kind).contains("users/own"))
    #expect(try paths(kind).count == 31)
  }

  @Test func `a document that went by hand is not counted as removed`() throws {
    try sync(.ndjson, plan("users"), docs("users", 0..<4))
    let lines = (folder.text("news/users.ndjson") ?? "").split(separator: "\n").dropLast()
    try Data((lines.joined(separator: "\n") + "\n").utf8)
      .write(to: URL(filePath: folder("news/users.ndjson")))
    #expect(try sync(.ndjson, plan("users"), docs("users", 0..<2)).removed == [0: 1])
    #expect(try paths(.ndjson).count == 2)
  }
}
