extension StepEntry {
  /// Every step, in the order of the reference: a new one is a file and a line here.
  package static let all: [StepEntry] = [
    .pushTime,
    .seconds,
    .millis,
    .micros,
    .members,
    .keys,
    .values,
    .count,
    .exists,
    .distinct,
    .compact,
    .join,
    .decode,
    .in,
  ]

  /// Steps of the language that are still to come: a mapping that names one is told so.
  static let later = [
    "date", "iso8601", "format", "entries", "sort", "reverse", "flatten", "first", "last", "take",
    "sum", "min",
    "max", "each", "filter", "any", "all", "split", "trim", "lowercase", "uppercase", "replace",
    "match", "prefix",
    "suffix", "startsWith", "endsWith", "contains", "nullIf", "htmlText", "htmlLinks", "htmlImages",
    "integer",
    "double", "string", "boolean", "plus", "minus", "times", "round", "if", "lookup", "sha256",
    "mask", "reference",
    "geopoint",
  ]

  /// How a call is written: `decode("…")`, `join("…")`, `count`.
  package var usage: String {
    guard !parameters.isEmpty else { return name }
    let words = parameters.map { parameter in
      switch parameter.form {
      case .text: "\"…\"" + (parameter.isRepeated ? ", …" : "")
      default: parameter.name + (parameter.isRepeated ? ", …" : "")
      }
    }
    return name + "(" + words.joined(separator: ", ") + ")"
  }
}
