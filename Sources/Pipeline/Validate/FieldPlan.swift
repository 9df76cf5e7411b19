import JSONTree

/// A field of a rule as a worker uses it: one word, so that handing it on copies nothing.
///
/// Valid as long as the `Constants` of its plan.
@safe @dynamicMemberLookup
struct FieldPlan: BitwiseCopyable, @unchecked Sendable {
  // Written once, before the plan is used.
  private let parts: UnsafePointer<FieldParts>

  init(_ field: Field, _ place: FieldParts.Place, constants: Constants) {
    unsafe parts = constants.keep(FieldParts(field, place, constants: constants))
  }

  @inline(__always)
  subscript<Part>(dynamicMember part: KeyPath<FieldParts, Part>) -> Part {
    unsafe parts.pointee[keyPath: part]
  }
}

/// What is known of a field, prepared for the hot path: flat, with everything that can be encoded beforehand.
///
/// No member counts references: workers share fields, and two cores that count in one place wait for each
/// other.
struct FieldParts: BitwiseCopyable, Sendable {
  let index: Int
  /// The index behind the field and all fields inside it: a rule's fields lie in a list, each before its own.
  let end: Int
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
  /// `"items.*.at`: a JSON text without its closing quote.
  let openPattern: Bytes
  /// Of `FieldPlans.constraints`, or −1.
  let constraint: Int
  /// Whether the model declares what is in its maps.
  let hasFields: Bool
  /// Whether a list may come of any map.
  let takesMaps: Bool
  /// Of `FieldPlans.sources`, where fields in its maps are counted that nobody reads; or −1.
  let source: Int
  /// The keys to the value in the record, or in the map around the field; empty where it is computed.
  let sourceKeys: Bytes
  /// Whether they lead from the record in any case.
  let startsAtRecord: Bool
  /// Whether its value, or something in it, comes of what is joined to the record.
  let readsJoin: Bool
  /// Whether numbers or times of it are counted by kind.
  let isWatched: Bool

  init(_ field: Field, _ place: Place, constants: Constants) {
    index = place.index
    end = place.end
    constraint = place.constraint
    source = place.source
    hasFields = field.fields != nil
    takesMaps = field.takesMaps
    sourceKeys = field.sourceKeys.map { constants.keep($0) } ?? .empty
    startsAtRecord = field.startsAtRecord
    readsJoin = field.readsJoin
    type = FlatType(field.type)
    isRequired = field.isRequired
    slot = field.slot ?? -1
    defaultJSON = field.defaultJSON.map { constants.keep($0) } ?? .empty
    onError = field.onError
    prefix = constants.keep(JSONText.quoted(field.name) + ":")
    isWatched = type.scalar == .number || type.scalar == .timestamp
    let noted = Self.notePattern(place.names)
    openPattern = constants.keep(String(JSONText.quoted(noted).dropLast()))
    let pattern = noted + String(repeating: ".*", count: type.listDepth)
    typeNote =
      type.scalar.noteName.map {
        constants.keep(JSONText.quoted(pattern) + ":" + JSONText.quoted($0))
      } ?? .empty
  }

  /// What is known of a field besides itself.
  struct Place {
    var index: Int
    var end: Int
    var constraint: Int
    var source: Int
    /// `items`, `*`, `at`; nil for the items of a list.
    var names: [String?]
  }

  /// The pattern of names in the types of a document. A point, a star or a backslash of a name has a backslash in
  /// front, so that the field `a.b` is not the field `b` of `a`.
  private static func notePattern(_ names: [String?]) -> String {
    names.map { name in
      guard let name else { return "*" }
      var escaped = ""
      for scalar in name.unicodeScalars {
        if scalar == "." || scalar == "*" || scalar == "\\" { escaped.unicodeScalars.append("\\") }
        escaped.unicodeScalars.append(scalar)
      }
      return escaped
    }.joined(separator: ".")
  }
}

/// The fields of a rule, those inside maps behind the one around them:
///
///     items   items.*.at   items.*.by   items.*.by.name   total
///     0       1            2            3                 4
///     └ end 4              └ end 4
struct FieldPlans: Sendable {
  private(set) var plans: [FieldPlan] = []
  /// The fields' values, where they are computed.
  private(set) var evaluators: [FieldEvaluator] = []
  /// `items.*.at`: the names as reports have them.
  private(set) var patterns: [[UInt8]] = []
  private(set) var constraints: [FieldConstraints] = []
  private(set) var sources: [ReadMap] = []

  /// A map of the record of which only some names are read.
  struct ReadMap: Sendable {
    /// `items.*`: where it stands, as reports have it.
    var pattern: [UInt8]
    var names: [Bytes]
  }

  init(_ fields: [Field], constants: Constants) {
    for field in fields { add(field, under: [], constants) }
  }

  private mutating func add(_ field: Field, under outer: [String?], _ constants: Constants) {
    let names = outer + [field.name]
    var place = FieldParts.Place(
      index: plans.count, end: 0, constraint: -1, source: -1, names: names)
    if let constraint = field.constraints {
      place.constraint = constraints.count
      constraints.append(FieldConstraints(constraint))
    }
    if let names = field.readNames, let path = field.place {
      place.source = sources.count
      sources.append(
        ReadMap(pattern: Self.pattern(path), names: names.map { constants.keep($0) }))
    }
    plans.append(FieldPlan(field, place, constants: constants))
    evaluators.append(FieldEvaluator(evaluate: field.value))
    patterns.append(Array(names.map { $0 ?? "*" }.joined(separator: ".").utf8))
    let inside =
      names + [String?](repeating: nil, count: field.type.innermost.listDepth)
    for inner in field.fields ?? [] { add(inner, under: inside, constants) }
    // Its end is known only now.
    place.end = plans.count
    plans[place.index] = FieldPlan(field, place, constants: constants)
  }

  private static func pattern(_ place: [ReadPaths.Step]) -> [UInt8] {
    var pattern: [UInt8] = []
    for step in place {
      if !pattern.isEmpty { pattern.append(UInt8(ascii: ".")) }
      switch step {
      case .name(let name): pattern += name
      case .each: pattern.append(UInt8(ascii: "*"))
      }
    }
    return pattern
  }
}

extension [Field] {
  /// The names of all fields, those inside maps by pattern, in the order of `FieldPlans`.
  var patterns: [String] {
    FieldPlans(self, constants: Constants()).patterns.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Bytes that live as long as a plan and need no counting of references where they are used.
@safe
final class Constants: @unchecked Sendable {
  // Written while a plan is made, by one thread; only read afterwards.
  private var kept: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  private var fields: [UnsafeMutablePointer<FieldParts>] = unsafe []

  deinit {
    while let buffer = unsafe kept.popLast() { unsafe buffer.deallocate() }
    while let field = unsafe fields.popLast() { unsafe field.deallocate() }
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

  fileprivate func keep(_ parts: FieldParts) -> UnsafePointer<FieldParts> {
    let field = UnsafeMutablePointer<FieldParts>.allocate(capacity: 1)
    unsafe field.initialize(to: parts)
    unsafe fields.append(field)
    return unsafe UnsafePointer(field)
  }
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
