/// RFC 3339 for the literals of a mapping: read with a zone, kept to the microsecond, written in UTC.
enum DefaultTime {
  /// `2021-07-08T09:10:11.25-05:30`; nil for anything else, leap seconds among it.
  static func parse(_ text: [UInt8]) -> Timestamp? {
    var reader = Reader(text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"),
      let day = reader.number(2), reader.take("T") || reader.take("t"),
      let hour = reader.number(2), reader.take(":"), let minute = reader.number(2),
      reader.take(":"),
      let second = reader.number(2)
    else { return nil }
    var micros = 0
    if reader.take(".") {
      guard let fraction = reader.fraction() else { return nil }
      micros = fraction
    }
    guard let offset = reader.offset(), reader.isAtEnd, (1...12).contains(month),
      day >= 1, day <= daysOf(month, year), hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(micros))
  }

  /// `2019-01-01T00:00:00.25Z`: no zeros at the end of the fraction.
  static func text(_ time: Timestamp) -> String {
    let micros = Int(time.microseconds)
    let fraction = modulo(micros, 1_000_000)
    let seconds = (micros - fraction) / 1_000_000
    let secondsOfDay = modulo(seconds, 86_400)
    let (year, month, day) = civil((seconds - secondsOfDay) / 86_400)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let clock =
      "\(padded(secondsOfDay / 3600, 2)):\(padded(secondsOfDay / 60 % 60, 2)):\(padded(secondsOfDay % 60, 2))"
    guard fraction > 0 else { return date + "T" + clock + "Z" }
    var digits = padded(fraction, 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return date + "T" + clock + "." + digits + "Z"
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  // MARK: The Gregorian calendar, by eras of 400 years that begin in March

  private static func modulo(_ value: Int, _ divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func daysOf(_ month: Int, _ year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days since 1970.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let z = days + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }

  private struct Reader {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    var isAtEnd: Bool { position == text.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < text.count, UInt32(text[position]) == character.value else { return false }
      position += 1
      return true
    }

    private mutating func digit() -> Int? {
      guard position < text.count, text[position] &- 0x30 <= 9 else { return nil }
      position += 1
      return Int(text[position - 1] - 0x30)
    }

    mutating func number(_ width: Int) -> Int? {
      var value = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// Microseconds; further digits are cut off.
    mutating func fraction() -> Int? {
      var value = 0
      var count = 0
      while let digit = digit() {
        if count < 6 { value = value * 10 + digit }
        count += 1
      }
      guard count > 0 else { return nil }
      for _ in count..<max(6, count) { value *= 10 }
      return value
    }

    /// `Z` or `+09:00`, in seconds.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let isNegative = take("-")
      guard isNegative || take("+"), let hours = number(2), take(":"), let minutes = number(2),
        hours < 24, minutes < 60
      else { return nil }
      return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
  }
}
