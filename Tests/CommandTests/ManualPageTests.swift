import Foundation
import Testing

@testable import replant

@Suite struct ManualPageTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/replant.1")

  /// After a command or an option was changed: `REPLANT_WRITE_DOCS=1 ./run.sh test --filter ManualPage`.
  @Test func `the page in docs is the one that the descriptions make`() throws {
    if ProcessInfo.processInfo.environment["REPLANT_WRITE_DOCS"] != nil {
      try Data(ManualPage.text.utf8).write(to: Self.file)
    } else {
      #expect(
        try String(contentsOf: Self.file, encoding: .utf8) == ManualPage.text,
        "docs/replant.1 is not up to date: REPLANT_WRITE_DOCS=1 ./run.sh test --filter ManualPage")
    }
  }

  @Test func `tells every command, option, target and exit status`() throws {
    let parts = ManualPage.text.components(separatedBy: "\n.S")
    for command in Command.all {
      let part = try #require(parts.first { $0.hasPrefix("S replant \(command.name)\n") })
      for option in command.optionsWithHelp {
        let name = "\\fB\\-\\-" + option.name.replacing("-", with: "\\-") + "\\fR"
        #expect(part.contains(name), "\(command.name) --\(option.name)")
        #expect(ManualPage.text.contains(".TP\n" + name), "--\(option.name)")
      }
    }
    for status in ExitStatus.used {
      #expect(ManualPage.text.contains(".TP\n\\fB\(status.rawValue)\\fR\n"))
    }
  }

  @Test func `has its sections in their order`() {
    let titles = ManualPage.text.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      titles.map { $0.dropFirst(4) } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES", "COMMANDS", "OPTIONS", "TARGETS",
        "EXIT STATUS",
        "FILES", "ENVIRONMENT", "SEE ALSO",
      ])
  }

  @Test(
    arguments: [
      (".TH", "\\&.TH"), ("'br", "\\&\\(aqbr"), (#"a\b"#, #"a\eb"#), ("--to", #"\-\-to"#),
      ("a`^~\"", #"a\(ga\(ha\(ti\(dq"#), ("EXPORT…", #"EXPORT\[u2026]"#), ("😀", #"\[u1F600]"#),
    ])
  func `lets every character stand for itself`(_ text: String, _ expected: String) {
    #expect(Roff.escaped(text) == expected)
  }

  @Test(arguments: ["groff -man -Tutf8 -ww", "man --warnings -l"])
  func `formats without a warning`(_ command: String) throws {
    let bench = try Workbench(["replant.1": ManualPage.text])
    defer { bench.remove() }
    guard try bench.run("command -v \(command.prefix { $0 != " " })").status == 0 else { return }
    let result = try bench.run("\(command) replant.1")
    #expect((result.status, result.errors) == (0, ""))
    #expect(result.output.contains("rejects.ndjson"))
  }

  @Test(.enabled(if: Workbench.binary != nil)) func `is what replant man prints`() throws {
    let bench = try Workbench()
    defer { bench.remove() }
    let result = try bench.run("replant man")
    #expect((result.status, result.output, result.errors) == (0, ManualPage.text, ""))
  }
}
