import JSONTree

extension Worker {
  /// Judges what the target does not take: after unknown fields, before collisions (contract 2.6).
  ///
  /// The data are measured only of a record that has passed so far: that of another is not complete.
  mutating func checkLimits(_ record: inout RecordInHand, data: Batch.Slice) {
    guard let limits = limitCheck?.limits else { return }
    let name = DocumentName(path: target.bytes)
    let faults = name.faults(limits)
    let isComplete = !record.isRefused
    for fault in faults { refuse(&record, fault) }
    guard isComplete else { return }
    limitCheck?.measure(output[data.range], types: typeNotes.bytes, of: name)
    guard let check = limitCheck else { return }
    for fault in check.faults { refuse(&record, fault) }
    if record.isRefused { return }
    let id = target[idStart..<target.count]
    tally.limits.count(
      check, path: target.bytes, isPushID: PushID.time(id, now: scope.environment.now) != nil)
  }
}
