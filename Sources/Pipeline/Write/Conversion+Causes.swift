/// Why documents change.
extension Conversion {
  /// Compares the rules with those of the last run into the target.
  func learnHistories() {
    guard let state = request.sink.lastState, let last = try? RunState(state) else { return }
    histories = request.mapping.rules.map { RuleHistory($0, in: last.rules) }
  }

  /// Documents that are gone, of a collection by its index in the plan; −1 for one that the mapping no longer has, or
  /// whose id comes from data.
  func explain(removed count: Int, of collection: Int) {
    let owners = plans.indices.filter { plans[$0].rule.target.collection == collection }
    let changed = owners.first { histories[$0] != .same } ?? owners.first
    if let rule = changed {
      histories[rule].ofPresence.map { report.rules[rule].tally.causes[keyPath: $0] += count }
    } else if histories.contains(.otherID) {
      report.elsewhereCauses.idRule += count
    } else {
      report.elsewhereCauses.mapping += count
    }
  }
}
