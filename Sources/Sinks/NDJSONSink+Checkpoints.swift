import Interop
import Pipeline

extension NDJSONSink {
  private static let enoughBytes = 64 << 20
  static let enoughBatches = 64

  /// Not while nothing has changed: a run that only finds that all is as it was leaves the ledger's file alone.
  package var isCheckpointDue: Bool {
    run?.ledger.hasWritten == true
      && (pending >= Self.enoughBytes || commits >= Self.enoughBatches)
  }

  /// Whether there is something to keep.
  var isWorthRecording: Bool { run?.ledger.hasWritten == true || isAlwaysRecorded }

  package func hasChanges(removing removal: Removal?) throws(SinkFailure) -> Bool {
    guard let run, !hasFailed else { return false }
    if entry != nil || isWorthRecording { return true }
    return try failing { () throws(DatabaseFault) in try run.ledger.removesSome(removal) }
  }

  package func checkpoint(
    _ checkpoint: Checkpoint, _ rows: [SharedRowSet]
  ) throws(SinkFailure) {
    guard let run, !hasFailed, isWorthRecording, let fingerprint = run.fingerprint else {
      return
    }
    let entry = RunRecord.Entry(
      checkpoint: checkpoint, fingerprint: fingerprint, firstNewSlot: run.ledger.firstNewSlot)
    #if REPLANT_MUTANTS
      if Mutant.present == .positionFirst { try save(entry, rows, run) }
    #endif
    try failing { () throws(SystemFault) in
      for file in run.files.byModel.values { try file.sync() }
      try Folder.sync(folder)
    }
    try save(entry, rows, run)
    self.entry = entry
    pending = 0
    commits = 0
    keepsWhatItCreated()
  }

  private func save(
    _ entry: RunRecord.Entry, _ rows: [SharedRowSet], _ run: Run
  ) throws(SinkFailure) {
    mayHaveSaved = true
    try failing { () throws(DatabaseFault) in
      try run.progress.record.save(entry)
      try run.progress.record.saveSeen(run.ledger)
      try run.progress.record.save(rows)
      try run.progress.save(run.files.left)
      try run.ledger.saveSlots()
      try run.database.execute("COMMIT; BEGIN EXCLUSIVE")
    }
  }

  package func restore(_ rows: [SharedRowSet]) throws(SinkFailure) {
    try stopping { () throws(DatabaseFault) in try run?.progress.record.restore(rows) }
  }

  /// Takes up the mapping's last run where this one is of the same plan.
  func goOn(_ last: RunRecord.Entry, _ run: Run) throws(SinkFailure) -> Checkpoint? {
    switch last.checkpoint.phase {
    case .complete:
      let stamp: [UInt8] = try stopping { () throws(SystemFault) in
        try run.progress.stamp(run.models)
      }
      return stamp == last.stamp ? last.checkpoint : nil
    case .delivered: break
    case .running:
      run.ledger.goOn(from: last.firstNewSlot)
      try stopping { () throws(DatabaseFault) in try run.progress.record.restoreSeen(run.ledger) }
      let left = try stopping { () throws(DatabaseFault) in try run.progress.left() }
      for file in left {
        let isThere = try stopping { () throws(SystemFault) in
          try run.files.goOn(file.model, named: file.name, length: file.length)
        }
        if !isThere { throw .stop(.lostFile("\(folder)/\(NDJSONFileName.partial(file.name))")) }
      }
    }
    entry = last
    mayHaveSaved = true
    return last.checkpoint
  }

  /// Tells whether the files are still those that this run has left.
  package func settle() throws(SinkFailure) {
    guard entry?.checkpoint.phase == .delivered else { return abandonUnchanged() }
    try complete()
    try close()
  }

  private func complete() throws(SinkFailure) {
    guard let run, var entry else { return }
    entry.checkpoint.phase = .complete
    entry.stamp = try stopping { () throws(SystemFault) in try run.progress.stamp(run.models)
    }
    try stopping { () throws(DatabaseFault) in
      if !run.database.isInTransaction { try run.database.execute("BEGIN EXCLUSIVE") }
      try run.progress.record.save(entry)
      try run.progress.save([])
      try run.database.execute("COMMIT")
    }
  }
}

extension PartialFiles {
  var left: [NDJSONProgress.Left] {
    byModel.map { model, file in
      NDJSONProgress.Left(name: file.name, model: model, length: file.length)
    }
  }
}
