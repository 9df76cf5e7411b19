extension StepEntry {
  static let micros = StepEntry(
    name: "micros",
    summary: "microseconds since 1970, a number or digits, as a timestamp",
    input: [.number, .text], output: .timestamp,
    example: Example(
      "at | micros", given: #"{"at":1609459200000001}"#, result: #""2021-01-01T00:00:00.000001Z""#),
    code: { _ in { value, _ in EpochTime.time(value, power: 0) } })
}
