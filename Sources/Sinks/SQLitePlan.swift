import Interop
import Pipeline

/// What a run to `sqlite:FILE` would do, without doing it: nothing is created, changed or locked for writing.
package final class SQLitePlan: Sink {
  package let url: String
  /// In the sense of the run that it stands for.
  package let canContinue = true
  private let path: String
  private var ledger: ReadOnlyLedger?
  package private(set) var lastState: [UInt8]?

  package init(path: String) {
    self.path = path
    url = "sqlite:\(path)"
  }

  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    let file = try Database.untouched(path)
    if file == nil { try requireFolder() }
    if let file {
      let refusal = try stopping { () throws(DatabaseFault) in try SQLiteSchema.refusal(file) }
      if let refusal { throw .stop(.wrongDatabase(path, refusal)) }
    }
    let (ledger, last) = try stopping { () throws(DatabaseFault) in
      let ledger = try ReadOnlyLedger(file, .documents, plan)
      return (ledger, try ledger.last(of: plan.name))
    }
    self.ledger = ledger
    lastState = last?.finishedState
    return try ledger.goOn(plan, from: last, in: path)
  }

  package func restore(_ rows: [SharedRowSet]) throws(SinkFailure) { try ledger?.restore(rows) }

  /// A run could not create the file without it.
  private func requireFolder() throws(SinkFailure) {
    let folder = try stopping { () throws(SystemFault) in
      try File.status(Folder.parent(of: path))
    }
    if folder?.kind != .folder { throw .stop(DatabaseFault.cannotOpen(path).targetFault) }
  }

  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard let ledger else { preconditionFailure("commit comes after begin") }
    let refusal = try stopping { () throws(DatabaseFault) in try ledger.refusal(batch, path) }
    if let refusal { throw refusal }
    return try stopping { () throws(DatabaseFault) in try ledger.changes(batch) }
  }

  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    guard let ledger else { preconditionFailure("finish comes after begin") }
    self.ledger = nil
    return try stopping { () throws(DatabaseFault) in
      var leftovers = try ledger.table.leftovers(removing: removal)
      try ledger.table.countRemoved(&leftovers)
      return Ending(
        stale: leftovers.stale, removed: leftovers.removed, heldBack: leftovers.heldBack)
    }
  }

  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder {
    ledger = nil
    return .all
  }

  package func read(path document: [UInt8]) throws(SinkFailure) -> [UInt8]? {
    try SQLiteSink(path: path).read(path: document)
  }
}
