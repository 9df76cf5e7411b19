import Foundation
import Testing

/// `replant plan`, as a shell sees it: it says what the run then does, and touches nothing.
@Suite(.enabled(if: Workbench.binary != nil))
struct PlanTests {
  private static let mapping = """
    { name: "t", rules: [
      { from: "/c/{id}", to: "c/{id}", fields: { a: "string!" } },
      { from: "/d/{id}", to: "{= kind}/{id}", optional: true, fields: { kind: "string" } },
      { from: "/e/{id}", to: "c/{id}", optional: true, fields: { a: "string" } },
    ] }
    """
  private static let first =
    #"{"c":{"x":{"a":"1"},"y":{"a":"2"},"z":{"a":"3"}},"d":{"1":{"kind":"k"}}}"#
  private static let second =
    #"{"c":{"v":{"a":"0"},"x":{"a":"1"},"y":{"a":"5"},"zz":{"a":7}},"d":{"1":{"kind":"k"},"2":{"kind":"l"}},"e":{"x":{"a":"9"},"v":{"a":"8"}}}"#
  private static let files = ["m.json": mapping, "1.json": first, "2.json": second]

  /// Every file with its bytes' digest, size and time, the report's aside.
  private static let snapshot =
    "find . -mindepth 1 -path ./report -prune -o -name '.output' -prune -o -name '.errors' -prune -o -printf '%p %s %T@ ' "
    + "-exec sh -c 'test -f \"$1\" && sha256sum \"$1\" || echo folder' _ {} \\; | sort"

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench(Self.files)
    defer { bench.remove() }
    try body(bench)
  }

  private func totals(_ bench: Workbench) throws -> NSDictionary {
    let report = try JSONSerialization.jsonObject(
      with: Data(#require(bench.text("report/report.json")).utf8))
    return try #require((report as? [String: Any])?["totals"] as? NSDictionary)
  }

  @Test(arguments: ["sqlite:t.db", "ndjson:out", "ndjson:-", "null:"])
  func `says what the run then does, and touches nothing`(_ url: String) throws {
    try onBench { bench in
      for export in ["1.json", "2.json", "2.json", "1.json"] {
        let before = try bench.run(Self.snapshot).output
        let plan = try bench.run("replant plan m.json \(export) --to \(url) --report report")
        #expect(try bench.run(Self.snapshot).output == before)
        let planned = try totals(bench)
        let rejects = bench.text("report/rejects.ndjson")
        #expect(bench.text("report/report.json")?.contains("\"command\": \"plan\"") == true)
        let run = try bench.run("replant run m.json \(export) --to \(url) --report report")
        #expect(plan.status == run.status)
        let done = try totals(bench)
        #expect(done == planned)
        #expect(bench.text("report/rejects.ndjson") == rejects)
        #expect(plan.output == "")
      }
    }
  }

  @Test func `without a report folder touches nothing at all, not even with rejects`() throws {
    try onBench { bench in
      let before = try bench.run(Self.snapshot).output
      let plan = try bench.run("replant plan m.json 2.json --to sqlite:t.db")
      #expect(plan.status == 3)
      #expect(plan.errors.contains("plan: would create "))
      #expect(plan.errors.contains("nothing was written"))
      #expect(plan.errors.contains("expected string, found integer"))
      #expect(!plan.errors.contains("set aside"))
      #expect(try bench.run(Self.snapshot).output == before)
    }
  }

  @Test func `tells changes by its status, if asked and if nothing is worse`() throws {
    try onBench { bench in
      let plan = "replant plan m.json 1.json --to sqlite:t.db --detailed-exitcode"
      let changes = try bench.run("\(plan) --report report")
      #expect(changes.status == 10)
      #expect(bench.text("report/report.json")?.contains("\"exitCode\": 10") == true)
      #expect(try bench.run("replant plan m.json 1.json --to sqlite:t.db").status == 0)
      #expect(try bench.run("replant run m.json 1.json --to sqlite:t.db; \(plan)").status == 0)
      #expect(
        try bench.run("replant plan m.json 2.json --to sqlite:t.db --detailed-exitcode").status == 3
      )
      #expect(try bench.run("replant run m.json 1.json --to null: --detailed-exitcode").status == 2)
    }
  }

  @Test func `checks the limits of Firestore without a connection`() throws {
    try onBench { bench in
      let script = """
        echo '{"c":{"__x__":{"a":"1"},"y":{"a":"2"}}}' >3.json
        replant plan m.json 3.json --to firestore:demo --report report
        """
      let plan = try bench.run(script)
      #expect(plan.status == 3)
      let created = try totals(bench)["created"] as? Int
      #expect(created == 1)
      #expect(bench.text("report/rejects.ndjson")?.contains("\"code\":\"idReserved\"") == true)
      #expect(
        try bench.run("replant plan m.json 1.json --to 'firestore:demo/(default)'").status == 0)
      for url in ["firestore:", "firestore:a/", "firestore:/b", "firestore:a/b/c"] {
        #expect(try bench.run("replant plan m.json 1.json --to \(url)").status == 2)
      }
      let run = try bench.run("replant run m.json 1.json --to firestore:demo")
      #expect(run.status == 2)
      #expect(run.errors.contains("a later one will"))
    }
  }

  @Test(arguments: [
    "echo hello >t.db", "sqlite3 t.db 'CREATE TABLE documents(a)'", "mkdir t.db",
    "sqlite3 t.db \"PRAGMA encoding='UTF-16'; CREATE TABLE x(a)\"",
  ])
  func `refuses a wrong database as the run does`(_ script: String) throws {
    guard try Workbench().run("command -v sqlite3").status == 0 else { return }
    try onBench { bench in
      _ = try bench.run(script)
      let before = try bench.run(Self.snapshot).output
      let plan = try bench.run("replant plan m.json 1.json --to sqlite:t.db")
      #expect(try bench.run(Self.snapshot).output == before)
      let run = try bench.run("replant run m.json 1.json --to sqlite:t.db")
      #expect(plan.status == run.status)
      #expect(plan.status != 0)
      #expect(plan.errors == run.errors)
    }
  }

  @Test(arguments: [
    ("echo x >out", "ndjson:out"), ("mkdir -p out/c.ndjson", "ndjson:out"),
    ("replant run m.json 1.json --to ndjson:out; echo nonsense >>out/c.ndjson", "ndjson:out"),
    ("replant run m.json 1.json --to ndjson:out; echo nonsense >out.state", "ndjson:out"),
    (
      "sed 's/\"t\"/\"u\"/' m.json >u.json; replant run u.json 1.json --to ndjson:out", "ndjson:out"
    ),
    (
      "sed 's/\"t\"/\"u\"/' m.json >u.json; replant run u.json 1.json --to sqlite:t.db",
      "sqlite:t.db"
    ),
    ("true", "sqlite:nowhere/t.db"), ("echo x >f", "ndjson:f/out"), ("echo x >f", "ndjson:f/a/b"),
  ])
  func `ends as the run would where the target is not ours`(_ script: String, _ url: String) throws
  {
    try onBench { bench in
      _ = try bench.run(script)
      let before = try bench.run(Self.snapshot).output
      let plan = try bench.run("replant plan m.json 2.json --to \(url) --report report")
      let planned = try totals(bench)
      #expect(try bench.run(Self.snapshot).output == before)
      let run = try bench.run("replant run m.json 2.json --to \(url) --report report")
      #expect(plan.status == run.status)
      #expect([6, 8].contains(plan.status))
      let done = try totals(bench)
      if url.hasPrefix("sqlite:t") { #expect(done == planned) }
    }
  }

  @Test func `counts as stale only what the files still hold`() throws {
    try onBench { bench in
      _ = try bench.run(
        "replant run m.json 1.json --to ndjson:out; sed -i '/\"c.z\"/d' out/c.ndjson")
      _ = try bench.run("replant plan m.json 2.json --to ndjson:out --report report")
      let planned = try totals(bench)
      _ = try bench.run("replant run m.json 2.json --to ndjson:out --report report")
      let done = try totals(bench)
      #expect(done == planned)
      #expect(planned["stale"] as? Int == 0)
    }
  }

  @Test func `says which document another mapping wrote, and what would become of the others`()
    throws
  {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json 1.json --to sqlite:t.db --quiet
        sed 's/"t"/"u"/' m.json >u.json
        replant plan u.json 1.json --to sqlite:t.db --quiet
        """)
      #expect(result.status == 8)
      #expect(
        result.errors == """
          error: cannot write to t.db: the document c/x is there already, and another mapping or somebody else wrote it
            Give the document another path, or choose another target.
            The other documents would go in.

          """)
    }
  }

  @Test func `says that a cut-off run has to be rolled back first`() throws {
    try onBench { bench in
      // A copy of a database in the midst of a transaction, its journal beside it.
      let script = """
        replant run m.json 1.json --to sqlite:t.db
        sqlite3 t.db "PRAGMA cache_spill=1; PRAGMA cache_size=1; BEGIN; CREATE TABLE big(a); \
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<2000) INSERT INTO big SELECT randomblob(900) FROM n;" \
        ".shell cp t.db u.db; cp t.db-journal u.db-journal" ROLLBACK
        test -s u.db-journal
        """
      guard try bench.run(script).status == 0 else { return }
      let before = try bench.run(Self.snapshot).output
      let plan = try bench.run("replant plan m.json 1.json --to sqlite:u.db")
      #expect(try bench.run(Self.snapshot).output == before)
      #expect(plan.status == 8)
      #expect(
        plan.errors == """
          error: cannot read u.db: a run was cut off, and left a journal (u.db-journal) that has to be rolled back first
            Nothing was written. Run once, or open the database with another program.

          """)
      #expect(try bench.run("replant run m.json 1.json --to sqlite:u.db").status == 0)
    }
  }

  @Test func `reads a database in WAL mode without a trace, if its log is empty`() throws {
    try onBench { bench in
      let script = """
        replant run m.json 1.json --to "sqlite:a b?%.db"
        sqlite3 "a b?%.db" "PRAGMA journal_mode=WAL; PRAGMA user_version=1"
        """
      guard try bench.run(script).status == 0 else { return }
      let before = try bench.run(Self.snapshot).output
      let plan = try bench.run(
        "replant plan m.json 1.json --to 'sqlite:a b?%.db' --detailed-exitcode")
      #expect(plan.status == 0)
      #expect(try bench.run(Self.snapshot).output == before)
      let log = try bench.run(
        "echo log >'a b?%.db-wal'; replant plan m.json 1.json --to 'sqlite:a b?%.db'")
      #expect(log.status == 8)
      #expect(
        log.errors == """
          error: cannot read a b?%.db: its last changes are in a log (a b?%.db-wal) that cannot be read without writing
            Nothing was written. Close the programs that use the database, then plan again.

          """)
    }
  }
}
