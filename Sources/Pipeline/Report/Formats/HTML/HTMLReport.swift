/// `report.html`: one page that needs nothing else, from the same model as `report.json`.
///
/// It holds no script, loads nothing (its policy forbids both), and is well-formed XML as well. No value of the data is in
/// it, and no time but what the report tells.
struct HTMLReport {
  let report: Report

  init(_ report: Report) { self.report = report }

  var bytes: [UInt8]? {
    guard let page = Page() else { return nil }
    page.markup("<!DOCTYPE html>\n")
    page("html", ["lang": "en"]) {
      head(page)
      page("body") {
        page("a", ["class": "skip", "href": "#main"], "Skip to the report")
        page("main", ["id": "main", "tabindex": "-1", "aria-labelledby": "title"]) { body(page) }
        page("footer") {
          page.text(
            "Written by replant. No value of the data stands in this page; lists are cut where they are long."
          )
        }
      }
    }
    return page.finish()
  }

  private var title: String {
    let name = report.mapping.name.isEmpty ? "a mapping that cannot be read" : report.mapping.name
    return "replant \(report.command): \(name)".shortened(to: 200)
  }

  private func head(_ page: Page) {
    page("head") {
      page("meta", ["charset": "utf-8"])
      page("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      page(
        "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; style-src 'unsafe-inline'",
        ])
      page("meta", ["name": "color-scheme", "content": "light dark"])
      page("meta", ["name": "referrer", "content": "no-referrer"])
      page("title") { page.plain(title) }
      page("style") { page.markup(HTMLStyle.sheet) }
    }
  }

  private func body(_ page: Page) {
    FirstScreen(report: report, title: title).write(page)
    BooksSection(report: report).write(page)
    ViolationsSection(report: report).write(page)
    LeftBehindSection(report: report).write(page)
    JoinsSection(report: report).write(page)
    WarningsSection(report: report).write(page)
    CostSection(report: report).write(page)
    ChartsSection(report: report).write(page)
    FieldsSection(report: report).write(page)
  }
}
