import Testing

@testable import Pipeline

@Suite struct StepsTests {
  @Test(arguments: StepEntry.all.map(\.name))
  func `every step does what its example shows`(_ name: String) throws {
    let step = try #require(StepEntry.named(name))
    let result = try ExpressionRun(record: step.example.given)(step.example.expression)
    #expect(result == (step.example.result == "null" ? "absent" : step.example.result))
    #expect(step.example.expression.contains("| \(name)"))
    #expect(!step.summary.hasSuffix("."))
  }
}
