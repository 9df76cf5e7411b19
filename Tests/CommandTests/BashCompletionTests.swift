import Foundation
import Testing

@testable import replant

/// The script in a real bash, without the package bash-completion.
@Suite struct BashCompletionTests {
  /// What TAB offers at the end of a line; the words as bash breaks them, the last one being completed.
  private func replies(_ words: [String], _ line: String, point: Int? = nil) throws -> [String] {
    let bench = try Workbench([
      "c.bash": BashCompletion.script, "news.json": "", "news.db": "", "two words.db": "",
      "st*r.db": "", "it's.db": "",
    ])
    defer { bench.remove() }
    for name in ["out", "my dir"] {
      try FileManager.default.createDirectory(
        at: bench.folder.appending(path: name), withIntermediateDirectories: false)
    }
    let quoted = words.map { "'" + $0.replacing("'", with: #"'\''"#) + "'" }.joined(separator: " ")
    let result = try bench.run(
      """
      cat >t.bash <<'END'
      source c.bash
      COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1); COMP_LINE=\(BashLine.quoted(line)); COMP_POINT=\(point.map(String.init) ?? "${#COMP_LINE}")
      _replant
      for reply in "${COMPREPLY[@]}"; do printf '%s\\n' "$reply"; done
      END
      bash --norc t.bash
      """)
    #expect(result.errors == "")
    return result.output.split(separator: "\n").map(String.init).sorted()
  }

  /// The words of a line, broken at blanks and by bash at `:`, `=` and `@`.
  private func replies(_ line: String) throws -> [String] {
    var words = [""]
    for character in line {
      switch character {
      case " ": words.append("")
      case ":", "=", "@":
        if words.last?.isEmpty == true {
          words[words.count - 1] = String(character)
        } else {
          words.append(String(character))
        }
        words.append("")
      default: words[words.count - 1].append(character)
      }
    }
    // Behind a sign that ends the line there is no word yet, and before a blank none either.
    words = words.enumerated().filter { index, word in
      !word.isEmpty || (index == words.count - 1 && line.hasSuffix(" "))
    }.map(\.element)
    return try replies(words, line)
  }

  @Test(
    arguments: [
      ("replant ru", ["run"]), ("replant s", ["steps", "sync"]),
      ("replant ", Command.all.map(\.name).sorted()),
      ("replant --ver", ["--version"]), ("replant --quiet ru", ["run"]),
      ("replant run --pr", ["--progress"]), ("replant run --progress p", ["plain"]),
      ("replant run --progress=", ["auto", "none", "plain"]),
      ("replant check --to", []), ("replant plan --det", ["--detailed-exitcode"]),
      ("replant help pl", ["plan"]), ("replant help run ", ["--help"]),
      ("replant completion ", ["bash", "fish", "zsh"]), ("replant steps push", ["pushTime"]),
      ("replant man ", ["--help"]),
      ("replant check news.json ", ["--help", "--json", "--now", "--quiet"]),
      ("replant nonsense --", ["--help"]),
    ])
  func `completes words`(_ line: String, _ expected: [String]) throws {
    #expect(try replies(line) == expected)
  }

  @Test(
    arguments: [
      ("replant run news.j", ["news.json"]), ("replant run news.json ou", ["out"]),
      ("replant run -- news.j", ["news.json"]), ("replant run -- --", []),
      ("replant run news.json a b c tw", ["two words.db"]),
      ("replant run st", ["st*r.db"]), ("replant run it", ["it's.db"]),
      ("replant run --report my", ["my dir"]), ("replant run --report=o", ["out"]),
      ("replant run --report n", []), ("replant run --state news.", ["news.db", "news.json"]),
      ("replant run --workers ", []), ("replant run news.json news.json@/n", []),
    ])
  func `completes files and folders`(_ line: String, _ expected: [String]) throws {
    #expect(try replies(line) == expected)
  }

  @Test(
    arguments: [
      ("replant run --to ", ["ndjson:", "null:", "sqlite:"]), ("replant run --to sq", ["sqlite:"]),
      ("replant plan --to f", ["firestore:"]), ("replant run --to f", []),
      ("replant run --to sqlite:ne", ["news.db", "news.json"]),
      ("replant run --to=sqlite:tw", ["two words.db"]),
      ("replant run --to ndjson:", ["my dir", "out"]),
      ("replant run --to null:", []), ("replant plan --to firestore:n", []),
      ("replant run --to null: news.j", ["news.json"]),
      ("replant run news.json news.json --to null: --to nd", ["ndjson:"]),
    ])
  func `completes targets, which bash breaks at the colon`(
    _ line: String, _ expected: [String]
  ) throws {
    #expect(try replies(line) == expected)
  }

  @Test func `completes a target whole where bash does not break it`() throws {
    let words = ["replant", "run", "--to", "sqlite:news.d"]
    #expect(try replies(words, words.joined(separator: " ")) == ["sqlite:news.db"])
  }

  @Test func `completes without the line, of words alone`() throws {
    let words = ["replant", "run", "--to", "sqlite", ":", "news.d"]
    #expect(try replies(words, "") == ["news.db"])
  }

  @Test func `does not look behind the cursor`() throws {
    let words = ["replant", "run", "--prxyz"]
    #expect(try replies(words, "replant run --prxyz", point: 16) == ["--progress"])
  }

  @Test func `takes a quoted beginning for what it means`() throws {
    #expect(try replies(["replant", "run", "\"two w"], "replant run \"two w") == ["two words.db"])
    #expect(
      try replies(["replant", "run", #"two\ w"#], #"replant run two\ w"#) == ["two words.db"])
  }

  @Test func `offers an option once, unless it may be repeated`() throws {
    let options = try replies("replant run --quiet --to null: --report=out --")
    #expect(options.contains("--to"))
    #expect(!options.contains("--quiet") && !options.contains("--report"))
    #expect(options.count == (Command.named("run")?.options.count ?? 0) + 1 - 2)
  }
}

enum BashLine {
  static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}
