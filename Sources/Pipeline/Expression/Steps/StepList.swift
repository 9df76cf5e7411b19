extension StepEntry {
  /// Every step, in the order of the reference: a new one is a file and a line here.
  package static let all: [StepEntry] = [
    .pushTime,
    .seconds,
    .millis,
    .micros,
    .date,
    .iso8601,
    .format,
    .members,
    .keys,
    .values,
    .entries,
    .count,
    .exists,
    .distinct,
    .sort,
    .reverse,
    .flatten,
    .compact,
    .first,
    .last,
    .take,
    .sum,
    .min,
    .max,
    .each,
    .filter,
    .any,
    .everyElement,
    .split,
    .join,
    .trim,
    .lowercase,
    .uppercase,
    .replace,
    .match,
    .prefix,
    .suffix,
    .startsWith,
    .endsWith,
    .contains,
    .decode,
    .nullIf,
    .htmlText,
    .htmlLinks,
    .htmlImages,
    .integer,
    .double,
    .string,
    .boolean,
    .plus,
    .minus,
    .times,
    .round,
    .in,
    .if,
    .lookup,
    .sha256,
    .mask,
    .reference,
    .geopoint,
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
