import JSONTree
import Testing

@testable import Pipeline

@Suite struct VerdictTests {
  /// The verdict as a page shows it, without the sections.
  private func text(_ report: Report) -> String {
    let verdict = Verdict(report)
    let reasons = verdict.reasons.map { "\($0.level.rawValue) \($0.text)" }
    return ([verdict.level.rawValue + " " + verdict.headline] + reasons + [verdict.next])
      .joined(separator: "\n")
  }

  private func report(
    _ command: String, _ outcome: Report.Outcome = .complete, _ change: (inout Report) -> Void
  ) -> Report {
    var report = Report(
      command: command, mapping: .init(name: "t", hash: ContentHash(high: 0, low: 0)),
      target: "sqlite:t.db")
    report.rules = [Report.RuleReport(from: "/c/{id}", to: "c/{id}", joins: ["j"], fields: ["a"])]
    report.outcome = outcome
    change(&report)
    return report
  }

  @Test func `a plan of which everything fits is a yes`() {
    let report = report("plan") {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 3, created: 2, filtered: 1)
    }
    #expect(
      text(report) == """
        good Yes: all 2 records fit the model
        good documents: 2 would be created
        good 1 record left out by `where`
        To go ahead, give the same command with run or sync in place of plan.
        """)
  }

  @Test func `what stays behind, is dropped or is odd makes it a yes with something to look at`() {
    let report = report("plan") {
      $0.rules[0].tally.totals = ReportSamples.totals(
        read: 9, created: 4, modified: 2, unchanged: 1, filtered: 2)
      $0.rules[0].tally.totals.stale = 2
      $0.rules[0].tally.totals.removed = 3
      $0.rules[0].tally.fields[0].dropped = 2
      $0.rules[0].tally.unread.add("x", times: 5)
      $0.rules[0].tally.unread.add("y", times: 5)
      $0.rules[0].tally.joins[0].orphans = 2
      $0.unmapped = [
        .init(path: "/a", children: 1, bytes: 1), .init(path: "/b", children: 1, bytes: 1),
      ]
      $0.warnings = [.init(code: "joinPath", message: "m")]
    }
    #expect(
      text(report) == """
        fair Yes: all 7 records fit the model; look at what is listed here
        good documents: 4 would be created, 2 would be modified, 3 would be removed, 1 unchanged
        good 2 records left out by `where`
        fair 2 documents of earlier runs that this export does not give; they stay
        fair 2 values left out for a fault (`onError`)
        fair 2 fields that the rule of their records does not read
        fair 2 parts of the export that no rule reads
        fair 2 joined children that no record reads
        fair 1 warning
        To go ahead, give the same command with run or sync in place of plan.
        """)
  }

  @Test func `rejects are a no, but for those that were known`() {
    let rejects = report("plan", .rejected) {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 2000, created: 1999, rejected: 1)
      $0.knownRejects = 0
    }
    #expect(
      text(rejects) == """
        bad Not yet: 1 of 2 000 records (0.1%) does not fit the model
        bad 1 record would be set aside, 1 of them new
        good documents: 1 999 would be created
        Repair the records or the mapping, then give the same command again.
        """)
    let known = report("run") {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 3, created: 1, rejected: 2)
      $0.knownRejects = 2
    }
    #expect(
      text(known) == """
        fair Done: all 2 rejected records were known before
        fair 2 records set aside, 0 of them new
        good documents: 1 created
        To bring later changes over, give the same command with a newer export.
        """)
  }

  @Test func `a run says what it did`() {
    let run = report("run") {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 2, created: 2)
    }
    #expect(text(run).hasPrefix("good Done: all 2 records fit the model and are in\n"))
    let again = report("run") {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 2, unchanged: 2)
    }
    #expect(text(again).hasPrefix("good Nothing to do: all 2 records are in as they were\n"))
    let empty = report("run") { _ in }
    #expect(
      text(empty).hasPrefix("good Nothing to do: the export has no records for these rules\n"))
  }

  @Test func `a sync that was refused says how much it would have removed`() {
    let report = report("sync", .refused) {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 1, unchanged: 1)
      $0.rules[0].tally.totals.stale = 1
      $0.heldBack = [.init(collection: "c", count: 40, of: 41, wouldEmpty: false)]
    }
    #expect(
      text(report) == """
        bad No: refused, to keep documents safe
        bad 40 documents of 41 of c would be removed: more than is allowed
        good documents: 1 unchanged
        fair 1 document of earlier runs that this export does not give; it stays

        """)
  }

  @Test func `of several targets each is told`() {
    var report = report("run") {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 100, unchanged: 100)
    }
    var other = Totals()
    other.created = 100
    other.stale = 7
    report.besides = [.init(url: "ndjson:out", totals: other, refusal: nil)]
    #expect(
      text(report) == """
        fair Done: all 100 records fit the model and are in
        good sqlite:t.db: 100 unchanged
        good ndjson:out: 100 created
        fair 7 documents of earlier runs in ndjson:out that this export does not give; they stay
        To bring later changes over, give the same command with a newer export.
        """)
  }

  @Test func `a run that did not come to its end says so`() {
    func headline(_ outcome: Report.Outcome) -> String {
      let report = report("run", outcome) {
        $0.rules[0].tally.totals = ReportSamples.totals(read: 20, created: 10, rejected: 10)
      }
      let verdict = Verdict(report)
      #expect(verdict.level == .bad)
      return verdict.headline + (verdict.next.isEmpty ? "" : "\n" + verdict.next)
    }
    #expect(
      headline(.stopped)
        == """
        No: stopped, because more records were rejected than allowed (10 of 20 records (50%))
        Repair the records or the mapping, or allow more, then give the same command again.
        """)
    #expect(headline(.failed) == "No: it did not finish")
    #expect(headline(.unreadable) == "No: the export cannot be read")
    #expect(
      headline(.interrupted)
        == "Not finished: interrupted after 20 records\nGive the same command again to continue.")
    let failed = report("run", .failed) {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 1)
      $0.rules[0].tally.totals.failed = 1
    }
    #expect(text(failed).contains("bad 1 document that the target did not take"))
    let more = report("run", .failed) {
      $0.rules[0].tally.totals = ReportSamples.totals(read: 2)
      $0.rules[0].tally.totals.failed = 2
    }
    #expect(text(more).contains("bad 2 documents that the target did not take"))
  }

  @Test(arguments: [
    (0, 0, "0%"), (0, 5, "0%"), (5, 5, "100%"), (1, 3, "33.3%"), (1, 2, "50%"), (2, 3, "66.7%"),
    (1, 100_000, "< 0.1%"), (99_999, 100_000, "99.9%"), (1, 1000, "0.1%"),
  ])
  func `shares are never shown as nothing or all where they are not`(
    _ given: (part: Int, whole: Int, text: String)
  ) {
    #expect(Quantity.percent(given.part, of: given.whole) == given.text)
  }
}
