import Foundation
import Pipeline
import Testing

@testable import replant

enum Terminals {
  static let areThere =
    (try? Workbench().run("script --version"))?.output.contains("util-linux") == true
}

/// Progress and summary on a terminal, which `script` (util-linux) gives.
@Suite(.enabled(if: Workbench.binary != nil && Terminals.areThere))
struct TerminalTests {
  /// What a terminal of so many columns is sent; a newline is CR LF there.
  private func screen(
    _ columns: Int, _ command: String, environment: String = "TERM=xterm",
    files: [String: String] = [:]
  ) throws -> String {
    var all = [
      "m.json": #"{name: "t", rules: [{from: "/c/{id}", to: "c/{id}", fields: {a: "string!"}}]}"#,
      "e.json": #"{"c":{"x":{"a":"1"},"y":{"a":"2"}}}"#,
    ]
    all.merge(files) { $1 }
    let bench = try Workbench(all)
    defer { bench.remove() }
    let result = try bench.run(
      """
      cat >run.sh <<'END'
      stty cols \(columns) rows 24; "\(Workbench.binary ?? "")" \(command); echo "status $?"
      END
      env \(environment) script -qec "bash run.sh" /dev/null </dev/null
      """)
    return result.output.replacing("\r\n", with: "\n")
  }

  /// The states of the line that is written over.
  private func states(_ screen: String) -> [String] {
    screen.components(separatedBy: "\r\u{1b}[K").dropFirst().map {
      String($0.prefix { $0 != "\n" })
    }
  }

  @Test(arguments: [20, 40, 79, 80, 200])
  func `writes one line over, and none wraps`(_ columns: Int) throws {
    let screen = try screen(columns, "run m.json e.json --to null:")
    let states = states(screen)
    #expect(states.count >= 3)
    for state in states.dropLast() { #expect(state.displayWidth < columns, "\(state)") }
    #expect(states.first?.hasPrefix(columns <= 40 ? "scanning   " : "scanning (1 of 2)   ") == true)
    #expect(screen.hasSuffix("status 0\n"))
  }

  @Test(arguments: ["TERM=dumb", "-u TERM", "TERM="])
  func `sends no control characters to a terminal that knows none`(_ environment: String) throws {
    let screen = try screen(80, "run m.json e.json --to null:", environment: environment)
    #expect(!screen.contains("\u{1b}") && !screen.contains("\r"))
    #expect(screen.contains("done: 2 created"))
  }

  @Test func `has no colours where they are not wanted, but still the line`() throws {
    let screen = try screen(
      80, "run m.json e.json --to null:", environment: "TERM=xterm NO_COLOR=1")
    #expect(states(screen).count >= 3)
    #expect(!screen.replacing("\u{1b}[K", with: "").contains("\u{1b}"))
  }

  @Test(arguments: [40, 60, 80])
  func `a table of wide names stays in its columns`(_ columns: Int) throws {
    let name = String(repeating: "記事データ", count: 12)
    let screen = try screen(
      columns, "run w.json w.export --to null:", environment: "TERM=dumb",
      files: [
        "w.json":
          "{name: \"t\", rules: [{from: \"/\(name)/{id}\", to: \"\(name)/{id}\", fields: {a: \"string!\"}}]}",
        "w.export": "{\"\(name)\":{\"x\":{\"a\":\"1\"},\"y\":{\"a\":2},\"😀\":{\"a\":\"2\"}}}",
      ])
    let lines = screen.split(separator: "\n").map(String.init)
    let head = try #require(lines.firstIndex { $0.hasPrefix("  documents") })
    for line in lines[head...(head + 1)] { #expect(line.displayWidth <= columns, "\(line)") }
    #expect(lines[head + 1].contains("…"))
  }

  @Test func `lines for programs leave the terminal alone`() throws {
    let screen = try screen(20, "run m.json e.json --to null: --json")
    #expect(!screen.contains("\u{1b}"))
    #expect(screen.split(separator: "\n").dropLast().allSatisfy { $0.hasPrefix("{") })
  }
}
