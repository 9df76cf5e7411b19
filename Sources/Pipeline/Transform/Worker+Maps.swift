import JSONTree

extension Worker {
  /// Writes a map, or a list of maps, whose fields the model declares. Unless the outcome is `.written`, nothing is left
  /// of it.
  ///
  /// What is wrong inside is a fault of the field inside, and so of the record, unless a field around it has an `onError`
  /// that takes it.
  mutating func writeMaps(
    _ value: Value, _ field: FieldPlan, _ record: inout RecordInHand
  ) -> Converter.Outcome {
    if let outcome = converter.outcome(before: value) { return outcome }
    let notes = typeNotes.count
    let mark = output.count
    let outer = nest
    // The path in hand only grows: a map that lies elsewhere in the record counts as computed.
    nest.enter(field.startsAtRecord && nest.depth > 0 ? .empty : field.sourceKeys, nestPath)
    if field.onError != .reject { nest.beginCatching() }
    defer {
      // What is caught here is done with; else it goes on to a field further out.
      if field.onError != .reject { nest = outer } else { nest.leave(to: outer) }
    }
    var outcome =
      field.type.listDepth > 0
      ? writeList(value, depth: field.type.listDepth, .free, field, &record)
      : writeMap(value, field, &record)
    if field.onError != .reject, let caught = nest.caught { outcome = converter.take(caught) }
    if outcome != .written {
      typeNotes.truncate(to: notes)
      output.truncate(to: mark)
    }
    return outcome
  }

  private mutating func writeMap(
    _ value: Value, _ field: FieldPlan, _ record: inout RecordInHand
  ) -> Converter.Outcome {
    switch value {
    case .node(let node) where node.isContainer:
      if field.source >= 0 { countUnread(node, record.plan.sources[field.source]) }
    case .map, .list: break
    default: return converter.mismatch(.map, value)
    }
    let base = scope.base
    scope.base = value
    defer { scope.base = base }
    output.append(0x7B)
    let start = output.count
    writeFields(field.index + 1..<field.end, &record)
    if output.count == start, !record.isRefused, nest.caught == nil { return .absent }
    output.append(0x7D)
    return .written
  }

  private mutating func writeList(
    _ value: Value, depth: Int, _ place: ListPlace, _ field: FieldPlan,
    _ record: inout RecordInHand
  ) -> Converter.Outcome {
    guard value.isList || (field.takesMaps && depth == field.type.listDepth),
      var cursor = ChildCursor(value)
    else {
      return converter.refuse(.type, "expected a list, found \(value.kindName)")
    }
    let constraints = field.constraint >= 0 ? record.plan.constraints[field.constraint] : nil
    var writer = ListWriter(
      place, converter.policy.nestedArray, output, keepsPlaces: constraints?.words.areUnique)
    let index = scope.index
    let nested = nest
    defer { scope.index = index }
    while let child = cursor.advance() {
      let key = child.key.text(arena)
      scope.index = .text(key)
      nest.enter(key, nestPath)
      writer.beginItem()
      var outcome =
        converter.outcome(before: child.value)
        ?? (depth > 1
          ? writeList(child.value, depth: depth - 1, writer.inside, field, &record)
          : writeMap(child.value, field, &record))
      if outcome == .written, depth == 1, let constraints,
        let fault = constraints.words.fault(of: child.value, written: writer.item)
      {
        outcome = converter.refuse(fault.code, fault.message)
      }
      nest.leave(to: nested)
      writer.endItem(isKept: outcome == .written)
      if outcome == .fault {
        converter.nameItem()
        return .fault
      }
    }
    return converter.finish(&writer, isOutermost: depth == field.type.listDepth, constraints)
  }

  /// Counts the fields of a map that no expression reads.
  private mutating func countUnread(_ node: Node, _ map: FieldPlans.ReadMap) {
    guard node.kind == .object else { return }
    node.forEachMember { key, value in
      let name = key.bytes
      if !map.names.contains(name) {
        let pattern = map.pattern + [UInt8(ascii: ".")] + name.array
        unreadHint = pattern.withBytes {
          tally.unread.add($0, bytes: value.textSize, expectedAt: unreadHint + 1)
        }
      }
      return true
    }
  }
}

/// How deep in maps of the record the worker stands.
struct Nest {
  /// How much of the worker's `nestPath` leads from the record to the map in hand.
  private(set) var depth = 0
  /// Whether that path is all: no computed value is on the way.
  private(set) var isKnown = true
  private var isCatching = false
  /// The first fault inside a field whose `onError` takes it.
  private(set) var caught: Converter.Fault?

  /// Goes into the value of a key, or of several with `/` between; none: a computed value.
  mutating func enter(_ keys: Bytes, _ path: ByteBuffer) {
    isKnown = isKnown && !keys.isEmpty
    guard isKnown else { return }
    path.truncate(to: depth)
    path.append(0x2F)
    path.append(keys)
    depth = path.count
  }

  /// Comes back from a map or an item of a list; what was caught in it stays.
  mutating func leave(to outer: Nest) {
    let caught = caught
    self = outer
    self.caught = caught
  }

  mutating func beginCatching() {
    isCatching = true
    caught = nil
  }

  /// Takes a fault, if a field around it wants it.
  mutating func takes(_ fault: @autoclosure () -> Converter.Fault) -> Bool {
    guard isCatching else { return false }
    if caught == nil { caught = fault() }
    return true
  }
}
