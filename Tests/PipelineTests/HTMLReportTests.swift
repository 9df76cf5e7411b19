import JSONTree
import Testing
import XMLCheck

@testable import Pipeline

@Suite struct HTMLReportTests {
  /// The page's text, which is well-formed XML as well: no text of an export has become markup.
  private func page(_ report: Report) throws -> String {
    let bytes = try #require(HTMLReport(report).bytes)
    let doctype = "<!DOCTYPE html>\n"
    #expect(bytes.starts(with: doctype.utf8))
    #expect(XMLDocument.fault(in: Array(bytes.dropFirst(doctype.utf8.count))) == nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What people read, without the style.
  private func words(_ report: Report) throws -> String {
    let body = try page(report).split(separator: "</style>", maxSplits: 1)[1]
    return String(body).replacing(#/<[^>]*>/#, with: " ").replacing(#/\s+/#, with: " ")
      .replacing("&quot;", with: "\"").replacing("&gt;", with: ">").replacing("&lt;", with: "<")
      .replacing("&amp;", with: "&")
  }

  @Test func `answers first whether one can go`() throws {
    var report = ReportSamples.news
    report.command = "plan"
    let words = try words(report)
    #expect(words.contains("✕ Not yet: 1 of 6 records (16.7%) does not fit the model"))
    #expect(words.contains("✕ 1 record would be set aside"))
    #expect(words.contains("! 1 field of the export that no expression reads"))
    #expect(words.contains("! 1 part of the export that no rule reads"))
    #expect(words.contains("! 1 joined child that no record reads"))
    #expect(words.contains("Command replant plan Exit status 3 (rejected) Mapping news"))
  }

  @Test func `tells of each fault what was asked for, where it is not so and what to do`() throws {
    let report = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:{type:"string!",maxLength:3}}}]}"#,
      #"{"c":{"x":{"a":1},"y":{"a":"long"},"z":{}}}"#
    ).run().report
    let words = try words(report)
    #expect(
      words.contains(
        "type a value of another type 1 fault Declare the type that the data have, convert with a step "
          + "( | string , | integer , | millis ), or leave such values out: onError: \"drop\" . "
          + "1 in field a of c/{id} The model asks for: string, required, at most 3 characters "
          + "/c/x/a at byte 6: expected string, found integer In the field, to leave such values out: "
          + "type: \"string\", onError: \"drop\""), "\(words)")
    #expect(words.contains("/c/y/a at byte 18: expected at most 3 characters, found 4"), "\(words)")
  }

  @Test func `shows the books, fields, joins and what stays behind`() throws {
    let words = try words(ReportSamples.news)
    #expect(
      words.contains(
        "Documents Read Created Unchanged Filtered Rejected Shares "
          + "articleData/{id} from /ArticleData/{id} 6 3 1 1 1 "
          + "articleData/{id}: created 50%, unchanged 16.7%, filtered 16.7%, rejected 16.7%"),
      "\(words)")
    #expect(
      words.contains("comments articleData/{id} 2 4 1 comments: 33.3% of the records matched"))
    #expect(words.contains("legacyFlag /ArticleData/{id} 3 0 B"))
    #expect(words.contains("/Settings 2 70 B"))
    #expect(words.contains("titleStr 5 83.3% 0 1 0 0 0 date 4 100% 0 0 0 1 0"))
  }

  @Test func `tells of Firestore what it costs`() throws {
    var report = ReportSamples.news
    report.target = "firestore:demo-x"
    report.limits = .firestore
    let words = try words(report)
    #expect(words.contains("Document writes 3 Document deletes 0 Days within the free quota 1"))
    #expect(words.contains("Collection Events articleData 3"))
    #expect(try !self.words(ReportSamples.news).contains("free quota"))
  }

  @Test func `charts by month, and by year where months would be too many`() throws {
    let few = ChartsSection.periods([(24_240, 3), (24_242, 1)])
    #expect(!few.isYears)
    #expect(few.bars.count == 12)
    #expect(
      few.bars.prefix(3).map { "\($0.name) \($0.count)" } == [
        "2020-01 3", "2020-02 0", "2020-03 1",
      ])
    let many = ChartsSection.periods([(23_988, 3), (24_011, 2), (24_242, 1)])
    #expect(many.isYears)
    #expect(many.bars.count == 22)
    #expect(many.bars.first.map { "\($0.name) \($0.count)" } == "1999 3")
    #expect(many.bars.last.map { "\($0.name) \($0.count)" } == "2020 1")
  }

  @Test func `tells several targets apart`() throws {
    var report = ReportSamples.news
    var totals = Totals()
    totals.created = 2
    totals.unchanged = 2
    report.besides = [.init(url: "ndjson:out", totals: totals, refusal: nil)]
    let words = try words(report)
    #expect(words.contains("Each target"))
    #expect(words.contains("sqlite:news.db 3 1 ndjson:out 2 2"), "\(words)")
  }

  @Test func `says why a run did not finish, line by line`() throws {
    var report = ReportSamples.news
    report.outcome = .unreadable
    report.fault = .init(message: "e.json: byte 7\nerror: it <ends> early\n  Nothing was written.")
    #expect(
      try page(report).contains(
        "e.json: byte 7<br/>error: it &lt;ends&gt; early<br/>  Nothing was written."))
  }

  @Test func `no name of an export is markup, reorders a line or loads anything`() throws {
    var report = ReportSamples.wide
    let evil = "<script>alert(1)</script>\"'`&amp;]]>\u{202e}\u{0}\u{FFFE}javascript:x"
    report.mapping.name = evil
    report.rules[0].to = evil
    report.rules[0].from = evil
    report.rules[0].fields = [evil]
    report.rules[0].tally.unread.add(evil, times: 1)
    report.target = "sqlite:" + evil
    report.sources[0].name = evil
    report.unmapped = [.init(path: evil, children: 1, bytes: 1, sample: evil)]
    report.warnings = [.init(code: "joinPath", message: evil)]
    report.written = [evil]
    report.violations.add(
      Violation(
        code: .type, rule: 0, field: evil, source: Array(evil.utf8), message: evil, offset: 0,
        file: evil))
    let text = try page(report)
    #expect(!text.contains("<script"))
    #expect(!text.contains("\u{202e}"))
    #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(text.contains("\\u{202e}"))
    #expect(text.contains("\u{FFFD}javascript:x"))
    #expect(
      text.matches(of: #/(href|src)="([^"]*)"/#).allSatisfy { "#d".contains($0.2.first ?? "x") })
  }

  @Test func `stays below 500 000 bytes whatever the export and the mapping`() throws {
    var report = ReportSamples.news
    let long = String(repeating: "&\u{202e}<日", count: 3_000)
    report.rules = (0..<300).map { number in
      var rule = Report.RuleReport(
        from: "/\(number)" + long, to: "\(number)" + long, joins: [long],
        fields: (0..<50).map { "\($0)" + long })
      rule.tally.totals = ReportSamples.totals(read: 1, created: 1)
      for name in 0..<1100 { rule.tally.unread.add("\(name)" + long, times: 1) }
      return rule
    }
    for number in 0..<2000 {
      report.violations.add(
        Violation(
          code: Code.allCases[number % Code.allCases.count], rule: number % 300,
          field: "\(number)" + long,
          source: Array(long.utf8), message: long, offset: 0))
    }
    report.warnings = (0..<1000).map { .init(code: "joinPath", message: "\($0)" + long) }
    report.unmapped = (0..<30).map { .init(path: "\($0)" + long, children: 1, bytes: 1) }
    report.fault = .init(message: long)
    let text = try page(report)
    #expect(text.utf8.count < 500_000)
    #expect(text.contains("more faults; the most frequent are listed"))
    #expect(MarkdownReport(report).text.utf8.count < 60_000)
  }

  @Test func `the same report gives the same bytes`() {
    #expect(HTMLReport(ReportSamples.wide).bytes == HTMLReport(ReportSamples.wide).bytes)
  }
}
