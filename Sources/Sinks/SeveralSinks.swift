import Interop
import Pipeline

/// Several targets in one pass: each document goes to all of them.
///
/// The first target leads: its changes are those of the run. What the others do is counted beside it. A document that another
/// target refuses goes to the rest and fails there; a target that fails ends the run for all.
///
/// At a checkpoint the first target comes last: where it stands the others are, too, or they are further on, and take no
/// batch again that they have already.
package final class SeveralSinks: Sink {
  private let first: any Sink
  private var others: [Other]
  private var begun = 0
  private var run = RunOfSeveral()
  private var hasCommitted = false
  /// Whether the last run was the same, and has told its outcome.
  private var isAsLeft = false

  private struct Other {
    let sink: any Sink
    var totals = Totals()
    /// Why it did not take some documents, of the first of them.
    var refusal: TargetFault?
    /// How far it is from an earlier run.
    var last: Checkpoint?

    /// Whether nothing is left to do for its last run.
    var isClean: Bool {
      guard let last, let ending = last.ending, ending.stale.isEmpty, ending.heldBack.isEmpty,
        let target = Report.Target(url: sink.url, saved: last.state)
      else { return false }
      return target.refusal == nil
    }

    var target: Report.Target { Report.Target(url: sink.url, totals: totals, refusal: refusal) }

    /// Whether an earlier run has brought it the batch that ends there.
    func has(_ position: Position) -> Bool {
      switch last?.phase {
      case .delivered: true
      case .running: last.map { position <= $0.position } ?? false
      case .complete, nil: false
      }
    }
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

  package var lastState: [UInt8]? { first.lastState.map { RunOfSeveral.unmarked($0) } }

  package var canContinue: Bool { first.canContinue && others.allSatisfy { $0.sink.canContinue } }

  package var isCheckpointDue: Bool {
    first.isCheckpointDue || others.contains { $0.sink.isCheckpointDue }
  }

  /// Without a batch a run that found nothing to do tells what the last one had.
  package var besides: [Report.Target] {
    others.map { other in
      guard isAsLeft, !hasCommitted, let state = other.last?.state,
        var target = Report.Target(url: other.sink.url, saved: state)
      else { return other.target }
      target.totals.settle()
      return target
    }
  }

  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    forgetLastRun()
    var plan = plan
    plan.isRecorded = canContinue
    let known = try beginAll(plan)
    if let last = join(known) { return last.phase == .complete ? settled(last) : goOn(last) }
    // A target that goes on has its rows marked as seen, and what comes again would collide.
    let isFirstNew = known == nil || known?.phase == .complete
    if isFirstNew, others.allSatisfy({ $0.last == nil }) { return nil }
    // One of them was removed, or has made other runs since.
    abandonBegun(forgetting: true)
    plan.startsOver = true
    run = RunOfSeveral()
    return try beginAll(plan)
  }

  /// A run that has ended tells the next one nothing but what is in the targets.
  private func forgetLastRun() {
    others = others.map { Other(sink: $0.sink) }
    run = RunOfSeveral()
    (hasCommitted, isAsLeft) = (false, false)
  }

  /// Where the targets stand together, if they do: what they have left is then of one run. Nil, with nothing known of
  /// the others, if all begin anew; nil, with something, if what they have left does not belong together.
  private func join(_ first: Checkpoint?) -> Checkpoint? {
    var first = first
    let all = others.map { RunOfSeveral(of: $0.last?.state) }
    var known = RunOfSeveral(of: first?.state)
    // The others come first: some may be in a run that the first has not noted yet.
    if first?.phase == .complete, let newer = all.first(where: { $0 != known }) {
      (first, known) = (nil, newer)
    } else if first == nil {
      known = all.lazy.compactMap { $0 }.first
    }
    first?.unmark()
    for index in others.indices { others[index].last?.unmark() }
    let areOfOneRun = zip(others, all).allSatisfy { $0.last == nil || $1 == known }
    let isInStep = others.allSatisfy { self.isInStep($0.last, with: first) }
    let hasFinished = others.allSatisfy { $0.last == nil || $0.last?.phase == .complete }
    if first == nil, hasFinished {
      for index in others.indices { others[index].last = nil }
      return nil
    }
    guard areOfOneRun, isInStep, let known else { return nil }
    run = known
    return first ?? Checkpoint(position: .start, state: [])
  }

  private func goOn(_ last: Checkpoint) -> Checkpoint? {
    var last = last
    if last.phase == .delivered {
      for index in others.indices {
        guard let ending = others[index].last?.ending else { continue }
        note(ending, index)
        last.ending?.add(ending)
      }
    }
    for index in others.indices {
      guard let saved = others[index].last?.state,
        let target = Report.Target(url: others[index].sink.url, saved: saved)
      else { continue }
      let totals = others[index].totals
      (others[index].totals, others[index].refusal) = (target.totals, target.refusal)
      (others[index].totals.removed, others[index].totals.stale) = (totals.removed, totals.stale)
    }
    // Without a state the first begins at the start: it has noted nothing yet.
    return last.state.isEmpty ? nil : last
  }

  /// What is stale in another target, or was refused there, only a run finds out.
  private func settled(_ last: Checkpoint) -> Checkpoint? {
    var last = last
    let phase = others.reduce(last.phase) { min($0, $1.last?.phase ?? $0) }
    if phase == .delivered {
      // Some have noted that the outcome was told, and others have not.
      last.phase = .delivered
      return goOn(last)
    }
    isAsLeft = others.allSatisfy(\.isClean)
    run = RunOfSeveral()
    return isAsLeft ? last : nil
  }

  /// Whether another target is where the first is, or further.
  private func isInStep(_ other: Checkpoint?, with first: Checkpoint?) -> Bool {
    guard let first else { return other?.phase != .complete }
    guard let other else { return false }
    guard first.phase == .running else { return other.phase != .running }
    return other.phase == .delivered
      || (other.phase == .running && other.position >= first.position)
  }

  private func beginAll(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    begun = 0
    do throws(SinkFailure) {
      let last = try first.begin(plan.number(1, of: others.count + 1))
      begun = 1
      for index in others.indices {
        others[index].last = try others[index].sink.begin(
          plan.number(index + 2, of: others.count + 1))
        begun += 1
      }
      return last
    } catch {
      // One that failed to begin has cleaned up behind itself.
      abandonBegun(forgetting: false)
      throw error
    }
  }

  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    hasCommitted = true
    let changes = try first.commit(batch)
    for index in others.indices where !others[index].has(batch.position) {
      try commit(copy batch, to: index)
    }
    return changes
  }

  package func checkpoint(
    _ checkpoint: Checkpoint, _ rows: [SharedRowSet]
  ) throws(SinkFailure) {
    guard try isRecorded(removing: nil) else { return }
    for other in others where !other.has(checkpoint.position) {
      try other.sink.checkpoint(
        Checkpoint(position: checkpoint.position, state: run.mark(other.target.saved)), [])
    }
    var checkpoint = checkpoint
    checkpoint.state = run.mark(checkpoint.state)
    try first.checkpoint(checkpoint, rows)
  }

  /// A run goes on where the first target is.
  package func restore(_ rows: [SharedRowSet]) throws(SinkFailure) { try first.restore(rows) }

  /// Whether some target has something to keep: then all keep how far they are, whether they have changed or not. In a run
  /// that changes none nothing is written at all.
  private func isRecorded(removing removal: Removal?) throws(SinkFailure) -> Bool {
    if first.isAlwaysRecorded { return true }
    var isWorthIt = try first.hasChanges(removing: removal)
    for other in others where !isWorthIt {
      isWorthIt = try other.sink.hasChanges(removing: other.refusal == nil ? removal : nil)
    }
    guard isWorthIt else { return false }
    first.isAlwaysRecorded = true
    for other in others { other.sink.isAlwaysRecorded = true }
    return true
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

  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    _ = try isRecorded(removing: removal)
    var endings: [Ending] = []
    for index in others.indices { endings.append(try finish(index, removal)) }
    var ending = try first.finish(removing: removal, state: run.mark(state))
    for other in endings { ending.add(other) }
    return ending
  }

  private func finish(_ index: Int, _ removal: Removal?) throws(SinkFailure) -> Ending {
    let other = others[index]
    if other.last?.phase == .delivered, let ending = other.last?.ending {
      note(ending, index)
      return ending
    }
    let ending = try other.sink.finish(
      removing: other.refusal == nil ? removal : nil, state: run.mark(other.target.saved))
    note(ending, index)
    return ending
  }

  private func note(_ ending: Ending, _ index: Int) {
    others[index].totals.removed = ending.removed.values.reduce(0, +)
    others[index].totals.stale = ending.stale.values.reduce(0, +)
  }

  package func settle() throws(SinkFailure) {
    for other in others { try other.sink.settle() }
    try first.settle()
  }

  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder { abandonBegun(forgetting: forgetting) }

  /// - Returns: What stays in the first target.
  @discardableResult
  private func abandonBegun(forgetting: Bool) -> Remainder {
    for other in others.prefix(max(0, begun - 1)) { other.sink.abandon(forgetting: forgetting) }
    defer { begun = 0 }
    return begun > 0 ? first.abandon(forgetting: forgetting) : .nothing
  }

  package func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]? { try first.read(path: path) }
}

extension Checkpoint {
  fileprivate mutating func unmark() { state = RunOfSeveral.unmarked(state) }
}

extension Plan {
  /// A target of several keeps another kind of state than one alone.
  fileprivate func number(_ number: Int, of count: Int) -> Plan {
    var plan = self
    plan.fingerprint?.add("set of targets", "\(number) of \(count)")
    return plan
  }
}

extension Ending {
  fileprivate mutating func add(_ other: Ending) {
    heldBack += other.heldBack
    written += other.written
  }
}

extension Totals {
  fileprivate mutating func count(_ change: Change) {
    switch change {
    case .created: created += 1
    case .modified, .rejoined: modified += 1
    case .unchanged: unchanged += 1
    // The first target says so, too: the record counts as rejected.
    case .collision: break
    }
  }
}
