import Foundation
import Testing

@testable import Pipeline

/// Runs the examples of `docs/behaviour.md`: a record, `fields:` and what becomes of it.
@Suite struct DocumentationTests {
  struct Example: CustomTestStringConvertible {
    var record: String
    var fields: String
    var document: String
    var testDescription: String { record }
  }

  static let examples: [Example] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/behaviour.md")
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "```\n").compactMap { block in
      let lines = block.split(separator: "\n").map(String.init)
      guard lines.count == 3, lines[1].hasPrefix("fields: "), lines[2].hasPrefix("→ ") else {
        return nil
      }
      return Example(
        record: lines[0], fields: String(lines[1].dropFirst(8)),
        document: String(lines[2].dropFirst(2)))
    }
  }()

  @Test func `finds the examples`() {
    #expect(Self.examples.count == 6)
  }

  @Test(arguments: examples)
  func `the page says what replant does`(_ example: Example) throws {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:\#(example.fields)}]}"#,
      #"{"c":{"k":\#(example.record)}}"#
    ).run()
    #expect(arrival.documents == ["c/k": example.document])
    #expect(arrival.faults == [])
  }
}

/// Runs the tests of a mapping that `docs/behaviour.md` shows.
@Suite struct DocumentedTestTests {
  @Test func `the page's tests pass`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/behaviour.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```json5\n").dropFirst()
    #expect(blocks.count == 1)
    for block in blocks {
      let tests = block.components(separatedBy: "```")[0]
      let fields = #"{titleStr: "string!", likes: {type: "[string]", value: "likes | members"}}"#
      let mapping =
        #"{name: "n", rules: [{from: "/ArticleData/{id}", to: "articleData/{id}", fields: \#(fields)}],"#
        + "\(tests)}"
      let (compiled, plan) = try MappingCompiler.compile(file: "m", bytes: Array(mapping.utf8))
      let now = try #require(Timestamp(rfc3339: TestRun.defaultNow))
      #expect(compiled.tests.count == 1)
      #expect(TestRun(compiled, plan, now: now).failures() == [])
    }
  }
}
