import JSONTree

/// A number as the export has it, compared by its exact value: 1 and 1.0 are equal, 2⁵³+1 and its nearest
/// double are not.
enum ExactNumber {
  case integer(Int64)
  /// Above 2⁶³−1.
  case unsigned(UInt64)
  case double(Double)
  /// Beyond 64-bit integers and doubles, as written.
  case big(Bytes)

  /// Nil when the value is no number.
  init?(_ value: Value) {
    switch value {
    case .integer(let integer): self = .integer(integer)
    case .double(let double): self = .double(double)
    case .node(let node):
      switch node.kind {
      case .int: self = .integer(node.int)
      case .uint:
        self = node.uint <= UInt64(Int64.max) ? .integer(Int64(node.uint)) : .unsigned(node.uint)
      case .double: self = .double(node.double)
      case .big: self = .big(node.bytes)
      default: return nil
      }
    default: return nil
    }
  }

  /// The same value as an integer where it is one of 64 bits, so that equal numbers are equal in form, too.
  var normalized: ExactNumber {
    guard case .double(let double) = self else { return self }
    if let integer = Int64(exactly: double) { return .integer(integer) }
    if let unsigned = UInt64(exactly: double) { return .unsigned(unsigned) }
    return self
  }

  /// The double of the same value; nil if there is none.
  var exactDouble: Double? {
    let nearest = nearestDouble
    guard nearest.isFinite, Self.compare(self, .double(nearest)) == 0 else { return nil }
    return nearest
  }

  /// Infinite for a number beyond them all.
  var nearestDouble: Double {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .double(let value): value
    // A number as JSON writes it.
    case .big(let text): Double(text.text) ?? .infinity
    }
  }

  /// Whether it has no fraction. Only numbers without one are too big for a double.
  var isWhole: Bool {
    if case .double(let value) = self { value == value.rounded(.towardZero) } else { true }
  }

  /// Negative, zero or positive as the first is less than, equal to or greater than the second.
  static func compare(_ a: ExactNumber, _ b: ExactNumber) -> Int {
    switch (a.normalized, b.normalized) {
    case (.integer(let x), .integer(let y)): x < y ? -1 : x > y ? 1 : 0
    case (.unsigned(let x), .unsigned(let y)): x < y ? -1 : x > y ? 1 : 0
    case (.integer, .unsigned): -1
    case (.unsigned, .integer): 1
    case (.double(let x), .double(let y)): x < y ? -1 : x > y ? 1 : 0
    case (.double(let x), .integer(let y)): compare(x, y)
    case (.integer(let x), .double(let y)): -compare(y, x)
    // A double that is no integer of 64 bits lies below 2⁵³ or from 2⁶⁴ on.
    case (.double(let x), .unsigned): x < 0x1p63 ? -1 : 1
    case (.unsigned, .double(let y)): y < 0x1p63 ? 1 : -1
    case (.big(let x), let y): Decimal.compare(Decimal(x), y.decimal)
    case (let x, .big(let y)): Decimal.compare(x.decimal, Decimal(y))
    }
  }

  /// A double that is no 64-bit integer against one that is.
  private static func compare(_ double: Double, _ integer: Int64) -> Int {
    // Doubles from 2⁵³ on are whole, so one with a fraction is small, and its floor decides.
    guard let floor = Int64(exactly: double.rounded(.down)) else { return double < 0 ? -1 : 1 }
    return floor < integer ? -1 : 1
  }

  private var decimal: Decimal {
    switch self {
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value): Decimal(exactly: value)
    case .big(let text): Decimal(text)
    }
  }
}
