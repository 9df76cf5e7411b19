import JSONTree

/// A field of a rule, prepared for the hot path: flat, with everything that can be encoded beforehand.
struct FieldPlan: Sendable {
  let name: String
  /// `"date":`
  let prefix: [UInt8]
  let type: FlatType
  let isRequired: Bool
  let value: Evaluator
  /// −1 where the value is computed.
  let slot: Int
  let defaultJSON: [UInt8]?
  let onError: Field.OnError
  /// `"date":"timestamp"`, or empty for types that JSON can say.
  let typeNote: [UInt8]
  /// The source field, for the path in a message; empty where the value is computed.
  let sourceName: [UInt8]

  init(_ field: Field, slots: SlotTable) {
    name = field.name
    type = FlatType(field.type)
    isRequired = field.isRequired
    value = field.value
    slot = field.slot ?? -1
    defaultJSON = field.defaultJSON
    onError = field.onError
    sourceName = field.slot.map { slots.names[$0] } ?? []
    let output = ByteBuffer()
    Array(field.name.utf8).withBytes { output.append(jsonText: $0) }
    output.append(0x3A)
    prefix = output.bytes.array
    guard let typeName = type.scalar.noteName else {
      typeNote = []
      return
    }
    output.reset()
    let pattern = field.name + String(repeating: ".*", count: type.listDepth)
    Array(pattern.utf8).withBytes { output.append(jsonText: $0) }
    output.append(0x3A)
    Array(typeName.utf8).withBytes { output.append(jsonText: $0) }
    typeNote = output.bytes.array
  }
}

/// A field's type without boxes: `[[string]]` is text, two lists deep.
struct FlatType: Sendable, Equatable {
  enum Scalar: Sendable {
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
