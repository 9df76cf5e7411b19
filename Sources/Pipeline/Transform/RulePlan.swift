import JSONTree

/// A rule as a worker uses it. Immutable; each worker has its own, since two cores that count references in one
/// place wait for each other.
///
/// What a record needs lies directly in it: copying a `Rule` or a part of it would count references.
final class RulePlan: Sendable {
  let rule: Rule
  let index: Int
  private let constants = Constants()
  let fields: [FieldPlan]
  /// The fields' values, where they are computed.
  let evaluators: [FieldEvaluator]
  let constraints: [FieldConstraints]
  let sources: [FieldPlans.ReadMap]
  private let patterns: [[UInt8]]
  let filter: Evaluator?
  let unknown: Rule.Unknown
  let readsValue: Bool
  let readsAll: Bool
  let readsPriority: Bool
  /// Parts inside fields that another rule claims, of every record and of some.
  private let inner: [[Pattern.Segment]]
  private let claimsOfSome: [Claim]
  private let claimsAll: Bool
  private let claimed: [[UInt8]]
  let isRoot: Bool
  /// `to`, its segments one behind the other.
  let target: [TargetPart]
  let collection: Int
  let isDerivable: Bool
  /// For each join its slot.
  let joinSlots: [Int]
  /// For each join how it is looked up, unless it has been joined already.
  let lookups: [JoinLookup]
  /// For each slot the head of its name (`Node.head`), joins' slots aside: nothing equals theirs.
  let slotHeads: [UInt64]
  let slotNames: [Bytes]
  let endsWithCapture: Bool
  /// The field whose time is the document's date; −1 where there is none.
  let dateField: Int
  /// Whether expressions read fields of the record: then a scalar is no record (contract 2.1).
  let readsFields: Bool
  /// Whether the id needs nothing but captures, so that it is known even of a record that cannot be parsed.
  let isIdFromCaptures: Bool
  let isCollectionStatic: Bool

  init(_ rule: Rule) {
    self.rule = rule
    index = rule.index
    filter = rule.filter
    unknown = rule.unknown
    readsValue = rule.readsValue
    readsAll = rule.readsAll
    readsPriority = rule.readsPriority
    inner = rule.commonClaims.filter { $0.count > 1 }
    claimsOfSome = rule.claims.filter { !$0.owners.isEmpty }
    claimsAll = rule.claimsAll
    claimed = rule.claimed
    isRoot = rule.pattern.isRoot
    target = rule.target.segments.flatMap { [constants] segment in
      segment.parts.map { TargetPart($0, constants) } + [.endOfSegment]
    }
    collection = rule.target.collection
    isDerivable = rule.target.isDerivable
    joinSlots = rule.joins.map { $0.slot }
    lookups = rule.joins.map { JoinLookup($0.kind) }
    slotNames = rule.slots.names.map { [constants] in constants.keep($0) }
    let plans = FieldPlans(rule.fields, constants: constants)
    fields = plans.plans
    evaluators = plans.evaluators
    constraints = plans.constraints
    sources = plans.sources
    patterns = plans.patterns
    slotHeads = rule.slots.names.indices.map { slot in
      rule.slots.joins.contains(slot)
        ? UInt64.max : rule.slots.names[slot].withBytes { PathKey($0).head }
    }
    endsWithCapture = rule.pattern.endsWithCapture
    dateField =
      rule.dateField.map { name in
        plans.patterns.firstIndex { $0.elementsEqual(name.utf8) } ?? -1
      } ?? -1
    readsFields =
      rule.unknown != .drop || rule.slots.names.count > rule.slots.joins.count
    isIdFromCaptures = rule.target.segments.allSatisfy { segment in
      segment.parts.allSatisfy { if case .expression = $0 { false } else { true } }
    }
    isCollectionStatic = rule.target.collection >= 0
  }

  /// The slot of a field of the record, or −1. `heads` is `slotHeads`, `hint` the slot behind the last field's.
  @inline(__always)
  func slot(of key: Node, among heads: Span<UInt64>, hint: Int) -> Int {
    let head = key.head
    // Fields mostly come in the mapping's order: look behind the last one first.
    var slot = hint
    while slot < heads.count {
      if heads[slot] == head, matches(slot, key) { return slot }
      slot += 1
    }
    slot = 0
    while slot < hint {
      if heads[slot] == head, matches(slot, key) { return slot }
      slot += 1
    }
    return -1
  }

  private func matches(_ slot: Int, _ key: Node) -> Bool {
    slotNames[slot] == key.bytes
  }

  func slot(named name: Bytes) -> Int {
    for slot in slotHeads.indices where slotHeads[slot] != UInt64.max {
      if slotNames[slot] == name { return slot }
    }
    return -1
  }

  /// `titleStr`, `items.*.at`: for messages.
  func name(of field: FieldPlan) -> String {
    String(decoding: patterns[field.index], as: UTF8.self)
  }

  /// Whether the model has a field of this name: one kept from the source must not stand beside it.
  func hasField(named name: Bytes) -> Bool {
    rule.fields.contains { Array($0.name.utf8).withBytes { $0 == name } }
  }

  /// Which parts of a record's unread fields other rules claim, fields that they claim of every record aside.
  func claims(_ captures: [Bytes]) -> [[Pattern.Segment]] {
    if claimsOfSome.isEmpty { return inner }
    return inner
      + claimsOfSome.filter { claim in
        claim.owners.allSatisfy { owner in owner.key.withBytes { captures[owner.capture] == $0 } }
      }.map { $0.steps }
  }

  /// Whether a field without a slot is another rule's, left behind on purpose or read as a part of `$value`.
  func isAccountedFor(_ name: Bytes) -> Bool {
    claimsAll || claimed.contains { $0.withBytes { $0 == name } }
      || rule.partsOfValue.contains { $0.withBytes { $0 == name } }
      || rule.dropped.contains { $0.withBytes { $0 == name } }
  }
}

/// An evaluator in an array: alone it would be wrapped in two more functions, which make it fit any type of
/// element.
struct FieldEvaluator: Sendable {
  let evaluate: Evaluator
}

/// A piece of a document's path.
enum TargetPart: Sendable {
  case literal(Bytes)
  case capture(Int)
  case expression(Evaluator)
  case endOfSegment

  init(_ part: Template.Part, _ constants: Constants) {
    switch part {
    case .literal(let text): self = .literal(constants.keep(text))
    case .capture(let index): self = .capture(index)
    case .expression(let evaluate): self = .expression(evaluate)
    }
  }
}
