// Numbers, of the kinds and values that simdjson gives them (facts 8).

extension ExactParser {
  /// Reads a number whose sign, first digit or (JSON5) point is the next byte.
  ///
  /// Without fraction and exponent it is an `int`, from 2⁶³ on a `uint`, else the nearest `double`;
  /// beyond the range of these it is `big`. So `-0` is the integer 0 and `-0.0` a double.
  mutating func number() throws(ParseFault) {
    let start = at
    let isNegative = peek == UInt8(ascii: "-")
    if isNegative || peek == UInt8(ascii: "+") { at += 1 }
    try refuseInfinite()
    if dialect == .json5, stands("0x") || stands("0X") {
      return try hexNumber(from: start, isNegative: isNegative)
    }

    let first = at
    let isInteger = try skipDecimal()
    if isInteger, let magnitude = integer(first..<at),
      append(magnitude, isNegative: isNegative, offset: start)
    {
      return
    }
    // A plus (JSON5) is left out of what is kept.
    let text = source[(isNegative ? start : first)..<at]
    if !isInteger, let double = Double(text.text), double.isFinite {
      append(.double, bits: double.bitPattern, offset: start)
    } else {
      let big = beginText(.big, offset: start)
      strings.append(text)
      endText(big)
    }
  }

  /// Moves behind digits, fraction and exponent. True if there are only digits.
  private mutating func skipDecimal() throws(ParseFault) -> Bool {
    let first = at
    let whole = skipDigits()
    if whole > 1, source[first] == UInt8(ascii: "0") { throw fault(.leadingZero, at: first) }
    var isInteger = true
    if peek == UInt8(ascii: "."), whole > 0 || dialect == .json5 {
      isInteger = false
      at += 1
      let fraction = skipDigits()
      guard fraction > 0 || (dialect == .json5 && whole > 0) else { throw expected(.digit) }
    } else if whole == 0 {
      throw expected(.digit)
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      isInteger = false
      at += 1
      if peek == UInt8(ascii: "-") || peek == UInt8(ascii: "+") { at += 1 }
      guard skipDigits() > 0 else { throw expected(.digit) }
    }
    return isInteger
  }

  private mutating func skipDigits() -> Int {
    let start = at
    while at < source.count, isDigit(source[at]) { at += 1 }
    return at - start
  }

  /// The value of digits, if 64 bits hold it.
  private func integer(_ digits: Range<Int>) -> UInt64? {
    guard digits.count <= 20 else { return nil }
    var value: UInt64 = 0
    for index in digits {
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt64(source[index] - 0x30))
      if isTooLarge || isStillTooLarge { return nil }
      value = sum
    }
    return value
  }

  /// Appends an integer, unless it is below -2⁶³.
  private mutating func append(_ magnitude: UInt64, isNegative: Bool, offset: Int) -> Bool {
    if isNegative {
      guard magnitude <= 1 << 63 else { return false }
      append(.int, bits: 0 &- magnitude, offset: offset)
    } else {
      append(magnitude < 1 << 63 ? .int : .uint, bits: magnitude, offset: offset)
    }
    return true
  }

  /// Reads `0x` and what follows.
  private mutating func hexNumber(from start: Int, isNegative: Bool) throws(ParseFault) {
    at += 2
    guard let byte = peek, hexDigit(byte) != nil else { throw expected(.hexDigit) }
    var value: UInt64 = 0
    while let byte = peek, let digit = hexDigit(byte) {
      guard value >> 60 == 0 else { throw fault(.hexTooLarge, at: start) }
      value = value << 4 | UInt64(digit)
      at += 1
    }
    guard append(value, isNegative: isNegative, offset: start) else {
      throw fault(.hexTooLarge, at: start)
    }
  }

  /// Refuses the words of JSON5 for what is not finite.
  func refuseInfinite() throws(ParseFault) {
    guard dialect == .json5 else { return }
    if stands("Infinity") { throw fault(.notFinite("Infinity"), at: at) }
    if stands("NaN") { throw fault(.notFinite("NaN"), at: at) }
  }
}
