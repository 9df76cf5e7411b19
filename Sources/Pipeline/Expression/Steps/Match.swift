import Interop
import JSONTree

extension StepEntry {
  static let match = StepEntry(
    name: "match",
    summary: "what a regular expression (PCRE2) finds: its first group, else the match",
    input: .text, output: .text,
    parameters: [
      Parameter(name: "pattern", form: .text(choices: []), check: Matching.fault)
    ],
    example: Example(
      #"t | match("([0-9]+) EUR")"#, given: #"{"t":"about 25 EUR"}"#, result: #""25""#),
    code: { arguments in
      // The type check has seen that it is a pattern.
      let pattern = try? TextPattern(arguments.text(0))
      return TextStep.code { text, _ in
        switch text.withSpan({ pattern?.search($0) }) {
        case .found(let range)?: .text(text[range])
        case .nothing?: .absent
        case .failed?, nil: .failed(Failure("the search for the pattern took too many steps"))
        }
      }
    })
}

private enum Matching {
  @Sendable static func fault(_ text: [UInt8]) -> TextFault? {
    do throws(TextPattern.Fault) {
      _ = try TextPattern(text)
      return nil
    } catch {
      return TextFault("wrong pattern: \(error.message)", at: error.offset)
    }
  }
}
