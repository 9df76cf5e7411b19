import JSONTree

/// A field of a rule, prepared for the hot path: flat, with everything that can be encoded beforehand.
///
/// No member counts references: workers share fields, and two cores that count in one place wait for each
/// other.
struct FieldPlan: BitwiseCopyable, Sendable {
  let index: Int
  /// `"date":`
  let prefix: Bytes
  let type: FlatType
  let isRequired: Bool
  /// −1 where the value is computed, by `RulePlan.evaluators`.
  let slot: Int
  /// Encoded; empty where there is none.
  let defaultJSON: Bytes
  let onError: Field.OnError
  /// `"date":"timestamp"`, or empty for types that JSON can say.
  let typeNote: Bytes

  init(_ field: Field, index: Int, constants: Constants) {
    self.index = index
    type = FlatType(field.type)
    isRequired = field.isRequired
    slot = field.slot ?? -1
    defaultJSON = field.defaultJSON.map { constants.keep($0) } ?? .empty
    onError = field.onError
    prefix = constants.keep(JSONText.quoted(field.name) + ":")
    let pattern = field.name + String(repeating: ".*", count: type.listDepth)
    typeNote =
      type.scalar.noteName.map {
        constants.keep(JSONText.quoted(pattern) + ":" + JSONText.quoted($0))
      } ?? .empty
  }

  /// The name as a JSON text, without the closing quote.
  var openName: Bytes { prefix[0..<prefix.count - 2] }
}

/// Bytes that live as long as a plan and need no counting of references where they are used.
@safe
final class Constants: @unchecked Sendable {
  // Written while a plan is made, by one thread; only read afterwards.
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = unsafe []

  deinit {
    while let buffer = unsafe kept.popLast() { unsafe buffer.deallocate() }
  }

  func keep(_ bytes: [UInt8]) -> Bytes {
    guard !bytes.isEmpty else { return .empty }
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe buffer.initialize(from: bytes)
    unsafe kept.append(buffer)
    guard let start = buffer.baseAddress else { return .empty }
    return unsafe Bytes(start: start, count: buffer.count)
  }

  func keep(_ text: String) -> Bytes { keep(Array(text.utf8)) }
}

/// A field's type without boxes: `[[string]]` is text, two lists deep.
struct FlatType: BitwiseCopyable, Sendable, Equatable {
  enum Scalar: BitwiseCopyable, Sendable {
    case string, integer, double, number, boolean, timestamp, bytes, geopoint, reference, map, any
  }

  let scalar: Scalar
  let listDepth: Int

  init(_ type: FieldType) {
    var type = type
    var depth = 0
    while case .list(let inner) = type {
      type = inner
      depth += 1
    }
    listDepth = depth
    scalar =
      switch type {
      case .string: .string
      case .integer: .integer
      case .double: .double
      case .number: .number
      case .boolean: .boolean
      case .timestamp: .timestamp
      case .bytes: .bytes
      case .geopoint: .geopoint
      case .reference: .reference
      case .map: .map
      case .any, .list: .any
      }
  }
}

extension FlatType.Scalar {
  /// The name of a type that JSON cannot say, as it is kept beside a document.
  var noteName: String? {
    switch self {
    case .timestamp, .bytes, .geopoint, .reference: name
    default: nil
    }
  }

  var name: String { "\(self)" }
}
