import Interop
import Pipeline

/// What a run to `ndjson:DIR` would do, without doing it.
package final class NDJSONPlan: Sink {
  package let url: String
  /// In the sense of the run that it stands for.
  package let canContinue = true
  private let place: NDJSONPlace
  private var run: Run?
  /// Keeps runs out while the folder is read.
  private var lock: FolderLock?
  package private(set) var lastState: [UInt8]?

  private struct Run {
    let ledger: ReadOnlyLedger
    let others: OtherMappings
    /// Collection numbers whose file the run would write.
    var models: Set<Int>
  }

  package init(folder: String, state: String? = nil) {
    place = NDJSONPlace(folder: folder, state: state)
    url = "ndjson:\(folder)"
  }

  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    try stopping { () throws(SystemFault) in
      try place.requireFolder()
      try place.requireParents()
    }
    lock = try place.lock(isShared: true)
    let file = try Database.untouched(place.state)
    run = try stopping { () throws(DatabaseFault) in
      let ledger = try ReadOnlyLedger(file, .own, plan) {
        (database, models) throws(DatabaseFault) in
        try PublishedLines(database, models, place)
      }
      return Run(
        ledger: ledger, others: try OtherMappings(ledger.database, plan, place),
        models: Set(ledger.models.ids))
    }
    for collection in plan.collections { try run?.others.refuse(Array(collection.name.utf8)) }
    guard let ledger = run?.ledger else { return nil }
    let (last, other) = try stopping { () throws(DatabaseFault) in
      (try ledger.last(of: plan.name), try ledger.unfinishedOther(than: plan.name))
    }
    if let other { throw .stop(.otherUnfinished(place.folder, other)) }
    lastState = last?.finishedState
    return try ledger.goOn(plan, from: last, in: place.folder)
  }

  package func restore(_ rows: [SharedRowSet]) throws(SinkFailure) {
    try run?.ledger.restore(rows)
  }

  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard let run else { preconditionFailure("commit comes after begin") }
    let refusal = try stopping { () throws(DatabaseFault) in
      try run.ledger.refusal(batch, place.folder)
    }
    if let refusal { throw refusal }
    let unnamable = NDJSONFileName.unnamable(batch)
    if !unnamable.isEmpty { throw .rejected(unnamable, .longName(place.folder)) }
    let changes = try stopping { () throws(DatabaseFault) in try run.ledger.changes(batch) }
    try batch.withBytes { (bytes) throws(SinkFailure) in
      for document in batch.documents where document.collection < 0 {
        let model = try stopping { () throws(DatabaseFault) in
          try run.ledger.models.id(of: document, in: bytes)
        }
        guard self.run?.models.insert(model).inserted == true else { continue }
        try run.others.refuse(run.ledger.models.names[model] ?? [])
      }
    }
    return changes
  }

  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    guard let run else { preconditionFailure("finish comes after begin") }
    self.run = nil
    defer { lock = nil }
    var leftovers = try stopping { () throws(DatabaseFault) in
      try run.ledger.table.leftovers(removing: removal)
    }
    let carryOver = CarryOver(ledger: run.ledger.table, aside: run.ledger.aside)
    let others = leftovers.removing.count > 0 ? Set(leftovers.byModel.keys) : []
    for model in run.models.union(others) {
      let path = place.file(of: run.ledger.models.names[model] ?? [])
      try stopping { () throws(SystemFault) in try NDJSONPlace.requireNoFolder(path) }
      try carryOver.append(linesOf: path, to: nil, model: model, &leftovers)
    }
    return Ending(
      stale: leftovers.stale, removed: leftovers.removed, heldBack: leftovers.heldBack)
  }

  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder {
    (run, lock) = (nil, nil)
    return .all
  }

  package func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]? {
    try NDJSONSink(folder: place.folder, state: place.state).read(path: path)
  }
}
