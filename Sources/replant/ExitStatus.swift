/// How the command ends (contract 4). Scripts rely on the numbers.
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  case failed = 1
  case usage = 2
  case rejected = 3
  case stopped = 4
  case differences = 5
  case refused = 6
  case unreadable = 7
  case targetFailed = 8
  case changes = 10
  case interrupted = 130
  case terminated = 143

  /// For help: a table row.
  var meaning: String {
    switch self {
    case .done: "done; also when there was nothing to do"
    case .failed: "failed unexpectedly; the message says what is safe"
    case .usage: "usage or mapping error, or a path that is not in the export"
    case .rejected: "finished, some records rejected"
    case .stopped: "stopped: more rejects than allowed"
    case .differences: "differences found"
    case .refused: "refused, to keep documents safe; the message says why"
    case .unreadable: "the export cannot be read: missing, cut off, not JSON, damaged gzip"
    case .targetFailed: "the target failed; run again to continue"
    case .changes: "there are changes"
    case .interrupted: "interrupted (Ctrl-C); run again to continue"
    case .terminated: "terminated; run again to continue"
    }
  }

  /// Those that some command of this version ends with.
  static var used: [ExitStatus] {
    allCases.filter { status in Command.all.contains { $0.statuses.contains(status) } }
  }

  /// Of several, the first of these is the one to tell.
  private static let order: [ExitStatus] = [
    .usage, .unreadable, .targetFailed, .failed, .interrupted, .terminated, .stopped, .refused,
    .differences, .rejected, .changes, .done,
  ]

  func combined(with other: ExitStatus) -> ExitStatus {
    Self.order.first { $0 == self || $0 == other } ?? self
  }
}
