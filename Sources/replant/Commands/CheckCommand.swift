import Pipeline

/// `replant check`: compiles a mapping, says everything that is wrong with it, and runs its tests.
enum CheckCommand {
  static let entry = Command(
    name: "check",
    summary: "compile a mapping, tell everything that is wrong with it, run its tests",
    operands: [.init(value: .file("MAPPING"), help: "The mapping file (JSON5).")],
    details: [
      "A test of the mapping gives parts of an export and expects documents, rejects or nothing of "
        + "them: docs/behaviour.md. One that fails is a wrong mapping."
    ],
    examples: ["replant check news.json"],
    statuses: [.done, .failed, .usage],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    guard let path = invocation.operands.first else { return .usage }
    let lines = invocation.isJSON ? EventLines() : nil
    do throws(MappingProblem) {
      let (mapping, plan) = try MappingFile.compile(path)
      guard let now = invocation.now ?? Timestamp(rfc3339: TestRun.defaultNow) else {
        return .failed
      }
      let failures = TestRun(mapping, plan, now: now).failures()
      if !failures.isEmpty { Console.tell(text(of: failures, among: mapping.tests.count)) }
      if let lines { return tell(failures, of: mapping, in: lines) }
      guard failures.isEmpty else { return .usage }
      let rules = Quantity.count(mapping.rules.count, "rule")
      let tests =
        mapping.tests.isEmpty ? "" : ", \(Quantity.count(mapping.tests.count, "test")) passed"
      return invocation.isQuiet ? .done : Console.print("mapping is fine: \(rules)\(tests)\n")
    } catch {
      Console.tell("error: \(error.message.visibleLines)\n")
      return lines.map { tell(error, of: path, in: $0) } ?? .usage
    }
  }

  private static func text(of failures: [TestFailure], among count: Int) -> String {
    let summary = "\(Quantity.count(failures.count)) of \(Quantity.count(count, "test")) failed"
    return "error: \(summary)\n"
      + failures.map { $0.description.visibleLines + "\n" }.joined()
  }

  // MARK: --json

  private static func tell(
    _ failures: [TestFailure], of mapping: CompiledMapping, in lines: EventLines
  ) -> ExitStatus {
    for failure in failures { lines.fault(failure.message, at: failure.place) }
    return end(
      failures.isEmpty ? .done : .usage, faults: failures.count,
      [
        ("rules", .integer(mapping.rules.count)), ("tests", .integer(mapping.tests.count)),
        ("failed", .integer(failures.count)),
      ], lines)
  }

  private static func tell(
    _ problem: MappingProblem, of path: String, in lines: EventLines
  ) -> ExitStatus {
    if problem.diagnostics.isEmpty { lines.fault(problem.message, of: path) }
    for diagnostic in problem.diagnostics { lines.fault(diagnostic.message, at: diagnostic.place) }
    return end(.usage, faults: max(1, problem.diagnostics.count), [], lines)
  }

  private static func end(
    _ status: ExitStatus, faults: Int, _ counts: EventLines.Members, _ lines: EventLines
  ) -> ExitStatus {
    lines.write(
      "check",
      [("exitCode", .integer(Int(status.rawValue))), ("faults", .integer(faults))] + counts)
    return lines.end(status)
  }
}
