import JSONTree

/// A number as decimal digits, exactly: ±0.d₁d₂d₃… · 10^exponent.
///
///     -1234.5   isNegative, digits 1 2 3 4 5, exponent 4
///     0.00120   digits 1 2, exponent −2
///
/// Only for numbers that machine types cannot compare or scale exactly.
struct Decimal {
  var isNegative: Bool
  /// 0…9 each, neither the first nor the last zero; empty for zero.
  var digits: [UInt8]
  var exponent: Int

  init(_ value: Int64) { self = DecimalText.with(value) { Decimal($0) } }
  init(_ value: UInt64) { self = DecimalText.with(value) { Decimal($0) } }

  /// A number written as in JSON.
  init(_ text: Bytes) {
    var digits: [UInt8] = []
    var exponent = 0
    var isFraction = false
    var index = 0
    isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative { index = 1 }
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        // Far beyond what a text can write out; clamped, so that nothing overflows.
        exponent += Self.clampedInteger(text[index..<text.count])
        break
      } else {
        if !isFraction { exponent += 1 }
        digits.append(byte &- 0x30)
      }
    }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent - zeros
    if digits.isEmpty { isNegative = false }
  }

  /// The shortest decimal that reads back as the double: what people wrote when they wrote it.
  init(shortest value: Double) {
    self = Array(value.description.utf8).withBytes { Decimal($0) }
  }

  /// The exact value of a whole double; of others the shortest decimal.
  init(exactly value: Double) {
    guard value.magnitude >= 0x1p53, value.isFinite else {
      self.init(shortest: value)
      return
    }
    // significand · 2^power, by doubling decimal digits, the least first.
    let power = Int(value.exponent) - 52
    var reversed: [UInt8] = Array(String(UInt64(value.significand * 0x1p52)).utf8.reversed()).map {
      $0 - 0x30
    }
    for _ in 0..<power {
      var carry: UInt8 = 0
      for index in reversed.indices {
        let doubled = reversed[index] * 2 + carry
        reversed[index] = doubled % 10
        carry = doubled / 10
      }
      if carry > 0 { reversed.append(carry) }
    }
    let text = (value < 0 ? [UInt8(ascii: "-")] : []) + reversed.reversed().map { $0 + 0x30 }
    self = text.withBytes { Decimal($0) }
  }

  static func compare(_ a: Decimal, _ b: Decimal) -> Int {
    guard a.isNegative == b.isNegative else { return a.isNegative ? -1 : 1 }
    let order = compareMagnitudes(a, b)
    return a.isNegative ? -order : order
  }

  private static func compareMagnitudes(_ a: Decimal, _ b: Decimal) -> Int {
    guard !a.digits.isEmpty, !b.digits.isEmpty else {
      return (a.digits.isEmpty ? 0 : 1) - (b.digits.isEmpty ? 0 : 1)
    }
    guard a.exponent == b.exponent else { return a.exponent < b.exponent ? -1 : 1 }
    if a.digits == b.digits { return 0 }
    return a.digits.lexicographicallyPrecedes(b.digits) ? -1 : 1
  }

  /// The value · 10^power, rounded down to an integer; nil when 64 bits do not hold it.
  func scaledDown(_ power: Int) -> Int64? {
    let places = exponent + power
    guard places <= 19 else { return nil }
    var value: Int64 = 0
    for index in 0..<max(places, 0) {
      let digit = Int64(index < digits.count ? digits[index] : 0)
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || overflows { return nil }
      value = sum
    }
    let hasRest = digits.count > max(places, 0)
    guard isNegative, hasRest else { return value }
    let (floor, overflow) = value.subtractingReportingOverflow(1)
    return overflow ? nil : floor
  }

  private static func clampedInteger(_ text: Bytes) -> Int {
    var value = 0
    var isNegative = false
    for index in 0..<text.count {
      switch text[index] {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "+"): break
      default: value = min(value * 10 + Int(text[index] &- 0x30), 1_000_000_000)
      }
    }
    return isNegative ? -value : value
  }
}
