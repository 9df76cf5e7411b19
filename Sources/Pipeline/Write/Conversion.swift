import JSONTree

/// One run on its way: what `Migration.run` names step by step.
final class Conversion {
  let request: RunRequest
  var report: Report
  let plans: [RulePlan]
  /// Patterns of the rules, then those of their joins, rule by rule.
  let patterns: [Pattern]
  var content = Content()
  private(set) var machinery: Machinery?
  /// Submitted and not yet committed, oldest first.
  private var inFlight: [Job] = []
  private var idle: [Job] = []
  /// Of the present rule.
  private(set) var feed: (any RecordFeed)?
  /// The names of the export's files, if there are several.
  private var fileNames: [String] {
    request.exports.count > 1 ? request.exports.map { $0.name } : []
  }
  var hasBegun = false { didSet { report.hasBegun = hasBegun } }
  /// What each batch since the last checkpoint brought, some words a batch, in case it does not stay.
  var deliveries: [(rule: Int, created: Int, modified: Int, causes: Causes)] = []
  /// How each rule stands to the mapping of the last run.
  var histories: [RuleHistory]
  /// Why the target did not take some documents, of the first of them.
  var refusal: TargetFault?
  /// Where the target's checkpoint stands that the run continues from.
  var resumption: Resumption?
  /// How far the batches are in; nil before the first.
  var reached: Position?
  private var stage = 0
  /// Rules whose parent path is not in the export.
  private var missingRules: Set<Int> = []
  /// Bytes of the parts that rules read: all of them, and those done before the present rule.
  var totalBytes = 0
  private var doneBytes = 0

  /// What turns records into documents.
  struct Machinery {
    let environment: Environment
    let joinRepeater: JoinRepeater
    let pool: WorkerPool
  }

  init(_ request: RunRequest) {
    self.request = request
    let plans = request.mapping.rules.map { RulePlan($0) }
    self.plans = plans
    histories = plans.map { _ in .first }
    patterns =
      request.mapping.rules.map { $0.pattern }
      + request.mapping.rules.flatMap { $0.joins.map { $0.kind.pattern } }
    report = Report(
      command: request.command,
      mapping: Report.MappingIdentity(name: request.mapping.name, hash: request.mapping.hash),
      target: request.sink.url)
    if request.knownRejects != nil { report.knownRejects = 0 }
    report.now = request.now
    report.limits = request.sink.limits
    report.rules = request.mapping.rules.map { rule in
      var told = Report.RuleReport(
        from: rule.from, to: rule.to, joins: rule.joins.map { $0.name },
        fields: rule.fields.patterns)
      told.expectations = Expectation.all(of: rule, limits: request.sink.limits)
      told.dateField = rule.dateField
      return told
    }
  }

  deinit { machinery?.pool.close() }

  /// Makes the workers, when it is known what time it is for this run.
  func prepare(now: Timestamp) {
    report.now = now
    let environment = Environment(now: now)
    let rules = request.mapping.rules
    let policy = request.mapping.policy
    let limits = request.sink.limits
    machinery = Machinery(
      environment: environment, joinRepeater: JoinRepeater(plans, environment, policy),
      pool: WorkerPool(count: request.workers) {
        Worker(
          plans: rules.map { RulePlan($0) }, environment: environment, policy: policy,
          limits: limits)
      })
  }

  // MARK: Reading

  func tell(_ phase: Progress.Phase, done: Int, total: Int?) {
    request.progress.update(
      Progress(phase: phase, done: done, total: total, records: report.totals.read))
  }

  /// A path that is not there must not look like an empty collection.
  func requirePaths(_ catalogue: Catalogue) throws(RunStop) {
    var sentences: [String] = []
    var join = plans.count
    for (index, rule) in request.mapping.rules.enumerated() {
      if catalogue.missing[index] != nil { missingRules.insert(index) }
      if let missing = catalogue.missing[index], !rule.isOptional {
        sentences.append(missing.sentence(for: "rules[\(index)].from", rule.pattern))
      }
      for part in rule.joins {
        if let missing = catalogue.missing[join] {
          report.warnings.append(
            Report.Warning(
              code: "joinPath",
              message: missing.sentence(
                for: "rules[\(index)].join.\(part.name)", part.kind.pattern)))
        }
        join += 1
      }
    }
    if !sentences.isEmpty { throw .missingPaths(sentences) }
  }

