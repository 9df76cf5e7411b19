import JSONTree

/// The order of keys in a Realtime Database: canonical 32-bit integers by value, then text by UTF-8 bytes.
///
///     -5  7  10  100  -Mabc  07  10000000000  a  ab  b
///
/// Exports are written in it (facts 7.1), so sorting is the exception.
enum KeyOrder {
  static func precedes(_ a: Bytes, _ b: Bytes) -> Bool { OrderedKey(a) < OrderedKey(b) }

  /// The value of a canonical 32-bit integer: no sign but `-`, no leading zeros.
  static func integer(_ key: Bytes) -> Int? {
    // Most keys are names and push ids.
    guard key.count > 0, key.count <= 11, key[0] <= UInt8(ascii: "9") else { return nil }
    let isNegative = key[0] == UInt8(ascii: "-")
    let digits = isNegative ? key[1..<key.count] : key
    guard let value = index(digits), !(isNegative && value == 0) else { return nil }
    let signed = isNegative ? -value : value
    return Int(exactly: Int32(truncatingIfNeeded: signed)) == signed ? signed : nil
  }

  /// The value of an array index: canonical digits that fit a machine word.
  static func index(_ key: Bytes) -> Int? {
    guard isIndex(key), key.count <= 18 else { return nil }
    var value = 0
    for position in 0..<key.count { value = value * 10 + Int(key[position] &- 0x30) }
    return value
  }

  /// `0` or digits without a leading zero, however many.
  static func isIndex(_ key: Bytes) -> Bool {
    guard key.count > 0 else { return false }
    let first = key[0] &- 0x30
    guard first <= 9, first > 0 || key.count == 1 else { return false }
    for position in 1..<key.count where key[position] &- 0x30 > 9 { return false }
    return true
  }
}

/// A key with its place among others worked out once.
struct OrderedKey {
  private let bytes: Bytes
  private let integer: Int?

  init(_ bytes: Bytes) {
    self.bytes = bytes
    integer = KeyOrder.integer(bytes)
  }

  static func < (a: OrderedKey, b: OrderedKey) -> Bool {
    switch (a.integer, b.integer) {
    case (nil, nil): a.bytes < b.bytes
    case (let x?, let y?): x < y
    case (nil, _?): false
    case (_?, nil): true
    }
  }
}
