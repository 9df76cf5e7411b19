import Pipeline

/// One line of the terminal, written over at most five times a second.
///
/// What does not fit is left out from the right, part by part: a line that wraps could not be written over.
final class TerminalProgress: ProgressDisplay {
  private static let interval = 0.2
  /// Narrower than this, the most important alone fills a line.
  private static let narrow = 40

  private let clock: Stopwatch
  private let width: () -> Int
  private let output: (String) -> Void
  private var text = ProgressText()
  private var lastTime: Double?
  private var lastPhase: Progress.Phase?

  init(clock: @escaping Stopwatch, width: @escaping () -> Int, output: @escaping (String) -> Void) {
    self.clock = clock
    self.width = width
    self.output = output
  }

  func update(_ progress: Progress) {
    let time = clock()
    text.note(progress, at: time)
    if let lastTime, time - lastTime < Self.interval, lastPhase == progress.phase { return }
    lastTime = time
    lastPhase = progress.phase
    // The last cell stays free: some terminals wrap as soon as it is filled.
    let room = max(0, width() - 1)
    var line = ""
    for part in text.parts(progress, at: time, isNarrow: room < Self.narrow) {
      let longer = line.isEmpty ? part : line + "   " + part
      if longer.displayWidth > room { break }
      line = longer
    }
    output("\r\u{1b}[K" + line)
  }

  func end() {
    if lastTime != nil { output("\r\u{1b}[K") }
  }
}
