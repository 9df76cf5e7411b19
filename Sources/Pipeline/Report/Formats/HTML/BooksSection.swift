/// What became of the records, a row for each rule and a bar beside it; and of several targets, what each took.
struct BooksSection {
  let report: Report

  private typealias Column = (name: String, kind: String, count: @Sendable (Totals) -> Int)

  /// Those that the bar shows stand in its order.
  private static let columns: [Column] = [
    ("Read", "", { $0.read }), ("Created", "created", { $0.created }),
    ("Modified", "modified", { $0.modified }), ("Unchanged", "unchanged", { $0.unchanged }),
    ("Filtered", "filtered", { $0.filtered }), ("Rejected", "rejected", { $0.rejected }),
    ("Failed", "failed", { $0.failed }), ("Removed", "", { $0.removed }),
    ("Stale", "", { $0.stale }),
  ]

  func write(_ page: Page) {
    guard !report.rules.isEmpty else { return }
    page.section("books", "The books") {
      let columns = Self.columns.filter { column in
        column.name == "Read" || column.name == "Created" || column.count(report.totals) > 0
      }
      page.table(
        "What became of the records", ["Documents"] + columns.map(\.name) + ["Shares"],
        numbers: 1..<columns.count + 1
      ) {
        for rule in report.rules where !page.isFull {
          row(rule.to, from: rule.from, rule.tally.totals, columns, page)
        }
        if report.rules.count > 1 { row("total", from: nil, report.totals, columns, page) }
      }
      legend(columns, page)
      causes(page)
      targets(page)
      written(page)
    }
  }

  private func row(
    _ to: String, from: String?, _ totals: Totals, _ columns: [Column], _ page: Page
  ) {
    page.row(class: from == nil ? "total" : "") {
      if let from {
        page.code(to)
        page("span", ["class": "from"]) {
          page.text("from ")
          page.code(from)
        }
      } else {
        page.text(to)
      }
    } _: {
      for column in columns { page.count(column.count(totals), column.kind) }
      page("td", ["class": "bar"]) { bar(to, totals, page) }
    }
  }

  private func bar(_ name: String, _ totals: Totals, _ page: Page) {
    let parts = Self.columns.filter { !$0.kind.isEmpty && $0.count(totals) > 0 }
    let told = parts.map {
      "\($0.name.lowercased()) \(Quantity.percent($0.count(totals), of: totals.read))"
    }
    let words = told.isEmpty ? "no records" : told.joined(separator: ", ")
    page.stack(
      "\(name.shortened(to: 100)): \(words)",
      parts.map { (kind: $0.kind, count: $0.count(totals)) },
      of: totals.read)
  }

  /// Colours with their names; the numbers beside each bar say the same.
  private func legend(_ columns: [Column], _ page: Page) {
    page("ul", ["class": "legend"]) {
      for column in columns where !column.kind.isEmpty {
        page("li") {
          page("span", ["class": "key \(column.kind)", "aria-hidden": "true"])
          page.text(column.name.lowercased())
        }
      }
    }
  }

  private func causes(_ page: Page) {
    let causes = report.causes
    guard !causes.isEmpty else { return }
    let told = [
      (causes.data, "the data changed"), (causes.joinedData, "joined data changed"),
      (causes.mapping, "the mapping changed"), (causes.idRule, "`to` changed"),
    ].filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) because \($0.1)" }
    page("p") { page.prose("Changes since the last run: " + told.joined(separator: ", ") + ".") }
  }

  private func targets(_ page: Page) {
    guard !report.besides.isEmpty else { return }
    page("h3", "Each target")
    let columns = Self.columns.filter { column in
      !["Read", "Filtered", "Rejected"].contains(column.name)
        && report.targets.contains { column.count($0.totals) > 0 }
    }
    page.table(
      "What each target took", ["Target"] + columns.map(\.name), numbers: 1..<columns.count + 1
    ) {
      for (url, totals) in report.targets {
        page.row {
          page.code(url)
        } _: {
          for column in columns { page.count(column.count(totals), column.kind) }
        }
      }
    }
  }

  private func written(_ page: Page) {
    guard !report.written.isEmpty else { return }
    page("details") {
      page("summary", "Written: \(Quantity.count(report.written.count, "file"))")
      page("ul") {
        for file in report.written.prefix(200) where !page.isFull { page("li") { page.code(file) } }
      }
    }
  }
}
