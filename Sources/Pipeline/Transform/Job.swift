import Dispatch
import JSONTree

/// A run on its way: cut out by the splitter, turned into documents by a worker, committed by the writer. Used
/// again for a later run.
///
/// Whoever has it alone may touch it: first the splitter, between `submit` and `done` one worker, then
/// the writer.
final class Job: @unchecked Sendable {
  var run = Run()
  /// For each join of the rule what was joined already.
  var joined: [JoinedRun] = []
  /// For each join where the worker looks records' parts up; nil where `joined` has them.
  var indexes: [JoinIndex?] = []
  var rule = 0
  /// Behind the first byte of its last record: what begins before is in this job or an earlier one of its stage.
  var reached = 0
  /// Names for the file numbers of the run's children; empty when there is one file.
  var files: [String] = []
  /// Signalled by the worker.
  let done = DispatchSemaphore(value: 0)

  // What the worker made of it.
  var batch = Batch()
  var tally = Tally(joins: 0, fields: 0)
  var violations = Violations()
  var rejects: [Reject] = []
  /// A part of the export, or of an index, could not be read any more.
  var fault: ScanFault?

  /// Empties it for a run of `plan`, whose joins are looked up in `indexes`.
  func prepare(for plan: RulePlan, _ indexes: [JoinIndex?]) {
    rule = plan.rule.index
    run.reset()
    self.indexes = indexes
    let joins = indexes.count
    while joined.count < joins { joined.append(JoinedRun()) }
    fault = nil
    batch.documents.removeAll(keepingCapacity: true)
    batch.kept.removeAll(keepingCapacity: true)
    batch.keptSources.removeAll(keepingCapacity: true)
    tally = Tally(joins: joins, fields: plan.fields.count)
    violations = Violations()
    rejects.removeAll()
  }

  /// The name of a child's file, if it is to be told.
  func fileName(_ number: Int) -> String? {
    files.indices.contains(number) ? files[number] : nil
  }
}
