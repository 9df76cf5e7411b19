import JSONTree

/// One run on its way: what `Migration.run` names step by step.
final class Conversion {
  let request: RunRequest
  var report: Report
  let plans: [RulePlan]
  /// Patterns of the rules, then those of their joins, rule by rule.
  let patterns: [Pattern]
  private var export: Export?
  var content: Content?
  private let pool: WorkerPool
  /// Submitted and not yet committed, oldest first.
  private var inFlight: [Job] = []
  private var idle: [Job] = []
  /// Of the present rule.
  private var feed: JobFeed?
  private var hasBegun = false
  /// What each batch brought, three words a batch, in case it does not stay.
  private var deliveries: [(rule: Int, created: Int, modified: Int)] = []
  /// Why the target did not take some documents, of the first of them.
  private var refusal: TargetFault?
  /// Bytes of the parts that rules read: all of them, and those done before the present rule.
  private var totalBytes = 0
  private var doneBytes = 0

  init(_ request: RunRequest) {
    self.request = request
    let plans = request.mapping.rules.map { RulePlan($0) }
    self.plans = plans
    patterns =
      request.mapping.rules.map { $0.pattern }
      + request.mapping.rules.flatMap { $0.joins.map { $0.kind.pattern } }
    report = Report(
      command: request.command,
      mapping: Report.MappingIdentity(name: request.mapping.name, hash: request.mapping.hash),
      target: request.sink.url)
    report.rules = request.mapping.rules.map { rule in
      Report.RuleReport(
        from: rule.from, to: rule.to, joins: rule.joins.map { $0.name },
        fields: rule.fields.map { $0.name })
    }
    let environment = Environment(now: request.now)
    let rules = request.mapping.rules
    let limits = request.sink.limits
    pool = WorkerPool(count: request.workers) {
      Worker(plans: rules.map { RulePlan($0) }, environment: environment, limits: limits)
    }
  }

  deinit { pool.close() }

  var exportName: String { export?.name ?? request.exports.first ?? "-" }

  // MARK: Reading

  /// Reads the export once, from its first byte to its last.
  func look() throws(RunStop) -> Catalogue {
    do throws(ScanFault) {
      let export = try Export(request.exports.first ?? "-")
      self.export = export
      let content = try export.content()
      self.content = content
      report.sources = [Report.Source(name: export.name, bytes: export.size ?? 0, hash: nil)]
      let source = try HashingSource(try export.source()) { [self] () throws(ScanFault) in
        if request.isInterrupted() { throw ScanFault(.interrupted, at: 0) }
        tell(.scanning, done: export.consumed, total: export.size)
      }
      var spool: SpoolTarget?
      if case .spool(let file) = content { spool = SpoolTarget(file) }
      var pass = CataloguePass(
        patterns: patterns, scanner: Scanner(source, at: 0), spool: spool)
      let catalogue = try pass.run { source.finish() }
      report.sources = [
        Report.Source(
          name: export.name, bytes: export.size ?? export.consumed, hash: catalogue.hash)
      ]
      report.unmapped = catalogue.unmapped
      report.unmappedMore = catalogue.unmappedMore
      for index in plans.indices {
        totalBytes += catalogue.anchors[index].reduce(0) { $0 + $1.range.count }
      }
      return catalogue
    } catch {
      throw error.kind == .interrupted ? .interrupted : .unreadable(error)
    }
  }

  private func tell(_ phase: Progress.Phase, done: Int, total: Int?) {
    request.progress.update(
      Progress(phase: phase, done: done, total: total, records: report.totals.read))
  }

