/// Reading texts of JSON that is known to be well-formed, such as documents that replant has encoded.
extension Bytes {
  /// Where the text that begins with the quote at `start` ends: behind its closing quote.
  public func endOfText(at start: Int) -> Int {
    var index = start + 1
    while let quote = firstIndex(of: 0x22, from: index) {
      var slashes = 0
      while quote - slashes > start + 1, self[quote - slashes - 1] == 0x5C { slashes += 1 }
      if slashes & 1 == 0 { return quote + 1 }
      index = quote + 1
    }
    return count
  }

  /// The place of the first such byte at or behind `start`.
  public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard start < count else { return nil }
    let rest = self[start..<count]
    guard let found = unsafe memchr(rest.pointer, Int32(byte), rest.count) else { return nil }
    return start + (unsafe UnsafeRawPointer(found) - UnsafeRawPointer(rest.pointer))
  }

  /// How many bytes of UTF-8 the inside of a text stands for.
  public var decodedLength: Int {
    var length = count
    var index = 0
    while let slash = firstIndex(of: 0x5C, from: index) {
      let escape = escape(at: slash)
      length -= escape.width - UTF8.width(escape.scalar)
      index = slash + escape.width
    }
    return length
  }

  /// The character that the escape at `index` stands for, and how many bytes it has. Half a pair of surrogates is
  /// U+FFFD.
  func escape(at index: Int) -> (scalar: Unicode.Scalar, width: Int) {
    guard index + 1 < count else { return ("\u{FFFD}", count - index) }
    switch self[index + 1] {
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"): break
    default: return (Unicode.Scalar(self[index + 1]), 2)
    }
    guard let high = hexDigits(at: index + 2) else {
      return ("\u{FFFD}", Swift.min(6, count - index))
    }
    if let scalar = Unicode.Scalar(high) { return (scalar, 6) }
    guard high < 0xDC00, index + 7 < count, self[index + 6] == 0x5C,
      self[index + 7] == UInt8(ascii: "u"), let low = hexDigits(at: index + 8),
      (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { return ("\u{FFFD}", 6) }
    return (scalar, 12)
  }

  private func hexDigits(at index: Int) -> UInt32? {
    guard index + 4 <= count else { return nil }
    var value: UInt32 = 0
    for place in index..<index + 4 {
      let digit: UInt8
      switch self[place] {
      case let byte where (0x30...0x39).contains(byte): digit = byte - 0x30
      case let byte where (0x61...0x66).contains(byte | 0x20): digit = (byte | 0x20) - 0x57
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

extension ByteBuffer {
  /// Appends the bytes that the inside of a JSON text stands for.
  public func append(unescaping text: Bytes) {
    var index = 0
    while let slash = text.firstIndex(of: 0x5C, from: index) {
      append(text[index..<slash])
      let escape = text.escape(at: slash)
      append(Array(String(escape.scalar).utf8))
      index = slash + escape.width
    }
    append(text[index..<text.count])
  }
}
