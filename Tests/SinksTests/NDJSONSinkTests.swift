import Foundation
import Interop
import Pipeline
@testable import Sinks
import Testing

@Suite struct NDJSONSinkTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func line(_ path: String, _ data: String) -> String {
    #"{"path":"\#(path)","id":"\#(path.split(separator: "/").last ?? "")","data":\#(data)}"# + "\n"
  }

  @Test func `nothing is visible before finish, and every collection has a file after it`() throws {
    let plan = Plan.test("news", ["users": [], "rooms/messages": [], "empty": []])
    let sink = NDJSONSink(folder: folder("out/news/"))
    try sink.begin(plan)
    _ = try sink.commit(
      .test(
        [
          Doc("users/ann", "1"), Doc("rooms/r/messages/m", "2"), Doc("users/bob", "3"),
          Doc("dyn/x", "4"),
        ], plan: plan))
    #expect(folder.names.filter { $0.hasSuffix(".ndjson") } == [])
    let ending = try sink.end()
    #expect(
      folder.names == [
        "out", "out/news", "out/news.state", "out/news/dyn.ndjson", "out/news/empty.ndjson",
        "out/news/rooms.messages.ndjson", "out/news/users.ndjson",
      ])
    #expect(
      ending.written
        == ["dyn", "empty", "rooms.messages", "users"].map { folder("out/news/\($0).ndjson") })
    #expect(folder.text("out/news/users.ndjson") == line("users/ann", "1") + line("users/bob", "3"))
    #expect(folder.text("out/news/rooms.messages.ndjson") == line("rooms/r/messages/m", "2"))
    #expect(folder.text("out/news/empty.ndjson") == "")
  }

  @Test(arguments: [
    ("users", "users.ndjson"), ("rooms/messages", "rooms.messages.ndjson"),
    ("a.b/c d", "a%2Eb.c%20d.ndjson"),
    ("å", "%C3%A5.ndjson"), ("..", "%2E%2E.ndjson"), ("A-z_9", "A-z_9.ndjson"), ("%", "%25.ndjson"),
  ])
  func `names files after collections`(_ collection: String, _ name: String) {
    #expect(NDJSONFileName.name(of: Array(collection.utf8)) == name)
  }

  @Test func `a killed run leaves the old files and ledger, and its partial files go`() throws {
    try Kind.ndjson.run(in: folder, .test([Doc("users/ann", "1")]))
    let ledger = try Data(contentsOf: URL(fileURLWithPath: folder("news.state")))
    do {
      let sink = NDJSONSink(folder: folder("news"))
      try sink.begin(.test())
      _ = try sink.commit(.test([Doc("users/ann", "2"), Doc("users/bob", "3"), Doc("dyn/x", "4")]))
      // No abandon: the process has gone.
    }
    #expect(folder.names.contains("news/.users.ndjson.partial"))
    #expect(folder.text("news/users.ndjson") == line("users/ann", "1"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder("news.state"))) == ledger)
    let run = try Kind.ndjson.run(in: folder, .test([Doc("users/ann", "2")]))
    #expect(run.changes == [.modified])
    #expect(folder.names == ["news", "news.state", "news/users.ndjson"])
  }

  @Test func `documents that stay are carried over behind the others, in their order`() throws {
    let docs = ["d", "c", "b", "a"].map { Doc("users/\($0)", "\"\($0)\"") }
    try Kind.ndjson.run(in: folder, .test(docs))
    let run = try Kind.ndjson.run(
      in: folder, .test([Doc("users/a", "1"), Doc("users/e", "2")], kept: ["users/c"]))
    #expect(run.ending.stale == [0: 2])
    let expected =
      line("users/a", "1") + line("users/e", "2") + line("users/d", "\"d\"")
      + line("users/c", "\"c\"")
      + line("users/b", "\"b\"")
    #expect(folder.text("news/users.ndjson") == expected)
    let before = try File.status(folder("news/users.ndjson"))
    let again = try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1"), Doc("users/e", "2")]))
    #expect(again.ending == Ending(stale: [0: 3], written: []))
    #expect(try File.status(folder("news/users.ndjson")) == before)
  }

  @Test func `the file of a collection that a run does not meet stays`() throws {
    try Kind.ndjson.run(in: folder, .test([Doc("users/a"), Doc("dyn/x", "1")]))
    let run = try Kind.ndjson.run(in: folder, .test([Doc("users/a")]))
    #expect(run.ending.stale == [-1: 1])
    #expect(folder.text("news/dyn.ndjson") == line("dyn/x", "1"))
  }

  @Test func `lines that somebody added stay, those that somebody removed are forgotten`() throws {
    try Kind.ndjson.run(
      in: folder, .test([Doc("users/a", "1"), Doc("users/b", "2"), Doc("users/c", "3")]))
    let edited =
      line("users/zed", "9") + line("users/b", "2") + line("users/b", "2")
    try edited.write(toFile: folder("news/users.ndjson"), atomically: true, encoding: .utf8)
    let run = try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1")]))
    #expect(run.ending.stale == [0: 1])
    #expect(
      folder.text("news/users.ndjson") == line("users/a", "1") + line("users/zed", "9")
        + line("users/b", "2"))
    // What the target has lost is new when it comes again.
    let again = try Kind.ndjson.run(in: folder, .test([Doc("users/b", "2"), Doc("users/c", "3")]))
    #expect(again.changes == [.unchanged, .created])
    #expect(again.ending.stale == [0: 1])
  }

  @Test func `a removed folder is made again, and a changed file replaced`() throws {
    try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1")]))
    try FileManager.default.removeItem(atPath: folder("news"))
    #expect(try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1")])).ending.written.count == 1)
    try line("users/a", "2").write(
      toFile: folder("news/users.ndjson"), atomically: true, encoding: .utf8)
    try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1")]))
    #expect(folder.text("news/users.ndjson") == line("users/a", "1"))
  }

  @Test func `a ledger that is behind its files loses no document`() throws {
    let docs = [Doc("users/a", "1"), Doc("users/b", "2"), Doc("users/c", "3")]
    try Kind.ndjson.run(in: folder, .test(docs))
    let ledger = try Data(contentsOf: URL(fileURLWithPath: folder("news.state")))
    try Kind.ndjson.run(
      in: folder, .test([Doc("users/a", "9"), Doc("users/new", "5")], kept: ["users/b"]))
    try ledger.write(to: URL(fileURLWithPath: folder("news.state")))
    let run = try Kind.ndjson.run(in: folder, .test([Doc("users/a", "9")], kept: ["users/b"]))
    #expect(run.ending.stale == [0: 1])
    #expect(
      folder.text("news/users.ndjson") == line("users/a", "9") + line("users/new", "5")
        + line("users/b", "2") + line("users/c", "3"))
  }

  @Test func `the file of another mapping is refused, and nothing is left behind`() throws {
    try Kind.ndjson.run(in: folder, plan: .test("shop"), .test([Doc("users/a", "1")]))
    let names = folder.names
    let failure = #expect(throws: SinkFailure.self) {
      try NDJSONSink(folder: folder("news")).begin(.test("news"))
    }
    #expect(
      failure
        == .stop(
          TargetFault(
            .refused, action: "write", target: folder("news/users.ndjson"),
            reason: "the mapping \"shop\" writes this file",
            advice: "Choose another folder for this mapping.")))
    #expect(folder.names == names)
    #expect(folder.text("news/users.ndjson") == line("users/a", "1"))
  }

  @Test func `a collection whose id comes from data does not take another mapping's file`() throws {
    try Kind.ndjson.run(in: folder, plan: .test("shop"), .test([Doc("users/a", "1")]))
    let plan = Plan.test("news", ["posts": []])
    let sink = NDJSONSink(folder: folder("news"))
    try sink.begin(plan)
    #expect(throws: SinkFailure.self) { try sink.commit(.test([Doc("users/b", "2")], plan: plan)) }
    sink.abandon()
    #expect(folder.names == ["news", "news.state", "news/users.ndjson"])
    #expect(folder.text("news/users.ndjson") == line("users/a", "1"))
  }

  @Test func `an id from data that is a collection of the mapping shares its file`() throws {
    var batch = Batch.test([Doc("users/a", "1"), Doc("users/b", "2")])
    let path = batch.documents[1].path
    batch.documents[1].collection = -1
    batch.documents[1].group = Batch.Slice(start: path.start, count: 5)
    try Kind.ndjson.run(in: folder, batch)
    #expect(folder.text("news/users.ndjson") == line("users/a", "1") + line("users/b", "2"))
    let run = try Kind.ndjson.run(in: folder, .test([]))
    #expect(run.ending.stale == [0: 2])
  }

  @Test func `a file in the place of the folder is refused, and nothing is left behind`() throws {
    try "mine".write(toFile: folder("news"), atomically: true, encoding: .utf8)
    let failure = #expect(throws: SinkFailure.self) {
      try NDJSONSink(folder: folder("news")).begin(.test())
    }
    #expect(
      failure
        == .stop(
          TargetFault(
            action: "write to", target: folder("news"), reason: "Not a directory",
            advice: "ndjson: wants a folder, and this is a file.")))
    #expect(folder.names == ["news"])
  }

  @Test func `the ledger lies where --state says`() throws {
    let sink = NDJSONSink(folder: folder("news"), state: folder("s/ledger"))
    try sink.begin(.test())
    _ = try sink.end()
    #expect(folder.names == ["news", "news/users.ndjson", "s", "s/ledger"])
  }

  @Test(arguments: ["open", "write", "sync", "close", "rename"])
  func `a system call that fails leaves no file under a final name`(_ operation: String) throws {
    let sink = NDJSONSink(folder: folder("news"), mostOpenFiles: 1)
    let failure = FaultInjection.with(
      { (called, path) in
        called.hasPrefix(operation) && path.contains("ndjson") ? SystemErrors.full : nil
      }, in: folder.path
    ) { () -> SinkFailure? in
      do throws(SinkFailure) {
        try sink.begin(.test())
        _ = try sink.commit(.test([Doc("users/ann"), Doc("dyn/x"), Doc("users/bob")]))
        _ = try sink.end()
        return nil
      } catch {
        return error
      }
    }
    sink.abandon()
    guard case .stop(let target)? = failure else {
      Issue.record("not a stop: \(String(describing: failure))")
      return
    }
    #expect(target.reason == "No space left on device")
    #expect(target.target.hasPrefix(folder("news")))
    // Behind the commit the ledger says what the files hold: it stays.
    #expect(folder.names == (operation == "rename" ? ["news", "news.state"] : []))
  }

  @Test func `a file of the same length with other content is replaced`() throws {
    try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1")]))
    let run = try Kind.ndjson.run(in: folder, .test([Doc("users/a", "2")]))
    #expect(run.ending.written == [folder("news/users.ndjson")])
    #expect(folder.text("news/users.ndjson") == line("users/a", "2"))
  }

  @Test func `rewriting publishes equal files anew`() throws {
    try Kind.ndjson.run(in: folder, .test([Doc("users/a", "1")]))
    let before = try File.status(folder("news/users.ndjson"))
    let sink = NDJSONSink(folder: folder("news"), rewrites: true)
    try sink.begin(.test())
    #expect(try sink.commit(.test([Doc("users/a", "1")])) == [.unchanged])
    #expect(try sink.end().written == [folder("news/users.ndjson")])
    #expect(try File.status(folder("news/users.ndjson")) != before)
  }

  @Test func `lines that the ledger does not know are kept, also when the ledger is lost`() throws {
    try Kind.ndjson.run(
      in: folder, plan: .test(), .test([Doc("users/a", "1"), Doc("users/b", "2")]))
    let hand = line("users/hand", "{}")
    try (line("users/a", "1") + hand + line("users/b", "2")).write(
      toFile: folder("news/users.ndjson"), atomically: true, encoding: .utf8)
    try File.remove(folder("news.state"))
    try Kind.ndjson.run(in: folder, plan: .test(), .test([Doc("users/a", "3")]))
    #expect(
      folder.text("news/users.ndjson") == line("users/a", "3") + hand + line("users/b", "2"))
  }

  @Test(arguments: ["no document\n", "{\"path\":\"users/x\",\"id\":\"x\",\"da"])
  func `a file with a line that is no document is refused and unchanged`(_ end: String) throws {
    try Kind.ndjson.run(in: folder, plan: .test(), .test([Doc("users/a", "1")]))
    let text = line("users/a", "1") + end
    try text.write(toFile: folder("news/users.ndjson"), atomically: true, encoding: .utf8)
    let sink = NDJSONSink(folder: folder("news"))
    try sink.begin(.test())
    _ = try sink.commit(.test([Doc("users/a", "2")]))
    let failure = #expect(throws: SinkFailure.self) { try sink.end() }
    #expect(sink.abandon() == .nothing)
    #expect(failure == .stop(.foreignLine(folder("news/users.ndjson"))))
    #expect(folder.text("news/users.ndjson") == text)
  }

  @Test func `one file that cannot appear keeps all others as they were`() throws {
    let plan = Plan.test("news", ["users": [], "z": []])
    try Kind.ndjson.run(in: folder, plan: plan, .test([Doc("users/a", "1")], plan: plan))
    try File.remove(folder("news/z.ndjson"))
    try Folder.create(folder("news/z.ndjson"))
    let sink = NDJSONSink(folder: folder("news"))
    try sink.begin(plan)
    _ = try sink.commit(
      .test([Doc("users/a", "1"), Doc("users/new", "2"), Doc("z/q")], plan: plan))
    #expect(throws: SinkFailure.self) { try sink.end() }
    sink.abandon()
    #expect(folder.text("news/users.ndjson") == line("users/a", "1"))
  }

  @Test func `a collection whose id is too long for a file name fails alone`() throws {
    let sink = NDJSONSink(folder: folder("news"))
    try sink.begin(.test())
    let long = String(repeating: "é", count: 50)
    let failure = #expect(throws: SinkFailure.self) {
      try sink.commit(.test([Doc("users/a"), Doc("\(long)/x")]))
    }
    #expect(failure == .rejected([1], .longName(folder("news"))))
    sink.abandon()
  }
}
