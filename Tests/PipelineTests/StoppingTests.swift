import Interop
import JSONTree
import Testing

@testable import Pipeline

/// Every sentence of a run that did not come to its end.
@Suite struct StoppingTests {
  @Test(
    arguments: [
      (
        .unreadable("Permission denied"),
        """
        e.json
        error: cannot read the export: Permission denied
          Nothing was written. Check the name and the permissions.
        """
      ),
      (
        .empty,
        """
        e.json
        error: the file is empty
          Nothing was written. Export the database again.
        """
      ),
      (
        .utf16,
        """
        e.json
        error: the file is UTF-16, and JSON exports are UTF-8
          Nothing was written. Convert it with `iconv -t UTF-8`.
        """
      ),
      (
        .endsEarly,
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: the export ends before its root is closed: it is cut off
          Nothing was written. Export or copy it again.
        """
      ),
      (
        .endsInText(12),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: the export ends inside a text that begins at byte 12: it is cut off
          Nothing was written. Export or copy it again.
        """
      ),
      (
        .unexpected(nil, expected: .colon),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: expected ':' after a key, found the end of the file
          Nothing was written. Repair the file, then run the same command again.
        """
      ),
      (
        .unexpected(7, expected: .keyOrClose),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: expected a key in quotes or '}', found byte 0x7
          Nothing was written. Repair the file, then run the same command again.
        """
      ),
      (
        .badRoot("expected a value, found 'x'"),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: the export is no JSON: expected a value, found 'x'
          Nothing was written. Repair the file, then run the same command again.
        """
      ),
      (
        .trailing(0x7B),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: something follows the root: found '{'
          Nothing was written. Repair the file, then run the same command again.
        """
      ),
      (
        .badKey("byte 0xFF is not UTF-8"),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: a key above records: byte 0xFF is not UTF-8
          Nothing was written. Repair the file, then run the same command again.
        """
      ),
      (
        .damagedGzip("the gzip data ends early, after 9 bytes"),
        """
        e.json: byte 40 (line 3, column 7), in /users
        error: the gzip data ends early, after 9 bytes
          Nothing was written. Export or copy it again.
        """
      ),
      (
        .spool("cannot write a temporary file in /tmp: No space left on device"),
        """
        e.json
        error: cannot write a temporary file in /tmp: No space left on device
          Nothing was written. Make room there, or set TMPDIR to another folder.
        """
      ),
    ] as [(ScanFault.Kind, String)])
  func `says why an export cannot be read`(_ pair: (ScanFault.Kind, String)) {
    let fault = ScanFault(pair.0, at: 40, path: "/users")
    let text = fault.message(in: "e.json", (3, 7))
    #expect("\(text)\n  Nothing was written. \(fault.advice)" == pair.1)
    var report = Self.report()
    report.end(
      with: .unreadable(fault, file: 0), in: [ExportFile("e.json")], Content(), hasBegun: false)
    #expect(
      report.fault?.message
        == "\(fault.message(in: "e.json", nil))\n  Nothing was written. \(fault.advice)")
    // A temporary file is not the export.
    let isSpool = if case .spool = pair.0 { true } else { false }
    #expect(report.exitCode == (isSpool ? 1 : 7))
    #expect(report.outcome == (isSpool ? .failed : .unreadable))
  }

  private static func report(_ target: String = "null:", created: Int = 0) -> Report {
    var report = Report(
      command: "run", mapping: .init(name: "n", hash: ContentHash(high: 0, low: 0)), target: target)
    var rule = Report.RuleReport(from: "/c/{id}", to: "c/{id}", joins: [], fields: [])
    rule.tally.totals.created = created
    report.rules = [rule]
    return report
  }

  private func message(_ stop: RunStop, _ report: Report, hasBegun: Bool = true) -> String? {
    var report = report
    report.end(with: stop, in: [ExportFile("e.json")], Content(), hasBegun: hasBegun)
    return report.fault?.message
  }

  private static let full = TargetFault(action: "write", target: "x", reason: "no space left")

  @Test(arguments: [
    ("ndjson:-", 5, "The lines that are out are complete documents."),
    ("sqlite:a.db", 0, "No document was written."),
    ("sqlite:a.db", 1, "1 document written before is committed to sqlite:a.db."),
    ("sqlite:a.db", 41_200, "41 200 documents written before are committed to sqlite:a.db."),
    (
      "ndjson:out", 5, "Each file in ndjson:out is complete, as this run or an earlier one made it."
    ),
  ])
  func `says what is safe, by target`(_ target: String, _ created: Int, _ sentence: String) {
    #expect(
      message(.target(Self.full), Self.report(target, created: created))
        == "error: cannot write x: no space left\n  \(sentence) Run the same command again.")
  }

  @Test func `says nothing twice when the target says what to do`() {
    let fault = TargetFault(
      .refused, action: "write to", target: "x", reason: "it is not an SQLite database",
      advice: "Choose another file.")
    #expect(
      message(.target(fault), Self.report(), hasBegun: false)
        == "error: cannot write to x: it is not an SQLite database\n  Nothing was written. Choose another file."
    )
  }

  @Test func `says what to do after rejects that could not be kept, and after an interruption`() {
    #expect(
      message(.rejects(Self.full), Self.report("sqlite:a.db"))
        == "error: cannot write x: no space left\n  No document was written. Run the same command again."
    )
    #expect(
      message(.interrupted, Self.report("sqlite:a.db"))
        == "interrupted\n  No document was written. Run the same command again to finish.")
  }

  @Test func `lists what is there where no name is near`() {
    let missing = Catalogue.Missing(
      found: "/production", key: "Users", siblings: ["a", "b", "c", "d", "e", "f"])
    #expect(
      missing.sentence(for: "rules[0].from", Pattern(segments: []))
        == "rules[0].from: there is no \"/production/Users\" in the export. There is: /production/a, /production/b, /production/c, /production/d, /production/e"
    )
  }

  @Test func `a long way to two keys does not make them near`() {
    let missing = Catalogue.Missing(
      found: "/a/very/long/way", key: "Users", siblings: ["x", "users"])
    #expect(
      missing.sentence(for: "rules[0].from", Pattern(segments: []))
        == "rules[0].from: there is no \"/a/very/long/way/Users\" in the export. Did you mean \"/a/very/long/way/users\"?"
    )
  }

  @Test func `an export that is a folder`() throws {
    let (compiled, plan) = try MappingCompiler.compile(
      file: "m", bytes: Array(#"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}"}]}"#.utf8))
    let report = Migration.run(
      RunRequest(
        command: "run", mapping: compiled, plan: plan, exports: [ExportFile("/")],
        sink: MemorySink(),
        rejects: MemoryRejects(), workers: 1, batch: 5,
        now: try #require(Timestamp(microseconds: 0)), progress: Unwatched()))
    #expect(
      report.fault?.message
        == "/\nerror: cannot read the export: it is a folder\n  Nothing was written. Check the name and the permissions."
    )
  }

  @Test func `warns of placeholders, and of joined children that stand twice`() throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",join:{j:"/u/{id}"},fields:{j:"any"}}]}"#,
      #"{"c":{"a":{"x":{".sv":"timestamp"},"y":1}},"u":{"a":1,"a":2}}"#
    ).run()
    #expect(
      arrival.report.warnings == [
        .init(
          code: "duplicateKey",
          message:
            "rules[0].join.j: children of /u/{id} stand twice in the export; the first stands"),
        .init(
          code: "placeholder",
          message: "`.sv` placeholders stand in the export; they were taken for absent"),
      ])
  }

  /// Refuses the first document of a batch, and takes the others.
  private final class ChoosySink: Sink {
    let url = "choosy:"
    private var hasRefused = false
    func begin(_ plan: Plan) -> Checkpoint? { nil }
    func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
      if !hasRefused {
        hasRefused = true
        throw .rejected(
          [0], TargetFault(action: "write", target: url, reason: "the document is too large"))
      }
      return batch.documents.map { _ in .created }
    }
    func finish(removing removal: Removal?, state: [UInt8]) -> Ending { Ending() }
    func abandon(forgetting: Bool) -> Remainder { .all }
    func read(path: [UInt8]) -> [UInt8]? { nil }
  }

  @Test func `says that the other documents are in when the target refuses one`() throws {
    let (compiled, plan) = try MappingCompiler.compile(
      file: "m", bytes: Array(#"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}"}]}"#.utf8))
    let report = Migration.run(
      RunRequest(
        command: "run", mapping: compiled, plan: plan, exports: [ExportFile("given")],
        text: Array(#"{"c":{"a":{"x":1},"b":{"x":1}}}"#.utf8), sink: ChoosySink(),
        rejects: MemoryRejects(), workers: 1, batch: 5,
        now: try #require(Timestamp(microseconds: 0)), progress: Unwatched()))
    #expect(report.exitCode == 8)
    #expect(report.totals.created == 1)
    #expect(
      report.fault?.message
        == "error: cannot write choosy:: the document is too large\n  The other documents are in.")
  }

  @Test func `the summary says how many stale documents stay, and that a run did not finish`() {
    var report = Self.report()
    report.rules[0].tally.totals.stale = 2
    report.outcome = .stopped
    let text = Summary(report, rejects: nil, style: TextStyle()).text
    #expect(
      text.contains(
        "2 documents of earlier runs are stale: this export does not give them; they stay\n"))
    #expect(text.hasSuffix("error: the run did not finish (stopped)\n"))
  }
}
