import JSONTree

/// A rule as the workers use it. Immutable, shared by all of them.
final class RulePlan: Sendable {
  let rule: Rule
  let fields: [FieldPlan]
  /// For each slot the head of its name (`Node.head`), joins' slots aside: nothing equals theirs.
  let slotHeads: [UInt64]
  let endsWithCapture: Bool
  /// Whether expressions read fields of the record: then a scalar is no record (contract 2.1).
  let readsFields: Bool
  /// Whether the id needs nothing but captures, so that it is known even of a record that cannot be parsed.
  let isIdFromCaptures: Bool
  let isCollectionStatic: Bool

  init(_ rule: Rule) {
    self.rule = rule
    fields = rule.fields.map { FieldPlan($0, slots: rule.slots) }
    slotHeads = rule.slots.names.indices.map { slot in
      rule.slots.joins.contains(slot)
        ? UInt64.max : rule.slots.names[slot].withBytes { PathKey($0).head }
    }
    endsWithCapture = rule.pattern.endsWithCapture
    readsFields =
      rule.unknown != .drop || rule.slots.names.count > rule.slots.joins.count
    isIdFromCaptures = rule.target.segments.allSatisfy { segment in
      segment.parts.allSatisfy { if case .expression = $0 { false } else { true } }
    }
    isCollectionStatic = rule.target.collection >= 0
  }

  /// The slot of a field of the record, or −1. `hint` is where it was in the record before.
  @inline(__always)
  func slot(of key: Node, hint: Int) -> Int {
    let head = key.head
    if hint < slotHeads.count, slotHeads[hint] == head, matches(hint, key) { return hint }
    for slot in slotHeads.indices where slotHeads[slot] == head && matches(slot, key) {
      return slot
    }
    return -1
  }

  private func matches(_ slot: Int, _ key: Node) -> Bool {
    rule.slots.names[slot].withBytes { $0 == key.bytes }
  }

  func slot(named name: Bytes) -> Int {
    for slot in slotHeads.indices where slotHeads[slot] != UInt64.max {
      if rule.slots.names[slot].withBytes({ $0 == name }) { return slot }
    }
    return -1
  }

  /// Whether the model has a field of this name: one kept from the source must not stand beside it.
  func hasField(named name: Bytes) -> Bool {
    fields.contains { Array($0.name.utf8).withBytes { $0 == name } }
  }

  /// Whether an unread field is another rule's or left behind on purpose.
  func isAccountedFor(_ name: Bytes) -> Bool {
    rule.claimsAll || rule.claimed.contains { $0.withBytes { $0 == name } }
      || rule.dropped.contains { $0.withBytes { $0 == name } }
  }
}
