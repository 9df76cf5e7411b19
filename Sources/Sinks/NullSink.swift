import Interop
import Pipeline

/// `null:`: delivers nothing. Everything else is as with other targets, collisions included.
///
/// Serves for a plan of targets that remember no earlier run, too: then every document is created.
package final class NullSink: Sink {
  package let url: String
  package let limits: TargetLimits?
  private var ledger: ReadOnlyLedger?

  package init(url: String = "null:", limits: TargetLimits? = nil) {
    self.url = url
    self.limits = limits
  }

  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    ledger = try stopping { () throws(DatabaseFault) in try ReadOnlyLedger(plan) }
    return nil
  }

  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard let ledger else { preconditionFailure("commit comes after begin") }
    do throws(DatabaseFault) {
      return try ledger.changes(batch)
    } catch {
      throw .stop(error.targetFault)
    }
  }

  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    ledger = nil
    return Ending()
  }

  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder {
    ledger = nil
    return .all
  }

  package func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]? { nil }
}
