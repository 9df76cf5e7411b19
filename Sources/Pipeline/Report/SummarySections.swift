/// What the summary tells beneath the table, a section for each question that a user has afterwards.
/// Sections about nothing are left out; long ones end with how much more there is.
struct SummarySections {
  static let most = 10

  let report: Report
  let style: TextStyle

  var lines: [String] {
    [targets, violations, dropped, warnings, unread, unmapped, joins, written].flatMap { $0 }
  }

  private func section(_ title: String, _ entries: [String]) -> [String] {
    entries.isEmpty ? [] : ["", style.paint(title, .bold)] + entries
  }

  /// A count in a column of its own, then what was counted.
  private func entry(_ count: String, _ text: String) -> String {
    "  " + count.padded(to: 8, onLeft: true) + "  " + text
  }

  private func rest(_ more: Int) -> [String] {
    more > 0 ? [entry(Quantity.count(more), "more")] : []
  }

  /// What each target did, where there are several.
  private var targets: [String] {
    guard !report.besides.isEmpty else { return [] }
    let entries = report.targets.map { url, totals in
      let parts = [
        (totals.created, "created"), (totals.modified, "modified"), (totals.removed, "removed"),
        (totals.unchanged, "unchanged"), (totals.failed, "failed"), (totals.stale, "stale"),
      ]
      let told = parts.filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.1)" }
      return "  \(url.visible): " + (told.isEmpty ? "nothing" : told.joined(separator: ", "))
    }
    return section("targets", entries)
  }

  private var violations: [String] {
    let (groups, more) = report.violations.mostFrequent(Self.most)
    let entries = groups.flatMap { group -> [String] in
      guard let first = group.samples.first else { return [] }
      let field = group.field.isEmpty ? "" : group.field.visible + ": "
      let path = String(decoding: first.source, as: UTF8.self).visible
      return [
        entry(
          Quantity.count(group.count),
          "\(group.code.rawValue)  \(field)\(first.message.visible)"),
        entry("", (group.count == 1 ? "" : "first in ") + path),
      ]
    }
    return section("wrong in the records", entries + rest(more))
  }

  private var dropped: [String] {
    let entries = report.rules.flatMap { rule in
      zip(rule.fields, rule.tally.fields).filter { $1.dropped > 0 }.map { name, tally in
        entry(Quantity.count(tally.dropped), "\(name.visible) of \(rule.to.visible)")
      }
    }
    return section("fields left out for a fault (onError)", limited(entries))
  }

  private var warnings: [String] {
    let entries = report.warnings.map { warning in
      entry(Quantity.count(warning.count), "\(warning.code)  \(warning.message.visible)")
    }
    return section("warnings", limited(entries))
  }

  private var unread: [String] {
    var names: [(name: String, count: Int, from: String)] = []
    var more = 0
    for rule in report.rules {
      let listed = rule.tally.unread.listed(ReportJSON.most)
      names += listed.names.map { ($0.name, $0.count, rule.from) }
      more += listed.more
    }
    // Stable: of equals the earlier rule's first.
    let sorted = names.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    more += sorted.dropFirst(Self.most).reduce(0) { $0 + $1.count }
    let entries = sorted.prefix(Self.most).map {
      entry(Quantity.count($0.count), "\($0.name.visible) of \($0.from.visible)")
    }
    return section("fields that no expression reads", entries + rest(more))
  }

  private var unmapped: [String] {
    let listed = report.unmapped.prefix(Self.most)
    let entries = listed.map { part in
      entry(
        Quantity.bytes(part.bytes),
        "\(part.path.visible), \(Quantity.count(part.children, "child", "children"))"
          + (part.sample.map { ", such as \($0.visible)" } ?? ""))
    }
    let more = report.unmappedMore + report.unmapped.count - listed.count
    let others = more > 0 ? [entry("", "and \(Quantity.count(more)) more")] : []
    return section("parts of the export that no rule reads", entries + others)
  }

  private var joins: [String] {
    let entries = report.rules.flatMap { rule in
      zip(rule.joins, rule.tally.joins).map { name, tally in
        let orphans = Quantity.count(tally.orphans, "orphan")
        return "  \(name.visible) of \(rule.to.visible): \(Quantity.count(tally.matched)) matched, "
          + "\(Quantity.count(tally.missing)) missing, \(orphans)"
      }
    }
    return section("joins", limited(entries))
  }

  private var written: [String] {
    // What the heading names already is no news.
    let files = report.written.filter { !report.targets.map(\.url).contains("sqlite:" + $0) }
    return section("written", limited(files.map { "  " + $0.visible }))
  }

  private func limited(_ entries: [String]) -> [String] {
    let more = entries.count - Self.most
    guard more > 0 else { return entries }
    return entries.prefix(Self.most) + ["  and \(Quantity.count(more)) more"]
  }
}
