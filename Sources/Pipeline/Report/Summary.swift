/// What a person reads at the end of a run: a table, what stood out, and at the very end, where eyes
/// rest, how it ended and what to do.
package struct Summary {
  private let report: Report
  private let style: TextStyle
  private let rejects: String?
  private let reread: String?

  /// `rejects` is the path of the rejects file, if there is one to look into; `reread` that of one which the run has
  /// read and would have written; `style` that of the terminal or file the text goes to.
  package init(_ report: Report, rejects: String?, reread: String? = nil, style: TextStyle) {
    self.report = report
    self.rejects = rejects
    self.reread = reread
    self.style = style
  }

  /// All of it, with a newline at the end.
  package var text: String {
    var lines: [String] = []
    if report.totals.read > 0 || report.fault == nil {
      lines += [heading, ""] + SummaryTable(report, style: style).lines
      lines += SummarySections(report: report, style: style).lines + [""]
    }
    return (lines + continued + causes + stale + rejected + kept + verdict).joined(separator: "\n")
      + "\n"
  }

  /// Why the run did not finish, or nothing: what is told even with `--quiet`.
  package var faultText: String {
    report.fault == nil ? "" : fault.joined(separator: "\n") + "\n"
  }

  private var heading: String {
    let names = report.sources.map(\.name.visible)
    let export = names.count > 2 ? "\(names.count) files" : names.joined(separator: " and ")
    let size = names.isEmpty ? "" : " (\(Quantity.bytes(bytes)))"
    return "\(report.mapping.name.visible): \(export)\(size) to "
      + report.targets.map(\.url.visible).joined(separator: " and ")
  }

  private var bytes: Int { report.sources.reduce(0) { $0 + $1.bytes } }

  private var stale: [String] {
    let count = report.totals.stale
    guard count > 0 else { return [] }
    let they = count == 1 ? "it stays" : "they stay"
    return [
      "\(Quantity.count(count, "document")) of earlier runs \(count == 1 ? "is" : "are") stale: "
        + "this export does not give \(count == 1 ? "it" : "them"); \(they)"
    ]
  }

  private var continued: [String] {
    report.continuedAt.map {
      ["went on where an interrupted run was, behind \(Quantity.count($0, "record"))"]
    } ?? []
  }

  /// Why documents changed, where an earlier run is known.
  private var causes: [String] {
    let causes = report.causes
    let named = [
      (causes.data, "the data"), (causes.joinedData, "joined data"),
      (causes.mapping, "the mapping"), (causes.idRule, "another `to`"),
    ]
    let told = named.filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) by \($0.1)" }
    return told.isEmpty ? [] : ["changes since the last run: " + told.joined(separator: ", ")]
  }

  private var rejected: [String] {
    let totals = report.totals
    guard totals.rejected > 0 else { return [] }
    let place = rejects.map { ", set aside in \($0.visible)" } ?? ""
    let count = Quantity.count(totals.rejected)
    return [
      style.paint("rejected: \(count) of \(Quantity.count(totals.read, "record"))", .yellow) + known
        + place
    ]
  }

  /// What became of a rejects file that the run has read and not replaced.
  private var kept: [String] {
    guard let reread, rejects == nil, report.totals.read > 0 else { return [] }
    let name = reread.visible
    guard report.outcome == .complete, report.totals.rejected == 0 else {
      return ["\(name) is as it was: every record of it is still there"]
    }
    let rest = report.totals.filtered > 0 ? ", or left out by `where`" : ""
    return ["\(name) was read; every record of it is in now\(rest): it can be deleted"]
  }

  private var known: String {
    guard let known = report.knownRejects else { return "" }
    let new = report.totals.rejected - known
    if new == 0 { return ", all of them known" }
    return known == 0 ? ", none of them known" : ", \(Quantity.count(new)) of them new"
  }

  private var verdict: [String] {
    if report.fault != nil { return fault }
    switch report.outcome {
    case .complete:
      return [style.paint(done, .green) + speed]
    case .rejected:
      return [
        style.paint(done, .green) + speed,
        "Repair the records or the mapping, then run the same command again.",
      ]
    case .interrupted:
      return [
        style.paint("interrupted", .yellow)
          + " after \(Quantity.count(report.totals.read, "record"))",
        "Run the same command again to continue.",
      ]
    case .stopped, .refused, .failed, .unreadable:
      return [style.paint("error: ", .red) + "the run did not finish (\(report.outcome.rawValue))"]
    }
  }

  /// "done: 40 created, 2 modified, 7 unchanged", or why there was nothing to do.
  private var done: String {
    let totals = report.totals
    let documents = totals.created + totals.modified + totals.unchanged
    if !report.isChange {
      if totals.read == 0 { return "nothing to do: the export has no records for these rules" }
      if documents == 0 {
        return report.isPlan
          ? "plan: no record would become a document; nothing was written"
          : "done: no record became a document"
      }
      let all = documents == 1 ? "the document is as it was" : "documents are as they were"
      return "nothing to do: " + (documents == 1 ? all : "all \(Quantity.count(documents)) \(all)")
    }
    if report.isPlan { return planned }
    func told(_ totals: Totals) -> String {
      let parts = [
        (totals.created, "created"), (totals.modified, "modified"), (totals.removed, "removed"),
        (totals.unchanged, "unchanged"),
      ]
      return parts.filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \($0.1)" }
        .joined(separator: ", ")
    }
    return "done: " + ofEachTarget(told)
  }

  /// What there is to say of the target; of several, each with its URL in front.
  private func ofEachTarget(_ told: (Totals) -> String) -> String {
    if report.besides.isEmpty { return told(report.totals) }
    return report.targets.map { url, totals in
      let words = told(totals)
      return "\(url.visible) \(words.isEmpty ? "nothing" : words)"
    }.joined(separator: "; ")
  }

  /// "plan: would create 40, modify 2, leave 7 unchanged"
  private var planned: String {
    func told(_ totals: Totals) -> String {
      let parts = [
        (totals.created, "create "), (totals.modified, "modify "), (totals.removed, "remove "),
      ]
      var told = parts.filter { $0.0 > 0 }.map { "\($0.1)\(Quantity.count($0.0))" }
      if totals.unchanged > 0 { told.append("leave \(Quantity.count(totals.unchanged)) unchanged") }
      return told.joined(separator: ", ")
    }
    return (report.besides.isEmpty ? "plan: would " : "plan: ") + ofEachTarget(told)
      + "; nothing was written"
  }

  /// " (4.2 s, 153 MB/s)"; the rate only when it means something.
  private var speed: String {
    let time = Quantity.duration(report.seconds)
    guard report.seconds >= 0.1, bytes > 1_000_000 else { return " (\(time))" }
    return " (\(time), \(Quantity.bytes(Int(Double(bytes) / report.seconds)))/s)"
  }

  /// A message tells place and fault on lines of their own if it has a line with "error:"; others get the word in
  /// front. An interruption is no error.
  private var fault: [String] {
    guard let fault = report.fault else { return [] }
    let sign = "error: "
    var lines = fault.message.visibleLines.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if report.outcome != .interrupted, !lines.contains(where: { $0.hasPrefix(sign) }) {
      lines[0] = sign + lines[0]
    }
    return lines.map { line in
      line.hasPrefix(sign) ? style.paint(sign, .red) + line.dropFirst(sign.count) : line
    }
  }
}