  // MARK: Writing

  /// Converts all records of a stage's rules.
  func convert(_ rules: [Rule], stage: Int, _ catalogue: Catalogue) throws(RunStop) {
    guard stage >= firstStage, let machinery else { return }
    var feeds: [JobFeed] = []
    do throws(ScanFault) {
      for rule in rules {
        feeds.append(
          try JobFeed(
            content, plans[rule.index], plans, catalogue, policy: request.mapping.policy,
            batch: request.batch, workers: request.workers, environment: machinery.environment,
            isInterrupted: request.isInterrupted))
      }
    } catch {
      throw .unreadable(error, file: nil)
    }
    try convert(feeds.count == 1 ? feeds[0] : BraidedFeed(feeds), stage: stage)
    for feed in feeds { try count(feed) }
  }

  /// Converts all records of a feed that are not in the target yet.
  func convert(_ feed: any RecordFeed, stage: Int) throws(RunStop) {
    guard stage >= firstStage else { return }
    self.feed = feed
    self.stage = stage
    try skipDelivered(feed, stage)
    while let job = try nextJob() {
      machinery?.pool.submit(job)
      inFlight.append(job)
      if inFlight.count > mostInFlight { try commitOldest() }
    }
    doneBytes += feed.passedBytes
    if !feed.indexes.isEmpty { while !inFlight.isEmpty { try commitOldest() } }
    self.feed = nil
  }

  /// Passes by what an interrupted run has delivered: at the speed of the scanner, since nothing is parsed.
  private func skipDelivered(_ feed: any RecordFeed, _ stage: Int) throws(RunStop) {
    guard let resumption, resumption.position.stage == stage else { return }
    try restore(feed.indexes.map(\.asked))
    let job = Job()
    while try fill(job, from: feed, before: resumption.position.offset) {
      if request.isInterrupted() { throw .interrupted }
    }
  }

  private func fill(
    _ job: Job, from feed: any RecordFeed, before limit: Int
  ) throws(RunStop) -> Bool {
    do throws(ScanFault) {
      job.files = fileNames
      guard try feed.fill(job, before: limit) else { return false }
      job.batch.position = Position(stage: stage, offset: job.reached)
      tell(.writing, done: doneBytes + feed.passedBytes, total: totalBytes)
      return true
    } catch {
      throw .unreadable(error, file: nil)
    }
  }

  /// What is known of a rule when all its records are converted.
  private func count(_ feed: JobFeed) throws(RunStop) {
    let rule = feed.plan.index
    do throws(ScanFault) {
      for (index, count) in try feed.orphans().enumerated() {
        report.rules[rule].tally.joins[index].orphans += count
      }
    } catch {
      throw .unreadable(error, file: nil)
    }
    report.rules[rule].tally.droppedPriorities += feed.droppedPriorities
    report.warnings += feed.warnings
  }

  /// Enough runs on their way that neither a worker nor the writer waits, and on a machine of many cores no more than
  /// each of them needs: a run and what is made of it take about 2 MB.
  private var mostInFlight: Int {
    min(4 * request.workers, max(16, request.workers + 2))
  }

  private func nextJob() throws(RunStop) -> Job? {
    guard let feed else { return nil }
    let job = idle.popLast() ?? Job()
    if try fill(job, from: feed, before: .max) { return job }
    idle.append(job)
    return nil
  }

  /// Waits for the oldest job's worker and delivers its batch.
  private func commitOldest() throws(RunStop) {
    let job = inFlight.removeFirst()
    job.done.wait()
    defer {
      job.indexes = []
      idle.append(job)
    }
    if request.isInterrupted() { throw .interrupted }
    if let fault = job.fault { throw .unreadable(fault, file: nil) }
    do throws(SinkFailure) {
      record(job, try deliver(job))
    } catch {
      // Read, but not delivered: the books say so, and the rejects are set aside if they can be.
      job.tally.totals.failed += job.batch.documents.count
      add(job)
      try? writeRejects(of: job)
      throw .target(error.fault)
    }
    try writeRejects(of: job)
    reached = job.batch.position
    try checkLimit()
    if request.sink.isCheckpointDue { try checkpoint() }
  }

