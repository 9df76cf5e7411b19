internal import CScan

extension Bytes {
  /// How many bytes from the start on need no escape in a JSON text: none of `"`, `\` and U+0000 … U+001F.
  public var plainCount: Int { unsafe replant_plain_count(pointer, count) }

  /// Whether no byte has its high bit set.
  public var isASCII: Bool {
    var index = 0
    var all: UInt64 = 0
    while index + 8 <= count {
      all |= unsafe UnsafeRawPointer(pointer + index).loadUnaligned(as: UInt64.self)
      index += 8
    }
    var rest: UInt8 = 0
    while index < count {
      rest |= unsafe pointer[index]
      index += 1
    }
    return all & 0x8080_8080_8080_8080 == 0 && rest < 0x80
  }
}
