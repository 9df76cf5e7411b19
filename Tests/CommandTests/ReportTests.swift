import Foundation
import Testing

/// The files of `--report`, as a whole.
@Suite(.enabled(if: Workbench.binary != nil)) struct ReportTests {
  private static let export = #"{"a":{"k1":{"em":"SECRET"},"k2":{"em":"SECRET"}}}"#

  private static func mapping(_ name: String, mode: String = "replace") -> String {
    #"{name:"\#(name)",rules:[{from:"/a/{id}",to:"a/{= em}",mode:"\#(mode)",fields:{n:{type:"string",value:"$key"}}}]}"#
  }

  @Test(arguments: ["sqlite:t.db", "ndjson:out"])
  func `the value that a document's path is made of is in no report`(_ url: String) throws {
    let bench = try Workbench([
      "one.json": Self.mapping("one"), "two.json": Self.mapping("two"), "e.json": Self.export,
    ])
    defer { bench.remove() }
    // The second mapping may not take the first one's document.
    let result = try bench.run(
      """
      replant run one.json e.json --to \(url) --report r1
      replant run two.json e.json --to \(url) --report r2 --json
      grep -l SECRET r1/report.* r1/*.xml r1/*.md r2/report.* r2/*.xml r2/*.md
      """)
    #expect(!result.errors.contains("SECRET"))
    #expect(!result.output.contains("SECRET"))
    #expect(!result.output.contains("r1/"))
    #expect(!result.output.contains("r2/"))
    if url.hasPrefix("sqlite") {
      #expect(
        result.errors.contains("the document made of /a/k1 is there already, and another mapping"))
    }
  }

  @Test(arguments: ["replace", "create"])
  func `a collision names the record that made the document`(_ mode: String) throws {
    let bench = try Workbench(["m.json": Self.mapping("m", mode: mode), "e.json": Self.export])
    defer { bench.remove() }
    for url in ["sqlite:t.db", "ndjson:out"] {
      _ = try bench.run("replant run m.json e.json --to \(url) --report r")
      #expect(
        bench.text("r/rejects.ndjson")?.contains(#"the document was already made from \"/a/k1\""#)
          == true)
    }
  }

  @Test func `an undisturbed run's reports have the same bytes every time`() throws {
    let bench = try Workbench(["m.json": Self.mapping("m"), "e.json": Self.export])
    defer { bench.remove() }
    let result = try bench.run(
      """
      for r in r1 r2; do rm -f t.db; replant run m.json e.json --to sqlite:t.db --report $r --now 2026-01-01T00:00:00Z; done
      diff -r r1 r2 && ls r1
      """)
    #expect(result.output == "junit.xml\nrejects.ndjson\nreport.html\nreport.json\nsummary.md\n")
  }

  @Test func `a full disk is told once, and no file is promised that is not there`() throws {
    let bench = try Workbench(["m.json": Self.mapping("m"), "e.json": Self.export])
    defer { bench.remove() }
    let result = try bench.run(
      "mkdir r; ln -s /dev/full r/rejects.ndjson; replant run m.json e.json --to null: --report r")
    #expect(result.status == 1)
    #expect(result.errors.components(separatedBy: "No space left on device").count == 2)
    #expect(!result.errors.contains("set aside in"))
    #expect(!result.errors.contains("is complete, as this run"))
  }
}
