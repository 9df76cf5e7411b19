import Pipeline

/// What the user asked for, decoded: operands as given, options with their defaults.
struct Invocation: Sendable, Equatable {
  var operands: [String] = []
  /// Each `--to`, as written.
  var targets: [String] = []
  /// `--mount`, as written.
  var mount: String?
  var reportFolder: String?
  /// EXPORT is a rejects file.
  var isFromRejects = false
  var maxRejects: RejectLimit?
  /// The rejects file of an earlier run.
  var knownRejects: String?
  var stateFile: String?
  /// What a sync may remove; nil where nothing was said.
  var maxDelete: Allowance?
  /// Whether a plan is that of a sync.
  var isSync = false
  /// Equal documents are written again.
  var rewrites = false
  /// Whether an unfinished run is given up.
  var startsOver = false
  /// Nil: as many as the machine has cores.
  var workers: Int?
  /// Documents a batch.
  var batch = 500
  var now: Timestamp?
  var progress = ProgressChoice.auto
  var isQuiet = false
  /// Whether standard output gets lines for programs.
  var isJSON = false
  /// Whether a plan with changes has an exit status of its own.
  var hasDetailedExitCode = false
}

/// What `--progress` may be: `auto` is a moving line on a terminal and `plain` elsewhere.
enum ProgressChoice: String, Sendable, CaseIterable {
  case auto, plain, none
}
