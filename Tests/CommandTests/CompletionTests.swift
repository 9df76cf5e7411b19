import Foundation
import Testing

@testable import replant

/// What is true of the scripts of all shells, and of zsh and fish where they are.
@Suite struct CompletionTests {
  private static func has(_ shell: String) -> Bool {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
    }
  }

  @Test(arguments: CompletionCommand.shells.map(\.name))
  func `knows every option of every command`(_ shell: String) throws {
    let script = try #require(CompletionCommand.shells.first { $0.name == shell }).script()
    for command in Command.all {
      #expect(!command.optionsWithHelp.isEmpty)
      for option in command.optionsWithHelp {
        let sign =
          switch shell {
          case "bash": "\(command.name)) choices='"
          case "zsh": "\(command.name)) _arguments"
          default: "__replant_at \(command.name)"
          }
        let parts = script.components(separatedBy: sign).dropFirst()
        let name = shell == "fish" ? "-l \(option.name) " : "--\(option.name)"
        let end = shell == "zsh" ? ";;" : "\n"
        let isThere = parts.contains { part in
          (part.components(separatedBy: end).first ?? "").contains(name)
        }
        #expect(isThere, "\(command.name) --\(option.name)")
      }
    }
  }

  @Test(arguments: CompletionCommand.shells.map(\.name))
  func `is a script that its shell understands`(_ shell: String) throws {
    guard Self.has(shell) else { return }
    let script = try #require(CompletionCommand.shells.first { $0.name == shell }).script()
    let bench = try Workbench(["c": script])
    defer { bench.remove() }
    let result = try bench.run("\(shell) \(shell == "fish" ? "--no-execute" : "-n") c")
    #expect((result.status, result.output, result.errors) == (0, "", ""))
  }

  @Test(
    .enabled(if: has("fish")),
    arguments: [
      ("replant ru", ["run"]), ("replant help c", ["check", "completion"]),
      ("replant run --pr", ["--progress"]), ("replant run --progress pl", ["plain"]),
      ("replant run --quiet --qu", []), ("replant run --to null: --t", ["--to"]),
      ("replant run --to sq", ["sqlite:"]), ("replant run --to sqlite:ne", ["sqlite:news.db"]),
      ("replant run --to=sqlite:ne", ["--to=sqlite:news.db"]), ("replant run --to firest", []),
      ("replant run --to ndjson:", ["ndjson:my dir/"]), ("replant plan --to f", ["firestore:"]),
      ("replant run --report m", ["my dir/"]), ("replant run ne", ["news.db"]),
      ("replant completion f", ["fish"]), ("replant man n", []), ("replant check a n", []),
    ])
  func `completes in fish`(_ line: String, _ expected: [String]) throws {
    let bench = try Workbench(["c.fish": FishCompletion.script, "news.db": ""])
    defer { bench.remove() }
    let result = try bench.run(
      "mkdir 'my dir'; HOME=$PWD fish --no-config -c \"source c.fish; complete -C '\(line)'\"")
    #expect(result.errors == "")
    let replies = result.output.split(separator: "\n").map { line in
      line.split(separator: "\t").first.map(String.init) ?? ""
    }
    #expect(replies.sorted() == expected)
  }

  /// In a terminal of its own, as a user types: there is no other way to ask zsh.
  @Test(
    .enabled(if: has("zsh")),
    arguments: [
      ("replant ru", "<run>"), ("replant run --to sqlite:ne", "<run> <--to> <sqlite:news.db>"),
      ("replant run --to=sqlite:ne", "<run> <--to=sqlite:news.db>"),
      ("replant plan --to fi", "<plan> <--to> <firestore:>"),
      ("replant run --report m", "<run> <--report> <my dir>"),
      ("replant completion z", "<completion> <zsh>"), ("replant steps push", "<steps> <pushTime>"),
      ("replant run --quiet --qu", "<run> <--quiet> <--qu>"),
    ])
  func `completes in zsh`(_ line: String, _ expected: String) throws {
    let bench = try Workbench(["c.zsh": ZshCompletion.script, "news.db": ""])
    defer { bench.remove() }
    let result = try bench.run(
      """
      mkdir 'my dir'
      cat >t.zsh <<'END'
      zmodload zsh/zpty
      zpty z zsh -f -i
      zpty -w z 'PS1=; PROMPT=; autoload -U compinit; compinit -D; source c.zsh; replant() { print -r -- "<$^@>" >reply }; touch ready'
      for i in {1..100}; do [[ -e ready ]] && break; sleep 0.1; zpty -r -t z _; done
      zpty -w z $'\(line)\\t'
      for i in {1..100}; do [[ -e reply ]] && break; sleep 0.1; zpty -r -t z _; done
      zpty -d z
      END
      zsh -f t.zsh >log 2>&1; cat reply
      """)
    #expect(result.output == expected + "\n")
  }

  @Test(.enabled(if: Workbench.binary != nil))
  func `prints the script of a shell, and knows no others`() throws {
    let bench = try Workbench()
    defer { bench.remove() }
    for (name, script) in CompletionCommand.shells {
      let result = try bench.run("replant completion \(name)")
      #expect((result.status, result.output, result.errors) == (0, script(), ""))
    }
    let other = try bench.run("replant completion tcsh")
    #expect((other.status, other.output) == (2, ""))
    #expect(
      other.errors == """
        error: no completion for the shell "tcsh"
          There is one for bash, zsh, fish.

        """)
  }
}
