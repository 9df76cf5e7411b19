import Foundation

@testable import Pipeline

/// `docs/steps.md`: written by hand up to the marker, behind it made from the entries of the steps.
enum StepsPage {
  static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../docs/steps.md")
  static let marker =
    "<!-- From here on made from the steps by `REPLANT_WRITE_DOCS=1 ./run.sh test --filter StepsPage`. -->"

  /// Titles and the steps below them, in the order of `StepEntry.all`.
  static let groups: [(title: String, steps: [String])] = [
    ("Dates", ["pushTime", "seconds", "millis", "micros", "date", "iso8601", "format"]),
    ("Sets and maps", ["members", "keys", "values", "entries", "count", "exists"]),
    (
      "Lists",
      [
        "distinct", "sort", "reverse", "flatten", "compact", "first", "last", "take", "sum", "min",
        "max",
      ]
    ),
    ("Elements", ["each", "filter", "any", "all"]),
    (
      "Text",
      [
        "split", "join", "trim", "lowercase", "uppercase", "replace", "match", "prefix", "suffix",
        "startsWith", "endsWith", "contains",
      ]
    ),
    ("Keys and placeholders", ["decode", "nullIf"]),
    ("HTML", ["htmlText", "htmlLinks", "htmlImages"]),
    (
      "Conversion and numbers",
      ["integer", "double", "string", "boolean", "plus", "minus", "times", "round"]
    ),
    ("Logic", ["in", "if", "lookup"]),
    ("Digests and masks", ["sha256", "mask"]),
    ("Typed values", ["reference", "geopoint"]),
  ]

  /// The part behind the marker.
  static var generated: String {
    let sections = groups.map { group in
      "## \(group.title)\n\n"
        + group.steps.compactMap { StepEntry.named($0) }.map(section).joined(separator: "\n")
    }
    return sections.joined(separator: "\n")
  }

  private static func section(_ step: StepEntry) -> String {
    var lines = ["### `\(step.usage)`", "", step.summary.capitalizedFirst + "."]
    lines.append("Takes \(step.input.phrase), gives \(step.output.phrase).")
    lines += [""] + step.parameters.map { "- `\($0.name)`: \(phrase($0))" }
    if !step.parameters.isEmpty { lines.append("") }
    let result = step.example.result == "null" ? "absent" : step.example.result
    lines += ["```", step.example.given, step.example.expression, "→ \(result)", "```", ""]
    return lines.joined(separator: "\n")
  }

  private static func phrase(_ parameter: StepEntry.Parameter) -> String {
    let phrase =
      switch parameter.form {
      case .text(let choices) where choices.isEmpty: "a text in quotes"
      case .text(let choices): choices.map { "`\"\($0)\"`" }.joined(separator: " or ")
      case .literal: "a text, a number, true or false, written out"
      case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
      case .expression(let kinds): "an expression that gives \(kinds.phrase)"
      case .element(let kinds):
        "an expression over each element (`$value`, `$index`) that gives \(kinds.phrase)"
      case .table: "`{ name: literal, … }`"
      }
    return phrase + (parameter.isRepeated ? "; one or more" : "")
      + (parameter.isOptional ? "; may be left out" : "")
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
