import JSONTree

/// What `seconds`, `millis` and `micros` share: a number since 1970 in a declared unit.
///
/// Whole numbers are exact. A double stands for the shortest decimal that reads back as it, as it was
/// written: 1784726128926.173 milliseconds are …173 microseconds, not the …172 of its binary value.
enum EpochTime {
  /// `power`: a unit is 10^power microseconds.
  static func time(_ value: Value, power: Int) -> Value {
    let microseconds: Int64?
    switch ExactNumber(value)?.normalized {
    case .integer(let integer)?: microseconds = scaled(integer, power)
    case .double(let double)?: microseconds = Decimal(shortest: double).scaledDown(power)
    case .unsigned?, .big?: microseconds = nil
    case nil:
      guard let text = value.asText, isDigits(text) else {
        return .failed(Failure("expected a number or a text of digits"))
      }
      microseconds = Decimal(text).scaledDown(power)
    }
    guard let microseconds, let time = Timestamp(microseconds: microseconds) else {
      return .failed(Failure("the time lies outside the years 1 to 9999"))
    }
    return .timestamp(time)
  }

  private static func scaled(_ value: Int64, _ power: Int) -> Int64? {
    let factor: Int64 = power == 6 ? 1_000_000 : power == 3 ? 1000 : 1
    let (product, overflow) = value.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  private static func isDigits(_ text: Bytes) -> Bool {
    let start = !text.isEmpty && text[0] == UInt8(ascii: "-") ? 1 : 0
    guard text.count > start else { return false }
    for index in start..<text.count where text[index] &- 0x30 > 9 { return false }
    return true
  }
}
