import Foundation
import Interop
import Pipeline
import Sinks
import Testing

@Suite struct SQLiteSinkTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var file: String { folder("news.db") }

  @Test func `the row of a document holds the contract's columns and the ledger's`() throws {
    let plan = Plan.test("news", ["articleData": ["date"], "articleData/comments": []])
    let docs = [
      Doc("articleData/-Lx", #"{"date":"2019-01-01T00:00:00Z"}"#, types: #"{"date":"timestamp"}"#),
      Doc("articleData/-Lx/comments/c1", rule: 1, source: "/Comments/-Lx/c1"),
    ]
    try Kind.sqlite.run(in: folder, plan: plan, .test(docs, plan: plan))
    let all = try rows(
      file,
      "SELECT path, collection, id, data, types, length(hash), model, rule, source, typeof(path) FROM documents ORDER BY path"
    )
    #expect(
      all == [
        [
          "articleData/-Lx", "articleData", "-Lx", #"{"date":"2019-01-01T00:00:00Z"}"#,
          #"{"date":"timestamp"}"#, "16", "1", "0", nil, "text",
        ],
        [
          "articleData/-Lx/comments/c1", "articleData/-Lx/comments", "c1", "{}", nil, "16", "2",
          "1",
          "/Comments/-Lx/c1", "text",
        ],
      ])
    #expect(try rows(file, "SELECT * FROM replant_progress") == [])
    #expect(try rows(file, "SELECT * FROM replant_changes") == [])
    #expect(try rows(file, "PRAGMA integrity_check") == [["ok"]])
    #expect(folder.names == ["news.db"])
  }

  @Test func `a user's own tables and rows stay`() throws {
    let database = try Database(file, .create)
    try database.execute("CREATE TABLE users(name); INSERT INTO users VALUES('mine')")
    try database.close()
    try Kind.sqlite.run(in: folder, .test([Doc("users/ann", #"{"age":31}"#)]))
    let writer = try Database(file, .readWrite)
    try writer.execute(
      "INSERT INTO documents(path, collection, id, data) VALUES('users/own', 'users', 'own', '{}')")
    try writer.close()
    let run = try Kind.sqlite.run(in: folder, .test([]))
    #expect(run.ending.stale == [0: 1])
    #expect(try rows(file, "SELECT * FROM users") == [["mine"]])
    #expect(
      try rows(file, "SELECT path FROM documents ORDER BY 1") == [["users/ann"], ["users/own"]])
    #expect(try rows(file, "SELECT path, age FROM users_2") == [["users/ann", "31"]])
  }

  @Test func `a path that another mapping or a user wrote is refused with the document's index`()
    throws
  {
    try Kind.sqlite.run(in: folder, plan: .test("shop"), .test([Doc("users/ann", #"{"n":1}"#)]))
    let sink = SQLiteSink(path: file)
    try sink.begin(.test("news"))
    let docs = [Doc("users/al"), Doc("users/ann", #"{"n":2}"#), Doc("users/bob")]
    let failure = #expect(throws: SinkFailure.self) { try sink.commit(.test(docs)) }
    guard case .rejected(let indices, _)? = failure else {
      Issue.record("not rejected: \(String(describing: failure))")
      return
    }
    #expect(indices == [1])
    #expect(try sink.commit(.test([docs[0], docs[2]])) == [.created, .created])
    _ = try sink.end()
    #expect(try rows(file, "SELECT data FROM documents WHERE id = 'ann'") == [[#"{"n":1}"#]])
  }

  @Test(arguments: [
    "CREATE TABLE documents(id INTEGER, body)", "CREATE TABLE Documents(path)",
    "CREATE VIEW documents AS SELECT 1",
  ])
  func `a database with other documents is refused and unchanged`(_ sql: String) throws {
    let database = try Database(file, .create)
    try database.execute(sql)
    try database.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    #expect(
      throws: SinkFailure.stop(
        TargetFault(
          .refused, action: "write to", target: file, reason: TargetFault.otherDocuments,
          advice: "Choose another file."))
    ) { try SQLiteSink(path: file).begin(.test()) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    #expect(folder.names == ["news.db"])
  }

  @Test func `a UTF-16 database is refused`() throws {
    let database = try Database(file, .create)
    try database.execute("PRAGMA encoding = 'UTF-16'; CREATE TABLE t(x)")
    try database.close()
    let failure = #expect(throws: SinkFailure.self) { try SQLiteSink(path: file).begin(.test()) }
    guard case .stop(let fault)? = failure else { return }
    #expect(fault.reason == TargetFault.otherEncoding)
  }

  @Test func `a file that is no database is refused and unchanged`() throws {
    let text = Data(String(repeating: "id,name\n1,ann\n", count: 100).utf8)
    try text.write(to: URL(fileURLWithPath: file))
    let failure = #expect(throws: SinkFailure.self) { try SQLiteSink(path: file).begin(.test()) }
    #expect(
      failure
        == .stop(
          TargetFault(
            .refused, action: "write", target: file, reason: "it is not an SQLite database",
            advice: "Choose another file.")))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == text)
    #expect(folder.names == ["news.db"])
  }

  @Test func `an empty file, as a kill during the first commit leaves it, is taken over`() throws {
    try File(file, .createNew()).close()
    #expect(try Kind.sqlite.run(in: folder, .test([Doc("users/ann")])).changes == [.created])
  }

  @Test func `what is committed before a checkpoint is in the file, what comes after is not`()
    throws
  {
    let sink = SQLiteSink(path: file)
    try sink.begin(.test(fingerprint: "a"))
    _ = try sink.commit(.test([Doc("users/ann"), Doc("users/bob")]))
    try sink.checkpoint(at: 44)
    _ = try sink.commit(.test([Doc("users/eve")]))
    #expect(sink.abandon() == .untilCheckpoint)
    #expect(try rows(file, "SELECT path FROM documents") == [["users/ann"], ["users/bob"]])
  }

  @Test func `a checkpoint is due after 4 MB of data`() throws {
    let data = #"{"t":"\#(String(repeating: "x", count: 1 << 20))"}"#
    let sink = SQLiteSink(path: file)
    try sink.begin(.test())
    for number in 1...4 {
      #expect(!sink.isCheckpointDue)
      _ = try sink.commit(.test([Doc("users/\(number)", data)], end: number))
    }
    // The objects around the texts let the fourth batch pass it.
    #expect(sink.isCheckpointDue)
    try sink.checkpoint(at: 4)
    #expect(!sink.isCheckpointDue)
    sink.abandon()
  }

  @Test(.enabled(if: TinyDisk.isPossible))
  func `a disk that fills up leaves the database as the last commit left it`() throws {
    let disk = try TinyDisk(at: folder("disk"))
    defer { disk.unmount() }
    let path = folder("disk/news.db")
    let first = SQLiteSink(path: path)
    try first.begin(.test())
    _ = try first.commit(.test([Doc("users/ann", #"{"n":1}"#)]))
    _ = try first.end()
    let second = SQLiteSink(path: path)
    try second.begin(.test())
    let data = #"{"t":"\#(String(repeating: "x", count: 2_000))"}"#
    #expect(throws: SinkFailure.self) {
      _ = try second.commit(.test([Doc("users/ann", #"{"n":2}"#)]))
      _ = try second.commit(.test((0..<2_000).map { Doc("users/\($0)", data) }))
      _ = try second.end()
    }
    second.abandon()
    #expect(try rows(path, "SELECT path, data FROM documents") == [["users/ann", #"{"n":1}"#]])
    #expect(try rows(path, "PRAGMA integrity_check") == [["ok"]])
    #expect(folder.names == ["disk", "disk/news.db"])
  }

  @Test func `rewriting writes equal documents and still counts them as unchanged`() throws {
    try Kind.sqlite.run(in: folder, .test([Doc("users/ann", #"{"n":1}"#)]))
    let database = try Database(file, .readWrite)
    try database.execute("UPDATE documents SET data = '{\"n\":9}'")
    try database.close()
    let sink = SQLiteSink(path: file, rewrites: true)
    try sink.begin(.test())
    #expect(try sink.commit(.test([Doc("users/ann", #"{"n":1}"#)])) == [.unchanged])
    _ = try sink.end()
    #expect(try rows(file, "SELECT data FROM documents") == [[#"{"n":1}"#]])
  }

  @Test func `a database in WAL mode comes out in rollback mode, with nothing beside it`() throws {
    let database = try Database(file, .create)
    try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE mine(x)")
    try database.close()
    try Kind.sqlite.run(in: folder, .test([Doc("users/ann")]))
    #expect(try rows(file, "PRAGMA journal_mode") == [["delete"]])
    #expect(folder.names == ["news.db"])
  }
}
