import JSONTree

/// The records of one rule, run by run, with the parts that are joined to them.
final class JobFeed: RecordFeed {
  private let plan: RulePlan
  private let reader: RuleReader
  private let joins: [JoinReader]
  /// Where the rule's first record may stand.
  private let start: Int

  init(
    _ content: Content, _ plan: RulePlan, _ plans: [RulePlan], _ catalogue: Catalogue,
    batch: Int
  ) throws(ScanFault) {
    self.plan = plan
    let rule = plan.rule
    let anchors = catalogue.anchors[rule.index]
    start = anchors.first?.range.lowerBound ?? 0
    reader = RuleReader(content, rule.pattern, anchors, batch: batch, leavingOut: plan.leftOut)
    // Behind the rules' patterns stand those of their joins, rule by rule.
    var place = plans.count
    for earlier in plans.prefix(rule.index) { place += earlier.rule.joins.count }
    var joins: [JoinReader] = []
    for join in rule.joins {
      switch join.kind {
      case .sameKey(let pattern, let captures):
        if catalogue.canMerge(rule.index, rule.pattern, with: place, pattern) {
          joins.append(.merge(try MergeJoin(content, pattern, catalogue.anchors[place].first)))
        } else {
          joins.append(
            .index(
              try IndexJoin(content, pattern, catalogue.anchors[place], captures: captures)))
        }
      }
      place += 1
    }
    self.joins = joins
  }

  /// Bytes of the export that lie behind this rule's first record.
  var passedBytes: Int { max(0, reader.offset - start) }

  /// Fills a job with the next records; false if there are none.
  func fill(_ job: Job) throws(ScanFault) -> Bool {
    job.prepare(for: plan, joins: joins.count)
    guard try reader.fill(&job.run) else { return false }
    for index in joins.indices {
      try joins[index].gather(for: job.run, into: &job.joined[index])
    }
    job.batch.position = Position(rule: plan.rule.index, offset: reader.offset)
    return true
  }

  /// For each join how many children repeat an earlier one.
  var repeated: [Int] { joins.map { $0.repeated } }

  /// For each join how many joined children no record asked for; behind the last run.
  func orphans() throws(ScanFault) -> [Int] {
    var counts: [Int] = []
    for join in joins { counts.append(try join.orphans()) }
    return counts
  }
}
