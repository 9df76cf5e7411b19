import JSONTree

/// Reads RFC 3339 texts with a zone (contract 2.2): `2021-07-08T09:10:11-05:30`, `…11.151617999Z`.
///
/// `T` or `t`, `Z` or `z`; no second 60; any number of digits in the fraction, of which microseconds stay, rounded
/// down.
enum RFC3339 {
  enum Fault: Error, Equatable { case notRFC3339, outOfRange }

  static func parse(_ text: Bytes) throws(Fault) -> Timestamp {
    var reader = DigitReader(text)
    guard let date = reader.date(), reader.take("T", "t"), let second = reader.time(),
      let micros = reader.fraction(), let offset = reader.zone(), reader.isAtEnd
    else { throw .notRFC3339 }
    let seconds = Int64(date.daysSince1970) * 86_400 + Int64(second - offset * 60)
    guard let time = Timestamp(microseconds: seconds * 1_000_000 + Int64(micros)) else {
      throw .outOfRange
    }
    return time
  }
}

/// Reads the parts of a date text one after the other; nil where one does not fit.
struct DigitReader {
  private let text: Bytes
  private var index = 0

  init(_ text: Bytes) { self.text = text }

  var isAtEnd: Bool { index == text.count }
  private var next: UInt8? { index < text.count ? text[index] : nil }

  mutating func take(_ choices: Unicode.Scalar...) -> Bool {
    guard let byte = next, choices.contains(where: { UInt8($0.value) == byte }) else {
      return false
    }
    index += 1
    return true
  }

  /// Exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    guard index + count <= text.count else { return nil }
    var value = 0
    for _ in 0..<count {
      let digit = text[index] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
      index += 1
    }
    return value
  }

  /// `2021-07-08`, an existing day.
  mutating func date() -> CivilDate? {
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2)
    else { return nil }
    let date = CivilDate(year: year, month: month, day: day)
    return date.isValid ? date : nil
  }

  /// `09:10:11` as the second of the day.
  mutating func time() -> Int? {
    guard let hour = digits(2), take(":"), let minute = digits(2), take(":"),
      let second = digits(2), hour < 24, minute < 60, second < 60
    else { return nil }
    return (hour * 60 + minute) * 60 + second
  }

  /// `.25` as microseconds; 0 where there is no point.
  mutating func fraction() -> Int? {
    guard take(".") else { return 0 }
    var micros = 0
    var count = 0
    while let byte = next, byte &- 0x30 <= 9 {
      if count < 6 { micros = micros * 10 + Int(byte - 0x30) }
      count += 1
      index += 1
    }
    for _ in min(count, 6)..<6 { micros *= 10 }
    return count > 0 ? micros : nil
  }

  /// `Z` or `-05:30`, in minutes east of Greenwich.
  mutating func zone() -> Int? {
    if take("Z", "z") { return 0 }
    let isWest = next == UInt8(ascii: "-")
    guard take("+", "-"), let hour = digits(2), take(":"), let minute = digits(2), hour < 24,
      minute < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hour * 60 + minute)
  }
}
