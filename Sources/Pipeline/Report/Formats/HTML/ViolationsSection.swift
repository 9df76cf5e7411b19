/// What is wrong in the records, by code: what the rule expects, where it is not so, and what to write into the mapping.
struct ViolationsSection {
  private let report: Report
  /// Of each rule.
  private let expectations: [ExpectationIndex]

  init(report: Report) {
    self.report = report
    expectations = report.rules.map { ExpectationIndex($0.expectations) }
  }

  /// Faults of one kind in one field that are told one by one.
  private static let mostGroups = 100
  private static let mostSamples = 3

  func write(_ page: Page) {
    let all = report.violations
    guard !all.isEmpty else { return }
    let (groups, more) = all.mostFrequent(Self.mostGroups)
    let total = groups.reduce(more) { $0 + $1.count }
    page.section("violations", "What does not fit") {
      page("p") {
        page.prose(
          "\(Quantity.count(total, "fault")) in \(Quantity.count(report.totals.rejected, "rejected record")). "
            + "Each rejected record is set aside whole; `rejects.ndjson` holds it, and can be repaired and "
            + "run again with `--from-rejects`.")
      }
      var left = more
      for (code, members) in Self.byCode(groups) {
        guard !page.isFull else {
          left += members.reduce(0) { $0 + $1.count }
          continue
        }
        left += kind(code, members, page)
      }
      page.more(left)
    }
  }

  /// The codes with most faults first; of each code its groups in their order.
  private static func byCode(
    _ groups: [Violations.Group]
  ) -> [(code: Code, groups: [Violations.Group])] {
    var kinds: [(code: Code, groups: [Violations.Group])] = []
    for group in groups {
      if let place = kinds.firstIndex(where: { $0.code == group.code }) {
        kinds[place].groups.append(group)
      } else {
        kinds.append((group.code, [group]))
      }
    }
    func count(_ groups: [Violations.Group]) -> Int { groups.reduce(0) { $0 + $1.count } }
    return kinds.enumerated().sorted {
      (count($1.element.groups), $0.offset) < (count($0.element.groups), $1.offset)
    }.map(\.element)
  }

  /// - Returns: How many faults there was no room to tell.
  private func kind(_ code: Code, _ groups: [Violations.Group], _ page: Page) -> Int {
    var left = 0
    page.markup("\n")
    page("details", ["open": "open"]) {
      page("summary") {
        page("h3", ["id": "code-" + code.rawValue]) {
          page("code", code.rawValue)
          page.text(" \(Advice(code).meaning) ")
          page(
            "span", ["class": "meaning"],
            Quantity.count(groups.reduce(0) { $0 + $1.count }, "fault"))
        }
      }
      page("p", ["class": "advice"]) { page.prose(Advice(code).advice) }
      for group in groups {
        if page.isFull { left += group.count } else { self.group(group, page) }
      }
    }
    return left
  }

  private func group(_ group: Violations.Group, _ page: Page) {
    let isKnown = report.rules.indices.contains(group.rule)
    let rule = isKnown ? report.rules[group.rule] : nil
    let index = isKnown ? expectations[group.rule] : ExpectationIndex([])
    page.markup("\n")
    page("div", ["class": "group"]) {
      page("p", ["class": "place"]) {
        page("strong", Quantity.count(group.count))
        page.text(group.field.isEmpty ? " in " : " in field ")
        if !group.field.isEmpty {
          page.code(group.field)
          page.text(" of ")
        }
        page.code(rule?.to ?? "")
        if group.known > 0 { page.text(", \(Quantity.count(group.known)) of them known") }
      }
      let wanted = wanted(group, index)
      if !wanted.isEmpty {
        page("p", ["class": "wanted"]) {
          page.text("The model asks for: ")
          page("b", wanted.shortened(to: 300))
        }
      }
      samples(group, page)
      if let line = Advice.mapping(of: group, index) {
        page("p", ["class": "fix"]) {
          page.text(line.words + " ")
          page.code(line.mapping)
        }
      }
    }
  }

  /// All that the model asks of the field, or what it asks of the record here.
  private func wanted(_ group: Violations.Group, _ index: ExpectationIndex) -> String {
    guard let place = index.place(of: group.code, in: group.field) else { return "" }
    let first = index.all[place]
    guard !first.field.isEmpty else { return first.words }
    return index.of(field: first.field).map(\.words).joined(separator: ", ")
  }

  private func samples(_ group: Violations.Group, _ page: Page) {
    page("ul", ["class": "samples"]) {
      for sample in group.samples.prefix(Self.mostSamples) {
        page("li") {
          page.code(String(decoding: sample.source, as: UTF8.self))
          page.text(" at byte \(Quantity.count(sample.offset))")
          if let file = sample.file {
            page.text(" of ")
            page.code(file)
          }
          page.text(": ")
          page.prose(sample.message.shortened(to: 400))
        }
      }
    }
  }
}
