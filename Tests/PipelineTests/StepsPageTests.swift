import Foundation
import Testing

@testable import Pipeline

@Suite struct StepsPageTests {
  /// A record, an expression, and what it gives.
  struct Example: CustomTestStringConvertible {
    var record: String
    var expression: String
    var result: String
    var testDescription: String { expression }
  }

  static let page = (try? String(contentsOf: StepsPage.file, encoding: .utf8)) ?? ""

  static let examples: [Example] = page.components(separatedBy: "```\n").compactMap { block in
    let lines = block.split(separator: "\n").map(String.init)
    guard lines.count == 3, lines[2].hasPrefix("→ ") else { return nil }
    return Example(record: lines[0], expression: lines[1], result: String(lines[2].dropFirst(2)))
  }

  @Test func `lists every step once, in the order of the reference`() {
    #expect(StepsPage.groups.flatMap(\.steps) == StepEntry.all.map(\.name))
  }

  /// After a step was changed: `REPLANT_WRITE_DOCS=1 ./run.sh test --filter StepsPage`.
  @Test func `the page is the one that the steps make`() throws {
    let parts = Self.page.components(separatedBy: StepsPage.marker)
    let expected = (parts.first ?? "") + StepsPage.marker + "\n\n" + StepsPage.generated
    if ProcessInfo.processInfo.environment["REPLANT_WRITE_DOCS"] != nil {
      try Data(expected.utf8).write(to: StepsPage.file)
    } else {
      #expect(
        Self.page == expected,
        "docs/steps.md is not up to date: REPLANT_WRITE_DOCS=1 ./run.sh test --filter StepsPage")
    }
  }

  @Test func `finds the examples`() {
    #expect(Self.examples.count == 9 + StepEntry.all.count)
  }

  @Test(arguments: examples)
  func `the page says what expressions give`(_ example: Example) throws {
    let run = ExpressionRun(record: example.record, captures: [("id", "k")])
    #expect(try run(example.expression) == example.result)
  }
}
