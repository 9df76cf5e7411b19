import Foundation
import Testing

/// Rejects as a shell repairs and feeds them back.
@Suite(.enabled(if: Workbench.binary != nil))
struct RejectsCommandTests {
  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench([
      "m.json": """
      { name: "t", rules: [{ from: "/c/{id}", to: "c/{id}", fields: { a: "string!" } }] }
      """,
      "e.json": #"{"c":{"x":{"a":"1"},"y":{"a":2},"z":{"a":3}}}"#,
    ])
    defer { bench.remove() }
    try body(bench)
  }

  @Test func `repaired rejects join what is there, and nothing is stale`() throws {
    try onBench { bench in
      for target in ["sqlite:t.db", "ndjson:out"] {
        let result = try bench.run(
          """
          replant run m.json e.json --to \(target) --report r --quiet
          sed 's/"a":2/"a":"2"/' r/rejects.ndjson | gzip >repaired.gz
          replant run m.json - --from-rejects --to \(target) --report r2 <repaired.gz
          """)
        #expect(result.status == 3)
        let report = try #require(bench.text("r2/report.json"))
        #expect(report.contains(#""stale": 0"#))
        #expect(report.contains(#""read": 2"#))
        let left = try bench.run(
          "grep -c . r2/rejects.ndjson; grep '/c/z' r/rejects.ndjson | cmp - r2/rejects.ndjson")
        #expect((left.status, left.output) == (0, "1\n"))
      }
      #expect(
        bench.text("out/c.ndjson")?.split(separator: "\n").sorted() == [
          #"{"path":"c/x","id":"x","data":{"a":"1"}}"#,
          #"{"path":"c/y","id":"y","data":{"a":"2"}}"#,
        ])
    }
  }

  @Test func `the rejects that a run reads are never written over`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --quiet
        replant run m.json e.json --known-rejects rejects.ndjson --to sqlite:t.db
        """)
      #expect(result.status == 2)
      #expect(
        result.errors == """
          error: the run would write over its input rejects.ndjson
            Nothing was read or written. Give another --to or --report.

          """)
      // Not even where they are repaired ones, too.
      let known = try bench.run(
        "replant run m.json rejects.ndjson --from-rejects --known-rejects rejects.ndjson --to sqlite:t.db"
      )
      #expect(known.status == 2)
      let export = try bench.run("replant run m.json rejects.ndjson --to sqlite:t.db")
      #expect(export.status == 2)
      #expect(bench.text("rejects.ndjson")?.split(separator: "\n").count == 2)
    }
  }

  @Test func `rejects of an earlier run stay when repaired ones went in`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --quiet
        grep /c/y rejects.ndjson | sed 's/"a":2/"a":"2"/' >y.ndjson
        replant run m.json y.ndjson --from-rejects --to sqlite:t.db --quiet
        """)
      #expect(result.status == 0)
      #expect(bench.text("rejects.ndjson")?.split(separator: "\n").count == 2)
    }
  }

  @Test func `known rejects end well, and a bad file of them before anything is written`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --report r --quiet
        replant run m.json e.json --to sqlite:t.db --report r2 --known-rejects r/rejects.ndjson
        """)
      #expect(result.status == 0)
      #expect(
        result.errors.contains(
          "rejected: 2 of 3 records, all of them known, set aside in r2/rejects.ndjson"))
      #expect(bench.text("r2/report.json")?.contains(#""known": 2"#) == true)
      let bad = try bench.run(
        "replant run m.json e.json --to sqlite:u.db --known-rejects m.json; echo $?; ls u.db")
      #expect(bad.output == "2\n")
      #expect(
        bad.errors.hasPrefix("error: cannot read --known-rejects m.json: line 1 is no reject:"))
    }
  }

  @Test func `too many rejects publish nothing of files, and keep what a database has`() throws {
    try onBench { bench in
      let script = "--max-rejects 1 --batch 1 --report r --quiet"
      let files = try bench.run("replant run m.json e.json --to ndjson:out \(script)")
      #expect(files.status == 4)
      #expect(try bench.run("ls out/*.ndjson").status != 0)
      #expect(bench.text("r/report.json")?.contains(#""failed": 1"#) == true)
      let database = try bench.run("replant run m.json e.json --to sqlite:t.db \(script)")
      #expect(database.status == 4)
      #expect(database.errors.contains("1 document written before is committed to sqlite:t.db."))
      #expect(bench.text("r/report.json")?.contains(#""outcome": "stopped""#) == true)
    }
  }

  @Test func `rejects come from one file, at no place of the tree`() throws {
    try onBench { bench in
      for more in ["e.json", "--mount /c"] {
        let result = try bench.run("replant run m.json e.json \(more) --from-rejects --to null:")
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("error: --from-rejects takes one rejects file"))
      }
    }
  }
}
