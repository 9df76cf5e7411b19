/// `report.json` (contract 5, `schema/report.schema.json`).
///
/// It tells the same of the same input: no times, no durations, no paths that replant made up.
///
/// Lists that data can make long are cut after `most` entries. What the rest adds up to stands beside
/// them, and only if there is a rest: `unreadMore` and `violationsMore` count occurrences,
/// `unmappedMore` subtrees.
package struct ReportJSON {
  package static let most = 20

  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  package var text: String { value.pretty }

  private typealias Members = [(name: String, value: JSONValue)]

  /// The same as `text`, to be put into another text.
  package var value: JSONValue {
    var members: Members = [
      ("schema", .integer(1)),
      ("command", .text(report.command)),
      ("outcome", .text(report.outcome.rawValue)),
      ("exitCode", .integer(report.exitCode)),
    ]
    if let fault = report.fault { members.append(("error", .text(fault.message))) }
    let totals = Self.totals(report.totals)
    let costs = WriteCost.all(of: report)
    members += [
      ("mapping", mapping),
      ("sources", .list(report.sources.map(Self.source))),
      (
        "targets",
        .list(
          report.targets.map { url, totals in
            let cost = costs.first { $0.target == url }
            return .object(
              [("url", .text(url)), ("totals", Self.totals(totals))]
                + (cost.map { [("cost", Self.cost($0))] } ?? []))
          })
      ),
      ("totals", totals),
    ]
    if !report.causes.isEmpty { members.append(("causes", Self.causes(report.causes))) }
    if let known = report.knownRejects {
      let new = max(0, report.totals.rejected - known)
      members.append(
        ("rejects", .object([("known", .integer(known)), ("new", .integer(new))])))
    }
    members += [
      ("rules", .list(report.rules.map(Self.rule)))
    ]
    members += violations
    members.append(("warnings", .list(report.warnings.map(Self.warning))))
    members += unmapped
    return .object(members)
  }

  private var mapping: JSONValue {
    .object([
      ("name", .text(report.mapping.name)), ("hash", .text(report.mapping.hash.text)),
    ])
  }

  private static func source(_ source: Report.Source) -> JSONValue {
    var members: Members = [("name", .text(source.name)), ("bytes", .integer(source.bytes))]
    if let hash = source.hash { members.append(("hash", .text(hash.text))) }
    return .object(members)
  }

  private static func totals(_ totals: Totals) -> JSONValue {
    .object([
      ("read", .integer(totals.read)),
      ("created", .integer(totals.created)),
      ("modified", .integer(totals.modified)),
      ("unchanged", .integer(totals.unchanged)),
      ("filtered", .integer(totals.filtered)),
      ("rejected", .integer(totals.rejected)),
      ("failed", .integer(totals.failed)),
      ("removed", .integer(totals.removed)),
      ("stale", .integer(totals.stale)),
    ])
  }

  private static func rule(_ rule: Report.RuleReport) -> JSONValue {
    let unread = rule.tally.unread.listed(most)
    var members: Members = [
      ("from", .text(rule.from)),
      ("to", .text(rule.to)),
      ("totals", totals(rule.tally.totals)),
      ("joins", .object(zip(rule.joins, rule.tally.joins).map { ($0, join($1)) })),
      ("fields", .object(zip(rule.fields, rule.tally.fields).map { ($0, field($1)) })),
      ("unread", .object(unread.names.map { ($0.name, .integer($0.count)) })),
    ]
    if unread.more > 0 { members.append(("unreadMore", .integer(unread.more))) }
    if !unread.names.isEmpty {
      members.append(("unreadBytes", .object(unread.names.map { ($0.name, .integer($0.bytes)) })))
    }
    if rule.tally.shapes != DocumentShapes() {
      members.append(("documents", documents(rule.tally.shapes)))
    }
    if !rule.tally.causes.isEmpty { members.append(("causes", causes(rule.tally.causes))) }
    if rule.tally.droppedPriorities > 0 {
      members.append(("droppedPriorities", .integer(rule.tally.droppedPriorities)))
    }
    return .object(members)
  }

  private static func documents(_ shapes: DocumentShapes) -> JSONValue {
    let sizes = shapes.sizes.counts.enumerated().filter { $1 > 0 }.map { bucket, count in
      (name: "\(SizeCounts.range(of: bucket).lowerBound)", value: JSONValue.integer(count))
    }
    var members: Members = [
      ("bytes", .integer(shapes.sizes.bytes)), ("largest", .integer(shapes.sizes.largest)),
      ("sizes", .object(sizes)),
    ]
    if !shapes.months.isEmpty {
      var months: Members = shapes.months.months.map {
        (MonthCounts.name(of: $0.month), .integer($0.count))
      }
      if shapes.months.earlier > 0 {
        months.insert(("earlier", .integer(shapes.months.earlier)), at: 0)
      }
      if shapes.months.later > 0 { months.append(("later", .integer(shapes.months.later))) }
      members.append(("months", .object(months)))
    }
    return .object(members)
  }

  private static func cost(_ cost: WriteCost) -> JSONValue {
    .object([
      ("writes", .integer(cost.writes)), ("deletes", .integer(cost.deletes)),
      ("freeDays", .integer(cost.freeDays)),
      ("rampSeconds", .integer(Int(cost.rampSeconds.rounded(.up)))),
      ("indexEntries", .integer(cost.indexEntries)), ("indexBytes", .integer(cost.indexBytes)),
      ("documentBytes", .integer(cost.documentBytes)),
    ])
  }

  private static func causes(_ causes: Causes) -> JSONValue {
    .object(causes.named.map { ($0.name, .integer($0.count)) })
  }

  private static func join(_ join: JoinTally) -> JSONValue {
    .object([
      ("matched", .integer(join.matched)),
      ("missing", .integer(join.missing)),
      ("orphans", .integer(join.orphans)),
    ])
  }

  private static func field(_ field: FieldTally) -> JSONValue {
    .object([
      ("present", .integer(field.present)),
      ("absent", .integer(field.absent)),
      ("recovered", .integer(field.recovered)),
      ("dropped", .integer(field.dropped)),
      ("defaulted", .integer(field.defaulted)),
    ])
  }

  private var violations: Members {
    let (groups, more) = report.violations.mostFrequent(Self.most)
    var members: Members = [("violations", .list(groups.map(Self.group)))]
    if more > 0 { members.append(("violationsMore", .integer(more))) }
    return members
  }

  private static func group(_ group: Violations.Group) -> JSONValue {
    var members: Members = [
      ("code", .text(group.code.rawValue)), ("rule", .integer(group.rule)),
    ]
    if !group.field.isEmpty { members.append(("field", .text(group.field))) }
    members.append(("count", .integer(group.count)))
    if group.known > 0 { members.append(("known", .integer(group.known))) }
    members.append(("samples", .list(group.samples.map(sample))))
    return .object(members)
  }

  private static func sample(_ violation: Violation) -> JSONValue {
    var members: Members = [
      ("source", .text(String(decoding: violation.source, as: UTF8.self))),
      ("message", .text(violation.message)),
      ("offset", .integer(violation.offset)),
    ]
    if let file = violation.file { members.append(("file", .text(file))) }
    return .object(members)
  }

  private static func warning(_ warning: Report.Warning) -> JSONValue {
    .object([
      ("code", .text(warning.code)), ("message", .text(warning.message)),
      ("count", .integer(warning.count)),
    ])
  }

  private var unmapped: Members {
    let listed = report.unmapped.prefix(Self.most)
    let more = report.unmappedMore + report.unmapped.count - listed.count
    var members: Members = [
      (
        "unmapped",
        .list(
          listed.map { part in
            .object(
              [
                ("path", .text(part.path)), ("children", .integer(part.children)),
                ("bytes", .integer(part.bytes)),
              ] + (part.sample.map { [("sample", .text($0))] } ?? []))
          })
      )
    ]
    if more > 0 { members.append(("unmappedMore", .integer(more))) }
    return members
  }
}
