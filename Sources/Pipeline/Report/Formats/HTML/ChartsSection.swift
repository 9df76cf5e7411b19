/// Documents by date and by size, for each rule that made any.
struct ChartsSection {
  let report: Report

  /// More bars than that are too thin on a phone: then years are told instead of months.
  private static let mostMonths = 72
  /// Fewer would be too broad to compare.
  private static let fewestBars = 12

  func write(_ page: Page) {
    let rules = report.rules.filter { $0.tally.shapes != DocumentShapes() }
    guard !rules.isEmpty else { return }
    page.section("documents", "The documents") {
      for rule in rules where !page.isFull {
        page("h3") { page.code(rule.to) }
        page("div", ["class": "charts"]) {
          dates(rule, page)
          sizes(rule, page)
        }
      }
    }
  }

  // MARK: By date

  private func dates(_ rule: Report.RuleReport, _ page: Page) {
    let counts = rule.tally.shapes.months
    guard let field = rule.dateField, !counts.isEmpty else { return }
    let periods = Self.periods(counts.months)
    page("figure") {
      page("figcaption") {
        page.text("By date: ")
        page.code(field)
        page.text(", by \(periods.isYears ? "year" : "month") (UTC)")
      }
      if let first = periods.bars.first, let last = periods.bars.last,
        let most = periods.bars.max(by: { $0.count < $1.count })
      {
        let end = periods.bars.last { $0.count > 0 } ?? last
        page.columns(
          "Documents by \(periods.isYears ? "year" : "month") from \(first.name) to \(end.name); most in \(most.name): \(Quantity.count(most.count))",
          periods.bars.map(\.count))
        page("p", ["class": "axis"]) {
          page("span", first.name)
          page("span", "highest: \(most.name), \(Quantity.count(most.count))")
          page("span", last.name)
        }
      }
      if counts.earlier + counts.later > 0 {
        page(
          "p", ["class": "note"],
          "\(Quantity.count(counts.earlier)) before 1900, \(Quantity.count(counts.later)) after 2099"
        )
      }
      numbers(
        "By date of \(rule.to.shortened(to: 200))", periods.isYears ? "Year" : "Month",
        periods.bars.filter { $0.count > 0 }, page)
    }
  }

  typealias Bar = (name: String, count: Int)

  /// From the first month to the last, those without documents among them; years where that would be too many.
  static func periods(_ months: [(month: Int, count: Int)]) -> (bars: [Bar], isYears: Bool) {
    guard let first = months.first?.month, let last = months.last?.month else { return ([], false) }
    let isYears = last - first >= mostMonths
    let unit = isYears ? 12 : 1
    let end = max(last / unit, first / unit + fewestBars - 1)
    var bars: [Bar] = (first / unit...end).map { period in
      (isYears ? "\(period)" : MonthCounts.name(of: period), 0)
    }
    for (month, count) in months { bars[month / unit - first / unit].count += count }
    return (bars, isYears)
  }

  // MARK: By size

  private func sizes(_ rule: Report.RuleReport, _ page: Page) {
    let sizes = rule.tally.shapes.sizes
    guard let first = sizes.counts.firstIndex(where: { $0 > 0 }) else { return }
    // Some room on both sides, so that a single bar is no wall.
    let bars: [Bar] = (max(0, first - 3)...sizes.counts.count + 2).map {
      (Self.name(of: $0), $0 < sizes.counts.count ? sizes.counts[$0] : 0)
    }
    let total = bars.reduce(0) { $0 + $1.count }
    page("figure") {
      page("figcaption", "By size: bytes of their data as JSON")
      page.columns(
        "Documents by size from \(Quantity.bytes(SizeCounts.range(of: first).lowerBound)) to \(Quantity.bytes(sizes.largest)); \(Quantity.bytes(sizes.bytes / max(1, total))) on average",
        bars.map(\.count))
      page("p", ["class": "axis"]) {
        page("span", Quantity.bytes(SizeCounts.range(of: max(0, first - 3)).lowerBound))
        page(
          "span",
          "mean: \(Quantity.bytes(sizes.bytes / max(1, total))), largest: \(Quantity.bytes(sizes.largest))"
        )
        page("span", Quantity.bytes(SizeCounts.range(of: sizes.counts.count + 2).upperBound + 1))
      }
      numbers(
        "By size of \(rule.to.shortened(to: 200))", "Bytes", bars.filter { $0.count > 0 }, page)
    }
  }

  private static func name(of bucket: Int) -> String {
    let range = SizeCounts.range(of: bucket)
    return "\(Quantity.count(range.lowerBound)) to \(Quantity.count(range.upperBound))"
  }

  // MARK: In numbers

  private func numbers(_ caption: String, _ column: String, _ bars: [Bar], _ page: Page) {
    page("details", ["class": "numbers"]) {
      page("summary", "In numbers")
      page.table(caption, [column, "Documents"], numbers: 1..<2) {
        for bar in bars where !page.isFull {
          page.row {
            page.text(bar.name)
          } _: {
            page.count(bar.count)
          }
        }
      }
    }
  }
}
