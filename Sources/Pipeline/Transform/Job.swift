import Dispatch
import JSONTree

/// A run on its way: cut out by the splitter, turned into documents by a worker, committed by the writer. Used
/// again for a later run.
///
/// Whoever has it alone may touch it: first the splitter, between `submit` and `done` one worker, then
/// the writer.
final class Job: @unchecked Sendable {
  var run = Run()
  /// One for each join of the rule.
  var joined: [JoinedRun] = []
  var rule = 0
  /// Names for the file numbers of the run's children; empty when there is one file.
  var files: [String] = []
  /// Whether `joined` holds all that the record's joins found, so that nothing is to be looked up any more.
  var isJoined = false
  /// Signalled by the worker.
  let done = DispatchSemaphore(value: 0)

  // What the worker made of it.
  var batch = Batch()
  var tally = Tally(joins: 0, fields: 0)
  var violations = Violations()
  var rejects: [Reject] = []

  /// Empties it for a run of `plan`.
  func prepare(for plan: RulePlan, joins: Int) {
    rule = plan.rule.index
    isJoined = false
    run.reset()
    while joined.count < joins { joined.append(JoinedRun()) }
    batch.documents.removeAll(keepingCapacity: true)
    batch.kept.removeAll(keepingCapacity: true)
    tally = Tally(joins: joins, fields: plan.fields.count)
    violations = Violations()
    rejects.removeAll()
  }

  /// The name of a child's file, if it is to be told.
  func fileName(_ number: Int) -> String? {
    files.indices.contains(number) ? files[number] : nil
  }
}
