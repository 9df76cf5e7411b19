/// A file of `--report`. A new format is one file and one line in the list.
package struct ReportFormat: Sendable {
  /// The file's name.
  package let name: String
  /// What it is for, as help tells it.
  package let summary: String
  /// The same report gives the same bytes. Nil where there is no memory for them.
  package let bytes: @Sendable (Report) -> [UInt8]?

  package static let all: [ReportFormat] = [
    ReportFormat(name: "report.json", summary: "for programs (schema/report.schema.json)") {
      Array(ReportJSON($0).text.utf8)
    },
    ReportFormat(name: "report.html", summary: "one page for people, to open, send and print") {
      HTMLReport($0).bytes
    },
    ReportFormat(name: "junit.xml", summary: "what the model asks, as test cases for CI") {
      JUnitReport($0).bytes
    },
    ReportFormat(name: "summary.md", summary: "a summary for pull requests") {
      Array(MarkdownReport($0).text.utf8)
    },
  ]
}
