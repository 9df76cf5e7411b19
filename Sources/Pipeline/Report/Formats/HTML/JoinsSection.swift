/// Joins: how many records found their part, and how many parts nobody asked for.
struct JoinsSection {
  let report: Report

  func write(_ page: Page) {
    guard report.rules.contains(where: { !$0.joins.isEmpty }) else { return }
    page.section("joins", "Joins") {
      page.table(
        "Joins", ["Join", "Of", "Matched", "Missing", "Orphans", "Shares"], numbers: 2..<5
      ) {
        for rule in report.rules {
          for (name, tally) in zip(rule.joins, rule.tally.joins) where !page.isFull {
            row(name, rule, tally, page)
          }
        }
      }
      page(
        "p", ["class": "note"],
        "Matched and missing count records; orphans are joined children that no record reads, so no document has them."
      )
    }
  }

  private func row(_ name: String, _ rule: Report.RuleReport, _ tally: JoinTally, _ page: Page) {
    page.row {
      page.code(name)
    } _: {
      page("td", ["class": "path"]) { page.code(rule.to) }
      page.count(tally.matched)
      page.count(tally.missing)
      page.count(tally.orphans)
      page("td", ["class": "bar"]) {
        let records = tally.matched + tally.missing
        page.stack(
          "\(name.shortened(to: 100)): \(Quantity.percent(tally.matched, of: records)) of the records matched",
          [("created", tally.matched), ("filtered", tally.missing)], of: records)
      }
    }
  }
}
