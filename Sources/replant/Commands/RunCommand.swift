import Interop
import Pipeline
import Sinks

/// `replant run`: reads the export, makes documents and writes them.
enum RunCommand {
  static let entry = Command(
    name: "run",
    summary: "make documents of an export and write them; run it again to update",
    operands: [
      .init(value: .file("MAPPING"), help: "The mapping file (JSON5)."),
      .init(
        value: .file("EXPORT"),
        help:
          "JSON of the database, plain or gzip; - is standard input. Several make one tree. FILE@/path is the "
          + "value at a path; a folder is an export of the emulator.",
        isRepeated: true),
    ],
    details: [
      "Documents that are already there and equal are left alone. Records that cannot become a valid "
        + "document are set aside with the reason, and the others go in. Nothing is ever removed."
    ],
    examples: [
      "replant run news.json export.json --to sqlite:news.db",
      "replant run news.json backup.json.gz --to ndjson:out --report report",
      "replant run news.json users.json@/users rest.json --to sqlite:news.db",
      "replant run news.json repaired.ndjson --from-rejects --to sqlite:news.db",
      "gunzip -c backup.json.gz | replant run news.json - --to ndjson:- | head",
    ],
    statuses: [
      .done, .failed, .usage, .rejected, .stopped, .refused, .unreadable, .targetFailed,
      .interrupted,
      .terminated,
    ],
    run: { run($0, as: "run", isPlan: false) })

  /// Runs or, with `isPlan`, tells what a run would do.
  static func run(_ invocation: Invocation, as command: String, isPlan: Bool) -> ExitStatus {
    guard let target = TargetChoice(invocation.targets, isPlan: isPlan),
      let mapping = invocation.operands.first
    else { return .usage }
    let url = target.url
    let lines = invocation.isJSON ? EventLines() : nil
    let exports = exports(invocation)
    let rereads = rereadsRejects(invocation, exports, target)
    if let input = endangered(invocation, exports, target, rereads) {
      let message =
        "the \(command) would write over its input \(input.visible)\n"
        + "  Nothing was read or written. Give another --to or --report."
      return refuse(message, .usage, lines)
    }
    let folder: ReportFolder?
    let rejects: any RejectWriter
    do {
      folder = try invocation.reportFolder.map { try ReportFolder($0) }
      rejects = try rejectWriter(folder, target, rereads)
    } catch {
      return refuse("\(error)".visibleLines + "\n  Nothing was read or written.", .failed, lines)
    }
    let outcome = RunOutcome(
      target: target, folder: folder, rejects: rejects as? RejectsFile, invocation: invocation,
      lines: lines)
    do throws(MappingProblem) {
      let (mapping, plan) = try MappingFile.compile(mapping)
      switch exports {
      case .success(let exports):
        return perform(invocation, command, mapping, plan, exports, target, rejects, outcome)
      case .failure(let problem):
        return outcome.tell(failure(command, url, problem, of: mapping)).status
      }
    } catch {
      return outcome.tell(failure(command, url, error.message)).status
    }
  }

  /// Ends a run of which there is no report.
  private static func refuse(
    _ message: String, _ status: ExitStatus, _ lines: EventLines?
  ) -> ExitStatus {
    Console.tell("error: \(message)\n")
    return lines?.fail(message, status) ?? status
  }

  /// A plan touches nothing but the report folder, and there no rejects that it reads: the repaired ones of them
  /// are in no target yet.
  private static func rejectWriter(
    _ folder: ReportFolder?, _ target: TargetChoice, _ rereads: Bool
  ) throws -> any RejectWriter {
    if target.isPlan, rereads || folder == nil { return UnwrittenRejects() }
    guard let folder else {
      return RejectsFile(besideTargetIn: target.rejectsFolder, isReread: rereads)
    }
    let rejects = RejectsFile(reportFolder: folder.path, isReread: rereads)
    try rejects.requireRoom()
    return rejects
  }

  /// Whether the run reads the file that its rejects would go to.
  private static func rereadsRejects(
    _ invocation: Invocation, _ exports: Result<[ExportFile], ExportProblem>,
    _ target: TargetChoice
  ) -> Bool {
    guard invocation.isFromRejects, case .success(let files) = exports, let file = files.first
    else { return false }
    return InputGuard.isRejectsFile(
      file.path, target: target, reportFolder: invocation.reportFolder)
  }

