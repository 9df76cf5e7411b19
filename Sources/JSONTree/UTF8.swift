extension Bytes {
  /// The character that begins at `index` and its length, if the bytes there are well-formed UTF-8:
  /// none longer than needed, no surrogates, nothing beyond U+10FFFF (Unicode 15, table 3-7).
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let first = self[index]
    let length: Int
    let smallest: UInt32
    switch first {
    case 0x00...0x7F: return (Unicode.Scalar(first), 1)
    case 0xC2...0xDF: (length, smallest) = (2, 0x80)
    case 0xE0...0xEF: (length, smallest) = (3, 0x800)
    case 0xF0...0xF4: (length, smallest) = (4, 0x10000)
    default: return nil
    }
    guard count - index >= length else { return nil }
    var value = UInt32(first & 0x7F >> UInt8(length))
    for position in index + 1..<index + length {
      guard self[position] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(self[position] & 0x3F)
    }
    guard value >= smallest, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}
