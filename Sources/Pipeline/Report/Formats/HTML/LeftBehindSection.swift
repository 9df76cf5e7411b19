/// Data that no document holds: fields that no expression reads, and parts of the tree that no rule reads.
struct LeftBehindSection {
  let report: Report

  func write(_ page: Page) {
    let rules = report.rules.filter { !$0.tally.unread.isEmpty }
    guard !rules.isEmpty || !report.unmapped.isEmpty else { return }
    page.section("left", "What stays behind") {
      if !rules.isEmpty { unread(rules, page) }
      if !report.unmapped.isEmpty { unmapped(page) }
    }
  }

  private func unread(_ rules: [Report.RuleReport], _ page: Page) {
    page("h3", "Fields that no expression reads")
    page("p") {
      page.prose(
        "Map them, name them in `drop` to leave them behind on purpose, or keep them all with `unknown: \"keep\"`. "
          + "Sizes are about those of the values as compact JSON.")
    }
    var more = 0
    page.table(
      "Fields that no expression reads", ["Field", "Of", "Times", "Size"], numbers: 2..<4
    ) {
      for rule in rules {
        let listed = rule.tally.unread.listed(ReportJSON.most)
        more += listed.more
        for name in listed.names {
          guard !page.isFull else {
            more += name.count
            continue
          }
          page.row {
            page.code(name.name)
          } _: {
            page("td", ["class": "path"]) { page.code(rule.from) }
            page.count(name.count)
            page("td", ["class": "n"], Quantity.bytes(name.bytes))
          }
        }
      }
    }
    page.more(more)
  }

  private func unmapped(_ page: Page) {
    page("h3", "Parts of the export that no rule reads")
    page("p", "If they are wanted, a rule or a join has to lead there.")
    let listed = report.unmapped.prefix(ReportJSON.most)
    page.table(
      "Parts of the export that no rule reads", ["Path", "Children", "Size"], numbers: 1..<3
    ) {
      for part in listed where !page.isFull {
        page.row {
          page.code(part.path)
          if let sample = part.sample {
            page("span", ["class": "from"]) {
              page.text("such as ")
              page.code(sample)
            }
          }
        } _: {
          page.count(part.children)
          page("td", ["class": "n"], Quantity.bytes(part.bytes))
        }
      }
    }
    page.more(report.unmappedMore + report.unmapped.count - listed.count)
  }
}
