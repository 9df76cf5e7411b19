extension Bytes {
  /// How many bytes one replacement character stands for where no character begins: the longest beginning of one, or
  /// a single byte.
  func lengthOfInvalid(at index: Int) -> Int {
    // What may follow a first byte (Unicode 15, table 3-7); later bytes are all 80…BF.
    let second: ClosedRange<UInt8>
    let most: Int
    switch self[index] {
    case 0xC2...0xDF: return 1
    case 0xE0: (second, most) = (0xA0...0xBF, 2)
    case 0xED: (second, most) = (0x80...0x9F, 2)
    case 0xE1...0xEF: (second, most) = (0x80...0xBF, 2)
    case 0xF0: (second, most) = (0x90...0xBF, 3)
    case 0xF1...0xF3: (second, most) = (0x80...0xBF, 3)
    case 0xF4: (second, most) = (0x80...0x8F, 3)
    default: return 1
    }
    guard index + 1 < count, second.contains(self[index + 1]) else { return 1 }
    var length = 2
    while length < most, index + length < count, self[index + length] & 0xC0 == 0x80 { length += 1 }
    return length
  }

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
