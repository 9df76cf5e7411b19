import Interop
import JSONTree

extension Worker {
  /// Puts the record's fields where the expressions read them; the others into `unmatched`.
  mutating func fillSlots(_ node: Node, isScalar: Bool, _ plan: RulePlan) {
    scope.value = node.kind == .null ? .absent : .node(node)
    if scope.slots.count != plan.slotHeads.count {
      scope.slots = Array(repeating: .absent, count: plan.slotHeads.count)
    }
    if !unmatched.isEmpty { unmatched.removeAll(keepingCapacity: true) }
    Self.fill(&scope.slots, fromObject: node, plan, &unmatched)
    if node.kind == .array { fillSlots(fromArray: node, plan) }
  }

  /// With spans, which ask once and not for each slot whether they alone have the memory.
  private static func fill(
    _ slots: inout [Value], fromObject node: Node, _ plan: RulePlan,
    _ unmatched: inout [(key: Bytes, value: Node)]
  ) {
    var slots = slots.mutableSpan
    for slot in slots.indices { slots[slot] = .absent }
    guard node.kind == .object else { return }
    let slotHeads = plan.slotHeads
    let heads = slotHeads.span
    let end = node.end
    var index = node.firstChild
    var hint = 0
    while index < end {
      let key = node.at(index)
      let value = key.valueOfKey
      index = value.next
      if value.isNull { continue }
      let slot = plan.slot(of: key, among: heads, hint: hint)
      if slot >= 0 {
        slots[slot] = .node(value)
        hint = slot + 1
      } else {
        unmatched.append((key.bytes, value))
      }
    }
  }

  /// An array is the object by its indices.
  private mutating func fillSlots(fromArray node: Node, _ plan: RulePlan) {
    node.forEachElement { position, value in
      let key = arena.copy(Array("\(position)".utf8))
      let slot = plan.slot(named: key)
      if slot >= 0 {
        scope.slots[slot] = .node(value)
      } else {
        unmatched.append((key, value))
      }
      return true
    }
  }

  /// Writes the document of a record that has passed so far, or finds its faults.
  mutating func write(_ record: inout RecordInHand) {
    let start = output.count
    var document = Batch.Document(
      rule: record.plan.index, collection: record.plan.collection, path: .empty, id: .empty,
      line: .empty, data: .empty, types: .empty, hash: ContentHash(high: 0, low: 0),
      record: record.index)
    if !record.plan.isCollectionStatic { document.group = appendGroup() }
    if !record.plan.isDerivable {
      document.source = Batch.Slice(start: output.count, count: scope.path.count)
      output.append(scope.path)
    }
    let line = beginLine(&document)
    output.append(",\"id\":")
    output.append(jsonText: target[idStart..<target.count])
    output.append(",\"data\":")
    let data = output.count
    typeNotes.reset()
    output.append(0x7B)
    month = Batch.Document.noMonth
    document.joined = writeFields(0..<record.plan.fields.count, &record)
    document.month = month
    handleUnknown(&record, data)
    output.append(0x7D)
    document.data = Batch.Slice(start: data, count: output.count - data)
    if limitCheck != nil { checkLimits(&record, data: document.data) }
    if record.child.isRepeated {
      refuse(
        &record, .duplicateKey, "the record stands twice in the export; the first one stands")
    }
    if record.isRefused {
      output.truncate(to: start)
      return
    }
    output.append("}\n")
    document.line = Batch.Slice(start: line, count: output.count - line)
    endDocument(&document)
    documents.append(document)
  }

  /// Begins a document's line with its path, which is a range of the line, unless it needs escapes there: then its bytes
  /// stand in front.
  ///
  /// - Returns: Where the line begins.
  private mutating func beginLine(_ document: inout Batch.Document) -> Int {
    let mark = output.count
    output.append("{\"path\":")
    let text = output.count
    output.append(jsonText: target.bytes)
    var line = mark
    var path = text + 1
    if output.count - text != target.count + 2 {
      output.truncate(to: mark)
      path = mark
      output.append(target.bytes)
      line = output.count
      output.append("{\"path\":")
      output.append(jsonText: target.bytes)
    }
    document.path = Batch.Slice(start: path, count: target.count)
    document.id = Batch.Slice(start: path + idStart, count: target.count - idStart)
    return line
  }

  /// Writes the types behind the line and takes the hash. Types that are the last document's are its: then lines stand one
  /// behind the other, and a sink can write many at once.
  private mutating func endDocument(_ document: inout Batch.Document) {
    let types = output.count
    if typeNotes.count > 0 {
      output.append(0x7B)
      output.append(typeNotes.bytes)
      output.append(0x7D)
      document.types = Batch.Slice(start: types, count: output.count - types)
    }
    // Data and types in one piece: what lies between them is the same in every document.
    document.hash = output[document.data.start..<output.count].withSpan { ContentHash(of: $0) }
    guard !document.types.isEmpty else { return }
    if output[latestTypes.range] == output[document.types.range] {
      document.types = latestTypes
      output.truncate(to: types)
    } else {
      latestTypes = document.types
    }
  }

