/// A time zone of the IANA database: how far its clocks are from UTC at every instant.
///
///     Europe/Berlin
///     …  2025-10-26T01:00Z  +1 h     the table of transitions, as far as the file has them
///     CET-1CEST,M3.5.0,M10.5.0/3     the rule for all times behind
///
/// Never the machine's zone: a mapping gives the same documents everywhere.
package struct Zone: Sendable {
  /// When clocks change, in seconds since 1970, ascending.
  let transitions: [Int]
  /// Seconds east of Greenwich before the first transition and from each one on: one more than `transitions`.
  let offsets: [Int]
  /// From the last transition on; nil where its offset stays for ever.
  let rule: ZoneRule?

  package static let utc = Zone(transitions: [], offsets: [0], rule: nil)

  init(transitions: [Int], offsets: [Int], rule: ZoneRule?) {
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
  }

  /// Seconds east of Greenwich at an instant, given in seconds since 1970.
  func offset(at second: Int) -> Int {
    let index = period(of: second)
    if index == transitions.count, let rule { return rule.offset(at: second) }
    return offsets[index]
  }

  /// How many transitions lie at or before an instant.
  private func period(of second: Int) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The instant at which clocks show a time, given as if it were UTC: of two the earlier; nil if they never do.
  func instant(ofLocal local: Int) -> Int? {
    // Clocks have never been 16 hours off, so the offset is one of those in use in this window.
    let window = 16 * 3600
    var best: Int?
    func consider(_ offset: Int) {
      let instant = local - offset
      if self.offset(at: instant) == offset, instant < best ?? .max { best = instant }
    }
    var index = period(of: local - window)
    while index < transitions.count, transitions[index] <= local + window {
      consider(offsets[index])
      index += 1
    }
    // Two changes of a rule lie further apart than the window.
    consider(offset(at: local - window))
    consider(offset(at: local + window))
    return best
  }
}
