/// `summary.md`: what a pull request should show. GitHub takes 65,536 characters in a comment; this stays far below.
///
/// Names and paths of the data stand in `<code>` with every sign that Markdown or HTML know as an entity, so that they
/// neither format the text nor mention anybody.
struct MarkdownReport {
  let report: Report

  init(_ report: Report) { self.report = report }

  private static let most = 10
  /// Bytes of a name and of a sentence, as they are written.
  private static let longestName = 300
  private static let longestSentence = 900
  /// Of the lines of a part.
  private static let room = 12_000
  /// Columns that stand on the right.
  private static let numbers: Set<String> = [
    "read", "created", "modified", "unchanged", "filtered", "rejected", "failed", "removed",
    "stale",
    "faults",
  ]

  var text: String {
    let verdict = Verdict(report)
    let name = report.mapping.name.isEmpty ? "" : " " + code(report.mapping.name)
    var parts = [
      "### \(Self.sign(verdict.level)) replant \(report.command)\(name): \(prose(verdict.headline))"
    ]
    if let fault = report.fault {
      let lines = fault.message.split(separator: "\n").map {
        escaped(String($0).shortened(to: 1000))
      }
      parts.append("> " + lines.prefix(20).joined(separator: "<br>\n> "))
    }
    parts += [books, list(verdict), violations, leftBehind, warnings, cost, sources]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Seen in any font, and said by a screen reader.
  private static func sign(_ level: Verdict.Level) -> String {
    switch level {
    case .good: "✅"
    case .fair: "⚠️"
    case .bad: "❌"
    }
  }

  // MARK: Parts

  private func list(_ verdict: Verdict) -> String {
    let reasons = verdict.reasons.filter { $0.level != .good || !report.besides.isEmpty }
      .map(\.text)
    let lines = reasons + (verdict.next.isEmpty ? [] : [verdict.next])
    return lines.map { "- " + prose($0) }.joined(separator: "\n")
  }

  private var books: String {
    guard !report.rules.isEmpty else { return "" }
    let columns: [(name: String, count: (Totals) -> Int)] = [
      ("read", { $0.read }), ("created", { $0.created }), ("modified", { $0.modified }),
      ("unchanged", { $0.unchanged }), ("filtered", { $0.filtered }), ("rejected", { $0.rejected }),
      ("failed", { $0.failed }), ("removed", { $0.removed }), ("stale", { $0.stale }),
    ].filter { column in column.0 == "read" || column.1(report.totals) > 0 }
    var rows = report.rules.prefix(20).map { (code($0.to), $0.tally.totals) }
    if report.rules.count > 1 { rows.append(("total", report.totals)) }
    return table(
      ["documents"] + columns.map(\.name),
      rows.map { row in [row.0] + columns.map { Quantity.count($0.count(row.1)) } })
  }

  private var violations: String {
    let (groups, more) = report.violations.mostFrequent(Self.most)
    guard !groups.isEmpty else { return "" }
    let rows = groups.map { group in
      let rule = report.rules.indices.contains(group.rule) ? report.rules[group.rule].to : ""
      let sample = group.samples.first
      return [
        Quantity.count(group.count), code(group.code.rawValue),
        group.field.isEmpty ? "" : code(group.field), code(rule),
        escaped(sample?.message ?? ""),
        code(String(decoding: sample?.source ?? [], as: UTF8.self)),
      ]
    }
    let rest = more > 0 ? "\n\nand \(Quantity.count(more)) more" : ""
    return "#### What does not fit\n\n"
      + table(["faults", "code", "field", "documents", "the first", "where"], rows) + rest
  }

  private var leftBehind: String {
    var lines: [String] = []
    for rule in report.rules where !rule.tally.unread.isEmpty {
      let listed = rule.tally.unread.listed(Self.most)
      let names = listed.names.map { "\(code($0.name)) (\(Quantity.count($0.count)))" }
      lines.append(
        "- \(code(rule.from)), fields that no expression reads: " + names.joined(separator: ", ")
          + (listed.more > 0 ? " and \(Quantity.count(listed.more)) more" : ""))
    }
    for part in report.unmapped.prefix(Self.most) {
      lines.append("- \(code(part.path)), which no rule reads: \(Quantity.bytes(part.bytes))")
    }
    return folded("What stays behind", lines)
  }

  private var warnings: String {
    folded(
      "Warnings",
      report.warnings.prefix(2 * Self.most).map {
        "- \(code($0.code)) \(Quantity.count($0.count)): \(escaped($0.message))"
      })
  }

  private var cost: String {
    WriteCost.all(of: report).map { cost in
      "\(code(cost.target)): \(Quantity.count(cost.writes, "write")), \(Quantity.count(cost.deletes, "delete")), "
        + "\(Quantity.count(cost.freeDays, "day")) within the free quota, "
        + "at least \(Quantity.duration(cost.rampSeconds)) under the ramp, "
        + "\(Quantity.count(cost.indexEntries)) index entries"
    }.joined(separator: "\n\n")
  }

  private var sources: String {
    let names = report.sources.prefix(5).map { "\(code($0.name)) (\(Quantity.bytes($0.bytes)))" }
    return names.isEmpty
      ? ""
      : "From " + names.joined(separator: ", ") + " to "
        + report.targets.map { code($0.url) }.joined(separator: ", ")
  }

  // MARK: Writing

  private func folded(_ title: String, _ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    var left = Self.room
    let listed = lines.prefix { line in
      left -= line.utf8.count
      return left > 0
    }
    let more = lines.count - listed.count
    let rest = more > 0 ? ["- and \(Quantity.count(more)) more"] : []
    return "<details><summary>\(title)</summary>\n\n" + (listed + rest).joined(separator: "\n")
      + "\n\n</details>"
  }

  private func table(_ columns: [String], _ rows: [[String]]) -> String {
    let rule = columns.map { Self.numbers.contains($0) ? "---:" : "---" }
    return ([columns, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
      .joined(separator: "\n")
  }

  /// A name or a path, apart from the sentence around it.
  private func code(_ text: String) -> String {
    text.isEmpty ? "" : "<code>\(escaped(text, Self.longestName))</code>"
  }

  /// A sentence of our own in which names in backquotes are code.
  private func prose(_ text: String) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map { $0 % 2 == 1 ? "`\($1)`" : escaped(String($1)) }.joined()
  }

  /// Signs that mean something in Markdown or HTML as entities; at most `limit` bytes and a sign that there was more.
  private func escaped(_ text: String, _ limit: Int = longestSentence) -> String {
    var escaped = ""
    for scalar in text.visible.unicodeScalars {
      if escaped.utf8.count > limit { return escaped + "…" }
      switch scalar {
      case "&", "<", ">", "|", "`", "*", "_", "[", "]", "@", "#", "~", "\\", "\"", "$", "!":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
