import Foundation
import Testing

@testable import replant

@Suite(.enabled(if: Workbench.binary != nil)) struct SeveralTargetsTests {
  private static let files = [
    "m.json":
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:"integer"}},{from:"/d/{id}",to:"c/{id}",optional:true}]}"#,
    "1.json": #"{"c":{"a":{"v":1},"b":{"v":2},"x":{"v":"no"}},"d":{"a":{"q":1}}}"#,
    "2.json": #"{"c":{"a":{"v":1},"b":{"v":3},"d":{"v":4}}}"#,
  ]

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench(Self.files)
    defer { bench.remove() }
    try body(bench)
  }

  /// URL → totals.
  private func targets(_ bench: Workbench) throws -> [String: [String: Int]] {
    let text = try #require(bench.text("report/report.json"))
    let report = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let targets = try #require(report?["targets"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: targets.map {
        ($0["url"] as? String ?? "", $0["totals"] as? [String: Int] ?? [:])
      })
  }

  @Test func `one pass writes all of them, and each has its own books`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to sqlite:t.db")
      let run = try bench.run(
        "replant run m.json 2.json --to sqlite:t.db --to ndjson:out --to ndjson:- --report report")
      #expect(run.status == 0)
      #expect(run.output.split(separator: "\n").count == 3)
      let targets = try targets(bench)
      #expect(targets["sqlite:t.db"]?["created"] == 1)
      #expect(targets["sqlite:t.db"]?["modified"] == 1)
      #expect(targets["sqlite:t.db"]?["unchanged"] == 1)
      #expect(targets["ndjson:out"]?["created"] == 3)
      for totals in targets.values {
        let parts = ["created", "modified", "unchanged", "filtered", "rejected", "failed"]
        #expect(totals["read"] == parts.reduce(0) { $0 + (totals[$1] ?? 0) })
      }
      #expect(bench.text("out/c.ndjson") == run.output)
      #expect(run.errors.contains("t: 2.json (43 B) to sqlite:t.db and ndjson:out and ndjson:-"))
      #expect(
        run.errors.contains(
          "  sqlite:t.db: 1 created, 1 modified, 1 unchanged\n  ndjson:out: 3 created\n"))
    }
  }

  @Test func `rejects and collisions are the same for all`() throws {
    try onBench { bench in
      let run = try bench.run(
        "replant run m.json 1.json --to ndjson:a --to ndjson:b --report report")
      #expect(run.status == 3)
      let targets = try targets(bench)
      #expect(targets["ndjson:a"] == targets["ndjson:b"])
      #expect(targets["ndjson:a"]?["rejected"] == 2)
      #expect(bench.text("a/c.ndjson") == bench.text("b/c.ndjson"))
      #expect(bench.text("report/rejects.ndjson")?.split(separator: "\n").count == 2)
    }
  }

  @Test func `a plan checks the limits of Firestore beside another target`() throws {
    try onBench { bench in
      let script = """
        echo '{"c":{"__x__":{"v":1},"y":{"v":2}}}' >3.json
        replant plan m.json 3.json --to sqlite:t.db --to firestore:demo --report report
        """
      let plan = try bench.run(script)
      #expect(plan.status == 3)
      #expect(bench.text("report/rejects.ndjson")?.contains("\"code\":\"idReserved\"") == true)
      let created = try targets(bench)["firestore:demo"]?["created"]
      #expect(created == 1)
    }
  }

  @Test func `a document that one target refuses fails there and goes to the others`() throws {
    try onBench { bench in
      _ = try bench.run(
        #"sed 's/"t"/"u"/' m.json >u.json; replant run u.json 1.json --to sqlite:t.db --report r1"#)
      let run = try bench.run(
        "replant run m.json 2.json --to ndjson:out --to sqlite:t.db --report report")
      #expect(run.status == 8)
      let targets = try targets(bench)
      #expect(targets["ndjson:out"]?["created"] == 3)
      #expect(targets["sqlite:t.db"]?["failed"] == 2)
      #expect(targets["sqlite:t.db"]?["created"] == 1)
    }
  }

  @Test func `a target that cannot be opened ends the run before anything is written`() throws {
    try onBench { bench in
      let run = try bench.run(
        "mkdir t.db; replant run m.json 1.json --to ndjson:out --to sqlite:t.db")
      #expect(run.status == 8)
      #expect(bench.text("out/c.ndjson") == nil)
      #expect(try bench.run("ls").output == "1.json\n2.json\nm.json\nt.db\n")
      #expect(try bench.run("replant run m.json 1.json --to null: --to null:").status == 2)
    }
  }

  @Test func `a sync removes in each of them`() throws {
    try onBench { bench in
      let to = "--to sqlite:t.db --to ndjson:out --report report"
      _ = try bench.run("replant sync m.json 1.json \(to)")
      #expect(try bench.run("replant plan m.json 2.json --sync \(to)").status == 0)
      let planned = try targets(bench)
      _ = try bench.run(
        "echo '{\"c\":{\"a\":{\"v\":1}},\"d\":{\"z\":{\"q\":1}}}' >4.json; replant sync m.json 4.json \(to)"
      )
      let targets = try targets(bench)
      #expect(targets["sqlite:t.db"]?["removed"] == 1)
      #expect(targets["ndjson:out"]?["removed"] == 1)
      #expect(planned["sqlite:t.db"]?["created"] == 1)
    }
  }

  @Test func `what is stale in a further target is not nothing to do`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to ndjson:out")
      _ = try bench.run(
        "echo '{\"c\":{\"a\":{\"v\":1}},\"d\":{\"z\":{\"q\":1}}}' >4.json")
      let to = "--to sqlite:t.db --to ndjson:out --report report"
      _ = try bench.run("replant run m.json 4.json \(to)")
      let stale = try targets(bench)["ndjson:out"]?["stale"]
      #expect(stale == 1)
      _ = try bench.run("replant run m.json 4.json \(to)")
      #expect(try targets(bench)["ndjson:out"]?["stale"] == 1)
      let sync = try bench.run("replant sync m.json 4.json \(to)")
      #expect(try targets(bench)["ndjson:out"]?["removed"] == 1)
      #expect(!sync.errors.contains("nothing to do"))
      let again = try bench.run("replant sync m.json 4.json \(to)")
      #expect(again.errors.contains("nothing to do"))
    }
  }

  @Test(arguments: [
    ("--to sqlite:t.db --to ndjson:out", "out out.state"),
    ("--to sqlite:t.db --to ndjson:out", "t.db"),
    ("--to ndjson:out --to sqlite:t.db", "out out.state"),
    ("--to ndjson:out --to sqlite:t.db", "t.db"),
  ])
  func `a target that was removed while a run was unfinished makes no record a reject`(
    _ to: String, _ removed: String
  ) throws {
    try onBench { bench in
      let records = (0..<3_000).map { "\"k\(10_000 + $0)\":{\"v\":7}" }.joined(separator: ",")
      try Data("{\"c\":{\(records)}}".utf8).write(to: bench.folder.appending(path: "e.json"))
      let run = "replant run m.json e.json \(to) --batch 1 --report report"
      #expect(try bench.run("ulimit -f 150; \(run)").status == 8)
      let again = try bench.run("rm -rf \(removed); \(run)")
      #expect(again.status == 0)
      #expect(try bench.run("wc -l <out/c.ndjson").output == "3000\n")
      for totals in try targets(bench).values {
        #expect((totals["created"] ?? 0) + (totals["unchanged"] ?? 0) == 3_000)
      }
    }
  }

  @Test(arguments: [
    "--to sqlite:t.db --to ndjson:out", "--to ndjson:out --to sqlite:t.db",
    "--to ndjson:out --to sqlite:t.db --to ndjson:more",
  ])
  func `a night in which nothing changed writes nothing into any of them`(_ to: String) throws {
    try onBench { bench in
      let hash = "find t.db out* more* -type f 2>/dev/null | sort | xargs sha256sum"
      #expect(try bench.run("replant sync m.json 2.json \(to)").status == 0)
      let before = try bench.run(hash).output
      #expect(before.contains("out.state"))
      // Another file, and the same records.
      _ = try bench.run("sed 's/:/: /g' 2.json >3.json")
      for command in ["sync", "run"] {
        let night = try bench.run("replant \(command) m.json 3.json \(to) --report report")
        #expect(night.status == 0)
        #expect(try targets(bench).values.allSatisfy { $0["unchanged"] == 3 })
        #expect(try bench.run(hash).output == before)
      }
      // Where one has changed, all note how far they are.
      _ = try bench.run("replant run m.json 1.json --to ndjson:out")
      #expect(try bench.run("replant run m.json 3.json \(to)").status == 0)
      let again = try bench.run("replant run m.json 3.json \(to)")
      #expect(again.errors.contains("nothing to do"))
    }
  }

  @Test func `a new target beside one that is up to date is a change`() throws {
    try onBench { bench in
      _ = try bench.run(
        #"sed 's/,"x":{"v":"no"}//;s/"d".*}}}/"d":{"z":{"q":1}}}/' 1.json >5.json; replant run m.json 5.json --to sqlite:t.db"#
      )
      let to = "--to sqlite:t.db --to ndjson:out"
      #expect(try bench.run("replant plan m.json 5.json \(to) --detailed-exitcode").status == 10)
      let run = try bench.run("replant run m.json 5.json \(to)")
      #expect(!run.errors.contains("nothing to do"))
    }
  }
}
