import Pipeline

/// `replant check`: compiles a mapping and says everything that is wrong with it.
enum CheckCommand {
  static let entry = Command(
    name: "check",
    summary: "compile a mapping and tell everything that is wrong with it",
    operands: [.init(name: "MAPPING", help: "The mapping file (JSON5).")],
    examples: ["replant check news.json"],
    statuses: [.done, .usage],
    run: run)

  private static func run(_ invocation: Invocation) -> ExitStatus {
    guard let path = invocation.operands.first else { return .usage }
    do throws(MappingProblem) {
      let (mapping, _) = try MappingFile.compile(path)
      let rules = Quantity.count(mapping.rules.count, "rule")
      return invocation.isQuiet ? .done : Console.print("mapping is fine: \(rules)\n")
    } catch {
      Console.tell("error: \(error.message.visibleLines)\n")
      return .usage
    }
  }
}
