import Interop

/// `junit.xml`: what the model asks as test cases, so that any CI shows what does not fit.
///
/// A suite for each collection, in it a case for each expectation of its rules; a last suite tells whether the run came to
/// its end. Faults that an earlier run had as well (`--known-rejects`) are skipped, not failed. The form is the one that
/// Ant began and Jenkins, GitLab and others read, with all that its strictest schema asks for.
struct JUnitReport {
  let report: Report

  init(_ report: Report) { self.report = report }

  /// Paths of records in a failure.
  private static let mostSamples = 5
  /// Groups of faults in a failure: their fields may come from data.
  private static let mostGroups = 20

  private struct Suite {
    var name: String
    var cases: [Case] = []
    var failures: Int { cases.count { $0.new > 0 } }
    var skipped: Int { cases.count { $0.new == 0 && $0.known > 0 } }
  }

  private struct Case {
    var rule: Report.RuleReport
    var words: String
    var groups: [Violations.Group] = []
    var known: Int { groups.reduce(0) { $0 + $1.known } }
    var new: Int { groups.reduce(0) { $0 + $1.count - $1.known } }
  }

  var bytes: [UInt8]? {
    guard let xml = XMLWriter(isIndented: true) else { return nil }
    let suites = suites
    let isFinished = report.fault == nil
    let others = report.violations.others
    xml.startDocument()
    xml.element(
      "testsuites",
      [
        ("name", name), ("tests", "\(suites.reduce(2) { $0 + $1.cases.count })"),
        ("failures", "\(suites.reduce(others > 0 ? 1 : 0) { $0 + $1.failures })"),
        ("errors", isFinished ? "0" : "1"), ("time", "0"),
      ]
    ) {
      for (number, suite) in suites.enumerated() { write(suite, number, xml) }
      writeEnd(suites.count, xml)
    }
    return xml.finish()
  }

  private var name: String { "replant \(report.command) \(report.mapping.name)".visible }

  // MARK: Suites

  /// By collection, in the order of the rules.
  private var suites: [Suite] {
    var suites: [Suite] = []
    for (index, rule) in report.rules.enumerated() {
      let name = rule.to.split(separator: "/").dropLast().joined(separator: "/")
      let place = suites.firstIndex { $0.name.utf8.elementsEqual(name.utf8) } ?? suites.count
      if place == suites.count { suites.append(Suite(name: name)) }
      suites[place].cases += cases(of: rule, index)
    }
    return suites
  }

  private func cases(of rule: Report.RuleReport, _ index: Int) -> [Case] {
    let expectations = ExpectationIndex(rule.expectations)
    var cases = rule.expectations.map { Case(rule: rule, words: $0.name) }
    /// Faults that nothing in the model speaks of, by code.
    var others: [Code: Int] = [:]
    for group in report.violations.groups where group.rule == index {
      let place =
        expectations.place(of: group.code, in: group.field) ?? others[group.code] ?? cases.count
      if place == cases.count {
        others[group.code] = place
        cases.append(Case(rule: rule, words: group.code.rawValue))
      }
      cases[place].groups.append(group)
    }
    return cases
  }

  // MARK: Writing

  private func attributes(
    _ name: String, _ number: Int, tests: Int, failures: Int, errors: Int, skipped: Int
  ) -> [(String, String)] {
    [
      ("name", name.visible.shortened(to: 300)), ("package", "replant"), ("id", "\(number)"),
      ("timestamp", timestamp),
      ("hostname", "localhost"), ("tests", "\(tests)"), ("failures", "\(failures)"),
      ("errors", "\(errors)"), ("skipped", "\(skipped)"), ("time", "0"),
    ]
  }

  /// The recorded start, in whole seconds without a zone, as the form has it; UTC.
  private var timestamp: String { String((report.now?.text ?? "1970-01-01T00:00:00Z").prefix(19)) }

  private func write(_ suite: Suite, _ number: Int, _ xml: XMLWriter) {
    xml.element(
      "testsuite",
      attributes(
        suite.name, number, tests: suite.cases.count, failures: suite.failures, errors: 0,
        skipped: suite.skipped)
    ) {
      xml.element("properties", [])
      for item in suite.cases { write(item, in: suite, xml) }
      xml.element("system-out", [])
      xml.element("system-err", [])
    }
  }

  private func write(_ item: Case, in suite: Suite, _ xml: XMLWriter) {
    let kind = "\(suite.name) from \(item.rule.from)".visible.shortened(to: 400)
    xml.element(
      "testcase",
      [("name", item.words.visible.shortened(to: 400)), ("classname", kind), ("time", "0")]
    ) {
      if item.new > 0 {
        let types = Set(item.groups.map(\.code.rawValue)).sorted().joined(separator: " ")
        let known = item.known > 0 ? ", and \(Quantity.count(item.known)) known" : ""
        xml.element(
          "failure", [("message", Quantity.count(item.new, "fault") + known), ("type", types)],
          text: text(of: item.groups))
      } else if item.known > 0 {
        xml.element("skipped", [("message", Quantity.count(item.known, "known fault"))])
      }
    }
  }

  private func text(of groups: [Violations.Group]) -> String {
    var lines: [String] = []
    let listed = groups.prefix(Self.mostGroups)
    for group in listed {
      for sample in group.samples.prefix(listed.count > 1 ? 1 : Self.mostSamples) {
        let path = String(decoding: sample.source, as: UTF8.self).visible.shortened(to: 600)
        let file = sample.file.map { " of \($0.visible)" } ?? ""
        lines.append(
          "\(path) (byte \(sample.offset)\(file)): \(sample.message.visible.shortened(to: 600))")
      }
    }
    let more = groups.reduce(0) { $0 + $1.count } - lines.count
    if more > 0 { lines.append("and \(Quantity.count(more)) more") }
    if let code = groups.first?.code { lines.append(Advice(code).advice) }
    return lines.joined(separator: "\n")
  }

  /// What no case above can tell: whether the run came to its end, and faults beyond those that are told apart.
  private func writeEnd(_ number: Int, _ xml: XMLWriter) {
    let fault = report.fault
    let others = report.violations.others
    xml.element(
      "testsuite",
      attributes(
        "run", number, tests: 2, failures: others > 0 ? 1 : 0, errors: fault == nil ? 0 : 1,
        skipped: 0)
    ) {
      xml.element("properties", [])
      xml.element("testcase", [("name", "comes to its end"), ("classname", name), ("time", "0")]) {
        if let fault {
          let outcome = report.outcome.rawValue
          xml.element(
            "error", [("message", outcome), ("type", outcome)], text: fault.message.visibleLines)
        }
      }
      xml.element(
        "testcase", [("name", "few kinds of faults"), ("classname", name), ("time", "0")]
      ) {
        if others > 0 {
          let message = Quantity.count(others, "fault") + " of further kinds"
          xml.element(
            "failure", [("message", message), ("type", "more")],
            text: "They are of more fields than are told apart; rejects.ndjson has all records.")
        }
      }
      xml.element("system-out", [])
      xml.element("system-err", [])
    }
  }
}

extension XMLWriter {
  /// An element with what `content` writes into it; one without content ends in its own tag.
  fileprivate func element(
    _ name: String, _ attributes: [(String, String)], _ content: (() -> Void)? = nil
  ) {
    start(name)
    for (name, value) in attributes { attribute(name, value) }
    content?()
    end(isVoid: content == nil)
  }

  fileprivate func element(_ name: String, _ attributes: [(String, String)], text: String) {
    element(name, attributes) { self.text(text) }
  }
}
