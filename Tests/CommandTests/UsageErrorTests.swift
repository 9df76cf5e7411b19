import Pipeline
import Testing

@testable import replant

@Suite struct UsageErrorTests {
  @Test(
    arguments: [
      (
        .noCommand,
        """
        error: no command given
        Run 'replant help' for the commands.
        """
      ),
      (
        .unknownCommand("chekc"),
        """
        error: unknown command "chekc". Did you mean "check"?
        Run 'replant help' for the commands.
        """
      ),
      (
        .unknownCommand("e\u{1b}[31m"),
        """
        error: unknown command "e\\u{1b}[31m"
        Run 'replant help' for the commands.
        """
      ),
      (
        .laterCommand("sync"),
        """
        error: sync is not in this version yet
        Run 'replant help' for the commands.
        """
      ),
      (
        .unknownOption("--reprot", command: "run"),
        """
        error: unknown option "--reprot". Did you mean "--report"?
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .unknownOption("--reprot", command: nil),
        """
        error: unknown option "--reprot". Did you mean "--report"?
        Run 'replant help' for the commands.
        """
      ),
      (
        .unknownOption("--reprot", command: "check"),
        """
        error: unknown option "--reprot"
        Run 'replant help check' for its arguments and options.
        """
      ),
      (
        .laterOption("max-delete"),
        """
        error: --max-delete is not in this version yet
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .foreignOption("to", command: "check"),
        """
        error: check does not take --to
        Run 'replant help check' for its arguments and options.
        """
      ),
      (
        .missingValue(option: "to"),
        """
        error: --to needs a value: --to URL
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .unexpectedValue(option: "quiet"),
        """
        error: --quiet takes no value
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .badValue(option: "workers", value: "x", expected: "a number from 1 to 256"),
        """
        error: --workers takes a number from 1 to 256, not "x"
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .missingOption("to", command: "run"),
        """
        error: run needs --to URL
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .missingOperand("EXPORT", command: "run"),
        """
        error: run needs EXPORT
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .extraOperand("b", command: "check"),
        """
        error: check does not take another argument: "b"
        Run 'replant help check' for its arguments and options.
        """
      ),
      (
        .targetTwice("null:"),
        """
        error: --to "null:" is given twice
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .mappingFromInput,
        """
        error: the mapping must be a file; standard input (-) can only be an export
        Run 'replant help run' for its arguments and options.
        """
      ),
      (
        .twoOutputs,
        """
        error: --json and --to ndjson:- both want standard output
        Run 'replant help run' for its arguments and options.
        """
      ),
    ] as [(UsageError, String)])
  func `says what is wrong and where help is`(_ error: UsageError, _ message: String) {
    #expect(error.message == message)
  }

  @Test(arguments: [
    ("rn", "run"), ("RUN", "run"), ("chek", "check"), ("chcek", "check"), ("step", "steps"),
    ("zzz", nil), ("", nil),
  ])
  func `suggests what is near`(_ word: String, _ name: String?) {
    #expect(Suggestion.nearest(to: word, in: ["run", "check", "steps"]) == name)
  }

  @Test(arguments: [("c", "u", nil), ("C", "c", "c"), ("x", "xy", "xy"), ("di", "id", "id")])
  func `takes no name for near in which every letter is another`(
    _ word: String, _ known: String, _ name: String?
  ) {
    #expect(Suggestion.nearest(to: word, in: [known]) == name)
  }
}
