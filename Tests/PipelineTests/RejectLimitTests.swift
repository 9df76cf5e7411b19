import Testing

@testable import Pipeline

/// How many rejects a run may have, and which it had before.
@Suite struct RejectLimitTests {
  /// 300 records, every third of them wrong.
  private static let export: String = {
    let records = (0..<300).map { number in
      let name = String(String(number + 1000).dropFirst())
      return #""k\#(name)":{"v":\#(number % 3 == 0 ? "\"x\"" : "1")}"#
    }
    return #"{"c":{"# + records.joined(separator: ",") + "}}"
  }()

  private func journey(_ limit: String? = nil) -> Journey {
    var journey = Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:"integer!"}}]}"#, Self.export)
    journey.maxRejects = limit
    journey.batch = 10
    return journey
  }

  @Test func `stops at the same record however many workers there are`() throws {
    for workers in 1...4 {
      var run = journey("9")
      run.workers = workers
      let arrival = try run.run()
      #expect(arrival.report.outcome == .stopped)
      #expect(arrival.report.exitCode == 4)
      #expect(arrival.report.totals.read == 30)
      #expect(arrival.rejects.count == 10)
      #expect(arrival.lines.count == 20)
      // A sink that keeps nothing of a run that did not finish: the books say so.
      #expect(arrival.report.totals.failed == 20)
      #expect(
        arrival.report.fault?.message == """
          error: 10 of 30 records were rejected, more than --max-rejects 9 allows
            Each file in memory: is complete, as this run or an earlier one made it. Repair the records or the \
          mapping, or allow more, then run the same command again.
          """)
    }
  }

  @Test func `as many as are allowed do not stop`() throws {
    #expect(try journey("100").run().report.exitCode == 3)
    #expect(try journey("99").run().report.exitCode == 4)
    #expect(try journey("0").run().report.totals.read == 10)
  }

  @Test func `a percentage is of the records read, and not of a few`() throws {
    #expect(try journey("34%").run().report.exitCode == 3)
    let stopped = try journey("33%").run()
    #expect(stopped.report.exitCode == 4)
    #expect(stopped.report.totals.read == 100)
    #expect(try journey("0%").run().report.totals.read == 100)
    #expect(try journey("100%").run().report.exitCode == 3)
  }

  @Test(arguments: [
    ("0", 0, 1000, false), ("0", 1, 1, true), ("5%", 5, 100, false), ("5%", 6, 100, true),
    ("5%", 99, 99, false), ("0.5%", 1, 200, false), ("0.5%", 2, 200, true),
    ("0.0001%", 1, 1_000_000, false), ("0.0001%", 2, 1_000_000, true), ("100%", 200, 200, false),
  ])
  func `is passed by one more than it allows`(
    _ text: String, _ rejects: Int, _ read: Int, _ isPassed: Bool
  ) throws {
    #expect(try #require(RejectLimit(text)).isPassed(rejects: rejects, read: read) == isPassed)
  }

  @Test(arguments: [
    "", "%", "-1", "+1", "1.5", "101%", "100.0001%", "1.%", ".5%", "1.00000%", "٣", "1 %",
  ])
  func `refuses what is no limit`(_ text: String) {
    #expect(RejectLimit(text) == nil)
  }

  // MARK: Known rejects

  @Test func `rejects of an earlier run are no reason to fail`() throws {
    let first = try journey().run()
    var second = journey("0")
    second.known = first.rejectLines
    let arrival = try second.run()
    #expect(arrival.report.exitCode == 0)
    #expect(arrival.report.outcome == .complete)
    #expect(arrival.report.knownRejects == 100)
    #expect(arrival.rejects.count == 100)
  }

  @Test func `known rejects do not stop a run, and the others are told to be new`() throws {
    let first = try journey().run()
    var second = journey("3")
    second.known = first.rejectLines.split(separator: "\n").dropFirst(10).joined(separator: "\n")
    let arrival = try second.run()
    #expect(arrival.report.exitCode == 4)
    #expect(
      arrival.report.fault?.message == """
        error: 4 of 10 records were rejected and not known, more than --max-rejects 3 allows
          Each file in memory: is complete, as this run or an earlier one made it. Repair the records or the \
        mapping, or allow more, then run the same command again.
        """)
  }

  @Test func `a record that changed, or is wrong in another way, is new`() throws {
    let first = try journey().run()
    let lines = first.rejectLines
    for (old, new) in [
      (#""source":"/c/k000""#, #""source":"/c/k00""#), (#""code":"type""#, #""code":"missing""#),
      (#""value":{"v":"x"}"#, #""value":{"v":"y"}"#), (#""from":"/c/{id}""#, #""from":"/c/{key}""#),
    ] {
      var second = journey()
      second.known = lines.replacing(old, with: new, maxReplacements: 1)
      let arrival = try second.run()
      #expect(arrival.report.exitCode == 3, "\(old)")
      #expect(arrival.report.knownRejects == 99, "\(old)")
      #expect(ReportJSON(arrival.report).text.contains("\"known\": 99,\n    \"new\": 1"))
    }
  }

  @Test func `blanks and other members do not matter`() throws {
    var second = journey()
    second.known = try journey().run().rejectLines
      .replacing(#""value":{"v":"x"}"#, with: #""value": { "v" : "x" }, "note": "later""#)
      .replacing(#""rule":0,"#, with: "")
    #expect(try second.run().report.exitCode == 0)
  }

  @Test func `rejects that are read again may be known`() throws {
    let first = try journey().run()
    var second = journey()
    second.export = Array(first.rejectLines.utf8)
    second.isFromRejects = true
    second.known = first.rejectLines
    #expect(try second.run().report.knownRejects == 100)
  }

  @Test func `the summary tells known from new`() {
    var report = ReportSamples.news
    func line() -> String? {
      Summary(report, rejects: nil, style: TextStyle()).text.split(separator: "\n")
        .first { $0.hasPrefix("rejected:") }.map(String.init)
    }
    report.knownRejects = 0
    #expect(line() == "rejected: 1 of 6 records, none of them known")
    report.knownRejects = 1
    #expect(line() == "rejected: 1 of 6 records, all of them known")
    report.rules[0].tally.totals.rejected = 3
    #expect(line() == "rejected: 3 of 6 records, 2 of them new")
  }

  @Test func `a file that holds no rejects is told`() throws {
    var run = journey()
    run.known = "{\"source\":\"/c/a\"}\n"
    let fault = #expect(throws: KnownRejectsFault.self) { try run.run() }
    #expect(
      fault?.message.contains(
        "line 1 is no reject: there is no \"from\" in it\n  Nothing was read or written.")
        == true)
    #expect(throws: KnownRejectsFault.self) { try KnownRejects(file: "/nowhere") }
  }
}
