import Pipeline

/// Progress as lines of `--json`: one a second, and the first and the last of each phase.
final class EventProgress: ProgressDisplay {
  private static let interval = 1.0

  private let clock: Stopwatch
  private let write: (Progress) -> Void
  private var lastTime = 0.0
  private var phase: Progress.Phase?
  /// What has not been written yet, because it came too early.
  private var pending: Progress?

  init(clock: @escaping Stopwatch, write: @escaping (Progress) -> Void) {
    self.clock = clock
    self.write = write
  }

  func update(_ progress: Progress) {
    let time = clock()
    if progress.phase != phase {
      end()
    } else if time - lastTime < Self.interval {
      pending = progress
      return
    }
    phase = progress.phase
    lastTime = time
    pending = nil
    write(progress)
  }

  func end() {
    if let pending { write(pending) }
    pending = nil
  }
}
