import Pipeline

/// An observer that can be told that nothing more comes.
protocol ProgressDisplay: ProgressObserver {
  /// Leaves the terminal as if nothing had been shown.
  func end()
}

/// `--progress none`.
final class NoProgress: ProgressDisplay {
  func update(_ progress: Progress) {}
  func end() {}
}

extension ProgressChoice {
  /// The display for a standard error that is, or is not, a terminal whose lines can be written over; or for the lines of
  /// `--json`, and then standard error has none.
  func display(isTerminal: Bool, lines: EventLines? = nil) -> any ProgressDisplay {
    if let lines, self != .none {
      return EventProgress(clock: SystemTime.monotonic, write: lines.progress)
    }
    return switch self {
    case .none: NoProgress()
    case .auto where isTerminal:
      TerminalProgress(
        clock: SystemTime.monotonic, width: { Console.errorWidth ?? 80 }, output: Console.tell)
    case .auto, .plain: PlainProgress(clock: SystemTime.monotonic, output: Console.tell)
    }
  }
}
