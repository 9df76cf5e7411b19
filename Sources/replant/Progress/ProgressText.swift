import Pipeline

/// What there is to say of a run under way, the most important first:
///
///     writing   42%   271 MB of 644 MB   1 204 332 records   153 MB/s   2 s left
///
/// Rate and time left are those of the phase, which starts anew with each phase.
struct ProgressText {
  private var phase: Progress.Phase?
  private var started = 0.0

  /// The parts, as far as they are known.
  mutating func parts(_ progress: Progress, at time: Double) -> [String] {
    if phase != progress.phase {
      phase = progress.phase
      started = time
    }
    var parts = [Self.name(progress.phase)]
    if let total = progress.total, total > 0 {
      parts.append("\(min(100, progress.done * 100 / total))%")
      parts.append("\(Quantity.bytes(progress.done)) of \(Quantity.bytes(total))")
    } else if progress.done > 0 {
      parts.append(Quantity.bytes(progress.done))
    }
    if progress.records > 0 { parts.append(Quantity.count(progress.records, "record")) }
    let elapsed = time - started
    // A rate out of a moment means nothing.
    if elapsed >= 0.5, progress.done > 0 {
      let rate = Double(progress.done) / elapsed
      parts.append(Quantity.bytes(Int(rate)) + "/s")
      if let total = progress.total, total > progress.done {
        let left = (Double(total - progress.done) / rate).rounded(.up)
        parts.append((left < 60 ? "\(Int(left)) s" : Quantity.duration(left)) + " left")
      }
    }
    return parts
  }

  private static func name(_ phase: Progress.Phase) -> String {
    switch phase {
    case .scanning: "scanning"
    case .writing: "writing"
    case .finishing: "finishing"
    }
  }
}
