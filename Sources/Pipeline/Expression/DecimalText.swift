import JSONTree

/// The digits of an integer, lent for a moment, without an allocation.
enum DecimalText {
  static func with<Result>(_ value: Int64, _ body: (Bytes) -> Result) -> Result {
    with(value.magnitude, isNegative: value < 0, body)
  }

  static func with<Result>(_ value: UInt64, _ body: (Bytes) -> Result) -> Result {
    with(value, isNegative: false, body)
  }

  /// 20 digits of `UInt64.max` and a sign fit, filled in from the right.
  private static func with<Result>(
    _ magnitude: UInt64, isNegative: Bool, _ body: (Bytes) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { buffer in
      var start = 24
      var rest = magnitude
      repeat {
        start -= 1
        unsafe buffer[start] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      } while rest > 0
      if isNegative {
        start -= 1
        unsafe buffer[start] = UInt8(ascii: "-")
      }
      guard let base = buffer.baseAddress else { return body(.empty) }
      return unsafe body(Bytes(start: UnsafePointer(base + start), count: 24 - start))
    }
  }
}

extension Arena {
  /// An integer as a text.
  func decimal(_ value: Int64) -> Bytes {
    DecimalText.with(value) { copy($0) }
  }

  func copy(_ bytes: Bytes) -> Bytes {
    unsafe text(capacity: bytes.count) { start in
      unsafe start.update(from: bytes.pointer, count: bytes.count)
      return bytes.count
    }
  }

  /// Drops what lies on the stack above `mark`.
  func discard(to mark: Int) {
    stack.removeLast(stack.count - mark)
  }
}
