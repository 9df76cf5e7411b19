extension StepEntry {
  static let seconds = StepEntry(
    name: "seconds",
    summary: "seconds since 1970, a number or digits, as a timestamp",
    input: [.number, .text], output: .timestamp,
    example: Example(
      "at | seconds", given: #"{"at":1609459200}"#, result: #""2021-01-01T00:00:00Z""#),
    code: { _ in { value, _ in EpochTime.time(value, power: 6) } })
}
