import Foundation
import Pipeline
import SchemaCheck
import Testing

@testable import replant

/// `--json`, as a program reads it.
@Suite(.enabled(if: Workbench.binary != nil))
struct JSONLinesTests {
  private static let files = [
    "m.json": #"{name: "t", rules: [{from: "/c/{id}", to: "c/{id}", fields: {a: "string!"}}]}"#,
    "good.json": #"{"c":{"x":{"a":"secret"},"y":{"a":"2"}}}"#,
    "bad.json": #"{"c":{"x":{"a":"1"},"y":{"a":4711}}}"#,
  ]

  /// Runs a script, checks every line of its output against the schema, and gives the lines.
  private func lines(
    _ script: String, status: Int32, files: [String: String] = Self.files,
    then: (Workbench, Workbench.Result) throws -> Void = { _, _ in }
  ) throws -> [[String: Any]] {
    let bench = try Workbench(files)
    defer { bench.remove() }
    let result = try bench.run(script)
    #expect(result.status == status)
    #expect(result.output.isEmpty || result.output.hasSuffix("}\n"))
    let schema = try JSONSchema("events.schema.json")
    let lines = result.output.split(separator: "\n").map(String.init)
    for line in lines { #expect(try schema.faults(in: line) == [], "\(line)") }
    try then(bench, result)
    return try lines.map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  private func types(_ lines: [[String: Any]]) -> [String] {
    lines.compactMap { $0["type"] as? String }
  }

  @Test(arguments: ["run", "sync", "plan"])
  func `tells progress and the report`(_ command: String) throws {
    let script = "replant \(command) m.json good.json --to sqlite:o.db --json --report r"
    var file: NSDictionary?
    let lines = try lines(script, status: 0) { bench, result in
      // What a person reads is not there, and nothing else either.
      #expect(result.errors == "")
      let text = try #require(bench.text("r/report.json"))
      file = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
    }
    #expect(types(lines.dropLast()).allSatisfy { $0 == "progress" })
    let phases = lines.compactMap { $0["phase"] as? String }
    #expect(phases.first == "scanning" && phases.contains("writing") && phases.last == "finishing")
    #expect(types(lines).last == "report")
    #expect(try #require(lines.last?["report"] as? NSDictionary) == #require(file))
  }

  @Test(arguments: ["--progress none", "--quiet", "--quiet --progress plain"])
  func `tells no progress where none is wanted`(_ option: String) throws {
    let lines = try lines("replant run m.json good.json --to null: --json \(option)", status: 0)
    #expect(types(lines) == ["report"])
  }

  @Test func `tells no size of a stream`() throws {
    let lines = try lines("replant run m.json - --to null: --json <good.json", status: 0)
    #expect(lines.first?["total"] == nil)
    #expect(lines.contains { $0["phase"] as? String == "writing" && $0["total"] as? Int != nil })
  }

  @Test func `never shows a value of the data`() throws {
    _ = try lines("replant run m.json bad.json --to null: --json", status: 3) { _, result in
      #expect(result.output.contains("expected string, found integer"))
      #expect(!result.output.contains("4711"))
      #expect(result.errors == "")
    }
  }

  @Test(
    arguments: [
      ("replant run n.json good.json --to null: --json", 2),
      ("replant run m.json no.json --to null: --json", 7),
      ("replant run m.json good.json --to sqlit:x --json", 2),
      ("replant run m.json cut.json --to null: --json", 7),
      ("replant run m.json bad.json --to null: --json --max-rejects 0", 4),
    ] as [(String, Int32)])
  func `has a report of a run that failed, and says why to people too`(
    _ command: String, _ status: Int32
  ) throws {
    let script = "sed 's/string/strng/' m.json >n.json; echo '{\"c\":{' >cut.json; \(command)"
    let lines = try lines(script, status: status) { _, result in
      #expect(result.errors.contains("error: "))
      #expect(!result.errors.contains("documents  read"))
    }
    #expect(types(lines).last == "report")
    let report = lines.last?["report"] as? [String: Any]
    #expect(report?["exitCode"] as? Int == Int(status))
    #expect(report?["error"] is String)
  }

  @Test(
    arguments: [
      (
        "replant run m.json --json",
        "run needs EXPORT\nRun 'replant help run' for its arguments and options.", 2
      ),
      ("replant --json", "no command given\nRun 'replant help' for the commands.", 2),
      (
        "replant run m.json good.json --json --to ndjson:-",
        "--json and --to ndjson:- both want standard output\nRun 'replant help run' for its arguments and options.",
        2
      ),
      (
        "replant run m.json good.json --to sqlite:good.json --json",
        "the run would write over its input good.json\n  Nothing was read or written. Give another --to or --report.",
        2
      ),
      (
        "replant run m.json good.json --to null: --json --report m.json",
        "cannot create folder m.json: Not a directory\n  Nothing was read or written.", 1
      ),
    ] as [(String, String, Int32)])
  func `tells an error where there is no report`(
    _ command: String, _ message: String, _ status: Int32
  ) throws {
    let lines = try lines(command, status: status) { _, result in
      #expect(result.errors == "error: \(message)\n")
    }
    #expect(types(lines) == ["error"])
    #expect(lines.first?["message"] as? String == message)
    #expect(lines.first?["exitCode"] as? Int == Int(status))
  }

  @Test func `says nothing to programs that did not ask`() throws {
    #expect(try lines("replant run m.json -- --json", status: 2).isEmpty)
  }

  @Test func `tells what is wrong with a mapping, each for itself`() throws {
    let mapping =
      "{name: \"t\",\n rules: [{from: \"/c/{id}\", to: \"c/{id}\", fields: {a: \"strng\", b: \"x\"}}]}"
    let lines = try lines("replant check m.json --json", status: 2, files: ["m.json": mapping]) {
      #expect($1.errors.contains("error: the mapping has 2 faults"))
    }
    #expect(types(lines) == ["fault", "fault", "check"])
    #expect(
      lines[0] as NSDictionary == [
        "schema": 1, "type": "fault", "file": "m.json", "line": 2, "column": 55,
        "path": "rules[0].fields.a", "message": "unknown type \"strng\". Did you mean \"string\"?",
      ])
    #expect(lines[2] as NSDictionary == ["schema": 1, "type": "check", "exitCode": 2, "faults": 2])
  }

  @Test func `tells a mapping that is fine, and one that is not there`() throws {
    let fine = try lines("replant check m.json --json", status: 0) { #expect($1.errors == "") }
    #expect(
      fine as NSArray == [
        [
          "schema": 1, "type": "check", "exitCode": 0, "faults": 0, "rules": 1, "tests": 0,
          "failed": 0,
        ]
      ])
    let missing = try lines("replant check no.json --json", status: 2)
    #expect(types(missing) == ["fault", "check"])
    #expect(missing[0]["line"] == nil)
    #expect(
      missing[0]["message"] as? String
        == "cannot read the mapping no.json: No such file or directory\n  Nothing was read or written."
    )
  }