  private static func endangered(
    _ invocation: Invocation, _ exports: Result<[ExportFile], ExportProblem>,
    _ target: TargetChoice, _ rereads: Bool
  ) -> String? {
    let known = invocation.knownRejects.map { [$0] } ?? []
    return InputGuard.endangered(
      inputs: Array(invocation.operands.prefix(1)) + known, target: target,
      reportFolder: invocation.reportFolder)
      ?? InputGuard.endangered(
        inputs: files(invocation, exports), target: target, reportFolder: invocation.reportFolder,
        sparesRejects: rereads)
  }

  private static func exports(_ invocation: Invocation) -> Result<[ExportFile], ExportProblem> {
    Result { () throws(ExportProblem) in
      if invocation.isFromRejects, invocation.operands.count > 2 || invocation.mount != nil {
        throw .notOneRejectsFile
      }
      return try ExportFile.resolve(Array(invocation.operands.dropFirst()), mount: invocation.mount)
    }
  }

  /// The files of the export; where they are not known, what was given for them.
  private static func files(
    _ invocation: Invocation, _ exports: Result<[ExportFile], ExportProblem>
  ) -> [String] {
    guard case .success(let files) = exports else { return Array(invocation.operands.dropFirst()) }
    return files.map(\.path)
  }

  private static func perform(
    _ invocation: Invocation, _ command: String, _ mapping: CompiledMapping, _ plan: Plan,
    _ exports: [ExportFile], _ target: TargetChoice, _ rejects: any RejectWriter,
    _ outcome: RunOutcome
  ) -> ExitStatus {
    func fail(_ message: String) -> ExitStatus {
      outcome.tell(failure(command, target.url, message, of: mapping)).status
    }
    let sink: any Sink
    do throws(TargetProblem) {
      sink = try target.sink(invocation)
    } catch {
      return fail(error.message)
    }
    guard let now = invocation.now ?? SystemTime.now() else {
      return fail("the system's clock is wrong: give the time with --now")
    }
    let known: KnownRejects?
    do throws(KnownRejectsFault) {
      known = try invocation.knownRejects.map { file throws(KnownRejectsFault) in
        try KnownRejects(file: file)
      }
    } catch {
      return fail(error.message)
    }
    Signals.handle(telling: Console.errorsGoToTerminal && !invocation.isQuiet)
    let choice = invocation.isQuiet ? .none : invocation.progress
    let display = choice.display(isTerminal: Console.canRewriteLines, lines: outcome.lines)
    let start = SystemTime.monotonic()
    var request = RunRequest(
      command: command, mapping: mapping, plan: plan, exports: exports, sink: sink,
      rejects: rejects, workers: invocation.workers ?? SystemTime.cores, batch: invocation.batch,
      now: now, progress: display, isInterrupted: { Signals.isInterrupted })
    request.isNowGiven = invocation.now != nil
    request.startsOver = invocation.startsOver
    request.rewrites = invocation.rewrites
    request.isFromRejects = invocation.isFromRejects
    request.maxRejects = invocation.maxRejects
    request.knownRejects = known
    if command == "sync" || invocation.isSync {
      request.removal = Removal(limit: invocation.maxDelete.map { .given($0) } ?? .standard)
    }
    var status = ExitStatus.failed
    Migration.run(request) { ended in
      display.end()
      var report = ended
      report.seconds = SystemTime.monotonic() - start
      let told = outcome.tell(report)
      status = told.status
      return told.isWhole
    }
    return status
  }

  /// The report of a run that ended before it began.
  private static func failure(
    _ command: String, _ url: String, _ message: String, of mapping: CompiledMapping? = nil
  ) -> Report {
    let identity = Report.MappingIdentity(
      name: mapping?.name ?? "", hash: mapping?.hash ?? ContentHash(high: 0, low: 0))
    var report = Report(command: command, mapping: identity, target: url)
    report.outcome = .failed
    report.exitCode = Int(ExitStatus.usage.rawValue)
    report.fault = .init(message: message)
    return report
  }

  private static func failure(
    _ command: String, _ url: String, _ problem: ExportProblem, of mapping: CompiledMapping
  ) -> Report {
    var report = failure(command, url, problem.message, of: mapping)
    if !problem.isUsage {
      report.outcome = .unreadable
      report.exitCode = Int(ExitStatus.unreadable.rawValue)
    }
    return report
  }
}
