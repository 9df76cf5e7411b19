import Foundation
import Testing

@testable import replant

/// Messages of commands, to the letter.
@Suite(.enabled(if: Workbench.binary != nil))
struct CommandMessageTests {
  private static let files = [
    "m.json":
      #"{ name: "t", rules: [{ from: "/c/{id}", to: "c/{id}", fields: { a: "string!" } }] }"#,
    "good.json": #"{"c":{"x":{"a":"1"}}}"#,
  ]

  private static let help = "Run 'replant help run' for its arguments and options."

  @Test(arguments: [
    (
      "check no.json", 2,
      """
      error: cannot read the mapping no.json: No such file or directory
        Nothing was read or written.

      """
    ),
    (
      "check /dev/zero", 2,
      """
      error: /dev/zero is too large for a mapping
        Nothing was written. The mapping comes before the exports.

      """
    ),
    (
      "run m.json good.json --to null: --now today", 2,
      "error: --now takes a time like 2019-01-01T00:00:00Z, not \"today\"\n\(help)\n"
    ),
    (
      "run m.json good.json --to null: --progress bar", 2,
      "error: --progress takes auto, plain or none, not \"bar\"\n\(help)\n"
    ),
    (
      "run m.json good.json --to null: --max-rejects -1", 2,
      "error: --max-rejects takes a number or a percentage like 2.5%, not \"-1\"\n\(help)\n"
    ),
    (
      "run m.json good.json --mount /c --from-rejects --to null: --quiet", 2,
      """
      error: --from-rejects takes one rejects file, without --mount
        Nothing was read or written. Rejects files can be put together with `cat`.

      """
    ),
    (
      "run m.json good.json --to null: --known-rejects m.json --quiet", 2,
      """
      error: cannot read --known-rejects m.json: line 1 is no reject: expected a key in quotes at byte 2 of the line
        Nothing was read or written. Give the rejects.ndjson of an earlier run.

      """
    ),
    (
      "steps pushtime", 2,
      """
      error: unknown step "pushtime". Did you mean "pushTime"?
      Run 'replant steps' for all of them.

      """
    ),
    (
      "run m.json good.json --to sqlite:a.db --state s --quiet", 2,
      "error: --state is for ndjson:DIR in this version: sqlite:FILE remembers in the database, "
        + "other targets do not\n"
    ),
    (
      "run m.json good.json --to ndjson:a --to ndjson:b --state s --quiet", 2,
      "error: --state is for one target: with several each has its own\n"
    ),
  ])
  func `says what is wrong with a command line`(_ line: String, _ status: Int32, _ errors: String)
    throws
  {
    let bench = try Workbench(Self.files)
    defer { bench.remove() }
    let result = try bench.run("replant \(line)")
    #expect(result.status == status)
    #expect(result.output == "")
    #expect(result.errors == errors)
  }

  @Test func `says that the run itself ended well when only its report could not be written`()
    throws
  {
    let bench = try Workbench(Self.files)
    defer { bench.remove() }
    let result = try bench.run(
      "mkdir -p r/report.json.partial; replant run m.json good.json --to null: --report r --quiet")
    #expect(result.status == 1)
    #expect(
      result.errors == """
        error: cannot write r/report.json: Is a directory
          The run itself has come to its end.

        """)
  }
}
