import Pipeline

extension Option {
  /// Those of this version, in the order of the help. A new option is an entry here.
  static let all: [Option] = [
    to, mount, fromRejects, sync, maxDelete, report, maxRejects, knownRejects, fresh, rewrite,
    state, workers, batch, now, progress, quiet, json, detailedExitCode,
  ]

  /// Those that the contract has and this version does not.
  static let later = [
    "sample", "rebuild", "all", "max-writes", "write-mapping", "depth", "show-values", "yes",
    "where", "order-by", "limit", "as",
  ]

  private static let to = Option(
    name: "to", value: .target("URL"),
    help: "Where documents go; see targets. Several: all in one pass.",
    commands: ["run", "sync", "plan"], isRequired: true, isRepeatable: true
  ) { (value, invocation) throws(UsageError) in
    if invocation.targets.contains(value) { throw .targetTwice(value) }
    invocation.targets.append(value)
  }

  private static let mount = Option(
    name: "mount", value: .text("PATH"),
    help: "Each EXPORT is the value at this path of the tree, but for those given as FILE@/path.",
    fallback: "an EXPORT is the whole tree", commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in invocation.mount = value }

  private static let report = Option(
    name: "report", value: .folder("DIR"),
    help:
      "Write report.json, report.html, junit.xml, summary.md and rejects.ndjson there, whatever the outcome. Without it, "
      + "run writes rejects.ndjson beside the target if records are rejected.",
    commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in invocation.reportFolder = value }

  private static let fromRejects = Option(
    name: "from-rejects", value: nil,
    help:
      "EXPORT is the rejects.ndjson of an earlier run, repaired; its records come with their joined parts.",
    commands: ["run", "plan"]
  ) { (_, invocation) throws(UsageError) in invocation.isFromRejects = true }

  private static let sync = Option(
    name: "sync", value: nil, help: "The plan of a sync: tell what it would remove, too.",
    commands: ["plan"]
  ) { (_, invocation) throws(UsageError) in invocation.isSync = true }

  private static let maxDelete = Option(
    name: "max-delete", value: .text("N|P%"),
    help: "Documents that a sync may remove of each collection; only 100% may leave one empty.",
    fallback: "20 or 10%, whichever is more", commands: ["sync", "plan"]
  ) { (value, invocation) throws(UsageError) in
    guard let allowance = Allowance(value) else {
      throw .badValue(
        option: "max-delete", value: value, expected: "a number or a percentage like 2.5%")
    }
    invocation.maxDelete = allowance
  }

  private static let fresh = Option(
    name: "fresh", value: nil, help: "Forget an unfinished run, and start over.",
    commands: ["run", "sync"]
  ) { (_, invocation) throws(UsageError) in invocation.startsOver = true }

  private static let rewrite = Option(
    name: "rewrite", value: nil,
    help: "Write every document again, also those that are as they were.",
    commands: ["run", "sync"]
  ) { (_, invocation) throws(UsageError) in invocation.rewrites = true }

  private static let maxRejects = Option(
    name: "max-rejects", value: .text("N|P%"),
    help: "Stop when more records are rejected; a percentage is of those read so far, from 100 on.",
    fallback: "never", commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in
    guard let limit = RejectLimit(value) else {
      throw .badValue(
        option: "max-rejects", value: value, expected: "a number or a percentage like 2.5%")
    }
    invocation.maxRejects = limit
  }

  private static let knownRejects = Option(
    name: "known-rejects", value: .file("FILE"),
    help:
      "Rejects of an earlier run: the same record with the same code and value is no reason for status 3.",
    commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in
    if value == "-" {
      throw .badValue(option: "known-rejects", value: value, expected: "a file")
    }
    invocation.knownRejects = value
  }

  private static let state = Option(
    name: "state", value: .file("FILE"),
    help: "Where to remember what was delivered.",
    fallback: "inside an SQLite database, beside an NDJSON folder",
    commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in invocation.stateFile = value }

  private static let workers = Option(
    name: "workers", value: .text("N"), help: "Records are worked on by so many threads, 1 to 256.",
    fallback: "all cores", commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in
    invocation.workers = try number(value, of: "workers", in: 1...256)
  }

  private static let batch = Option(
    name: "batch", value: .text("N"), help: "Documents committed at a time, 1 to 100000.",
    fallback: "500",
    commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in
    invocation.batch = try number(value, of: "batch", in: 1...100_000)
  }

  private static let now = Option(
    name: "now", value: .text("TIME"),
    help: "The value of $now in expressions, with a zone: 2019-01-01T00:00:00Z.",
    fallback: "when the run started; in tests of a mapping \(TestRun.defaultNow)",
    commands: ["run", "sync", "plan", "check"]
  ) { (value, invocation) throws(UsageError) in
    guard let time = Timestamp(rfc3339: value) else {
      throw .badValue(option: "now", value: value, expected: "a time like 2019-01-01T00:00:00Z")
    }
    invocation.now = time
  }

  private static let progress = Option(
    name: "progress", value: .words { ProgressChoice.allCases.map(\.rawValue) },
    help: "auto: a moving line on a terminal, else plain. plain: a line every ten seconds.",
    fallback: "auto", commands: ["run", "sync", "plan"]
  ) { (value, invocation) throws(UsageError) in
    guard let choice = ProgressChoice(rawValue: value) else {
      throw .badValue(option: "progress", value: value, expected: "auto, plain or none")
    }
    invocation.progress = choice
  }

  private static let quiet = Option(
    name: "quiet", value: nil, help: "No progress and no summary, only errors.",
    commands: ["run", "sync", "plan", "check"]
  ) { (_, invocation) throws(UsageError) in invocation.isQuiet = true }

  private static let json = Option(
    name: "json", value: nil,
    help: "On standard output one JSON object a line: progress and the report, or faults.",
    commands: ["run", "sync", "plan", "check"]
  ) { (_, invocation) throws(UsageError) in invocation.isJSON = true }

  private static let detailedExitCode = Option(
    name: "detailed-exitcode", value: nil,
    help: "Exit with 10 if a run would create, modify or remove documents.", commands: ["plan"]
  ) { (_, invocation) throws(UsageError) in invocation.hasDetailedExitCode = true }

  private static func number(
    _ text: String, of option: String, in range: ClosedRange<Int>
  ) throws(UsageError) -> Int {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      throw .badValue(
        option: option, value: text,
        expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
