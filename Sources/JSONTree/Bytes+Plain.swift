internal import CScan

extension Bytes {
  /// Copies what needs no escape in a JSON text, from the start on: none of `"`, `\` and U+0000 … U+001F.
  ///
  /// - Parameter place: has room for all of the bytes, and may be written to where nothing was copied.
  /// - Returns: How many bytes need none.
  public func copyPlain(to place: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe replant_copy_plain(place, pointer, count)
  }

  /// Writes them as they stand in a JSON text: only `"`, `\` and U+0000 … U+001F are escaped.
  ///
  /// - Parameter place: has room for six times as many.
  /// - Returns: How many bytes were written.
  public func copyEscaped(to place: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe replant_escape(place, pointer, count)
  }

  /// Whether they are ASCII that needs no escape: then a text says what it is written with.
  public var isPlainASCII: Bool {
    // Most keys have a word and more: eight bytes at a time, the last eight once more.
    guard count >= 8 else { return shortIsPlainASCII }
    let raw = unsafe UnsafeRawPointer(pointer)
    var marks: UInt64 = 0
    var index = 0
    while index + 8 < count {
      marks |= unsafe Self.marks(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    marks |= unsafe Self.marks(raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
    return marks & Self.highBits == 0
  }

  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// Has a high bit set if one of eight bytes is beyond ASCII, a control character, `"` or `\`.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return word | (word &- ones &* 0x20) | ((word ^ ones &* 0x22) &- ones)
      | ((word ^ ones &* 0x5C) &- ones)
  }

  private var shortIsPlainASCII: Bool {
    for index in 0..<count {
      let byte = self[index]
      if byte >= 0x80 || byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
    }
    return true
  }
}
