import JSONTree

extension StepEntry {
  static let pushTime = StepEntry(
    name: "pushTime",
    summary: "the creation time that a push id carries",
    input: .text, output: .timestamp,
    example: Example(
      "id | pushTime", given: #"{"id":"-JhLeOlGIEjaIOFHR0xd"}"#,
      result: #""2015-02-04T22:15:31.153Z""#),
    code: { _ in
      { value, scope in
        guard let text = value.asText, let time = PushID.time(text, now: scope.environment.now)
        else {
          return .failed(Failure("expected a push id"))
        }
        return .timestamp(time)
      }
    })
}

/// Push ids (facts 1.1): 20 characters of an alphabet in ASCII order, the first 8 the milliseconds since 1970 in base 64.
///
///     -JhLeOlGIEjaIOFHR0xd
///     ^^^^^^^^ 1423088131153
///
/// Many other keys have 20 such characters; those of a plausible time all begin with `-`.
enum PushID {
  /// 2012-01-01, when there were none yet.
  private static let earliest: Int64 = 1_325_376_000_000_000
  private static let day: Int64 = 86_400_000_000

  static func time(_ key: Bytes, now: Timestamp) -> Timestamp? {
    guard key.count == 20, key[0] == UInt8(ascii: "-") else { return nil }
    var milliseconds: Int64 = 0
    for index in 0..<20 {
      guard let digit = digit(key[index]) else { return nil }
      if index < 8 { milliseconds = milliseconds << 6 | digit }
    }
    let microseconds = milliseconds * 1000
    guard microseconds >= earliest, microseconds <= now.microseconds + day else { return nil }
    return Timestamp(microseconds: microseconds)
  }

  /// The place in `-0…9A…Z_a…z`, looked up: which range a byte lies in is what a processor cannot foresee.
  @inline(__always)
  private static func digit(_ byte: UInt8) -> Int64? {
    // From `-` to `z`, each place written as the character so far behind `0`; a blank is none.
    let places: Bytes =
      "0  123456789:       ;<=>?@ABCDEFGHIJKLMNOPQRST    U VWXYZ[\\]^_`abcdefghijklmno"
    let index = Int(byte &- UInt8(ascii: "-"))
    guard index < places.count, places[index] != 0x20 else { return nil }
    return Int64(places[index] &- 0x30)
  }
}