  /// A batch is judged as a whole: whether a run stops, and where, does not depend on how many workers it has.
  private func checkLimit() throws(RunStop) {
    guard let limit = request.maxRejects else { return }
    let totals = report.totals
    let rejects = totals.rejected - (report.knownRejects ?? 0)
    if limit.isPassed(rejects: rejects, read: totals.read) {
      throw .tooManyRejects(rejects, read: totals.read, limit.text)
    }
  }

  private func writeRejects(of job: Job) throws(RunStop) {
    do throws(TargetFault) {
      // A collision may stand before a reject of the worker's.
      for reject in job.rejects.sorted(by: { $0.record < $1.record }) {
        try request.rejects.write(reject, rule: plans[job.rule].rule)
      }
    } catch {
      throw .rejects(error)
    }
  }

  /// Commits a job's batch, without the documents that the target refuses one by one: these have failed.
  private func deliver(_ job: Job) throws(SinkFailure) -> [Change] {
    while true {
      do throws(SinkFailure) {
        return try request.sink.commit(job.batch)
      } catch .rejected(let refused, let fault) {
        for index in refused.sorted(by: >) { job.batch.documents.remove(at: index) }
        job.tally.totals.failed += refused.count
        refusal = refusal ?? fault
      }
    }
  }

  func finishWriting() throws(RunStop) {
    while !inFlight.isEmpty { try commitOldest() }
    if request.isInterrupted() { throw .interrupted }
    tell(.finishing, done: totalBytes, total: totalBytes)
    let ending = try finish()
    report.written = ending.written
    report.besides = request.sink.besides
    refusal = refusal ?? report.besides.lazy.compactMap { $0.refusal }.first
    report.heldBack = ending.heldBack
    for (collection, count) in ending.removed {
      add(count, of: collection, \.removed)
      explain(removed: count, of: collection)
    }
    // A file of rejects is but a part of the export.
    if !request.isFromRejects {
      for (collection, count) in ending.stale { add(count, of: collection, \.stale) }
    }
  }

  private func finish() throws(RunStop) -> Ending {
    let mark: RejectsMark?
    do throws(TargetFault) {
      mark = try request.rejects.mark()
      try request.rejects.finish()
    } catch {
      throw .rejects(error)
    }
    if let ending = resumption?.ending { return ending }
    do throws(SinkFailure) {
      // Not all is well: then nothing is taken away.
      return try request.sink.finish(
        removing: refusal == nil && !request.isFromRejects ? removal : nil,
        state: state(rejects: mark).bytes)
    } catch {
      throw .target(error.fault)
    }
  }

  /// Counts documents that no record of this run is behind: for the first rule of their collection, or for none.
  private func add(_ count: Int, of collection: Int, _ kind: WritableKeyPath<Totals, Int>) {
    let rule = plans.firstIndex { collection >= 0 && $0.rule.target.collection == collection }
    if let rule {
      report.rules[rule].tally.totals[keyPath: kind] += count
    } else {
      report.elsewhere[keyPath: kind] += count
    }
  }

  /// What may be removed: nothing of a collection whose rule's parent path is not in the export.
  private var removal: Removal? {
    guard var removal = request.removal else { return nil }
    for rule in request.mapping.rules where missingRules.contains(rule.index) {
      removal.spared.insert(rule.target.collection)
    }
    return removal
  }

  private func noteWarnings() {
    noteMetadata()
    noteWatched()
    noteLimits()
  }

  /// Ends a run that came to its end.
  func conclude() {
    if let refusal {
      report.outcome = .failed
      report.exitCode = 8
      report.fault = Report.Fault(
        message:
          "error: \(refusal)\n  The other documents \(report.isPlan ? "would go" : "are") in.")
    } else if !report.heldBack.isEmpty {
      report.outcome = .refused
      report.exitCode = 6
      report.fault = Report.Fault(message: report.heldBackText)
    } else if report.totals.rejected > report.knownRejects ?? 0 {
      report.outcome = .rejected
      report.exitCode = 3
    }
    noteWarnings()
  }

  /// Ends a run that did not.
  func stop(_ reason: RunStop) {
    // What a signal cut short looks like a fault of whatever was waited for.
    let stop = request.isInterrupted() ? .interrupted : reason
    while !inFlight.isEmpty {
      inFlight.removeFirst().done.wait()
    }
    if hasBegun { leave(stop) }
    report.besides = request.sink.besides
    try? request.rejects.finish()
    noteWarnings()
    report.end(with: stop, in: request.exports, content, hasBegun: hasBegun)
  }
}
