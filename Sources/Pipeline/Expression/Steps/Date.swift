import JSONTree

extension StepEntry {
  static let date = StepEntry(
    name: "date",
    summary:
      "a text as a timestamp, by the first pattern that fits; in the mapping's zone unless the text has one",
    input: .text, output: .timestamp,
    parameters: [
      Parameter(
        name: "pattern", form: .text(choices: []), isRepeated: true,
        check: { DatePattern.fault($0, for: .reading) })
    ],
    usesZone: true,
    example: Example(
      #"at | date("d.M.yyyy[ HH:mm]")"#, given: #"{"at":"8.7.2021 15:05"}"#,
      result: #""2021-07-08T15:05:00Z""#),
    code: { arguments in
      // The type check has seen that they are patterns.
      let patterns = arguments.values.indices.compactMap {
        try? DatePattern(arguments.text($0), for: .reading)
      }
      let zone = arguments.zone
      return TextStep.code { text, _ in
        for pattern in patterns {
          // The shape decides: an impossible date does not try the next pattern.
          if let fields = pattern.read(text) { return fields.time(in: zone) }
        }
        return .failed(Failure("the text fits no pattern"))
      }
    })
}