  /// Writes the fields of a range, each with those inside it.
  /// - Returns: A hash of the fields that come of what is joined; 0 if there are none.
  @discardableResult
  mutating func writeFields(_ range: Range<Int>, _ record: inout RecordInHand) -> UInt64 {
    var index = range.lowerBound
    var joined: UInt64 = 0
    while index < range.upperBound {
      let field = record.plan.fields[index]
      let start = output.count
      writeField(index, &record)
      if field.readsJoin {
        let hash = output[start..<output.count].withSpan { ContentHash(of: $0) }
        // An odd factor, so that the same bytes in two fields do not cancel each other.
        joined = (joined ^ hash.low) &* 0x9E37_79B9_7F4A_7C15
      }
      index = field.end
    }
    return joined
  }

  private mutating func writeField(_ index: Int, _ record: inout RecordInHand) {
    let field = record.plan.fields[index]
    let outerRecovered = scope.recovered
    scope.recovered = false
    let value =
      field.slot >= 0 ? scope.slots[field.slot] : record.plan.evaluators[index].evaluate(&scope)
    let isRecovered = scope.recovered
    scope.recovered = outerRecovered
    let mark = output.count
    output.append(member: field.prefix)
    let start = output.count
    switch convert(value, field, &record) {
    case .written:
      tally.fields[index].present += 1
      if index == record.plan.dateField { month = output[start..<output.count].monthOfTime }
      if field.isWatched { tally.fields[index].watch += converter.watch.take() }
      if !field.typeNote.isEmpty { typeNotes.append(note: field.typeNote) }
    case .absent:
      output.truncate(to: mark)
      if writeDefault(field, record.plan) {
        tally.fields[index].defaulted += 1
      } else {
        tally.fields[index].absent += 1
        if field.isRequired {
          // Without a path of its own there is no key to look for in the record.
          refuse(
            &record, .missing,
            field.sourceKeys.isEmpty
              ? "a required field is absent: its expression gave nothing"
              : "a required field is absent", field: field)
        }
      }
    case .fault:
      output.truncate(to: mark)
      handleFault(index, &record)
    }
    if isRecovered { tally.fields[index].recovered += 1 }
  }

  @inline(__always)
  private mutating func convert(
    _ value: Value, _ field: FieldPlan, _ record: inout RecordInHand
  ) -> Converter.Outcome {
    if field.hasFields { return writeMaps(value, field, &record) }
    if field.constraint < 0 {
      return converter.convert(value, field.type, field: field, to: output)
    }
    return converter.convert(
      value, field.type, field: field, constraints: record.plan.constraints[field.constraint],
      to: output)
  }

  private mutating func handleFault(_ index: Int, _ record: inout RecordInHand) {
    let field = record.plan.fields[index]
    switch field.onError {
    case .reject:
      refuse(
        &record, converter.fault.code, converter.fault.message, field: field,
        suffix: converter.fault.suffix)
    case .drop:
      tally.fields[index].dropped += 1
      if field.isRequired {
        refuse(&record, .missing, "a required field was dropped for its fault", field: field)
      }
    case .default:
      tally.fields[index].defaulted += 1
      _ = writeDefault(field, record.plan)
    }
  }

  private mutating func writeDefault(_ field: FieldPlan, _ plan: RulePlan) -> Bool {
    guard !field.defaultJSON.isEmpty else { return false }
    for inner in plan.fields[field.index..<field.end] { typeNotes.append(note: inner.typeNote) }
    output.append(member: field.prefix)
    output.append(field.defaultJSON)
    return true
  }

  /// Counts the fields that nobody reads, and keeps or refuses them.
  private mutating func handleUnknown(_ record: inout RecordInHand, _ data: Int) {
    let plan = record.plan
    // `$value` reads everything: nothing is unknown then, though it may be kept beside.
    if plan.readsAll, plan.unknown != .keep { return }
    let claims = plan.claims(scope.captures)
    for (key, value) in unmatched where !plan.isAccountedFor(key) {
      guard value.isLeft(without: claims, of: key) else { continue }
      if !plan.readsAll {
        unreadHint = tally.unread.add(
          key, bytes: value.textSize, expectedAt: unreadHint + 1)
      }
      switch plan.unknown {
      case .drop: break
      case .reject:
        refuse(&record, .unknownField, "no rule reads this field", name: key)
      case .keep:
        if plan.hasField(named: key) { continue }
        output.append(memberNamed: key)
        if !encoder.encode(value, to: output) {
          refuse(
            &record, .numberRange, "a number that neither 64-bit integers nor doubles hold",
            name: key)
        }
      }
    }
  }
}

extension ByteBuffer {
  /// Appends a member's `"name":`, with a comma unless it is the first behind a `{`. Something must stand
  /// in the buffer already.
  func append(member prefix: Bytes) {
    let place = unsafe reserve(prefix.count + 1)
    var start = 0
    if unsafe place[-1] != 0x7B {
      unsafe place.pointee = 0x2C
      start = 1
    }
    unsafe (place + start).update(from: prefix.pointer, count: prefix.count)
    commit(start + prefix.count)
  }

  /// As `append(member:)`, of a name that is not encoded yet.
  func append(memberNamed name: Bytes) {
    if self[count - 1..<count][0] != 0x7B { append(0x2C) }
    append(jsonText: name)
    append(0x3A)
  }
}
