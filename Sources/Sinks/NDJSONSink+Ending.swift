import Interop
import Pipeline

extension NDJSONSink {
  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    do throws(SinkFailure) {
      return try conclude(removal, state)
    } catch {
      hasFailed = true
      throw error
    }
  }

  private func conclude(
    _ removal: Removal?, _ state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    guard let run, !hasFailed else {
      preconditionFailure("finish comes after begin, without a failure")
    }
    var leftovers = try stopping { () throws(DatabaseFault) in
      try run.ledger.leftovers(removing: removal)
    }
    try writeAside(run)
    // Collections that the mapping no longer has: their files change, too, if documents of theirs go.
    if leftovers.removing.count > 0 {
      for model in leftovers.byModel.keys.sorted() { _ = try file(model, run) }
    }
    let carryOver = CarryOver(ledger: run.ledger, aside: run.aside)
    for (model, file) in run.files.byModel {
      // The same bytes as before: nothing stands there that would have to be carried over.
      if leftovers.byModel[model, default: 0] == 0, try isSettled(file) { continue }
      try carryOver.append(linesOf: file.path, to: file, model: model, &leftovers)
    }
    let (changed, equal) = try stopping { () throws(SystemFault) in try complete(run.files) }
    let ending = Ending(
      stale: leftovers.stale, removed: leftovers.removed, heldBack: leftovers.heldBack,
      written: changed.map(\.path))
    let fingerprint = isWorthRecording ? run.fingerprint : nil
    mayHaveSaved = mayHaveSaved || fingerprint != nil
    try stopping { () throws(DatabaseFault) in
      try run.ledger.saveSlots()
      if let fingerprint {
        let delivered = RunRecord.Entry(
          checkpoint: Checkpoint(
            phase: .delivered, position: .start, state: state, ending: ending),
          fingerprint: fingerprint, firstNewSlot: run.ledger.firstNewSlot)
        let names = Set(changed.map(\.name))
        try run.progress.close(
          delivered, publishing: run.files.left.filter { names.contains($0.name) })
        entry = delivered
      } else {
        try HeldAside.forget(run.database)
      }
      try run.database.execute("COMMIT")
    }
    keepsWhatItCreated()
    // Not before: the run that continues from the last checkpoint would miss them.
    for file in equal { file.drop() }
    try stopping { () throws(SystemFault) in
      for file in changed { try file.publish() }
      if !changed.isEmpty { try Folder.sync(folder) }
    }
    return ending
  }

  /// Documents that several rules may have made come behind those of single records.
  private func writeAside(_ run: Run) throws(SinkFailure) {
    try run.aside?.forEachLine { (line, model) throws(SinkFailure) in
      let file = try file(model, run)
      try stopping { () throws(SystemFault) in try file.append(line.span) }
    }
    try stopping { () throws(DatabaseFault) in try run.ledger.removeStrangers() }
  }

  /// The ledger and the folder are not to go any more if the run is abandoned.
  func keepsWhatItCreated() { (hasCreatedState, hasCreatedFolder) = (false, false) }

  private func isSettled(_ file: PartialFile) throws(SinkFailure) -> Bool {
    if rewrites { return false }
    return try stopping { () throws(SystemFault) in
      try file.suspend()
      return try file.equalsPublished()
    }
  }

  /// Completes all files before the first appears, and makes sure that each can.
  ///
  /// - Returns: The files that are new or different, and the others.
  private func complete(
    _ files: PartialFiles
  ) throws(SystemFault) -> (changed: [PartialFile], equal: [PartialFile]) {
    var changed: [PartialFile] = []
    var equal: [PartialFile] = []
    for file in files.byModel.values.sorted(by: { $0.path < $1.path }) {
      try file.suspend()
      let isEqual = rewrites ? false : try file.equalsPublished()
      if isEqual {
        equal.append(file)
      } else {
        try file.complete()
        changed.append(file)
      }
    }
    for file in changed { try NDJSONPlace.requireNoFolder(file.path) }
    return (changed, equal)
  }

  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder {
    if let run, run.database.isInTransaction { try? run.database.execute("ROLLBACK") }
    if !mayHaveSaved {
      abandonUnchanged()
      return .nothing
    }
    if forgetting, (try? takeBack()) != nil {
      run?.files.dropAll()
      try? close()
      return .nothing
    }
    run?.files.leave()
    try? close()
    return .untilCheckpoint
  }

  /// Leaves everything as it was before the run.
  func abandonUnchanged() {
    guard let run else { return }
    run.files.dropAll()
    if run.database.isInTransaction { try? run.database.execute("ROLLBACK") }
    if hasCreatedFolder { try? Folder.remove(folder) }
    if hasCreatedState { try? Database.remove(statePath) }
    try? close()
  }

  private func takeBack() throws(DatabaseFault) {
    guard let run, let entry, entry.checkpoint.phase == .running else { return }
    try run.database.execute("BEGIN EXCLUSIVE")
    try run.progress.undo.takeBack(firstNewSlot: entry.firstNewSlot)
    try run.progress.record.forget()
    try run.progress.save([])
    try HeldAside.forget(run.database)
    try run.database.execute("COMMIT")
  }

  func close() throws(SinkFailure) {
    guard let database = run?.database else { return }
    // Its statements go with it.
    run = nil
    defer { unlock() }
    try stopping { () throws(DatabaseFault) in try database.close() }
  }
}
