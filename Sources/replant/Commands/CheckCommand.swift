import Pipeline

/// `replant check`: compiles a mapping, says everything that is wrong with it, and runs its tests.
enum CheckCommand {
  static let entry = Command(
    name: "check",
    summary: "compile a mapping, tell everything that is wrong with it, run its tests",
    operands: [.init(name: "MAPPING", help: "The mapping file (JSON5).")],
    details: [
      "A test of the mapping gives parts of an export and expects documents, rejects or nothing of "
        + "them: docs/behaviour.md. One that fails is a wrong mapping."
    ],
    examples: ["replant check news.json"],
    statuses: [.done, .usage],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    guard let path = invocation.operands.first else { return .usage }
    do throws(MappingProblem) {
      let (mapping, plan) = try MappingFile.compile(path)
      guard let now = invocation.now ?? Timestamp(rfc3339: TestRun.defaultNow) else {
        return .failed
      }
      let failures = TestRun(mapping, plan, now: now).failures()
      guard failures.isEmpty else {
        Console.tell(text(of: failures, among: mapping.tests.count))
        return .usage
      }
      let rules = Quantity.count(mapping.rules.count, "rule")
      let tests =
        mapping.tests.isEmpty ? "" : ", \(Quantity.count(mapping.tests.count, "test")) passed"
      return invocation.isQuiet ? .done : Console.print("mapping is fine: \(rules)\(tests)\n")
    } catch {
      Console.tell("error: \(error.message.visibleLines)\n")
      return .usage
    }
  }

  private static func text(of failures: [TestFailure], among count: Int) -> String {
    let summary = "\(Quantity.count(failures.count)) of \(Quantity.count(count, "test")) failed"
    return "error: \(summary)\n"
      + failures.map { $0.description.visibleLines + "\n" }.joined()
  }
}
