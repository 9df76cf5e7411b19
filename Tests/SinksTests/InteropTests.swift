import Foundation
import Interop
import Testing

@Suite struct HashTests {
  // From `printf … | xxhsum -H128`.
  @Test(arguments: [
    ("", "99aa06d3014798d86001c324468d497f"), ("abc", "06b05ab6733a618578af5f94892f3950"),
  ])
  func `gives the reference's hashes`(_ text: String, _ hex: String) throws {
    #expect(Hash128(of: Array(text.utf8)).hex == hex)
    let hasher = try Hasher128()
    for byte in text.utf8 { hasher.update([byte]) }
    #expect(hasher.finish().hex == hex)
  }

  @Test func `a stream has the hash of the whole, wherever it is cut`() throws {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let hasher = try Hasher128()
    for cut in stride(from: 0, through: 1_000, by: 50) {
      hasher.reset()
      hasher.update(Array(bytes[..<cut]))
      hasher.update(Array(bytes[cut...]))
      #expect(hasher.finish() == Hash128(of: bytes))
    }
  }
}

@Suite struct FileTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `writes and reads at offsets beyond 4 GB without taking the space`() throws {
    let file = try File(folder("sparse"), .createNew(mode: 0o600))
    try file.write(Array("end".utf8).span, at: 9_000_000_000)
    try file.write(Array("start".utf8).span, at: 0)
    #expect(try file.bytes(at: 9_000_000_000, count: 10) == Array("end".utf8))
    #expect(try file.bytes(at: 3, count: 4) == [0x72, 0x74, 0, 0])
    #expect(try file.size() == 9_000_000_003)
    try file.close()
    #expect(throws: SystemFault.self) { try file.bytes(at: 0, count: 1) }
  }

  @Test func `a spool file has no name and keeps what lies between as zeros`() throws {
    let spool = try SpoolFile(folder: folder.path)
    #expect(folder.names == [])
    try spool.write(Array("abc".utf8).span, at: 5_000_000_000)
    #expect(try spool.bytes(at: 4_999_999_999, count: 9) == [0, 0x61, 0x62, 0x63])
  }

  @Test func `a full disk under a spool file names the folder and TMPDIR`() throws {
    let spool = try SpoolFile(folder: folder.path)
    FaultInjection.with({ (_, _) in SystemErrors.full }, in: folder.path) {
      let fault = #expect(throws: SystemFault.self) { try spool.write([1].span, at: 0) }
      #expect(
        fault?.description == """
          cannot write a temporary file in \(folder.path): No space left on device
            Set TMPDIR to a folder with more space.
          """)
    }
  }

  @Test func `makes folders, and says what is in the way`() throws {
    #expect(try Folder.create(folder("a/b/c")))
    #expect(try !Folder.create(folder("a/b/c")))
    try File(folder("a/f"), .createNew()).close()
    #expect(
      throws: SystemFault(
        operation: "create folder", path: folder("a/f"), code: SystemErrors.notAFolder)
    ) { try Folder.create(folder("a/f/g")) }
    #expect(try Set(Folder.names(in: folder("a"))) == ["b", "f"])
  }

  @Test(arguments: [("a/b/c", "a/b"), ("a/b/c/", "a/b"), ("a", "."), ("/a", "/"), ("/", "/")])
  func `finds the folder above`(_ path: String, _ parent: String) {
    #expect(Folder.parent(of: path) == parent)
  }

  @Test func `a missing file is no status, and a fault to open`() throws {
    #expect(try File.status(folder("no/file")) == nil)
    let fault = #expect(throws: SystemFault.self) { try File(folder("no")) }
    #expect(fault?.description == "cannot open \(folder("no")): No such file or directory")
    #expect(fault?.isMissing == true)
  }
}

@Suite struct DatabaseTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test func `binds what is lent, and takes the bindings back`() throws {
    let database = try Database("", .temporary)
    try database.execute("CREATE TABLE t(a, b, c)")
    do {
      let insert = try database.prepare("INSERT INTO t VALUES(?1, ?2, ?3)")
      try database.lend(Array("users/ann".utf8).span) { () throws(DatabaseFault) in
        try insert.bind(1, text: 0..<5)
        try insert.bind(2, blob: 6..<9)
        try insert.bind(3, Hash128(high: 1, low: 2))
        try insert.run()
      }
      try insert.run()
      let select = try database.prepare("SELECT a, b, c, typeof(a) FROM t ORDER BY rowid")
      var rows: [[String]] = []
      try select.forEach { (row) throws(DatabaseFault) in
        rows.append([row.text(0), row.text(1), row.hash(2)?.hex ?? "none", row.text(3)])
      }
      #expect(
        rows == [
          ["users", "ann", "00000000000000010000000000000002", "text"], ["", "", "none", "null"],
        ])
    }
    try database.close()
  }

  @Test func `close tells of a statement that was left open`() throws {
    let database = try Database("", .temporary)
    let statement = try database.prepare("SELECT 1")
    let fault = #expect(throws: DatabaseFault.self) { try database.close() }
    #expect(fault?.kind == .leak)
    #expect(
      fault?.description == "cannot close a temporary database: statement left open: SELECT 1")
    _ = statement
  }

  @Test func `messages never show bound values`() throws {
    let database = try Database("", .temporary)
    try database.execute("CREATE TABLE t(a UNIQUE)")
    do {
      let insert = try database.prepare("INSERT INTO t VALUES(?1)")
      try insert.bind(1, "secret")
      try insert.run()
      let fault = #expect(throws: DatabaseFault.self) { try insert.run() }
      #expect(
        fault?.description == "cannot write a temporary database: UNIQUE constraint failed: t.a")
    }
    try database.close()
  }

  @Test func `tells full, locked, foreign and missing files apart`() throws {
    let path = folder("a.db")
    let first = try Database(path, .create)
    try first.execute("CREATE TABLE t(a); BEGIN EXCLUSIVE")
    let second = try Database(path, .readWrite)
    #expect(throws: DatabaseFault.self) { try second.execute("BEGIN EXCLUSIVE") }
    #expect(kind { () throws(DatabaseFault) in try second.execute("BEGIN EXCLUSIVE") } == .busy)
    try first.execute("COMMIT; PRAGMA max_page_count = 2")
    #expect(
      kind { () throws(DatabaseFault) in try first.execute("INSERT INTO t VALUES(zeroblob(9000))") }
        == .full)
    try first.close()
    try second.close()
    try String(repeating: "text", count: 500).write(
      toFile: folder("b"), atomically: true, encoding: .utf8)
    let foreign = try Database(folder("b"), .readWrite)
    #expect(
      kind { () throws(DatabaseFault) in try foreign.execute("SELECT * FROM t") } == .notADatabase)
    try foreign.close()
    #expect(
      kind { () throws(DatabaseFault) in _ = try Database(folder("c"), .read) } == .cannotOpen)
  }

  private func kind(_ body: () throws(DatabaseFault) -> Void) -> DatabaseFault.Kind? {
    do throws(DatabaseFault) {
      try body()
      return nil
    } catch {
      return error.kind
    }
  }
}
