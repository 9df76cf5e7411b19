import Foundation
import Testing

@testable import Pipeline

/// A page of `docs`, as the blocks of code that it shows.
struct DocumentationPage {
  struct Block {
    /// What stands behind the backquotes: `json5 mapping`.
    var info: String
    /// Each line with its newline.
    var text: String
    var lines: [String] { text.split(separator: "\n").map(String.init) }
  }

  var blocks: [Block] = []

  init(_ name: String) {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/\(name)")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    for (index, part) in text.components(separatedBy: "```").enumerated() where index % 2 == 1 {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      guard lines.count == 2 else { continue }
      blocks.append(Block(info: String(lines[0]), text: String(lines[1])))
    }
  }
}

/// Runs the examples of `docs/behaviour.md`: a record, perhaps `policy:`, `fields:` and what becomes of it.
@Suite struct DocumentationTests {
  struct Example: CustomTestStringConvertible {
    var record: String
    var policy: String
    var fields: String
    /// The document, or `rejected: ` and the reason.
    var result: String
    var testDescription: String { record }
  }

  static let examples: [Example] = DocumentationPage("behaviour.md").blocks.compactMap { block in
    let lines = block.lines
    guard block.info.isEmpty, (3...4).contains(lines.count) else { return nil }
    let (fields, result) = (lines[lines.count - 2], lines[lines.count - 1])
    let policy = lines.count == 4 ? lines[1] : "policy: {}"
    guard fields.hasPrefix("fields: "), result.hasPrefix("→ "), policy.hasPrefix("policy: ")
    else { return nil }
    return Example(
      record: lines[0], policy: policy, fields: fields, result: String(result.dropFirst(2)))
  }

  @Test func `finds the examples`() {
    #expect(Self.examples.count == 44)
  }

  @Test(arguments: examples)
  func `the page says what replant does`(_ example: Example) throws {
    let arrival = try Journey(
      #"{name:"t",\#(example.policy),rules:[{from:"/c/{id}",to:"c/{id}",\#(example.fields)}]}"#,
      #"{"c":{"k":\#(example.record)}}"#
    ).run()
    let reasons = arrival.rejects.map { reject in
      let fault = reject.fault
      let place = fault.field.isEmpty ? "" : " \(fault.field)"
      return "rejected: \(fault.code.rawValue)\(place): \(fault.message)"
    }
    #expect(
      arrival.documents.map { "\($0): \($1)" } + reasons == [
        example.result.hasPrefix("rejected: ") ? example.result : "c/k: \(example.result)"
      ])
  }
}

/// Runs `docs/guide.md`: each block of documents or rejects is what the export and the mapping above it give.
@Suite struct GuideTests {
  struct Step: CustomTestStringConvertible {
    var export: String
    var mapping: String
    var outcome: DocumentationPage.Block
    var testDescription: String { outcome.text }
  }

  static let steps: [Step] = {
    var steps: [Step] = []
    var (export, mapping) = ("", "")
    for block in DocumentationPage("guide.md").blocks {
      switch block.info {
      case "json export": export = block.text
      case "json5 mapping": mapping = block.text
      case "json documents", "text rejects":
        steps.append(Step(export: export, mapping: mapping, outcome: block))
      default: continue
      }
    }
    return steps
  }()

  @Test func `finds the steps`() {
    #expect(Self.steps.count == 13)
  }

  @Test(arguments: steps)
  func `the guide says what replant does`(_ step: Step) throws {
    let arrival = try Journey(step.mapping, step.export).run()
    let rejects = arrival.rejects.map { reject in
      let source = String(decoding: reject.source, as: UTF8.self)
      return
        "\(reject.fault.code.rawValue) \(source) \(reject.fault.field): \(reject.fault.message)"
    }
    let isRejects = step.outcome.info == "text rejects"
    #expect((isRejects ? rejects : arrival.lines) == step.outcome.lines)
  }

  @Test(arguments: steps)
  func `the tests of the guide's mappings pass`(_ step: Step) throws {
    let (mapping, plan) = try MappingCompiler.compile(
      file: "mapping.json", bytes: Array(step.mapping.utf8))
    let now = try #require(Timestamp(rfc3339: TestRun.defaultNow))
    #expect(TestRun(mapping, plan, now: now).failures() == [])
  }
}

/// Runs the tests of a mapping that `docs/behaviour.md` shows.
@Suite struct DocumentedTestTests {
  @Test func `the page's tests pass`() throws {
    let blocks = DocumentationPage("behaviour.md").blocks.filter { $0.info == "json5" }
    #expect(blocks.count == 1)
    for block in blocks {
      let fields = #"{titleStr: "string!", likes: {type: "[string]", value: "likes | members"}}"#
      let mapping =
        #"{name: "n", rules: [{from: "/ArticleData/{id}", to: "articleData/{id}", fields: \#(fields)}],"#
        + "\(block.text)}"
      let (compiled, plan) = try MappingCompiler.compile(file: "m", bytes: Array(mapping.utf8))
      let now = try #require(Timestamp(rfc3339: TestRun.defaultNow))
      #expect(compiled.tests.count == 1)
      #expect(TestRun(compiled, plan, now: now).failures() == [])
    }
  }
}
