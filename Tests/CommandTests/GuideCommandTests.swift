import Foundation
import Testing

/// Runs the commands of `docs/guide.md` and compares what they say with the block that follows them.
@Suite(.enabled(if: Workbench.binary != nil))
struct GuideCommandTests {
  struct Scene: CustomTestStringConvertible {
    var export = ""
    var mapping = ""
    var script = ""
    var says = ""
    var testDescription: String { script }
  }

  static let scenes: [Scene] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/guide.md")
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
    var scenes: [Scene] = []
    var scene = Scene()
    for (index, block) in text.components(separatedBy: "```").enumerated() where index % 2 == 1 {
      let parts = block.split(separator: "\n", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "json export": scene.export = parts[1]
      case "json5 mapping": scene.mapping = parts[1]
      case "sh": scene.script = parts[1]
      case "text":
        scene.says = parts[1]
        scenes.append(scene)
      default: continue
      }
    }
    return scenes
  }()

  /// What a terminal shows, without the documents and without how long it took.
  private func shown(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("{\"path\":") }.joined(separator: "\n")
    return lines.trimmingCharacters(in: .newlines).replacing(#/ \([0-9]+ ms\)/#, with: "")
  }

  @Test func `finds the commands`() { #expect(Self.scenes.count == 2) }

  @Test(arguments: scenes)
  func `the guide says what the command says`(_ scene: Scene) throws {
    let bench = try Workbench(["export.json": scene.export, "mapping.json": scene.mapping])
    defer { bench.remove() }
    let result = try bench.run("{ \(scene.script)} 2>&1")
    #expect(shown(result.output) == shown(scene.says))
  }
}
