import JSONTree

/// Writing JSON as contract 5 spells it.
extension ByteBuffer {
  /// Appends a text in quotes. Only what must be escaped is.
  func append(jsonText text: Bytes) {
    append(0x22)
    append(escaped: text)
    append(0x22)
  }

  func append(escaped text: Bytes) {
    var start = 0
    while true {
      let clean = text.cleanCount(from: start)
      append(text[start..<start + clean])
      start += clean
      guard start < text.count else { return }
      appendEscape(text[start])
      start += 1
    }
  }

  private func appendEscape(_ byte: UInt8) {
    append(0x5C)
    switch byte {
    case 0x22, 0x5C: append(byte)
    case 0x08: append(UInt8(ascii: "b"))
    case 0x09: append(UInt8(ascii: "t"))
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0C: append(UInt8(ascii: "f"))
    case 0x0D: append(UInt8(ascii: "r"))
    default:
      append("u00")
      append(Self.hexDigit(byte >> 4))
      append(Self.hexDigit(byte & 0xF))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x61 + value - 10
  }

  /// Appends a finite double in the shortest form that reads back equal, never like an integer: `10.0`, `1e+16`.
  func append(double value: Double) {
    var text = value.description
    text.withUTF8 { digits in
      guard let start = digits.baseAddress else { return }
      unsafe append(Bytes(start: start, count: digits.count))
    }
  }

  /// Appends an RFC 3339 text in UTC without trailing zeros in the fraction, quotes included.
  func append(timestamp: Timestamp) {
    let (second, micros) = timestamp.microseconds.flooredDivision(by: 1_000_000)
    let (days, secondOfDay) = second.flooredDivision(by: 86_400)
    let date = CivilDate(daysSince1970: Int(days))
    append(0x22)
    append(padded: date.year, digits: 4)
    append(UInt8(ascii: "-"))
    append(padded: date.month, digits: 2)
    append(UInt8(ascii: "-"))
    append(padded: date.day, digits: 2)
    append(UInt8(ascii: "T"))
    append(padded: Int(secondOfDay) / 3600, digits: 2)
    append(UInt8(ascii: ":"))
    append(padded: Int(secondOfDay) / 60 % 60, digits: 2)
    append(UInt8(ascii: ":"))
    append(padded: Int(secondOfDay) % 60, digits: 2)
    if micros > 0 {
      append(UInt8(ascii: "."))
      var digits = 6
      var fraction = Int(micros)
      while fraction % 10 == 0 {
        fraction /= 10
        digits -= 1
      }
      append(padded: fraction, digits: digits)
    }
    append("Z\"")
  }

  private func append(padded value: Int, digits: Int) {
    let place = unsafe reserve(digits)
    var rest = value
    for index in stride(from: digits - 1, through: 0, by: -1) {
      unsafe place[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    commit(digits)
  }
}

extension Bytes {
  /// How many bytes from `start` on need no escape in JSON: none of `"`, `\` and U+0000 … U+001F.
  ///
  /// Eight at a time: of `x - n` and `~x` the high bit of a byte is set where x is below n, and x ^ c is
  /// below 1 where x equals c. A borrow can mark a byte above a true hit, never below it.
  func cleanCount(from start: Int) -> Int {
    let high: UInt64 = 0x8080_8080_8080_8080
    let ones: UInt64 = 0x0101_0101_0101_0101
    let rest = self[start..<count]
    var index = 0
    while index + 8 <= rest.count {
      let word = unsafe UInt64(
        littleEndian: UnsafeRawPointer(rest.pointer + index).loadUnaligned(as: UInt64.self))
      let control = (word &- ones &* 0x20) & ~word
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let hits =
        (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & high
      if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < rest.count {
      let byte = unsafe rest.pointer[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { return index }
      index += 1
    }
    return index
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down and what is left, which is never negative; `divisor` is positive.
  func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
