import JSONTree
import Testing

@testable import Pipeline

@Suite struct MarkdownReportTests {
  @Test func `sums up a run for a pull request`() {
    #expect(MarkdownReport(ReportSamples.news).text == golden)
  }

  private let golden = """
    ### ❌ replant run <code>news</code>: The run is done, but 1 of 6 records (16.7%) does not fit the model and is set aside

    | documents | read | created | unchanged | filtered | rejected |
    | --- | ---: | ---: | ---: | ---: | ---: |
    | <code>articleData/{id}</code> | 6 | 3 | 1 | 1 | 1 |

    - 1 record set aside
    - 1 field that the rule of its records does not read
    - 1 part of the export that no rule reads
    - 1 joined child that no record reads
    - Repair the records or the mapping, then give the same command again.

    #### What does not fit

    | faults | code | field | documents | the first | where |
    | ---: | --- | --- | --- | --- | --- |
    | 1 | <code>type</code> | <code>titleStr</code> | <code>articleData/{id}</code> | expected string, found integer | <code>/ArticleData/-Lx/titleStr</code> |

    <details><summary>What stays behind</summary>

    - <code>/ArticleData/{id}</code>, fields that no expression reads: <code>legacyFlag</code> (3)
    - <code>/Settings</code>, which no rule reads: 70 B

    </details>

    From <code>export.json</code> (4.8 kB) to <code>sqlite:news.db</code>

    """

  @Test func `no name of an export formats the text or mentions anybody`() {
    var report = ReportSamples.news
    report.rules[0].to = "a|b`*_[x](y)<img>@team #1\n~~/{id}"
    let text = MarkdownReport(report).text
    #expect(
      text.contains(
        "<code>a&#124;b&#96;&#42;&#95;&#91;x&#93;(y)&#60;img&#62;&#64;team &#35;1&#92;u{a}&#126;&#126;/{id}</code>"
      ), "\(text)")
  }

  @Test func `quotes why a run did not finish`() {
    var report = ReportSamples.news
    report.outcome = .refused
    report.fault = .init(message: "error: too much\n  Nothing was removed.")
    let beginning = """
      ### ❌ replant run <code>news</code>: No: refused, to keep documents safe

      > error: too much<br>
      >   Nothing was removed.


      """
    #expect(MarkdownReport(report).text.hasPrefix(beginning))
  }

  @Test func `tells of Firestore what it costs`() {
    var report = ReportSamples.news
    report.target = "firestore:demo-x"
    report.limits = .firestore
    #expect(
      MarkdownReport(report).text.contains(
        "<code>firestore:demo-x</code>: 3 writes, 0 deletes, 1 day within the free quota, "
          + "at least 6 ms under the ramp, 0 index entries"))
  }
}
