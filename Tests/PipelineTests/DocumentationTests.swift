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
