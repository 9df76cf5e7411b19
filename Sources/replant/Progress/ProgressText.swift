import Pipeline

/// What there is to say of a run under way, the most important first:
///
///     writing (2 of 2)   42%   3 s left   271 MB of 644 MB   136 MB/s   1 204 332 records
///
/// Time left is that of the run where it can be told: while writing. Before that nobody knows how fast this target and
/// these rules will be, nor how much of the export they read, so that while scanning it is only the time "left to scan".
/// What a target does at the very end (`finishing`) has no measure; it is no phase of the count.
struct ProgressText {
  private var phase: Progress.Phase?
  private var recent = RecentRate()

  /// To be told of everything, so that rates are right; cheap.
  mutating func note(_ progress: Progress, at time: Double) {
    if phase != progress.phase {
      phase = progress.phase
      recent = RecentRate()
    }
    recent.note(progress.done, at: time)
  }

  /// The parts, as far as they are known. On a narrow terminal the count of phases is left out: what is behind it says
  /// more.
  func parts(_ progress: Progress, at time: Double, isNarrow: Bool = false) -> [String] {
    var parts = [isNarrow ? progress.phase.rawValue : Self.name(progress.phase)]
    let rate = recent.rate(progress.done, at: time)
    if let total = progress.total, total > 0 {
      parts.append("\(min(100, progress.done * 100 / total))%")
      if let rate, total > progress.done {
        let left = (Double(total - progress.done) / rate).rounded(.up)
        let text = left < 60 ? "\(Int(left)) s" : Quantity.duration(left)
        parts.append(text + (progress.phase == .scanning ? " left to scan" : " left"))
      }
      parts.append("\(Quantity.bytes(progress.done)) of \(Quantity.bytes(total))")
    } else if progress.done > 0 {
      parts.append(Quantity.bytes(progress.done))
    }
    if let rate { parts.append(Quantity.bytes(Int(rate)) + "/s") }
    if progress.records > 0 { parts.append(Quantity.count(progress.records, "record")) }
    return parts
  }

  private static func name(_ phase: Progress.Phase) -> String {
    switch phase {
    case .scanning: "scanning (1 of 2)"
    case .writing: "writing (2 of 2)"
    case .finishing: "finishing"
    }
  }
}
