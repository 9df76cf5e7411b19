import Interop
import Pipeline

/// Several targets in one pass: each document goes to all of them.
///
/// The first target leads: its changes are those of the run. What the others do is counted beside it. A document that another
/// target refuses goes to the rest and fails there; a target that fails ends the run for all.
package final class SeveralSinks: Sink {
  private let first: any Sink
  private var others: [Other]
  private var begun = 0

  private struct Other {
    let sink: any Sink
    var totals = Totals()
    /// Why it did not take some documents, of the first of them.
    var refusal: TargetFault?
  }

  /// At least one.
  package init?(_ sinks: [any Sink]) {
    guard let first = sinks.first else { return nil }
    self.first = first
    others = sinks.dropFirst().map { Other(sink: $0) }
  }

  package var url: String { first.url }

  /// Those of the first target that has any: only one kind of target has limits of its own.
  package var limits: TargetLimits? {
    first.limits ?? others.lazy.compactMap { $0.sink.limits }.first
  }

  package var besides: [Report.Target] {
    others.map { Report.Target(url: $0.sink.url, totals: $0.totals, refusal: $0.refusal) }
  }

  package func begin(_ plan: Plan) throws(SinkFailure) {
    begun = 0
    do throws(SinkFailure) {
      try first.begin(plan)
      begun = 1
      for other in others {
        try other.sink.begin(plan)
        begun += 1
      }
    } catch {
      // One that failed to begin has cleaned up behind itself.
      abandonBegun()
      throw error
    }
  }

  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    let changes = try first.commit(batch)
    for index in others.indices { try commit(copy batch, to: index) }
    return changes
  }

  private func commit(_ batch: consuming Batch, to index: Int) throws(SinkFailure) {
    var batch = batch
    while true {
      do throws(SinkFailure) {
        for change in try others[index].sink.commit(batch) { others[index].totals.count(change) }
        return
      } catch .rejected(let refused, let fault) {
        for place in refused.sorted(by: >) { batch.documents.remove(at: place) }
        others[index].totals.failed += refused.count
        others[index].refusal = others[index].refusal ?? fault
      }
    }
  }

  package func finish(removing removal: Removal?) throws(SinkFailure) -> Ending {
    var ending = try first.finish(removing: removal)
    for index in others.indices {
      let isWhole = others[index].refusal == nil
      let other = try others[index].sink.finish(removing: isWhole ? removal : nil)
      others[index].totals.removed = other.removed.values.reduce(0, +)
      others[index].totals.stale = other.stale.values.reduce(0, +)
      ending.heldBack += other.heldBack
      ending.written += other.written
    }
    return ending
  }

  @discardableResult
  package func abandon() -> Int { abandonBegun() }

  /// - Returns: How many of the first target's last commits did not stay.
  @discardableResult
  private func abandonBegun() -> Int {
    for other in others.prefix(max(0, begun - 1)) { other.sink.abandon() }
    defer { begun = 0 }
    return begun > 0 ? first.abandon() : 0
  }

  package func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]? { try first.read(path: path) }
}

extension Totals {
  fileprivate mutating func count(_ change: Change) {
    switch change {
    case .created: created += 1
    case .modified: modified += 1
    case .unchanged: unchanged += 1
    // The first target says so, too: the record counts as rejected.
    case .collision: break
    }
  }
}