  @Test func `tells tests that failed`() throws {
    let test = #"{name: "one", given: {"/c/k": {a: "x"}}, expect: {"c/k": {a: "y"}}}"#
    let rule = #"{from: "/c/{id}", to: "c/{id}", fields: {a: "string"}}"#
    let mapping = "{name: \"t\", rules: [\(rule)],\n  tests: [\(test)]}"
    let lines = try lines("replant check m.json --json", status: 2, files: ["m.json": mapping])
    #expect(
      lines as NSArray == [
        [
          "schema": 1, "type": "fault", "file": "m.json", "line": 2, "column": 11,
          "path": "tests[0]",
          "message": "\"one\"\n  c/k:\n    a: expected \"y\", found \"x\"",
        ],
        [
          "schema": 1, "type": "check", "exitCode": 2, "faults": 1, "rules": 1, "tests": 1,
          "failed": 1,
        ],
      ])
  }

  @Test func `a report that cannot be written is an error, and the report says so`() throws {
    let lines = try lines(
      "mkdir -p r/report.json.partial; replant run m.json good.json --to null: --json --report r --quiet",
      status: 1)
    #expect(types(lines) == ["error", "report"])
    #expect(lines[0]["exitCode"] as? Int == 1)
    #expect((lines[1]["report"] as? [String: Any])?["exitCode"] as? Int == 1)
  }

  @Test func `the examples of the page fit the schema`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/json-lines.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("{") }
    #expect(lines.count == 5)
    let schema = try JSONSchema("events.schema.json")
    for line in lines { #expect(try schema.faults(in: String(line)) == []) }
  }

  @Test(arguments: [
    #"{"schema":2,"type":"check","exitCode":0,"faults":0}"#,
    #"{"schema":1,"type":"chek","exitCode":0,"faults":0}"#,
    #"{"schema":1,"type":"progress","phase":"reading","done":0,"records":0}"#,
    #"{"schema":1,"type":"report","report":{"schema":1}}"#,
    #"{"schema":1,"type":"error","message":"","exitCode":2}"#,
    #"{"schema":1,"type":"fault","file":"m","line":0,"message":"x"}"#,
  ])
  func `the schema refuses what replant never prints`(_ line: String) throws {
    #expect(try JSONSchema("events.schema.json").faults(in: line) != [])
  }

  @Test func `puts a value on one line`() {
    let value = JSONValue.object([
      ("a", .list([.integer(-1), .text("x\n\"y\"\u{1b}"), .list([]), .object([])])),
      ("b", .text("日本")),
    ])
    #expect(value.compact == #"{"a":[-1,"x\n\"y\"\u001b",[],{}],"b":"日本"}"#)
  }

  @Test func `tells progress once a second, and the first and last of each phase`() {
    var time = 0.0
    var told: [Pipeline.Progress] = []
    let display = EventProgress(clock: { time }) { told.append($0) }
    func update(_ at: Double, _ phase: Pipeline.Progress.Phase, _ done: Int) {
      time = at
      display.update(Pipeline.Progress(phase: phase, done: done, total: 9, records: 0))
    }
    for (at, phase, done) in [
      (0, .scanning, 0), (0.5, .scanning, 1), (0.9, .scanning, 2), (1.0, .scanning, 3),
      (1.5, .scanning, 4), (1.6, .scanning, 5), (1.7, .writing, 0), (1.8, .writing, 1),
      (5, .writing, 2), (5.5, .finishing, 9),
    ] as [(Double, Pipeline.Progress.Phase, Int)] { update(at, phase, done) }
    display.end()
    #expect(
      told.map(\.phase.rawValue) == Array(repeating: "scanning", count: 3) + [
        "writing", "writing", "finishing",
      ])
    #expect(told.map(\.done) == [0, 3, 5, 0, 2, 9])
  }
}
