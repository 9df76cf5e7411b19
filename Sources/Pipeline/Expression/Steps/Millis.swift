extension StepEntry {
  static let millis = StepEntry(
    name: "millis",
    summary: "milliseconds since 1970, a number or digits, as a timestamp",
    input: [.number, .text], output: .timestamp,
    example: Example(
      "at | millis", given: #"{"at":1609459200250}"#, result: #""2021-01-01T00:00:00.25Z""#),
    code: { _ in { value, _ in EpochTime.time(value, power: 3) } })
}
