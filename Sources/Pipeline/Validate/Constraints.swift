import Interop
import JSONTree

/// What the model asks of a value besides its type (contract 2.2). On a list it is asked of the items, but for
/// `items` and `areUnique`.
package struct Constraints: Sendable {
  /// The values of `enum` as documents spell them; empty where there is none.
  package var values: [[UInt8]] = []
  package var pattern: TextPattern?
  /// The pattern as written.
  package var patternText = ""
  /// In Unicode scalars.
  package var length = 0...Int.max
  package var minimum: Bound?
  package var maximum: Bound?
  /// How many items a list has.
  package var items = 0...Int.max
  package var areUnique = false
  package var format: TextFormat?

  package init() {}

  package enum Bound: Sendable {
    case integer(Int64)
    case double(Double)
    case timestamp(Timestamp)

    var text: String {
      let output = ByteBuffer()
      switch self {
      case .integer(let value): output.append(decimal: Int(value))
      case .double(let value): output.append(double: value)
      case .timestamp(let value): output.append(timestamp: value)
      }
      return output.bytes.text
    }

    var value: Value {
      switch self {
      case .integer(let value): .integer(value)
      case .double(let value): .double(value)
      case .timestamp(let value): .timestamp(value)
      }
    }
  }

  struct Fault {
    var code: Code
    var message: String
  }

  /// What is wrong with a scalar that was written as `written`, or nil.
  func fault(of value: Value, written: Bytes) -> Fault? {
    if !values.isEmpty, !values.contains(where: { $0.withBytes { $0 == written } }) {
      return Fault(code: .enum, message: "expected \(phraseOfValues)")
    }
    if let text = value.asText, let fault = fault(ofText: text) { return fault }
    return fault(ofNumber: value, written)
  }

  /// `one of "a", "b"`; of many the first few. They are the mapping's words, not the data's.
  var phraseOfValues: String {
    let most = 5
    let listed = values.prefix(most).map { String(decoding: $0, as: UTF8.self) }
    let rest = values.count > most ? " and \(Quantity.count(values.count - most)) more" : ""
    return "one of " + listed.joined(separator: ", ") + rest
  }

  private func fault(ofText text: Bytes) -> Fault? {
    if length != 0...Int.max {
      let count = text.scalarCount
      if count < length.lowerBound {
        return Fault(
          code: .length,
          message:
            "expected at least \(Quantity.count(length.lowerBound, "character")), found \(count)")
      }
      if count > length.upperBound {
        return Fault(
          code: .length,
          message:
            "expected at most \(Quantity.count(length.upperBound, "character")), found \(count)")
      }
    }
    switch text.withSpan({ pattern?.search($0) }) {
    case .nothing?:
      return Fault(
        code: .pattern, message: "the text does not fit the pattern \(quoted(patternText))")
    case .failed?:
      return Fault(
        code: .pattern,
        message: "the search for the pattern \(quoted(patternText)) took too many steps")
    case .found?, nil: break
    }
    if let format, !format.accepts(text) {
      return Fault(code: .format, message: "the text is no \(format.phrase)")
    }
    return nil
  }

  private func fault(ofNumber value: Value, _ written: Bytes) -> Fault? {
    guard minimum != nil || maximum != nil else { return nil }
    let number = comparand(of: value, written)
    if let minimum, let order = Comparand.order(number, Comparand(minimum.value)), order < 0 {
      return Fault(code: .range, message: "expected at least \(minimum.text), found less")
    }
    if let maximum, let order = Comparand.order(number, Comparand(maximum.value)), order > 0 {
      return Fault(code: .range, message: "expected at most \(maximum.text), found more")
    }
    return nil
  }

  /// A time may have come as a text or a map: what was written tells it.
  private func comparand(of value: Value, _ written: Bytes) -> Comparand {
    let isTime =
      if case .timestamp? = minimum ?? maximum { true } else { false }
    guard isTime, written.count > 2,
      let time = try? RFC3339.parse(written[1..<written.count - 1])
    else { return Comparand(value) }
    return .timestamp(time)
  }

  /// What is wrong with a list whose items were written at `places` of `output`, or nil.
  func fault(ofItems count: Int, _ places: [Range<Int>], in output: ByteBuffer) -> Fault? {
    if count < items.lowerBound {
      return Fault(
        code: .items,
        message: "expected at least \(Quantity.count(items.lowerBound, "item")), found \(count)")
    }
    if count > items.upperBound {
      return Fault(
        code: .items,
        message: "expected at most \(Quantity.count(items.upperBound, "item")), found \(count)")
    }
    guard areUnique, EqualItems.stand(at: places, in: output) else { return nil }
    return Fault(code: .items, message: "an item stands twice in a list of unique ones")
  }
}

/// The constraints of a field behind one reference: most fields have none, and asking for that must not copy any.
final class FieldConstraints: Sendable {
  let words: Constraints

  init(_ words: Constraints) { self.words = words }
}

extension Bytes {
  /// How many Unicode scalars UTF-8 text has.
  fileprivate var scalarCount: Int {
    var count = 0
    for index in 0..<self.count where self[index] & 0xC0 != 0x80 { count += 1 }
    return count
  }
}
