extension StepEntry {
  static let format = StepEntry(
    name: "format",
    summary: "a timestamp as a text by a pattern, in the mapping's zone",
    input: .timestamp, output: .text,
    parameters: [
      Parameter(
        name: "pattern", form: .text(choices: []), check: { DatePattern.fault($0, for: .writing) })
    ],
    usesZone: true,
    example: Example(
      #"at | millis | format("d MMM yyyy, h:mm a")"#, given: #"{"at":1625756700000}"#,
      result: #""8 Jul 2021, 3:05 PM""#),
    code: { arguments in
      let zone = arguments.zone
      // The type check has seen that it is a pattern.
      let pattern = try? DatePattern(arguments.text(0), for: .writing)
      return { value, scope in
        guard case .timestamp(let time) = value, let pattern else {
          return .failed(Failure("expected a timestamp"))
        }
        guard let text = pattern.write(time, in: zone, scope.arena) else {
          return .failed(Failure("the time lies outside the years 1 to 9999"))
        }
        return .text(text)
      }
    })
}
