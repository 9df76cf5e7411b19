import Pipeline

/// A line every ten seconds, for logs: no control characters, and nothing at all for a short run.
final class PlainProgress: ProgressDisplay {
  private static let interval = 10.0

  private let clock: Stopwatch
  private let output: (String) -> Void
  private var text = ProgressText()
  private var lastTime: Double

  init(clock: @escaping Stopwatch, output: @escaping (String) -> Void) {
    self.clock = clock
    self.output = output
    lastTime = clock()
  }

  func update(_ progress: Progress) {
    let time = clock()
    text.note(progress, at: time)
    guard time - lastTime >= Self.interval else { return }
    lastTime = time
    output(text.parts(progress, at: time).joined(separator: ", ") + "\n")
  }

  func end() {}
}
