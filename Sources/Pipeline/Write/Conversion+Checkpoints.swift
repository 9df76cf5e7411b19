import Interop

/// What a run that continues an interrupted one starts from.
struct Resumption {
  var position: Position
  /// Set when everything is delivered already.
  var ending: Ending?
}

/// Where the run stands is kept in the target, beside the documents.
extension Conversion {
  /// The first stage that has records which are not in the target yet.
  var firstStage: Int {
    guard let resumption else { return 0 }
    return resumption.ending == nil ? resumption.position.stage : .max
  }

  func beginWriting() throws(RunStop) {
    var last = try begin()
    // Another command, or another limit, asks for more than to be told what that one did.
    if let told = last, told.phase == .delivered, let state = try? RunState(told.state),
      state.command != asked
    {
      close(isTold: true)
      last = try begin()
    }
    learnHistories()
    if let last, last.phase == .complete {
      noteLastRun(last)
    } else if let last {
      try goOn(last)
    }
    if machinery == nil { prepare(now: request.now) }
  }

  private func begin() throws(RunStop) -> Checkpoint? {
    var plan = request.plan
    plan.fingerprint = fingerprint
    plan.startsOver = request.startsOver
    do throws(SinkFailure) {
      let last = try request.sink.begin(plan)
      hasBegun = true
      return last
    } catch {
      throw .target(error.fault)
    }
  }

  /// The command with what it may do.
  private var asked: String {
    request.command + (request.removal.map { " \($0.limit)" } ?? "")
      + (request.rewrites ? " --rewrite" : "")
  }

  private func goOn(_ last: Checkpoint) throws(RunStop) {
    guard let state = try? RunState(last.state) else {
      throw .target(.unreadableState(request.sink.url))
    }
    let isThere: Bool
    do throws(TargetFault) {
      isThere = try request.rejects.resume(at: state.rejects)
    } catch {
      throw .rejects(error)
    }
    // Without that run's rejects its report cannot be told.
    if let rejects = state.rejects, !isThere { throw .target(.lostFile(rejects.path)) }
    resume(last, state)
  }

  private func resume(_ checkpoint: Checkpoint, _ state: RunState) {
    #if REPLANT_MUTANTS
      if Mutant.present != .noCounters { state.restore(&report) }
    #else
      state.restore(&report)
    #endif
    refusal = state.refusal
    histories = state.histories
    reached = checkpoint.position
    resumption = Resumption(position: checkpoint.position, ending: checkpoint.ending)
    report.continuedAt = report.totals.read
    report.canContinue = true
    prepare(now: state.now)
  }

  /// The mapping's last run had the same export: if all went well there is nothing to do, and nothing is read again.
  private func noteLastRun(_ checkpoint: Checkpoint) {
    // A rule that merges with others' documents has to look at them.
    let rules = request.mapping.rules
    guard !request.rewrites, rules.allSatisfy({ !$0.readsNow && $0.mode == .replace }),
      let state = try? RunState(checkpoint.state), let ending = checkpoint.ending
    else { return }
    var last = report
    state.restore(&last)
    for index in last.rules.indices {
      last.rules[index].tally.totals.settle()
      last.rules[index].tally.causes = Causes()
    }
    let fields = last.rules.flatMap { $0.tally.fields }
    // Whether a push id lies in the future depends on the time; who fails by that is set right or left out.
    let isClean =
      last.totals.rejected == 0 && state.refusal == nil && ending.heldBack.isEmpty
      && fields.allSatisfy { $0.recovered == 0 && $0.dropped == 0 }
    guard isClean, request.removal == nil || ending.stale.isEmpty else { return }
    report = last
    reached = nil
    resumption = Resumption(
      position: checkpoint.position, ending: Ending(stale: ending.stale))
  }

  /// What must be the same for a run to be continued.
  private var fingerprint: Fingerprint {
    var parts = [
      ("export", exportHash), ("mapping", request.mapping.hash.hex),
      ("version of replant", "\(RunState.form)"),
    ]
    if request.isFromRejects { parts.append(("--from-rejects", "yes")) }
    if request.isNowGiven { parts.append(("--now", "\(request.now.microseconds)")) }
    if let known = request.knownRejects { parts.append(("--known-rejects", known.hash.hex)) }
    return Fingerprint(parts)
  }

  /// Of what the files hold and where it belongs, whatever they are called.
  private var exportHash: String {
    var bytes: [UInt8] = []
    for (source, file) in zip(report.sources, request.exports) {
      bytes += source.hash?.bytes ?? []
      for key in file.mount { bytes += [0x2F] + key }
      bytes.append(0)
    }
    return Hash128(of: bytes).hex
  }

  func state(rejects: RejectsMark?) -> RunState {
    RunState(
      command: asked, now: machinery?.environment.now ?? request.now, report: report,
      refusal: refusal, rejects: rejects, rules: request.mapping.rules, histories: histories)
  }

  func checkpoint() throws(RunStop) {
    guard let reached, resumption?.ending == nil else { return }
    let mark: RejectsMark?
    do throws(TargetFault) {
      mark = try request.rejects.mark()
    } catch {
      throw .rejects(error)
    }
    do throws(SinkFailure) {
      try request.sink.checkpoint(
        Checkpoint(position: reached, state: state(rejects: mark).bytes),
        feed?.indexes.map(\.asked) ?? [])
    } catch {
      throw .target(error.fault)
    }
    deliveries = []
    report.canContinue = request.sink.canContinue
  }

  /// Takes up what records have asked for already.
  func restore(_ rows: [SharedRowSet]) throws(RunStop) {
    #if REPLANT_MUTANTS
      if Mutant.present == .lostRows { return }
    #endif
    do throws(SinkFailure) {
      try request.sink.restore(rows)
    } catch {
      throw .target(error.fault)
    }
  }

  /// Leaves the target so that the same command can go on, where that leads anywhere.
  func leave(_ stop: RunStop) {
    switch stop {
    case .interrupted, .unreadable: try? checkpoint()
    case .tooManyRejects:
      // The same command would stop at the same place.
      return takeBack(request.sink.abandon(forgetting: true))
    default: break
    }
    takeBack(request.sink.abandon(forgetting: false))
  }

  /// Notes that the outcome has been told. That the target cannot is no fault: the next run begins with telling it again.
  func close(isTold: Bool) {
    if !isTold || (try? request.sink.settle()) == nil { request.sink.abandon(forgetting: false) }
  }
}

extension TargetFault {
  /// What an unfinished run has written is not there any more.
  package static func lostFile(_ file: String) -> TargetFault {
    TargetFault(
      .refused, action: "continue the unfinished run with", target: file,
      reason: "the file is not as that run left it",
      advice: "Start over with --fresh.")
  }

  static func unreadableState(_ url: String) -> TargetFault {
    TargetFault(
      .refused, action: "continue the unfinished run in", target: url,
      reason: "what it has counted cannot be read",
      advice: "Start over with --fresh.")
  }
}
