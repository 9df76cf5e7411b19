import Foundation
import Interop
import Pipeline
import Sinks
import Testing

/// What every sink owes the pipeline: the law in the comment of `Sink`.
@Suite struct SinkContract {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(arguments: Kind.allCases)
  func `tells created, modified and unchanged over three runs`(_ kind: Kind) throws {
    let first = try kind.run(
      in: folder, .test([Doc("users/ann", #"{"age":31}"#), Doc("users/bob", #"{"age":44}"#)]))
    let second = try kind.run(
      in: folder, .test([Doc("users/ann", #"{"age":31}"#), Doc("users/bob", #"{"age":45}"#)]),
      .test([Doc("users/eve", #"{"age":27}"#)]))
    let third = try kind.run(
      in: folder, .test([Doc("users/eve", #"{"age":27}"#), Doc("users/bob", #"{"age":45}"#)]))
    #expect(first.changes == [.created, .created])
    guard kind.remembers else {
      #expect(second.changes == [.created, .created, .created])
      #expect(third.ending.stale == [:])
      return
    }
    #expect(second.changes == [.unchanged, .modified, .created])
    #expect(third.changes == [.unchanged, .unchanged])
    #expect(first.ending.stale == [:])
    #expect(second.ending.stale == [:])
    #expect(third.ending.stale == [0: 1])
  }

  @Test(arguments: Kind.allCases)
  func `a changed type is a modification though the data are the same`(_ kind: Kind) throws {
    try kind.run(in: folder, .test([Doc("users/ann", #"{"t":"x"}"#)]))
    let second = try kind.run(
      in: folder, .test([Doc("users/ann", #"{"t":"x"}"#, types: #"{"t":"reference"}"#)]))
    #expect(second.changes == [kind.remembers ? .modified : .created])
  }

  @Test(arguments: Kind.allCases)
  func `a collision names the earlier source, in a first run and in later ones`(_ kind: Kind) throws
  {
    let batches: [Batch] = [
      .test([Doc("users/ann", #"{"age":1}"#, source: "/Users/Ann"), Doc("users/bob", rule: 1)]),
      .test([
        Doc("users/bob", #"{"age":2}"#), Doc("users/ann", source: "/Users/ANN"), Doc("users/eve"),
      ]),
    ]
    for _ in 1...3 {
      let run = try kind.run(in: folder, batches[0], batches[1])
      #expect(
        run.changes[2...] == [
          .collision(earlier: .rule(1)), .collision(earlier: .path(Array("/Users/Ann".utf8))),
          run.changes[0],
        ])
      #expect(run.changes[0] == run.changes[1])
    }
  }

  @Test(arguments: Kind.allCases)
  func `a collision after the source has moved names this run's source`(_ kind: Kind) throws {
    try kind.run(in: folder, .test([Doc("users/ann", rule: 0, source: "/Old")]))
    let run = try kind.run(
      in: folder, .test([Doc("users/ann", rule: 1), Doc("users/ann", rule: 0, source: "/Other")]))
    #expect(run.changes == [kind.remembers ? .unchanged : .created, .collision(earlier: .rule(1))])
  }

  @Test(arguments: Kind.allCases)
  func `documents of rejected records stay and are not stale`(_ kind: Kind) throws {
    let docs = [
      Doc("users/ann", #"{"age":31}"#), Doc("users/bob", #"{"age":44}"#), Doc("users/eve"),
    ]
    try kind.run(in: folder, .test(docs))
    let run = try kind.run(in: folder, .test([docs[0]], kept: ["users/bob", "users/zed"]))
    let again = try kind.run(in: folder, .test(docs))
    guard kind.remembers else { return }
    #expect(run.ending.stale == [0: 1])
    #expect(
      try kind.sink(in: folder).read(path: Array("users/bob".utf8)) == Array(#"{"age":44}"#.utf8))
    #expect(again.changes == [.unchanged, .unchanged, .unchanged])
    #expect(again.ending.stale == [:])
  }

  @Test(arguments: Kind.allCases.filter(\.remembers))
  func `a record that is rejected keeps the document that it made under another id`(_ kind: Kind)
    throws
  {
    let docs = [
      Doc("users/ann", source: "/c/1"), Doc("users/bob", source: "/c/2"),
      Doc("users/eve", source: "/c/3"), Doc("users/joe", source: "/c/4"),
    ]
    try kind.run(in: folder, .test(docs))
    // The second record has no id now, and the third one has the first one's.
    let run = try kind.run(
      in: folder,
      .test([docs[0], Doc("users/ann", source: "/c/3")], keptSources: ["/c/2", "/c/9", "/c/2"]))
    #expect(run.changes == [.unchanged, .collision(earlier: .path(Array("/c/1".utf8)))])
    #expect(run.ending.stale == [0: 1])
    #expect(try kind.run(in: folder, .test(docs)).ending.stale == [:])
  }

  @Test(arguments: Kind.allCases)
  func `stale documents are counted by collection, those of dropped collections too`(
    _ kind: Kind
  ) throws {
    let wide = Plan.test("news", ["users": [], "posts": [], "old": []])
    try kind.run(
      in: folder, plan: wide,
      .test(
        [Doc("users/1"), Doc("posts/1"), Doc("posts/2"), Doc("old/1"), Doc("dyn/1")], plan: wide))
    let narrow = Plan.test("news", ["posts": [], "users": []])
    let run = try kind.run(in: folder, plan: narrow, .test([Doc("users/1")], plan: narrow))
    #expect(run.ending.stale == (kind.remembers ? [0: 2, -1: 2] : [:]))
  }

  @Test(arguments: Kind.allCases)
  func `empty batches and empty runs are fine`(_ kind: Kind) throws {
    #expect(try kind.run(in: folder).changes.isEmpty)
    #expect(try kind.run(in: folder, .test([]), .test([])).changes.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func `paths that are equal as text but not as bytes are two documents`(_ kind: Kind) throws {
    let docs = [Doc("users/bl\u{E5}", #"{"n":1}"#), Doc("users/bla\u{30A}", #"{"n":2}"#)]
    for _ in 1...2 {
      let run = try kind.run(in: folder, .test(docs))
      #expect(run.changes[0] == run.changes[1])
    }
    guard kind.remembers else { return }
    let sink = try kind.sink(in: folder)
    #expect(try sink.read(path: Array("users/bl\u{E5}".utf8)) == Array(#"{"n":1}"#.utf8))
    #expect(try sink.read(path: Array("users/bla\u{30A}".utf8)) == Array(#"{"n":2}"#.utf8))
  }

  @Test(arguments: Kind.allCases)
  func `ids of 768 bytes with emoji and quotes come back`(_ kind: Kind) throws {
    let id = String(repeating: "🌱", count: 190) + "\"\\'%.a "
    #expect(id.utf8.count == 768 - 1)
    let docs = [Doc("users/\(id)", #"{"n":1}"#), Doc("users/\(id)x", #"{"n":2}"#)]
    try kind.run(in: folder, .test(docs))
    let run = try kind.run(in: folder, .test([docs[1]]))
    let again = try kind.run(in: folder, .test(docs))
    guard kind.remembers else { return }
    #expect(run.ending.stale == [0: 1])
    #expect(again.changes == [.unchanged, .unchanged])
    let sink = try kind.sink(in: folder)
    #expect(try sink.read(path: Array("users/\(id)".utf8)) == Array(#"{"n":1}"#.utf8))
    #expect(try sink.read(path: Array("users/\(id)y".utf8)) == nil)
  }

  @Test(arguments: Kind.allCases)
  func `ten thousand documents in random order come back, twice`(_ kind: Kind) throws {
    var docs = (0..<10_000).map { Doc("users/\($0)/posts/p", #"{"n":\#($0)}"#) }
    let plan = Plan.test("news", ["users/posts": ["n"]])
    for run in 1...2 {
      docs.shuffle()
      let sink = try kind.sink(in: folder)
      try sink.begin(plan)
      for start in stride(from: 0, to: docs.count, by: 500) {
        let changes = try sink.commit(.test(Array(docs[start..<start + 500]), plan: plan))
        let expected: Change = run == 1 || !kind.remembers ? .created : .unchanged
        #expect(changes == Array(repeating: expected, count: 500))
      }
      #expect(try sink.end().stale == [:])
    }
    guard kind.remembers else { return }
    let sink = try kind.sink(in: folder)
    for number in [0, 1, 4_711, 9_999] {
      let data = try sink.read(path: Array("users/\(number)/posts/p".utf8))
      #expect(data == Array(#"{"n":\#(number)}"#.utf8))
    }
  }

  @Test(arguments: Kind.allCases)
  func `many collections whose id comes from data share a few descriptors`(_ kind: Kind) throws {
    let docs = (0..<200).map { Doc("log\($0 % 20)/\($0)", #"{"n":\#($0)}"#) }
    let first = try kind.run(in: folder, .test(docs))
    let second = try kind.run(in: folder, .test(docs))
    #expect(first.changes == Array(repeating: .created, count: 200))
    guard kind.remembers else { return }
    #expect(second.changes == Array(repeating: .unchanged, count: 200))
    let data = try kind.sink(in: folder).read(path: Array("log19/199".utf8))
    #expect(data == Array(#"{"n":199}"#.utf8))
  }

  @Test(arguments: Kind.allCases)
  func `abandon before anything was committed leaves nothing`(_ kind: Kind) throws {
    let sink = try kind.sink(in: folder)
    try sink.begin(.test())
    sink.abandon()
    #expect(folder.names == (kind == .stream ? ["out.ndjson"] : []))
    #expect(try kind.run(in: folder, .test([Doc("users/ann")])).changes == [.created])
  }

  @Test(arguments: Kind.allCases)
  func `the next run after an abandoned one delivers all`(_ kind: Kind) throws {
    let docs = [Doc("users/ann", #"{"n":1}"#), Doc("users/bob", #"{"n":2}"#)]
    let sink = try kind.sink(in: folder)
    try sink.begin(.test())
    _ = try sink.commit(.test([docs[0]]))
    sink.abandon()
    let run = try kind.run(in: folder, .test(docs))
    #expect(run.changes == [.created, .created])
    #expect(run.ending.stale == [:])
  }

  @Test(arguments: Kind.allCases.filter(\.remembers))
  func `two mappings in one target do not touch each other`(_ kind: Kind) throws {
    let news = Plan.test("news", ["users": ["age"]])
    let shop = Plan.test("shop", ["orders": ["sum"]])
    try kind.run(in: folder, plan: news, .test([Doc("users/ann", #"{"age":1}"#)], plan: news))
    try kind.run(in: folder, plan: shop, .test([Doc("orders/1", #"{"sum":2}"#)], plan: shop))
    let empty = try kind.run(in: folder, plan: shop, .test([], plan: shop))
    #expect(empty.ending.stale == [0: 1])
    let again = try kind.run(
      in: folder, plan: news, .test([Doc("users/ann", #"{"age":1}"#)], plan: news))
    #expect(again.changes == [.unchanged])
    #expect(again.ending.stale == [:])
  }

  @Test(arguments: Kind.allCases.filter(\.remembers))
  func `a second writer is refused at once and changes nothing`(_ kind: Kind) throws {
    let sink = try kind.sink(in: folder)
    try sink.begin(.test())
    let before = folder.names
    let fault = #expect(throws: SinkFailure.self) { try kind.sink(in: folder).begin(.test()) }
    guard case .stop(let target)? = fault else {
      Issue.record("not a stop: \(String(describing: fault))")
      return
    }
    #expect(target.reason == TargetFault.inUse)
    #expect(folder.names == before)
    #expect(try sink.commit(.test([Doc("users/ann")])) == [.created])
    _ = try sink.end()
    #expect(try kind.run(in: folder, .test([Doc("users/ann")])).changes == [.unchanged])
  }

  @Test(arguments: Kind.allCases.filter(\.remembers))
  func `a run in which nothing changed does not touch a file`(_ kind: Kind) throws {
    let plan = Plan.test("news", ["users": ["age"], "posts": []])
    let batch = Batch.test(
      [Doc("users/ann", #"{"age":1}"#), Doc("log/1"), Doc("posts/2"), Doc("posts/1")], plan: plan)
    try kind.run(in: folder, plan: plan, batch)
    let files = folder.names.filter { $0 != "news" }
    let before = try files.map { try File.status(folder($0)) }
    usleep(20_000)
    let run = try kind.run(in: folder, plan: plan, batch)
    #expect(run.changes == [.unchanged, .unchanged, .unchanged, .unchanged])
    #expect(files.count == (kind == .sqlite ? 1 : 4))
    #expect(folder.names.filter { $0 != "news" } == files)
    #expect(try files.map { try File.status(folder($0)) } == before)
  }

  @Test(arguments: Kind.allCases)
  func `a missing folder above, or a folder in the place of the file, is a clear fault`(
    _ kind: Kind
  ) throws {
    guard kind == .sqlite else { return }
    for path in [folder("no/such/news.db"), folder.path] {
      #expect(throws: SinkFailure.self) { try SQLiteSink(path: path).begin(.test()) }
    }
    #expect(folder.names.isEmpty)
  }

  @Test(.enabled(if: TinyDisk.isPossible), arguments: Kind.allCases.filter { $0 != .null })
  func `a full disk stops the run and leaves no half file under a final name`(_ kind: Kind) throws {
    let disk = try TinyDisk(at: folder("disk"))
    defer { disk.unmount() }
    let sink: any Sink =
      switch kind {
      case .sqlite: SQLiteSink(path: folder("disk/news.db"))
      case .ndjson: NDJSONSink(folder: folder("disk/news"))
      default: NDJSONStream(try File(folder("disk/out.ndjson"), .replace()))
      }
    let data = #"{"t":"\#(String(repeating: "x", count: 2_000))"}"#
    let fault = #expect(throws: SinkFailure.self) {
      try sink.begin(.test())
      for batch in 0..<20 {
        _ = try sink.commit(.test((0..<100).map { Doc("users/\(batch)-\($0)", data) }))
      }
      _ = try sink.end()
    }
    guard case .stop(let target)? = fault else {
      Issue.record("not a stop: \(String(describing: fault))")
      return
    }
    #expect(target.advice == "Free some space, then run the same command again.")
    sink.abandon()
    #expect(folder.names.filter { $0.hasSuffix(".ndjson") && kind != .stream } == [])
    #expect(folder.names.filter { $0.hasSuffix(".partial") || $0.hasSuffix("-journal") } == [])
    if kind == .sqlite, folder.names.contains("disk/news.db") {
      #expect(try rows(folder("disk/news.db"), "PRAGMA integrity_check") == [["ok"]])
    }
  }
}

/// A file system of 1 MB, where that can be had.
struct TinyDisk {
  static let isPossible: Bool = {
    guard let folder = try? TestFolder(), let disk = try? TinyDisk(at: folder("disk")) else {
      return false
    }
    disk.unmount()
    return true
  }()

  let path: String

  init(at path: String) throws {
    self.path = path
    try Folder.create(path)
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path) else {
      throw CancellationError()
    }
  }

  func unmount() { _ = Self.run("umount", "-l", path) }

  private static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
