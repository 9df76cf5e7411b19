/// Each field of the model: how often it is there, and what had to be done for it.
struct FieldsSection {
  let report: Report

  func write(_ page: Page) {
    guard report.rules.contains(where: { !$0.fields.isEmpty }) else { return }
    page.section("fields", "Fields") {
      page(
        "p", ["class": "note"],
        "Recovered: an expression failed and ?? gave a value. Dropped: left out for a fault (onError). Fields inside lists count each item."
      )
      for (index, rule) in report.rules.enumerated() where !rule.fields.isEmpty && !page.isFull {
        table(index, rule, page)
      }
      if page.isFull {
        page("p", ["class": "more"], "Not all fields have room here; report.json has them.")
      }
    }
  }

  private func table(_ index: Int, _ rule: Report.RuleReport, _ page: Page) {
    let isLong = rule.fields.count > 30
    let expectations = ExpectationIndex(rule.expectations)
    page("details", isLong ? [:] : ["open": "open"]) {
      page("summary") {
        page("h3") {
          page.code(rule.to)
          page.text(" \(Quantity.count(rule.fields.count, "field"))")
        }
      }
      page.table(
        "Fields of \(rule.to.shortened(to: 200))",
        [
          "Field", "Asked for", "Present", "Share", "Absent", "Faulty", "Defaulted", "Recovered",
          "Dropped",
        ],
        numbers: 2..<9
      ) {
        for (name, tally) in zip(rule.fields, rule.tally.fields) where !page.isFull {
          row(
            name, expectations, faults: report.violations.faults(of: name, rule: index), tally, page
          )
        }
      }
    }
  }

  private func row(
    _ name: String, _ expectations: ExpectationIndex, faults: Int, _ tally: FieldTally, _ page: Page
  ) {
    page.row {
      page.code(name)
    } _: {
      let words = expectations.of(field: name).map(\.words)
      page("td", words.joined(separator: ", ").shortened(to: 300))
      page.count(tally.present)
      let all = tally.present + tally.absent + faults + tally.defaulted + tally.dropped
      page("td", ["class": "n"], all == 0 ? "" : Quantity.percent(tally.present, of: all))
      page.count(tally.absent)
      page.count(faults, "rejected")
      page.count(tally.defaulted)
      page.count(tally.recovered)
      page.count(tally.dropped, "rejected")
    }
  }
}

extension Violations {
  /// Values of a field that were not what the model asks for; absent ones aside.
  fileprivate func faults(of field: String, rule: Int) -> Int {
    groups.filter {
      $0.rule == rule && $0.code != .missing && $0.field.utf8.elementsEqual(field.utf8)
    }
    .reduce(0) { $0 + $1.count }
  }
}
