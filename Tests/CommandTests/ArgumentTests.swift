import Pipeline
import Testing

@testable import replant

@Suite struct ArgumentTests {
  private static let least = ["run", "m.json", "e.json", "--to", "null:"]

  private func invocation(_ arguments: [String]) throws -> Invocation {
    guard case .run(_, let invocation) = try ArgumentParser.parse(arguments) else {
      throw UsageError.noCommand
    }
    return invocation
  }

  private func fault(_ arguments: [String]) -> UsageError? {
    do throws(UsageError) {
      _ = try ArgumentParser.parse(arguments)
      return nil
    } catch {
      return error
    }
  }

  @Test func `fills in the defaults`() throws {
    var expected = Invocation()
    expected.operands = ["m.json", "e.json"]
    expected.targets = ["null:"]
    #expect(try invocation(Self.least) == expected)
    #expect(expected.batch == 500)
    #expect(expected.progress == .auto)
  }

  @Test func `takes options anywhere, with a blank or an equals sign`() throws {
    let one = try invocation([
      "--quiet", "run", "--to=ndjson:a=b", "m.json", "--workers", "4", "a.json", "--batch=1",
      "--report", "r", "--state", "s", "--progress=none", "--now", "2019-01-01T00:00:00+09:00",
    ])
    #expect(one.operands == ["m.json", "a.json"])
    #expect(one.targets == ["ndjson:a=b"])
    #expect(one.workers == 4)
    #expect(one.batch == 1)
    #expect(one.reportFolder == "r")
    #expect(one.stateFile == "s")
    #expect(one.progress == .none)
    #expect(one.isQuiet)
    #expect(one.now?.microseconds == 1_546_268_400_000_000)
  }

  @Test func `takes several exports, standard input at a place among them`() throws {
    let one = try invocation(["run", "m", "a", "-@/c", "b@/d", "--mount", "/e", "--to", "null:"])
    #expect(one.operands == ["m", "a", "-@/c", "b@/d"])
    #expect(one.mount == "/e")
  }

  @Test func `takes everything after a double dash as it is`() throws {
    let one = try invocation(["run", "--to", "null:", "--", "--m", "--help"])
    #expect(one.operands == ["--m", "--help"])
    let late = try invocation(["run", "m", "--to=null:", "--", "--"])
    #expect(late.operands == ["m", "--"])
  }

  @Test(
    arguments: [
      ([], .noCommand), (["--quiet"], .noCommand),
      (["rum"], .unknownCommand("rum")), (["verify", "--to", "x"], .laterCommand("verify")),
      (["help", "nothing"], .unknownCommand("nothing")), (["help", "undo"], .laterCommand("undo")),
      (["run"], .missingOperand("MAPPING", command: "run")),
      (["run", "m"], .missingOperand("EXPORT", command: "run")),
      (["run", "m", "e"], .missingOption("to", command: "run")),
      (["run", "m", "e", "--to"], .missingValue(option: "to")),
      (["run", "m", "e", "--to="], .missingValue(option: "to")),
      (["run", "m", "e", "--to", "--report", "x"], .missingValue(option: "to")),
      (["run", "m", "e", "--to", "a:", "--to", "a:"], .targetTwice("a:")),
      (["run", "-", "e", "--to", "null:"], .mappingFromInput),
      (["check", "m", "n"], .extraOperand("n", command: "check")),
      (["check", "m", "--to", "null:"], .foreignOption("to", command: "check")),
      (["--workers", "2", "check", "m"], .foreignOption("workers", command: "check")),
      (["run", "--quiet=yes"], .unexpectedValue(option: "quiet")),
      (["run", "--wokers", "2"], .unknownOption("--wokers", command: "run")),
      (["-q"], .unknownOption("-q", command: nil)),
      (["run", "-to"], .unknownOption("-to", command: "run")),
      (["run", "--max-delete", "2"], .foreignOption("max-delete", command: "run")),
      (["run", "--max-writes"], .laterOption("max-writes")),
      (["steps", "--json"], .foreignOption("json", command: "steps")),
      (["run", "m", "e", "--to", "ndjson:-", "--json"], .twoOutputs),
      (["plan", "m", "e", "--json", "--to", "null:", "--to", "ndjson:-"], .twoOutputs),
      (["completion"], .missingOperand("bash|zsh|fish", command: "completion")),
      (["man", "run"], .extraOperand("run", command: "man")),
    ] as [([String], UsageError)])
  func `refuses what makes no sense`(_ arguments: [String], _ expected: UsageError) {
    #expect(fault(arguments) == expected)
  }

  @Test(arguments: [
    ("--max-delete", "x"), ("--max-delete", "-1"), ("--max-delete", "101%"),
    ("--max-rejects", "-1"), ("--max-rejects", "1.5"), ("--max-rejects", "101%"),
    ("--max-rejects", "%"), ("--max-rejects", "1.%"), ("--max-rejects", "100.1%"),
    ("--max-rejects", "1.23456%"), ("--known-rejects", "-"),
    ("--workers", "0"), ("--workers", "257"), ("--workers", "-1"), ("--workers", "+2"),
    ("--workers", "two"), ("--workers", "９"), ("--batch", "0"), ("--batch", "100001"),
    ("--batch", "99999999999999999999"), ("--progress", "Auto"), ("--now", "2019-01-01"),
    ("--now", "2019-02-29T00:00:00Z"), ("--now", "yesterday"),
  ])
  func `refuses values that an option does not take`(_ option: String, _ value: String) {
    guard case .badValue(let name, value, _)? = fault(Self.least + [option, value]) else {
      Issue.record("\(option) \(value) was taken")
      return
    }
    #expect("--" + name == option)
  }

  @Test func `gives help and version whatever else is wrong`() throws {
    for arguments in [["run", "--nonsense", "--help"], ["help", "run"], ["-h", "run"]] {
      guard case .run(let command, let invocation) = try ArgumentParser.parse(arguments) else {
        Issue.record("no help for \(arguments)")
        continue
      }
      #expect((command.name, invocation.operands) == ("help", ["run"]))
    }
    for arguments in [["help"], ["--help"], ["-h"]] {
      guard case .run(let command, let invocation) = try ArgumentParser.parse(arguments) else {
        Issue.record("no help for \(arguments)")
        continue
      }
      #expect((command.name, invocation.operands) == ("help", []))
    }
    guard case .version = try ArgumentParser.parse(["--version"]) else {
      Issue.record("no version")
      return
    }
  }

  @Test func `every option belongs to commands that there are, and every name is there once`() {
    for option in Option.all {
      #expect(!option.commands.isEmpty)
      for command in option.commands { #expect(Command.named(command) != nil) }
    }
    let options = Option.all.map(\.name) + Option.later
    #expect(Set(options).count == options.count)
    let commands = Command.all.map(\.name) + Command.later
    #expect(Set(commands).count == commands.count)
  }
}
