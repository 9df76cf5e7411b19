/// What the command asks of the pipeline.
package struct RunRequest {
  package var command: String
  package var mapping: CompiledMapping
  package var plan: Plan
  package var exports: [ExportFile]
  /// What stands in the one file in `exports`, which is none on disk: what a test of the mapping gives.
  package var text: [UInt8]?
  /// Whether the one file in `exports` is a rejects file of an earlier run.
  package var isFromRejects = false
  package var maxRejects: RejectLimit?
  package var knownRejects: KnownRejects?
  /// Set for a sync: what it may remove.
  package var removal: Removal?
  package var sink: any Sink
  /// Where rejects go: opened when the first one comes (or at once with `--report`).
  package var rejects: any RejectWriter
  package var workers: Int
  /// Documents a batch.
  package var batch: Int
  package var now: Timestamp
  /// Whether the user gave it (`--now`): else a run that continues goes by the time at which it began.
  package var isNowGiven = false
  /// Whether an unfinished run is given up (`--fresh`).
  package var startsOver = false
  /// Whether equal documents are written again, too (`--rewrite`).
  package var rewrites = false
  package var progress: any ProgressObserver
  /// Asked after each batch: true after SIGINT or SIGTERM.
  package var isInterrupted: @Sendable () -> Bool

  package init(
    command: String, mapping: CompiledMapping, plan: Plan, exports: [ExportFile],
    text: [UInt8]? = nil, sink: any Sink, rejects: any RejectWriter, workers: Int, batch: Int,
    now: Timestamp,
    progress: any ProgressObserver, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.command = command
    self.mapping = mapping
    self.plan = plan
    self.exports = exports
    self.text = text
    self.sink = sink
    self.rejects = rejects
    self.workers = workers
    self.batch = batch
    self.now = now
    self.progress = progress
    self.isInterrupted = isInterrupted
  }
}

/// Writes no file of rejects: a plan without a report folder touches nothing.
package final class UnwrittenRejects: RejectWriter {
  package init() {}
  package func write(_ reject: Reject, rule: Rule) {}
  package func mark() -> RejectsMark? { nil }
  package func resume(at mark: RejectsMark?) -> Bool { true }
  package func finish() {}
}

/// Takes rejects as they come, in the order of the export.
package protocol RejectWriter: AnyObject {
  func write(_ reject: Reject, rule: Rule) throws(TargetFault)
  /// Makes what was written durable. Nil if nothing was.
  func mark() throws(TargetFault) -> RejectsMark?
  /// Goes on where an earlier run made a mark, before anything is written. False if that run's rejects are not there
  /// any more.
  func resume(at mark: RejectsMark?) throws(TargetFault) -> Bool
  /// Makes the file durable.
  func finish() throws(TargetFault)
}
