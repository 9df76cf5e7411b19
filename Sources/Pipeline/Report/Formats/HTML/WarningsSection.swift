/// What is no fault and worth knowing.
struct WarningsSection {
  let report: Report

  private static let most = 100

  func write(_ page: Page) {
    guard !report.warnings.isEmpty else { return }
    page.section("warnings", "Warnings") {
      page("ul", ["class": "warnings"]) {
        for warning in report.warnings.prefix(Self.most) where !page.isFull {
          page.markup("\n")
          page("li") {
            page("code", warning.code)
            page.text(" \(Quantity.count(warning.count)): ")
            page.prose(warning.message.shortened(to: 1000))
          }
        }
      }
      page.more(report.warnings.count - Self.most)
    }
  }
}
