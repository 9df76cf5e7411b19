import JSONTree

/// The records of one rule, run by run, with the parts that are joined to them or where to look them up.
final class JobFeed: RecordFeed {
  /// Memory for pages of all indexes of a rule.
  private static let cacheBytes = 12 << 20
  /// Connections to an index: workers ask it now and then, and each takes a file descriptor.
  private static let mostThreads = 8

  let plan: RulePlan
  private let reader: RuleReader
  private let joins: [Source]
  /// For each join where workers look it up; nil where the splitter has it.
  private let joinIndexes: [JoinIndex?]
  private let content: Content
  /// Whether of children that stand twice the last one counts (policy `duplicateKey`).
  private let keepsLast: Bool
  /// Records that stand twice; nil where there can be none.
  private let superseded: SupersededRecords?
  /// Where the rule's first record may stand.
  private let start: Int

  /// Where the joined parts of a rule come from.
  private enum Source {
    case merge(MergeJoin)
    case index(JoinIndex)
  }

  init(
    _ content: Content, _ plan: RulePlan, _ plans: [RulePlan], _ catalogue: Catalogue,
    policy: Policy, batch: Int, workers: Int, environment: Environment,
    isInterrupted: () -> Bool
  ) throws(ScanFault) {
    self.plan = plan
    keepsLast = policy.duplicateKey == .last
    let rule = plan.rule
    let anchors = catalogue.anchors[rule.index]
    start = anchors.first?.range.lowerBound ?? 0
    reader = RuleReader(content, rule.pattern, anchors, batch: batch, leavingOut: plan.leftOut)
    self.content = content
    // Keys that ascend do not repeat.
    superseded =
      catalogue.mayRepeat(rule.index, rule.pattern)
      ? try SupersededRecords(
        content, rule.pattern, anchors, keepsLast: keepsLast, isInterrupted) : nil
    // Behind the rules' patterns stand those of their joins, rule by rule.
    var place = plans.count
    for earlier in plans.prefix(rule.index) { place += earlier.rule.joins.count }
    var joins: [Source] = []
    for join in rule.joins {
      let pattern = join.kind.pattern
      if case .sameKey = join.kind,
        catalogue.canMerge(rule.index, rule.pattern, with: place, pattern)
      {
        joins.append(.merge(try MergeJoin(content, pattern, catalogue.anchors[place].first)))
      } else {
        var filing: ChildFiling?
        if case .gathered(_, let gathering) = join.kind {
          filing = ChildFiling(gathering, pattern, environment, policy)
        }
        joins.append(
          .index(
            try JoinIndex(
              number: place - plans.count, content, pattern, catalogue.anchors[place],
              filing: filing,
              keepsLast: policy.duplicateKey == .last,
              cacheBytes: Self.cacheBytes / rule.joins.count,
              threads: min(workers, Self.mostThreads),
              isInterrupted: isInterrupted)))
      }
      place += 1
    }
    self.joins = joins
    joinIndexes = joins.map { if case .index(let index) = $0 { index } else { nil } }
  }

  /// Bytes of the export that lie behind this rule's first record.
  var passedBytes: Int { max(0, reader.offset - start) }

  /// Where the next record begins; nil if there is none.
  func nextRecord() throws(ScanFault) -> Int? { try reader.nextRecord() }

  func fill(_ job: Job, before limit: Int) throws(ScanFault) -> Bool {
    job.prepare(for: plan, joinIndexes)
    guard try reader.fill(&job.run, before: limit) else { return false }
    try superseded?.mark(in: &job.run, content)
    for (index, join) in joins.enumerated() {
      if case .merge(let merge) = join { try merge.gather(for: job.run, into: &job.joined[index]) }
    }
    job.reached = reader.position
    return true
  }

  var indexes: [JoinIndex] { joinIndexes.compactMap { $0 } }

  // MARK: Counts, when all records have been converted

  /// For each join how many children no record has asked for.
  func orphans() throws(ScanFault) -> [Int] {
    var counts: [Int] = []
    for join in joins {
      switch join {
      case .merge(let merge): counts.append(try merge.orphans())
      case .index(let index): counts.append(index.orphans)
      }
    }
    return counts
  }

  /// Priorities of containers behind the last record.
  var droppedPriorities: Int { reader.droppedPriorities }

  /// What is to be said about the children of the joins.
  var warnings: [Report.Warning] {
    var warnings: [Report.Warning] = []
    for (join, index) in zip(plan.rule.joins, joinIndexes) {
      guard let findings = index?.findings else { continue }
      func warn(_ code: Code, _ count: Int, _ sentence: String) {
        guard count > 0 else { return }
        warnings.append(
          Report.Warning(
            code: code.rawValue,
            message:
              "rules[\(plan.rule.index)].join.\(join.name): children of \(join.source.visible) \(sentence)",
            count: count))
      }
      warn(
        .duplicateKey, findings.repeated,
        "stand twice in the export; the \(keepsLast ? "last" : "first") stands")
      warn(.syntax, findings.unparsable, "are no JSON; they belong to no record")
      warn(
        .convert, findings.unplaced,
        "belong to no record: \"by\" fails, or gives neither texts nor integers")
    }
    return warnings
  }
}
