import JSONTree

extension StepEntry {
  static let iso8601 = StepEntry(
    name: "iso8601",
    summary:
      "a text of RFC 3339 as a timestamp, also without zone (the mapping's) or time (midnight)",
    input: .text, output: .timestamp,
    usesZone: true,
    example: Example(
      "at | iso8601", given: #"{"at":"2024-12-23T17:19:31.5"}"#,
      result: #""2024-12-23T17:19:31.5Z""#),
    code: { arguments in
      let zone = arguments.zone
      return TextStep.code { text, _ in LooseRFC3339.time(text, zone) }
    })
}

private enum LooseRFC3339 {
  static func time(_ text: Bytes, _ zone: Zone) -> Value {
    var reader = DigitReader(text)
    guard let date = reader.date() else { return shape }
    var fields = DateFields()
    (fields.year, fields.month, fields.day) = (date.year, date.month, date.day)
    if reader.isAtEnd { return fields.time(in: zone) }
    guard reader.take("T", "t"), let second = reader.time(), let micros = reader.fraction() else {
      return shape
    }
    fields.hour = second / 3600
    fields.minute = second / 60 % 60
    fields.second = second % 60
    fields.micros = micros
    if reader.isAtEnd { return fields.time(in: zone) }
    guard let minutes = reader.zone(), reader.isAtEnd else { return shape }
    fields.zone = (Int(minutes.magnitude) / 60, Int(minutes.magnitude) % 60, minutes < 0)
    return fields.time(in: zone)
  }

  private static var shape: Value {
    .failed(Failure("expected a date or a time of RFC 3339"))
  }
}
