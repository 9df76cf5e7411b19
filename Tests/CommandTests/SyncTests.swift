import Foundation
import Testing

@testable import replant

@Suite(.enabled(if: Workbench.binary != nil)) struct SyncTests {
  private static let mapping = #"""
    {name:"t",rules:[
      {from:"/c/{id}",to:"c/{id}",fields:{v:"integer"}},
      {from:"/d/{id}",to:"d/{id}",optional:true,fields:{v:"integer"}}]}
    """#

  private static func export(_ c: Range<Int>, d: Range<Int>? = nil) -> String {
    func part(_ name: String, _ range: Range<Int>) -> String {
      "\"\(name)\":{" + range.map { "\"k\($0)\":{\"v\":\($0)}" }.joined(separator: ",") + "}"
    }
    return "{" + ([part("c", c)] + (d.map { [part("d", $0)] } ?? [])).joined(separator: ",") + "}"
  }

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench([
      "m.json": Self.mapping, "1.json": Self.export(0..<50, d: 0..<50),
      "2.json": Self.export(0..<45, d: 0..<50), "few.json": Self.export(0..<10, d: 0..<50),
      "half.json": Self.export(0..<50), "cut.json": String(Self.export(0..<45).dropLast()),
      "bad.json": Self.export(0..<45, d: 0..<50).replacing("\"v\":3}", with: "\"v\":\"x\"}"),
    ])
    defer { bench.remove() }
    try body(bench)
  }

  private func totals(_ bench: Workbench) throws -> [String: Int] {
    let report = try JSONSerialization.jsonObject(
      with: Data(#require(bench.text("report/report.json")).utf8))
    return try #require((report as? [String: Any])?["totals"] as? [String: Int])
  }

  @Test(arguments: ["sqlite:t.db", "ndjson:out"])
  func `removes what is gone, as its plan says`(_ url: String) throws {
    try onBench { bench in
      #expect(try bench.run("replant sync m.json 1.json --to \(url)").status == 0)
      let to = "--to \(url) --report report"
      #expect(
        try bench.run("replant plan m.json 2.json --sync \(to) --detailed-exitcode").status == 10)
      #expect(try totals(bench)["removed"] == 5)
      #expect(try bench.run("replant run m.json 2.json \(to)").status == 0)
      #expect(try totals(bench)["stale"] == 5)
      let sync = try bench.run("replant sync m.json 2.json \(to)")
      #expect(sync.status == 0)
      #expect(sync.errors.contains("done: 5 removed, 95 unchanged"))
      #expect(try totals(bench)["removed"] == 5)
      let again = try bench.run("replant sync m.json 2.json \(to)")
      #expect(again.errors.contains("nothing to do"))
    }
  }

  @Test func `says what it holds back, and lets it through when allowed`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to sqlite:t.db")
      let plan = try bench.run("replant plan m.json few.json --to sqlite:t.db --sync")
      #expect(plan.status == 6)
      #expect(
        plan.errors.hasSuffix(
          """
          error: the sync would remove 40 of 50 documents of c: more than is allowed
            Nothing would be removed; everything else would go in.
            If these records are really gone, run the same command with --max-delete 40.

          """))
      let sync = try bench.run("replant sync m.json few.json --to sqlite:t.db --report report")
      #expect(sync.status == 6)
      #expect(
        sync.errors.hasSuffix(
          """
          error: refused to remove 40 of 50 documents of c: more than is allowed
            Nothing was removed; everything else is in.
            If these records are really gone, run the same command with --max-delete 40.

          """))
      #expect(bench.text("report/report.json")?.contains("\"outcome\": \"refused\"") == true)
      #expect(try totals(bench)["stale"] == 40)
      let allowed = try bench.run(
        "replant sync m.json few.json --to sqlite:t.db --max-delete 80% --report report")
      #expect(allowed.status == 0)
      #expect(try totals(bench)["removed"] == 40)
      #expect(try bench.run("replant sync m.json 1.json --to null: --max-delete 101%").status == 2)
    }
  }

  @Test func `removes nothing after damage, and nothing of a part that is not there`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to sqlite:t.db")
      let cut = try bench.run("replant sync m.json cut.json --to sqlite:t.db")
      #expect(cut.status == 7)
      let half = try bench.run(
        "replant sync m.json half.json --to sqlite:t.db --max-delete 100% --report report")
      #expect(half.status == 0)
      #expect(try totals(bench)["removed"] == 0)
      #expect(try totals(bench)["stale"] == 50)
      let bad = try bench.run("replant sync m.json bad.json --to sqlite:t.db --report report")
      #expect(bad.status == 3)
      #expect(try totals(bench)["removed"] == 5)
      let count = try bench.run("sqlite3 t.db 'SELECT count(*) FROM documents'").output
      #expect(count == "95\n" || count.isEmpty)
    }
  }

  @Test func `an empty database empties collections only when told so`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to sqlite:t.db; echo null >0.json")
      let held = try bench.run("replant sync m.json 0.json --to sqlite:t.db --max-delete 500")
      #expect(held.status == 6)
      #expect(
        held.errors.contains(
          "error: refused to remove 50 of 50 documents of c, which would leave none\n"))
      let sync = try bench.run("replant sync m.json 0.json --to sqlite:t.db --max-delete 100%")
      #expect(sync.status == 0)
      #expect(sync.errors.contains("done: 100 removed"))
    }
  }

  @Test func `a stopped sync removes nothing`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to ndjson:out")
      let stopped = try bench.run(
        "replant sync m.json bad.json --to ndjson:out --max-rejects 0; echo $?; cat out/*.ndjson | wc -l"
      )
      #expect(
        stopped.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } == [
          "4", "100",
        ])
    }
  }

  @Test func `writes everything again when told to, and counts equal documents as unchanged`()
    throws
  {
    try onBench { bench in
      _ = try bench.run("replant run m.json 1.json --to sqlite:t.db")
      _ = try bench.run("sqlite3 t.db \"UPDATE documents SET data = '{}' WHERE id = 'k7'\"")
      let again = try bench.run(
        "replant run m.json 1.json --to sqlite:t.db --rewrite --report report")
      #expect(again.status == 0)
      #expect(try totals(bench)["unchanged"] == 100)
    }
  }
}
