import Testing

@testable import Pipeline

@Suite struct ReportSummaryTests {
  private func text(
    _ report: Report, rejects: String? = nil, width: Int = 80, colors: Bool = false
  ) -> String {
    Summary(report, rejects: rejects, style: TextStyle(width: width, hasColors: colors)).text
  }

  @Test func `of several targets each is told at the end`() {
    var report = ReportSamples.news
    report.outcome = .complete
    report.rules[0].tally.totals = ReportSamples.totals(read: 4, unchanged: 4)
    var other = Totals()
    other.created = 4
    report.besides = [
      .init(url: "ndjson:out", totals: other, refusal: nil),
      .init(url: "null:", totals: Totals(), refusal: nil),
    ]
    func end(_ report: Report) -> String {
      let text = Summary(report, rejects: nil, style: TextStyle()).text
      return String(text.split(separator: "\n").last ?? "")
    }
    #expect(
      end(report) == "done: sqlite:news.db 4 unchanged; ndjson:out 4 created; null: nothing (40 ms)"
    )
    report.command = "plan"
    #expect(
      end(report)
        == "plan: sqlite:news.db leave 4 unchanged; ndjson:out create 4; null: nothing; nothing was written (40 ms)"
    )
  }

  @Test func `a plan that makes no document says that it is a plan`() {
    var report = ReportSamples.news
    report.command = "plan"
    report.rules[0].tally.totals = ReportSamples.totals(read: 4, rejected: 4)
    #expect(
      Summary(report, rejects: nil, style: TextStyle()).text.contains(
        "plan: no record would become a document; nothing was written"))
  }

  @Test func `tells a small run`() {
    #expect(
      text(ReportSamples.news, rejects: "rejects.ndjson") == """
        news: export.json (4.8 kB) to sqlite:news.db

          documents         read  created  unchanged  filtered  rejected
          articleData/{id}     6        3          1         1         1

        wrong in the records
                 1  type  titleStr: expected string, found integer
                    /ArticleData/-Lx/titleStr

        fields that no expression reads
                 3  legacyFlag of /ArticleData/{id}

        parts of the export that no rule reads
              70 B  /Settings, 2 children

        joins
          comments of articleData/{id}: 2 matched, 4 missing, 1 orphan

        rejected: 1 of 6 records, set aside in rejects.ndjson
        done: 3 created, 1 unchanged (40 ms)
        Repair the records or the mapping, then run the same command again.

        """)
  }

  @Test func `keeps columns straight with wide characters and shows escape sequences harmlessly`() {
    let text = text(ReportSamples.wide, rejects: "rejects.ndjson")
    #expect(
      text.hasPrefix(
        """
        新聞: a.json and b.json.gz (13 GB) to ndjson:out

          documents            read     created  modified  unchanged  filtered  rejected
          ニュース記事…  41 200 000  40 012 345         3  1 100 000    87 650         2
          users/{uid}            10           0         0         10         0         0
          total          41 200 010  40 012 345         3  1 100 010    87 650         2

        wrong in the records
                 2  missing  題名: required, but absent
                    first in /記事/-Lx\\u{7}

        fields left out for a fault (onError)
            12 000  題名 of ニュース記事データ/{id}

        warnings
                 2  placeholder  ".sv" taken as absent

        fields that no expression reads
                30  古い欄30 of /記事/{id}
        """))
    #expect(
      text.hasSuffix(
        """
                21  古い欄21 of /記事/{id}
               217  more

        written
          out/ニュース記事データ.ndjson
          out/users.ndjson

        1 document of earlier runs is stale: this export does not give it; it stays
        rejected: 2 of 41 200 010 records, set aside in rejects.ndjson
        done: 40 012 345 created, 3 modified, 1 100 010 unchanged (1 min 23 s, 159 MB/s)
        Repair the records or the mapping, then run the same command again.

        """))
  }

  @Test func `no row of the table is wider than the terminal`() {
    var report = ReportSamples.wide
    report.rules[0].to = "非常に長い名前のコレクション/{id}/もっと長い名前のコレクション/{message}"
    for width in [80, 100, 200] {
      let rows = text(report, width: width).split(separator: "\n")[1...4]
      #expect(rows.allSatisfy { String($0).displayWidth <= width })
    }
  }

  @Test func `turns the table into a list when the numbers do not fit side by side`() {
    let text = text(ReportSamples.wide, width: 60)
    #expect(
      text.contains(
        """
          users/{uid}
            read                    10
            created                  0
            modified                 0
            unchanged               10
            filtered                 0
            rejected                 0
          total
            read            41 200 010

        """))
  }

  @Test func `names both ends of rules that write to the same collection`() {
    var report = ReportSamples.news
    report.rules.append(.init(from: "/Old/{id}", to: "articleData/{id}", joins: [], fields: []))
    let text = text(report)
    #expect(text.contains("  articleData/{id} ← /Old/{id}"))
    #expect(text.contains("  articleData/{id} ← /ArticleData…     6"))
  }

  @Test(arguments: [
    (0, 0, 0, 0, "nothing to do: the export has no records for these rules (0 ms)"),
    (1, 0, 1, 0, "nothing to do: the document is as it was (0 ms)"),
    (1200, 0, 1200, 0, "nothing to do: all 1 200 documents are as they were (0 ms)"),
    (5, 0, 0, 5, "done: no record became a document (0 ms)"),
    (5, 3, 2, 0, "done: 3 created, 2 unchanged (0 ms)"),
  ])
  func `ends with what was done`(
    _ read: Int, _ created: Int, _ unchanged: Int, _ filtered: Int, _ verdict: String
  ) {
    var report = Report(
      command: "run", mapping: .init(name: "news", hash: ContentHash(high: 0, low: 0)),
      target: "null:")
    var rule = Report.RuleReport(from: "/a/{id}", to: "a/{id}", joins: [], fields: [])
    rule.tally.totals = ReportSamples.totals(
      read: read, created: created, unchanged: unchanged, filtered: filtered)
    report.rules = [rule]
    #expect(text(report).split(separator: "\n").last.map(String.init) == verdict)
  }

  @Test func `ends with what a plan would do`() {
    var report = ReportSamples.news
    report.command = "plan"
    report.outcome = .complete
    #expect(
      text(report).hasSuffix(
        "plan: would create 3, leave 1 unchanged; nothing was written (40 ms)\n"))
  }

  @Test func `names a path where captures hide which part nobody reads`() {
    var report = ReportSamples.news
    report.unmapped = [
      .init(path: "/userVotes/{user}", children: 0, bytes: 4, sample: "/userVotes/ann\u{7}")
    ]
    #expect(
      text(report).contains(
        "       4 B  /userVotes/{user}, 0 children, such as /userVotes/ann\\u{7}\n"))
  }

  @Test func `says what became of the rejects that a run has read`() {
    var report = ReportSamples.news
    func kept(_ rejects: String? = nil) -> String? {
      Summary(report, rejects: rejects, reread: "r/rejects.ndjson", style: TextStyle()).text
        .split(separator: "\n").first { $0.hasPrefix("r/rejects.ndjson") }.map(String.init)
    }
    #expect(kept("r/rejects.ndjson") == nil)
    #expect(kept() == "r/rejects.ndjson is as it was: every record of it is still there")
    report.outcome = .complete
    report.rules[0].tally.totals.rejected = 0
    #expect(
      kept()
        == "r/rejects.ndjson was read; every record of it is in now, or left out by `where`: it can be deleted"
    )
    report.rules[0].tally.totals.filtered = 0
    #expect(
      kept() == "r/rejects.ndjson was read; every record of it is in now: it can be deleted")
  }

  @Test func `ends with the fault of a run that failed`() {
    var report = ReportSamples.news
    report.outcome = .failed
    report.fault = .init(message: "cannot write sqlite:news.db: disk full\u{7}\n  Make room.")
    let all = text(report, rejects: "rejects.ndjson")
    #expect(
      all.hasSuffix(
        """

        rejected: 1 of 6 records, set aside in rejects.ndjson
        error: cannot write sqlite:news.db: disk full\\u{7}
          Make room.

        """))
    #expect(!all.contains("done"))
  }

  @Test func `tells nothing but the fault when nothing was read`() {
    var report = Report(
      command: "run", mapping: .init(name: "news", hash: ContentHash(high: 0, low: 0)),
      target: "null:")
    report.outcome = .unreadable
    report.fault = .init(message: "export.json: empty")
    #expect(text(report) == "error: export.json: empty\n")
    #expect(Summary(report, rejects: nil, style: TextStyle()).faultText == text(report))
  }

  @Test func `leaves a message that names its place first as it is`() {
    var report = ReportSamples.news
    report.outcome = .unreadable
    report.fault = .init(message: "export.json: byte 7\nerror: expected ','\n  Repair it.")
    let summary = Summary(report, rejects: nil, style: TextStyle(hasColors: true))
    #expect(
      summary.faultText
        == "export.json: byte 7\n\u{1b}[1;31merror: \u{1b}[0mexpected ','\n  Repair it.\n")
    report.outcome = .interrupted
    report.fault = .init(message: "interrupted\n  Go on.")
    #expect(
      Summary(report, rejects: nil, style: TextStyle()).faultText == "interrupted\n  Go on.\n")
  }

  @Test func `tells an interrupted run how to go on`() {
    var report = ReportSamples.news
    report.outcome = .interrupted
    #expect(
      text(report).hasSuffix(
        "interrupted after 6 records\nRun the same command again to continue.\n"))
    #expect(Summary(report, rejects: nil, style: TextStyle()).faultText == "")
  }

  @Test func `says the same with colours and without`() {
    let painted = text(ReportSamples.wide, colors: true)
    #expect(painted.contains("\u{1b}[32mdone: "))
    var plain = painted
    for ink in ["1", "1;31", "32", "33", "0"] {
      plain = plain.replacing("\u{1b}[\(ink)m", with: "")
    }
    #expect(plain == text(ReportSamples.wide))
  }
}
