import Foundation
import Testing

/// Why documents change is told: data, joined data, mapping, id rule.
@Suite(.enabled(if: Workbench.binary != nil)) struct CauseTests {
  private static func mapping(to: String = "a/{id}", size: String = "integer") -> String {
    """
    {name:"t",rules:[
      {from:"/a/{id}",to:"\(to)",join:{c:"/c/{id}"},
       fields:{v:"integer",s:"\(size)",n:{type:"integer",value:"c | count"}}},
      {from:"/b/{id}",to:"b/{id}",fields:{v:"integer"}}]}
    """
  }
  private static let export =
    #"{"a":{"x":{"v":1,"s":1},"y":{"v":2,"s":2},"z":{"v":3}},"b":{"k":{"v":1},"l":{"v":2}},"c":{"x":{"p":1}}}"#

  private func causes(
    _ mapping: String, _ export: String, command: String = "sync", to url: String
  ) throws -> [String: Int] {
    let bench = try Workbench([
      "m.json": Self.mapping(), "e.json": Self.export, "n.json": mapping, "f.json": export,
    ])
    defer { bench.remove() }
    #expect(try bench.run("replant run m.json e.json --to \(url)").status == 0)
    _ = try bench.run(
      "replant \(command) n.json f.json --to \(url) --report report --max-delete 100%")
    let report = try JSONSerialization.jsonObject(
      with: Data(#require(bench.text("report/report.json")).utf8))
    return ((report as? [String: Any])?["causes"] as? [String: Int] ?? [:]).filter { $0.value > 0 }
  }

  private static let urls = ["sqlite:t.db", "ndjson:out"]

  @Test(arguments: urls) func `data: a record that came, went or changed`(_ url: String) throws {
    let export = Self.export.replacing(#""x":{"v":1,"#, with: #""w":{"v":9},"x":{"v":5,"#)
      .replacing(#","l":{"v":2}"#, with: "")
    #expect(try causes(Self.mapping(), export, to: url) == ["data": 3])
    #expect(try causes(Self.mapping(), export, command: "plan --sync", to: url) == ["data": 3])
  }

  @Test(arguments: urls) func `joined data: what a field gets from another part`(_ url: String)
    throws
  {
    let export = Self.export.replacing(#""c":{"x":{"p":1}}"#, with: #""c":{"x":{"p":1,"q":2}}"#)
    #expect(try causes(Self.mapping(), export, to: url) == ["joinedData": 1])
    let both = export.replacing(#""y":{"v":2,"#, with: #""y":{"v":7,"#)
    #expect(try causes(Self.mapping(), both, to: url) == ["joinedData": 1, "data": 1])
  }

  @Test(arguments: urls) func `mapping: a rule that says something else`(_ url: String) throws {
    let other = Self.mapping(size: "double")
    #expect(try causes(other, Self.export, to: url) == ["mapping": 2])
    // The other rule says what it said.
    let export = Self.export.replacing(#""k":{"v":1}"#, with: #""k":{"v":8}"#)
    #expect(try causes(other, export, to: url) == ["mapping": 2, "data": 1])
  }

  @Test(arguments: [("7", "8"), ("7", "7.5"), ("true", "false")])
  func `a number or a truth value of the mapping is a part of what it says`(
    _ change: (String, String)
  ) throws {
    func mapping(_ value: String) -> String {
      #"{name:"t",rules:[{from:"/a/{id}",to:"a/{id}",fields:{d:{type:"any",default:\#(value)}}}]}"#
    }
    let bench = try Workbench([
      "m.json": mapping(change.0), "n.json": mapping(change.1), "e.json": #"{"a":{"x":{"v":1}}}"#,
    ])
    defer { bench.remove() }
    _ = try bench.run("replant run m.json e.json --to sqlite:t.db")
    let second = try bench.run("replant run n.json e.json --to sqlite:t.db")
    #expect(second.errors.contains("changes since the last run: 1 by the mapping\n"))
  }

  @Test(arguments: urls) func `id rule: documents go and come under other paths`(_ url: String)
    throws
  {
    #expect(try causes(Self.mapping(to: "a/n_{id}"), Self.export, to: url) == ["idRule": 6])
  }

  @Test(arguments: urls) func `spelling is no cause, and nothing to do has none`(_ url: String)
    throws
  {
    let spelled = Self.mapping().replacing("\n", with: " // the same\n  ")
    #expect(try causes(spelled, Self.export, to: url) == [:])
    #expect(try causes(Self.mapping(), Self.export, to: url) == [:])
  }

  @Test func `the summary tells them`() throws {
    let bench = try Workbench([
      "m.json": Self.mapping(), "e.json": Self.export,
      "f.json": Self.export.replacing(#""c":{"x""#, with: #""c":{"y":{"p":1},"x""#)
        .replacing(#""k":{"v":1}"#, with: #""k":{"v":8}"#),
    ])
    defer { bench.remove() }
    let first = try bench.run("replant run m.json e.json --to sqlite:t.db")
    #expect(!first.errors.contains("since the last run"))
    let second = try bench.run("replant run m.json f.json --to sqlite:t.db")
    let third = try bench.run(
      "sed -i 's|to:\"b/|to:\"bb/|' m.json; replant run m.json f.json --to sqlite:t.db")
    #expect(third.errors.contains("changes since the last run: 2 by another `to`\n"))
    #expect(second.errors.contains("changes since the last run: 1 by the data, 1 by joined data\n"))
  }
}
