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
    return String(body).replacing(#/<.?(code|bdi)>/#, with: "").replacing(#/<[^>]*>/#, with: " ")
      .replacing(#/\s+/#, with: " ")
      .replacing("&quot;", with: "\"").replacing("&gt;", with: ">").replacing("&lt;", with: "<")
      .replacing("&amp;", with: "&")
  }

  @Test func `answers first whether one can go`() throws {
    var report = ReportSamples.news
    report.command = "plan"
    let words = try words(report)
    #expect(words.contains("✕ Not yet: 1 of 6 records (16.7%) does not fit the model"))
    #expect(words.contains("✕ 1 record would be set aside"))
    #expect(words.contains("! 1 field that the rule of its records does not read"))
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
          + "(| string, | integer, | millis), or leave such values out: onError: \"drop\". "
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

  /// All its words, in order.
  @Test func `tells all that there is to tell`() throws {
    let words = try words(ReportSamples.everything())
    #expect(words == " " + everything.replacing(#/\s+/#, with: " ") + " ")
  }

  private let everything = """
    Skip to the report replant plan: news ✕ Not yet: 1 of 8 records (12.5%) does not fit the
    model ✕ 1 record would be set aside ✓ firestore:demo-x: 5 would be created, 1 would be modified, 1
    unchanged ✓ ndjson:out: 6 would be created ! 2 fields that the rule of their records does not read ! 1 part of the export that no
    rule reads ! 1 joined child that no record reads ! 1 warning Repair the records or the
    mapping, then give the same command again. Command replant plan Exit status 3 (rejected)
    Mapping news 0123456789abcdef000000000000000a Export export.json 4.8 kB
    0000000000000001ffffffffffffffff Target firestore:demo-x Target ndjson:out Time of the run
    ($now) 2026-01-02T03:04:05Z
    The books What became of the records Documents Read Created Modified Unchanged Rejected
    Shares articleData/{id} from /ArticleData/{id} 6 3 1 1 1 articleData/{id}: created 50%,
    modified 16.7%, unchanged 16.7%, rejected 16.7% users/{uid} from /Users/{uid} 2 2 0 0 0
    users/{uid}: created 100% total 8 5 1 1 1 total: created 62.5%, modified 12.5%, unchanged
    12.5%, rejected 12.5% created modified unchanged rejected Changes since the last run: 1
    because the data changed, 2 because joined data changed, 3 because the mapping changed, 4
    because to changed. Each target What each target took Target Created Modified Unchanged
    firestore:demo-x 5 1 1 ndjson:out 6 0 0 Written: 2 files out/users.ndjson
    out/articleData.ndjson
    What does not fit 1 fault in 1 rejected record. Each rejected record is set aside whole;
    rejects.ndjson holds it, and can be repaired and run again with --from-rejects. type a value
    of another type 1 fault Declare the type that the data have, convert with a step (| string,
    | integer, | millis), or leave such values out: onError: "drop". 1 in field titleStr of
    articleData/{id} The model asks for: string, required /ArticleData/-Lx/titleStr at byte 4
    711: expected string, found integer In the field, to leave such values out: type: "string",
    onError: "drop"
    What stays behind Fields that no expression reads Map them, name them in drop to leave them
    behind on purpose, or keep them all with unknown: "keep". Sizes are about those of the
    values as compact JSON. Fields that no expression reads Field Of Times Size legacyFlag
    /ArticleData/{id} 3 0 B nick /Users/{uid} 2 0 B Parts of the export that no rule reads If
    they are wanted, a rule or a join has to lead there. Parts of the export that no rule reads
    Path Children Size /rooms/{room}/log such as /rooms/a/log 2 1.1 GB
    Joins Joins Join Of Matched Missing Orphans Shares comments articleData/{id} 2 4 1 comments:
    33.3% of the records matched Matched and missing count records; orphans are joined children
    that no record reads, so no document has them.
    Warnings joinPath 1: there is no /Comments
    What it asks of Firestore Document writes 6 Document deletes 0 Days within the free quota 1
    20 000 writes and as many deletes a day, in one database of a project Shortest time under
    the ramp 12 ms 500 operations a second at first, half as many more every 5 minutes Index
    entries 0 in the automatic indexes of single fields Stored 0 B 0 B of documents, 0 B of
    index entries Each write and delete is an event for every function that listens on its
    collection. Turn such functions off for the run if they should not fire: Events by
    collection Collection Events articleData 4 users 2
    The documents articleData/{id} By date: date, by month (UTC) Documents by month from 1970-01
    to 1970-02; most in 1970-02: 2 1970-01 highest: 1970-02, 2 1970-12 1 before 1900, 1 after
    2099 In numbers By date of articleData/{id} Month Documents 1970-01 1 1970-02 2 By size:
    bytes of their data as JSON Documents by size from 16 B to 42 B; 33 B on average 2 B mean:
    33 B, largest: 42 B 512 B In numbers By size of articleData/{id} Bytes Documents 16 to 31 3
    32 to 63 2
    Fields Recovered: an expression failed and ?? gave a value. Dropped: left out for a fault
    (onError). Fields inside lists count each item. articleData/{id} 2 fields Fields of
    articleData/{id} Field Asked for Present Share Absent Faulty Defaulted Recovered Dropped
    titleStr string, required 5 83.3% 0 1 0 0 0 date timestamp 4 100% 0 0 0 1 0 users/{uid} 1
    field Fields of users/{uid} Field Asked for Present Share Absent Faulty Defaulted Recovered
    Dropped name 0 0 0 0 0 0
    Written by replant. No value of the data stands in this page; lists are cut where they are
    long.
    """

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

  @Test func `is dressed for phones and dark rooms, and forbids what it does not need`() throws {
    var report = ReportSamples.news
    report.mapping.name = ""
    let text = try page(report)
    #expect(text.contains(#"content="width=device-width, initial-scale=1""#))
    #expect(text.contains(#"name="color-scheme" content="light dark""#))
    #expect(text.contains(#"content="default-src 'none'; style-src 'unsafe-inline'""#))
    #expect(text.contains("<title>replant run: a mapping that cannot be read</title>"))
    #expect(try page(ReportSamples.everything()).contains(#"<td class="n zero">0</td>"#))
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
    let long = String(repeating: "&\u{202e}<日", count: 500)
    report.rules = (0..<60).map { number in
      var rule = Report.RuleReport(
        from: "/\(number)" + long, to: "\(number)" + long, joins: [long],
        fields: (0..<50).map { "\($0)" + long })
      rule.tally.totals = ReportSamples.totals(read: 1, created: 1)
      for name in 0..<25 { rule.tally.unread.add("\(name)" + long, times: 1) }
      return rule
    }
    for number in 0..<1100 {
      report.violations.add(
        Violation(
          code: Code.allCases[number % Code.allCases.count], rule: number % 60,
          field: "\(number)" + long,
          source: Array(long.utf8), message: long, offset: 0))
    }
    report.warnings = (0..<1000).map { .init(code: "joinPath", message: "\($0)" + long) }
    report.unmapped = (0..<30).map { .init(path: "\($0)" + long, children: 1, bytes: 1) }
    report.fault = .init(message: long)
    let text = try page(report)
    #expect(text.utf8.count < 500_000)
    #expect(text.contains(#"<p class="more">and 1"#))
    #expect(text.contains("Not all fields have room here; report.json has them."))
    #expect(MarkdownReport(report).text.utf8.count < 60_000)
  }

  @Test func `the same report gives the same bytes`() {
    #expect(HTMLReport(ReportSamples.wide).bytes == HTMLReport(ReportSamples.wide).bytes)
  }
}
