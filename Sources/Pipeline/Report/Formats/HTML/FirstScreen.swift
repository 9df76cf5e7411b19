/// What answers "can we go?" before anybody scrolls: the verdict, what stands behind it, and what it is about.
struct FirstScreen {
  let report: Report
  let title: String

  func write(_ page: Page) {
    let verdict = Verdict(report)
    page("header") { page("h1", ["id": "title"], title) }
    page("div", ["class": "verdict \(verdict.level.rawValue)"]) {
      page("p", ["class": "headline"]) {
        page("span", ["class": "sign", "aria-hidden": "true"], Self.sign(verdict.level))
        page.text(verdict.headline)
      }
      reasons(verdict, page)
      if let fault = report.fault { page("p", ["class": "fault"]) { page.lines(fault.message) } }
      if !verdict.next.isEmpty { page("p", ["class": "next"], verdict.next) }
    }
    facts(page)
  }

  private func reasons(_ verdict: Verdict, _ page: Page) {
    guard !verdict.reasons.isEmpty else { return }
    page("ul", ["class": "reasons"]) {
      for reason in verdict.reasons {
        page.markup("\n")
        page("li", ["class": reason.level.rawValue]) {
          page("span", ["class": "sign", "aria-hidden": "true"], Self.sign(reason.level))
          page("a", ["href": "#" + reason.section.rawValue]) {
            page.prose(reason.text.shortened(to: 400))
          }
        }
      }
    }
  }

  /// Never a colour alone.
  static func sign(_ level: Verdict.Level) -> String {
    switch level {
    case .good: "✓"
    case .fair: "!"
    case .bad: "✕"
    }
  }

  private func facts(_ page: Page) {
    page("dl", ["class": "facts"]) {
      fact("Command", page) { page.text("replant \(report.command)") }
      fact("Exit status", page) { page.text("\(report.exitCode) (\(report.outcome.rawValue))") }
      if !report.mapping.name.isEmpty {
        fact("Mapping", page) {
          page.code(report.mapping.name)
          page.text(" ")
          page("span", ["class": "hash"], report.mapping.hash.text)
        }
      }
      for source in report.sources.prefix(20) {
        fact("Export", page) {
          page.code(source.name)
          page.text(" \(Quantity.bytes(source.bytes)) ")
          if let hash = source.hash { page("span", ["class": "hash"], hash.text) }
        }
      }
      for target in report.targets { fact("Target", page) { page.code(target.url) } }
      if let now = report.now { fact("Time of the run ($now)", page) { page.text(now.text) } }
    }
  }

  private func fact(_ name: String, _ page: Page, _ value: () -> Void) {
    page.markup("\n")
    page("div") {
      page("dt", name)
      page("dd", [:], value)
    }
  }
}
