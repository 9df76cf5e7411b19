/// What a report says first: can we go?
package struct Verdict: Sendable, Equatable {
  package enum Level: String, Sendable {
    /// Nothing speaks against it.
    case good
    /// It works, and there is something to look at.
    case fair
    /// Something has to be done.
    case bad
  }

  package var level: Level
  /// A sentence: "Yes: all 40 000 records become documents".
  package var headline: String
  /// What stands behind it, the most important first.
  package var reasons: [Reason]
  /// What to do now; empty where the message of the fault says it.
  package var next: String

  package struct Reason: Sendable, Equatable {
    package var level: Level
    package var text: String
    /// The section of a report that tells more.
    package var section: Section
  }

  /// Sections of a report that reasons point to.
  package enum Section: String, Sendable {
    case books, violations, fields, joins, left, warnings
  }

  package init(_ report: Report) {
    let reasons = Self.reasons(report)
    self.reasons = reasons
    let isFair = reasons.contains { $0.level == .fair }
    let totals = report.totals
    let share =
      "\(Quantity.count(totals.rejected)) of \(Quantity.count(totals.read, "record")) "
      + "(\(Quantity.percent(totals.rejected, of: totals.read)))"
    switch report.outcome {
    case .complete:
      level = isFair ? .fair : .good
      headline = Self.complete(report, isFair: isFair)
      next =
        report.isPlan
        ? "To go ahead, give the same command with run or sync in place of plan."
        : "To bring later changes over, give the same command with a newer export."
    case .rejected:
      level = .bad
      let they = totals.rejected == 1 ? "does" : "do"
      headline =
        report.isPlan
        ? "Not yet: \(share) \(they) not fit the model"
        : "The run is done, but \(share) \(they) not fit the model and \(totals.rejected == 1 ? "is" : "are") set aside"
      next = "Repair the records or the mapping, then give the same command again."
    case .refused:
      level = .bad
      headline = "No: refused, to keep documents safe"
      next = ""
    case .stopped:
      level = .bad
      headline = "No: stopped, because more records were rejected than allowed (\(share))"
      next = "Repair the records or the mapping, or allow more, then give the same command again."
    case .failed:
      level = .bad
      headline = "No: it did not finish"
      next = ""
    case .unreadable:
      level = .bad
      headline = "No: the export cannot be read"
      next = ""
    case .interrupted:
      level = .bad
      headline = "Not finished: interrupted after \(Quantity.count(totals.read, "record"))"
      next = "Give the same command again to continue."
    }
  }

  private static func complete(_ report: Report, isFair: Bool) -> String {
    let totals = report.totals
    if totals.read == 0 { return "Nothing to do: the export has no records for these rules" }
    if totals.rejected > 0 {
      let all = "all \(Quantity.count(totals.rejected, "rejected record")) were known before"
      return report.isPlan ? "Yes: \(all)" : "Done: \(all)"
    }
    let records = Quantity.count(totals.read - totals.filtered, "record")
    if !report.isPlan {
      return report.isChange
        ? "Done: all \(records) fit the model and are in"
        : "Nothing to do: all \(records) are in as they were"
    }
    return "Yes: all \(records) fit the model" + (isFair ? "; look at what is listed here" : "")
  }

  private static func reasons(_ report: Report) -> [Reason] {
    let totals = report.totals
    var reasons: [Reason] = []
    func add(
      _ count: Int, _ level: Level, _ section: Section, _ one: String, _ many: String,
      _ rest: String = ""
    ) {
      guard count > 0 else { return }
      let text = Quantity.count(count, one, many) + rest
      reasons.append(Reason(level: level, text: text, section: section))
    }
    let would = report.isPlan ? "would be " : ""
    for held in report.heldBack {
      add(
        held.count, .bad, .books, "document", "documents",
        " of \(Quantity.count(held.of)) of \(held.collection) would be removed: more than is allowed"
      )
    }
    add(
      totals.failed, .bad, .books, "document that the target did not take",
      "documents that the target did not take")
    let known = report.knownRejects
    add(
      totals.rejected, totals.rejected == known ? .fair : .bad, .violations, "record", "records",
      " \(would)set aside"
        + (known.map { ", \(Quantity.count(totals.rejected - $0)) of them new" } ?? ""))
    for (url, totals) in report.targets {
      let changes = totals.changes(wouldBe: report.isPlan)
      if changes.isEmpty { continue }
      let what = report.besides.isEmpty ? "documents" : url
      let text = "\(what): " + changes.joined(separator: ", ")
      reasons.append(Reason(level: .good, text: text, section: .books))
    }
    add(
      totals.filtered, .good, .books, "record left out by `where`", "records left out by `where`")
    for (url, totals) in report.targets {
      let place = report.besides.isEmpty ? "" : " in \(url)"
      add(
        totals.stale, .fair, .books, "document", "documents",
        " of earlier runs\(place) that this export does not give; \(totals.stale == 1 ? "it stays" : "they stay")"
      )
    }
    add(
      report.rules.flatMap(\.tally.fields).reduce(0) { $0 + $1.dropped }, .fair, .fields, "value",
      "values", " left out for a fault (`onError`)")
    add(
      report.rules.reduce(0) { $0 + $1.tally.unread.names.count }, .fair, .left,
      "field that the rule of its records does not read",
      "fields that the rule of their records does not read")
    add(
      report.unmapped.count + report.unmappedMore, .fair, .left,
      "part of the export that no rule reads", "parts of the export that no rule reads")
    add(
      report.rules.flatMap(\.tally.joins).reduce(0) { $0 + $1.orphans }, .fair, .joins,
      "joined child that no record reads", "joined children that no record reads")
    add(report.warnings.count, .fair, .warnings, "warning", "warnings")
    return reasons
  }
}

extension Totals {
  /// What became, or would become, of documents: "3 created", "1 unchanged".
  fileprivate func changes(wouldBe isPlan: Bool) -> [String] {
    let would = isPlan ? "would be " : ""
    let changed = [(created, "created"), (modified, "modified"), (removed, "removed")]
      .filter { $0.0 > 0 }.map { "\(Quantity.count($0.0)) \(would)\($0.1)" }
    return changed + (unchanged > 0 ? ["\(Quantity.count(unchanged)) unchanged"] : [])
  }
}
