import JSONTree

/// Writing JSON as contract 5 spells it.
extension ByteBuffer {
  /// Appends a text in quotes. Only what must be escaped is.
  func append(jsonText text: Bytes) {
    let place = unsafe reserve(text.count + 2)
    unsafe place.pointee = 0x22
    let clean = unsafe text.copyPlain(to: place + 1)
    if clean == text.count {
      unsafe place[clean + 1] = 0x22
      commit(clean + 2)
      return
    }
    commit(clean + 1)
    append(escaping: text[clean..<text.count])
    append(0x22)
  }

  /// Appends the inside of a JSON text.
  func append(escaping text: Bytes) {
    // In pieces, since an escape has up to six bytes and most texts have few.
    let most = 4096
    var done = 0
    while done < text.count {
      let piece = text[done..<min(text.count, done + most)]
      let place = unsafe reserve(6 * piece.count)
      unsafe commit(piece.copyEscaped(to: place))
      done += piece.count
    }
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
    let place = unsafe reserve(20)
    unsafe place.pointee = 0x22
    unsafe Self.write(date.year / 100, at: place + 1)
    unsafe Self.write(date.year % 100, at: place + 3)
    unsafe place[5] = UInt8(ascii: "-")
    unsafe Self.write(date.month, at: place + 6)
    unsafe place[8] = UInt8(ascii: "-")
    unsafe Self.write(date.day, at: place + 9)
    unsafe place[11] = UInt8(ascii: "T")
    unsafe Self.write(Int(secondOfDay) / 3600, at: place + 12)
    unsafe place[14] = UInt8(ascii: ":")
    unsafe Self.write(Int(secondOfDay) / 60 % 60, at: place + 15)
    unsafe place[17] = UInt8(ascii: ":")
    unsafe Self.write(Int(secondOfDay) % 60, at: place + 18)
    commit(20)
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

  /// Writes a number below 100 in two digits.
  private static func write(_ value: Int, at place: UnsafeMutablePointer<UInt8>) {
    unsafe place[0] = 0x30 + UInt8(truncatingIfNeeded: value / 10)
    unsafe place[1] = 0x30 + UInt8(truncatingIfNeeded: value % 10)
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
  /// The month of an encoded time (`"2019-04-01T…Z"`), numbered from January of year 0.
  var monthOfTime: Int32 {
    func digit(_ index: Int) -> Int32 { Int32(self[index]) - 0x30 }
    let year = digit(1) * 1000 + digit(2) * 100 + digit(3) * 10 + digit(4)
    return year * 12 + digit(6) * 10 + digit(7) - 1
  }
}

extension FixedWidthInteger {
  /// The quotient rounded down and what is left, which is never negative; `divisor` is positive.
  func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
