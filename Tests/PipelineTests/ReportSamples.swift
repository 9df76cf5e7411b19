import JSONTree

@testable import Pipeline

/// Invented reports for golden tests.
enum ReportSamples {
  /// The example of contract 5, with a reject, a join and something nobody reads.
  static var news: Report {
    var report = Report(
      command: "run",
      mapping: .init(name: "news", hash: ContentHash(high: 0x0123_4567_89AB_CDEF, low: 10)),
      target: "sqlite:news.db")
    report.outcome = .rejected
    report.exitCode = 3
    report.seconds = 0.04
    report.sources = [
      .init(name: "export.json", bytes: 4_815, hash: ContentHash(high: 1, low: .max))
    ]
    var rule = Report.RuleReport(
      from: "/ArticleData/{id}", to: "articleData/{id}", joins: ["comments"],
      fields: ["titleStr", "date"])
    rule.tally.totals = totals(read: 6, created: 3, unchanged: 1, filtered: 1, rejected: 1)
    rule.tally.joins = [join(matched: 2, missing: 4, orphans: 1)]
    rule.tally.fields[0].present = 5
    rule.tally.fields[1].present = 4
    rule.tally.fields[1].recovered = 1
    rule.tally.unread.add("legacyFlag", times: 3)
    report.rules = [rule]
    report.violations.add(
      Violation(
        code: .type, rule: 0, field: "titleStr", source: Array("/ArticleData/-Lx/titleStr".utf8),
        message: "expected string, found integer", offset: 4711))
    report.unmapped = [.init(path: "/Settings", children: 2, bytes: 70)]
    return report
  }

  /// Two rules, names in Japanese and with an escape sequence, long lists.
  static var wide: Report {
    var report = Report(
      command: "run", mapping: .init(name: "新聞", hash: ContentHash(high: 0, low: 0)),
      target: "ndjson:out")
    report.outcome = .rejected
    report.exitCode = 3
    report.seconds = 83
    report.sources = [
      .init(name: "a.json", bytes: 12_000_000_000, hash: nil),
      .init(name: "b.json.gz", bytes: 1_200_000_000, hash: nil),
    ]
    var articles = Report.RuleReport(
      from: "/記事/{id}", to: "ニュース記事データ/{id}", joins: [], fields: ["題名"])
    articles.tally.totals = totals(
      read: 41_200_000, created: 40_012_345, modified: 3, unchanged: 1_100_000, filtered: 87_650,
      rejected: 2)
    articles.tally.fields[0].dropped = 12_000
    for number in 1...30 { articles.tally.unread.add("古い欄\(number)", times: number) }
    var users = Report.RuleReport(from: "/users/{uid}", to: "users/{uid}", joins: [], fields: [])
    users.tally.totals = totals(read: 10, unchanged: 10)
    users.tally.totals.stale = 1
    users.tally.unread.add("evil\u{1b}[31mred\u{202e}", times: 7)
    report.rules = [articles, users]
    report.violations.add(
      Violation(
        code: .missing, rule: 0, field: "題名", source: Array("/記事/-Lx\u{7}".utf8),
        message: "required, but absent", offset: 1))
    report.violations.add(
      Violation(
        code: .missing, rule: 0, field: "題名", source: Array("/記事/-Ly".utf8),
        message: "required, but absent", offset: 2))
    report.warnings = [.init(code: "placeholder", message: "\".sv\" taken as absent", count: 2)]
    report.written = ["out/ニュース記事データ.ndjson", "out/users.ndjson"]
    return report
  }

  static func totals(
    read: Int = 0, created: Int = 0, modified: Int = 0, unchanged: Int = 0, filtered: Int = 0,
    rejected: Int = 0
  ) -> Totals {
    var totals = Totals()
    totals.read = read
    totals.created = created
    totals.modified = modified
    totals.unchanged = unchanged
    totals.filtered = filtered
    totals.rejected = rejected
    return totals
  }

  private static func join(matched: Int, missing: Int, orphans: Int) -> JoinTally {
    var join = JoinTally()
    join.matched = matched
    join.missing = missing
    join.orphans = orphans
    return join
  }
}

extension NameCounts {
  mutating func add(_ name: String, times: Int) {
    for _ in 0..<times { add(bytes: Array(name.utf8)) }
  }

  mutating func add(bytes name: [UInt8]) { _ = name.withBytes { add($0, expectedAt: 0) } }
}

extension ReportSamples {
  /// A plan into Firestore and a file beside it in which everything that a report can tell is told.
  static func everything() throws -> Report {
    let documents = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:"string",at:{type:"timestamp",value:"t | seconds"}}}]}"#,
      #"{"c":{"v":{"t":0},"w":{"a":"1","t":3e6},"x":{"a":"longer","t":3e6},"y":{"t":-9e9},"z":{"t":9e9}}}"#
    ).run().report.rules[0].tally.shapes
    var report = news
    report.command = "plan"
    report.now = Timestamp(rfc3339: "2026-01-02T03:04:05Z")
    report.target = "firestore:demo-x"
    report.limits = .firestore
    report.rules[0].dateField = "date"
    report.rules[0].tally.shapes = documents
    report.rules[0].tally.totals.modified = 1
    report.rules[0].tally.totals.filtered = 0
    report.rules[0].tally.causes.data = 1
    report.rules[0].tally.causes.joinedData = 2
    report.rules[0].tally.causes.mapping = 3
    report.rules[0].tally.causes.idRule = 4
    report.rules[0].expectations = [
      Expectation(field: "titleStr", "string", [.type], type: .string),
      Expectation(field: "titleStr", "required", [.missing]),
      Expectation(field: "date", "timestamp", [.type], type: .timestamp),
    ]
    var users = Report.RuleReport(
      from: "/Users/{uid}", to: "users/{uid}", joins: [], fields: ["name"])
    users.tally.totals = totals(read: 2, created: 2)
    users.tally.unread.add("nick", times: 2)
    report.rules.append(users)
    var other = Totals()
    other.created = 6
    report.besides = [.init(url: "ndjson:out", totals: other, refusal: nil)]
    report.unmapped = [
      .init(path: "/rooms/{room}/log", children: 2, bytes: 1 << 30, sample: "/rooms/a/log")
    ]
    report.warnings = [.init(code: "joinPath", message: "there is no `/Comments`")]
    report.written = ["out/users.ndjson", "out/articleData.ndjson"]
    return report
  }
}
