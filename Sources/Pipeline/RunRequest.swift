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
  package func finish() {}
}

/// Takes rejects as they come, in the order of the export.
package protocol RejectWriter: AnyObject {
  func write(_ reject: Reject, rule: Rule) throws(TargetFault)
  /// Makes the file durable.
  func finish() throws(TargetFault)
}