  /// A path that is not there must not look like an empty collection.
  func requirePaths(_ catalogue: Catalogue) throws(RunStop) {
    var sentences: [String] = []
    var join = plans.count
    for (index, rule) in request.mapping.rules.enumerated() {
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

  func beginWriting() throws(RunStop) {
    do throws(SinkFailure) {
      try request.sink.begin(request.plan)
      hasBegun = true
    } catch {
      throw .target(error.fault)
    }
  }

  /// Of two records that make one document the later in the file is the reject, so rules go by where their records
  /// begin; those that begin at one place, by the mapping.
  func rulesInFileOrder(_ catalogue: Catalogue) -> [Rule] {
    let starts = request.mapping.rules.map {
      catalogue.anchors[$0.index].first?.range.lowerBound ?? Int.max
    }
    return request.mapping.rules.sorted {
      (starts[$0.index], $0.index) < (starts[$1.index], $1.index)
    }
  }

  /// Converts all records of a rule.
  func convert(_ rule: Rule, _ catalogue: Catalogue) throws(RunStop) {
    guard let content else { return }
    do throws(ScanFault) {
      feed = try JobFeed(content, plans[rule.index], plans, catalogue, batch: request.batch)
    } catch {
      throw .unreadable(error)
    }
    while let job = try nextJob() {
      pool.submit(job)
      inFlight.append(job)
      if inFlight.count > mostInFlight { try commitOldest() }
    }
    doneBytes += feed?.passedBytes ?? 0
    feed = nil
  }

  /// Enough runs on their way that neither a worker nor the writer waits, and on a machine of many cores no more than
  /// each of them needs: a run and what is made of it take about 2 MB.
  private var mostInFlight: Int {
    min(4 * request.workers, max(16, request.workers + 2))
  }

  private func nextJob() throws(RunStop) -> Job? {
    guard let feed else { return nil }
    do throws(ScanFault) {
      let job = idle.popLast() ?? Job()
      if try feed.fill(job) {
        tell(.writing, done: doneBytes + feed.passedBytes, total: totalBytes)
        return job
      }
      idle.append(job)
      let orphans = try feed.orphans()
      for (index, count) in feed.repeated.enumerated() where count > 0 {
        let join = request.mapping.rules[job.rule].joins[index]
        report.warnings.append(
          Report.Warning(
            code: "duplicateKey",
            message:
              "rules[\(job.rule)].join.\(join.name): children of \(join.source.visible) stand "
              + "twice in the export; the first stands", count: count))
      }
      for (index, count) in orphans.enumerated() {
        report.rules[job.rule].tally.joins[index].orphans += count
      }
      return nil
    } catch {
      throw .unreadable(error)
    }
  }

  /// Waits for the oldest job's worker and delivers its batch.
  private func commitOldest() throws(RunStop) {
    let job = inFlight.removeFirst()
    job.done.wait()
    defer { idle.append(job) }
    if request.isInterrupted() { throw .interrupted }
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
  }

  private func writeRejects(of job: Job) throws(RunStop) {
    do throws(TargetFault) {
      // A collision may stand before a reject of the worker's.
      for reject in job.rejects.sorted(by: { $0.fault.offset < $1.fault.offset }) {
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

  private func record(_ job: Job, _ changes: [Change]) {
    for (document, change) in zip(job.batch.documents, changes) {
      switch change {
      case .created: job.tally.totals.created += 1
      case .modified: job.tally.totals.modified += 1
      case .unchanged: job.tally.totals.unchanged += 1
      case .collision(let earlier):
        let reject = collision(document, earlier, job)
        job.violations.add(reject.fault)
        job.rejects.append(reject)
        job.tally.totals.rejected += 1
      }
    }
    add(job)
    deliveries.append(
      (job.rule, job.tally.totals.created, job.tally.totals.modified))
  }

  private func add(_ job: Job) {
    report.rules[job.rule].tally += job.tally
    report.violations.merge(job.violations)
  }

  /// The last `count` batches did not stay in the target: their documents have failed.
  private func takeBack(_ count: Int) {
    for delivery in deliveries.suffix(count) {
      report.rules[delivery.rule].tally.totals.created -= delivery.created
      report.rules[delivery.rule].tally.totals.modified -= delivery.modified
      report.rules[delivery.rule].tally.totals.failed += delivery.created + delivery.modified
    }
  }

  func finishWriting() throws(RunStop) {
    while !inFlight.isEmpty { try commitOldest() }
    if request.isInterrupted() { throw .interrupted }
    tell(.finishing, done: totalBytes, total: totalBytes)
    do throws(TargetFault) {
      try request.rejects.finish()
    } catch {
      throw .rejects(error)
    }
    do throws(SinkFailure) {
      let ending = try request.sink.finish()
      report.written = ending.written
      for (collection, count) in ending.stale { addStale(count, collection) }
    } catch {
      throw .target(error.fault)
    }
  }

  private func addStale(_ count: Int, _ collection: Int) {
    let rule = plans.firstIndex { collection >= 0 && $0.rule.target.collection == collection }
    if let rule {
      report.rules[rule].tally.totals.stale += count
    } else {
      report.staleElsewhere += count
    }
  }

  /// Ends a run that came to its end.
  func conclude() {
    if let refusal {
      report.outcome = .failed
      report.exitCode = 8
      report.fault = Report.Fault(
        message:
          "error: \(refusal)\n  The other documents \(report.isPlan ? "would go" : "are") in.")
    } else if report.totals.rejected > 0 {
      report.outcome = .rejected
      report.exitCode = 3
    }
    noteMetadata()
    noteLimits()
  }

  /// Ends a run that did not.
  func stop(_ reason: RunStop) {
    // What a signal cut short looks like a fault of whatever was waited for.
    let stop = request.isInterrupted() ? .interrupted : reason
    while !inFlight.isEmpty {
      inFlight.removeFirst().done.wait()
    }
    if hasBegun { takeBack(request.sink.abandon()) }
    try? request.rejects.finish()
    noteMetadata()
    noteLimits()
    var line: (line: Int, column: Int)?
    if case .unreadable(let fault) = stop { line = content?.line(at: fault.offset) }
    report.end(with: stop, in: exportName, line: line, hasBegun: hasBegun)
  }
}
