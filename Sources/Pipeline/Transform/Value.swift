import JSONTree

/// What an expression gives for one record.
///
/// A value is a few words without reference counts: texts and trees lie in the parser's buffers, lists
/// and computed texts in the worker's arena. It is valid until the next record.
package enum Value {
  /// A missing key, `null`, `{}`, `[]`, or nothing left of a computation.
  case absent
  case failed(Failure)
  /// A value of the export as it is: a scalar, an object or an array; never null.
  case node(Node)
  case boolean(Bool)
  case integer(Int64)
  case double(Double)
  case timestamp(Timestamp)
  case text(Bytes)
  /// Items are neither absent nor failed.
  case list(List)
  case map(Map)
  case geopoint(latitude: Double, longitude: Double)
  /// The path of a document.
  case reference(Bytes)
}

/// Why a step failed: a constant sentence, since values never appear in messages.
package struct Failure: Sendable {
  package let reason: StaticString

  package init(_ reason: StaticString) {
    self.reason = reason
  }
}

/// Microseconds since 1970, negative before. Years 1 to 9999 (Firestore's range, facts 2.1).
package struct Timestamp: Sendable, Equatable, Comparable {
  package let microseconds: Int64

  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z.
  package static let range: ClosedRange<Int64> = -62_135_596_800_000_000...253_402_300_799_999_999

  /// Nil outside the years 1 to 9999.
  package init?(microseconds: Int64) {
    guard Self.range.contains(microseconds) else { return nil }
    self.microseconds = microseconds
  }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.microseconds < b.microseconds }
}

/// A list in a worker's arena.
@safe
package struct List {
  private let start: UnsafePointer<Value>?
  package let count: Int

  package static var empty: List { unsafe List(start: nil, count: 0) }

  init(start: UnsafePointer<Value>?, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  package var isEmpty: Bool { count == 0 }

  package subscript(index: Int) -> Value {
    guard index >= 0, index < count, let start = unsafe start else { return .absent }
    return unsafe start[index]
  }
}

/// A computed map in a worker's arena, keys in the order they were given.
package struct Map {
  private let items: List

  init(_ items: List) { self.items = items }

  package var count: Int { items.count / 2 }
  package func key(_ index: Int) -> Bytes {
    if case .text(let key) = items[2 * index] { return key }
    return .empty
  }
  package func value(_ index: Int) -> Value { items[2 * index + 1] }
}

extension Value {
  package var isAbsent: Bool {
    switch self {
    case .absent: true
    case .list(let list): list.isEmpty
    case .map(let map): map.count == 0
    default: false
    }
  }

  /// The text of a text, from the export or computed; nil for other kinds.
  @inline(__always) package var asText: Bytes? {
    switch self {
    case .text(let bytes): bytes
    case .node(let node) where node.kind == .string: node.bytes
    default: nil
    }
  }

  package var asBoolean: Bool? {
    switch self {
    case .boolean(let flag): flag
    case .node(let node) where node.kind == .yes: true
    case .node(let node) where node.kind == .no: false
    default: nil
    }
  }

  package var asNumber: Number? {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .node(let node):
      switch node.kind {
      case .int: .integer(node.int)
      case .uint: .big
      case .double: .double(node.double)
      case .big: .big
      default: nil
      }
    default: nil
    }
  }

  /// A number by its kind. `big`: beyond 64-bit integers and doubles; only its text is known.
  package enum Number {
    case integer(Int64)
    case double(Double)
    case big
  }
}
