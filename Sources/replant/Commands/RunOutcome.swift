import Interop
import Pipeline

/// What is left to do when a run has ended, well or not: the rejects file, the report, the summary, the exit
/// status.
struct RunOutcome {
  let target: TargetChoice
  let folder: ReportFolder?
  /// Nil if none is written.
  let rejects: RejectsFile?
  let invocation: Invocation
  /// Of `--json`.
  let lines: EventLines?

  /// `isWhole`: whether everything that tells of the run is where it belongs.
  func tell(_ ended: Report) -> (status: ExitStatus, isWhole: Bool) {
    var report = ended
    let isReaderGone = target.isReaderGone(report)
    if report.outcome == .interrupted, !isReaderGone, let status = Signals.status {
      report.exitCode = Int(status.rawValue)
    }
    if invocation.hasDetailedExitCode, report.outcome == .complete, report.isChange {
      report.exitCode = Int(ExitStatus.changes.rawValue)
    }
    var faults: [String] = []
    var isSettled = false
    var hasRejects = true
    do throws(TargetFault) {
      try rejects?.finish()
      if !report.hasBegun { try rejects?.provide() }
      // What an earlier run rejected may be more than what a run of rejects has read.
      if report.outcome == .complete, !invocation.isFromRejects { try rejects?.removeLeftover() }
      isSettled = report.outcome == .complete || report.outcome == .rejected
      try rejects?.settle(isDone: isSettled, canContinue: report.canContinue)
    } catch {
      isSettled = false
      try? rejects?.settle(isDone: false, canContinue: report.canContinue)
      // Not once more what has stopped the run.
      if report.fault?.message.contains(error.description) != true {
        faults.append(error.description)
      }
      hasRejects = false
    }
    let ending = report.fault == nil ? "\n  The run itself has come to its end." : ""
    do throws(SystemFault) {
      try folder?.write(report)
    } catch {
      faults.append("\(error)\(ending)")
    }
    if let fault = write(report, faults) { faults.append("\(fault)\(ending)") }
    if !isReaderGone { show(report, isSettled, hasRejects: hasRejects) }
    for fault in faults { Console.tell("error: \(fault.visibleLines)\n") }
    let status = status(of: report, faults)
    return (status, faults.isEmpty && hasRejects)
  }

  private func status(of report: Report, _ faults: [String]) -> ExitStatus {
    let status = ExitStatus(rawValue: Int32(clamping: report.exitCode)) ?? .failed
    return faults.isEmpty ? status : status.combined(with: .failed)
  }

  /// The last lines of `--json`; gives why they could not be written.
  private func write(_ report: Report, _ faults: [String]) -> SystemFault? {
    guard let lines else { return nil }
    var report = report
    let status = status(of: report, faults)
    report.exitCode = Int(status.rawValue)
    for fault in faults { lines.error(fault, status) }
    lines.report(report)
    return lines.fault
  }

  private func show(_ report: Report, _ isSettled: Bool, hasRejects: Bool) {
    let isReread = rejects?.isReread ?? false
    let path = rejects.flatMap {
      hasRejects && $0.count > 0 && (isSettled || !isReread) ? $0.path : nil
    }
    let summary = Summary(
      report, rejects: path, reread: isReread ? rejects?.path : nil, style: Console.errorStyle)
    // Where the lines of --json tell of the run, a person needs no more than what went wrong.
    let isBrief = invocation.isQuiet || (lines != nil && lines?.fault == nil)
    Console.tell(isBrief ? summary.faultText : summary.text)
  }
}
