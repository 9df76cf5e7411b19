import Interop
import Pipeline
import Testing

@testable import Sinks

/// Two runs into one folder, each with a ledger of its own.
@Suite struct FolderLockTests {
  private let folder: TestFolder
  init() throws { folder = try TestFolder() }

  private func sink(_ state: String) -> NDJSONSink {
    NDJSONSink(folder: folder("news"), state: folder(state))
  }

  private func plan(_ state: String) -> NDJSONPlan {
    NDJSONPlan(folder: folder("news"), state: folder(state))
  }

  private func isRefused(_ sink: any Sink) -> Bool {
    let failure = #expect(throws: SinkFailure.self) { try sink.begin(.test()) }
    return failure == .stop(.folderInUse(folder("news")))
  }

  @Test(arguments: [true, false])
  func `do not write at once`(_ isThere: Bool) throws {
    if isThere { try Kind.ndjson.run(in: folder, .test([Doc("users/old")])) }
    let first = sink("a.state")
    try first.begin(.test())
    _ = try first.commit(.test([Doc("users/ann")]))
    let names = folder.names
    #expect(isRefused(sink("b.state")))
    #expect(isRefused(plan("b.state")))
    #expect(folder.names == names)
    _ = try first.end()
    let second = sink("b.state")
    try second.begin(.test())
    _ = try second.commit(.test([Doc("users/bob")]))
    second.abandon()
    #expect(try second.read(path: Array("users/ann".utf8)) != nil)
    // Nothing but the files and the ledgers: the folder itself was locked.
    #expect(folder.names.allSatisfy { !$0.contains("lock") })
  }

  @Test func `a refused run does not remove the folder that the other has made`() throws {
    let first = sink("a.state")
    try first.begin(.test())
    #expect(isRefused(sink("b.state")))
    _ = try first.end()
    #expect(folder.names == ["a.state", "news", "news/users.ndjson"])
  }

  @Test func `plans read at once, and keep runs out`() throws {
    try Kind.ndjson.run(in: folder, .test([Doc("users/old")]))
    let plans = [plan("a.state"), plan("b.state")]
    for plan in plans { try plan.begin(.test()) }
    #expect(isRefused(sink("c.state")))
    for plan in plans { plan.abandon() }
    let run = sink("c.state")
    try run.begin(.test())
    run.abandon()
    #expect(folder.names == ["news", "news.state", "news/users.ndjson"])
  }

  @Test func `the message is that of the ledger`() {
    #expect(
      TargetFault.folderInUse("out").description
        == """
        cannot write out: another replant is writing to it, or another program has it open
          Wait until it has ended, then run the same command again.
        """)
  }
}
