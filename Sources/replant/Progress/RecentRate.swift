/// How fast something grows now: the mean over the last ten seconds.
///
///     second   0    10    20    30          a disk that slows down at 10
///     done     0   900  1000  1100
///     rate         90     10    10          the mean of all would say 90, 50, 37
///
/// Ten seconds are long enough that work which arrives in jerks looks even, and short enough that a slow disk shows, and
/// is forgotten soon after it has recovered. Where nothing was noted for longer, the rate is that since the last note.
struct RecentRate {
  private static let window = 10.0
  /// Closer together than this, notes tell nothing new.
  private static let step = 0.25
  /// A rate out of a shorter time means nothing.
  private static let least = 0.5

  /// Oldest first; the first is the newest that is a window old, if one is.
  private var notes: [(time: Double, done: Int)] = []

  var kept: Int { notes.count }

  mutating func note(_ done: Int, at time: Double) {
    if let last = notes.last, time - last.time < Self.step { return }
    notes.append((time, done))
    while notes.count > 1, notes[1].time <= time - Self.window { notes.removeFirst() }
  }

  /// A second; nil if it cannot be told.
  func rate(_ done: Int, at time: Double) -> Double? {
    guard let first = notes.first, time - first.time >= Self.least, done > first.done else {
      return nil
    }
    return Double(done - first.done) / (time - first.time)
  }
}
