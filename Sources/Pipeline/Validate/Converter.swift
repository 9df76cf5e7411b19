import JSONTree

/// Brings a value to the type that the model declares, and writes it; anything else is a fault, never a
/// silent cast (contract 2.2).
struct Converter {
  enum Outcome { case written, absent, fault }

  /// Why the last `.fault` was one.
  private(set) var fault = Fault()
  /// `name` → type for values of kinds that JSON cannot say inside `any` and `map`: entries of a JSON object.
  let typeNotes: ByteBuffer
  /// What was seen of numbers and times since it was last taken.
  var watch = FieldWatch()
  let policy: Policy
  private var encoder: TreeEncoder

  struct Fault {
    var code = Code.type
    var message = ""
    /// What comes behind the field's name: `.*` for an item.
    var suffix = ""
    /// The field inside the one in hand that it is of; else empty.
    var field = ""
  }

  init(typeNotes: ByteBuffer, policy: Policy = Policy()) {
    self.typeNotes = typeNotes
    self.policy = policy
    encoder = TreeEncoder(policy: policy)
  }

  /// Appends `value` as `type`. Unless the outcome is `.written`, `output` holds what it held before.
  mutating func convert(
    _ value: Value, _ type: FlatType, field: FieldPlan, constraints: Constraints? = nil,
    to output: ByteBuffer
  ) -> Outcome {
    let mark = output.count
    let outcome = convert(
      value, type.scalar, depth: type.listDepth, .free, field, constraints, output)
    if outcome != .written { output.truncate(to: mark) }
    return outcome
  }

  /// What is to be said of a value before its type is asked for, or nil.
  mutating func outcome(before value: Value) -> Outcome? {
    switch value {
    case .absent: return .absent
    case .failed(let failure): return refuse(.convert, "\(failure.reason)")
    case .list(let list) where list.isEmpty: return .absent
    case .map(let map) where map.count == 0: return .absent
    default: return nil
    }
  }

  private mutating func convert(
    _ value: Value, _ scalar: FlatType.Scalar, depth: Int, _ place: ListPlace,
    _ field: FieldPlan, _ constraints: Constraints?, _ output: ByteBuffer
  ) -> Outcome {
    if let outcome = outcome(before: value) { return outcome }
    if depth > 0 { return list(value, scalar, depth: depth, place, field, constraints, output) }
    guard let constraints else { return convert(value, scalar, place, field, output) }
    let mark = output.count
    let outcome = convert(value, scalar, place, field, output)
    if outcome == .written,
      let fault = constraints.fault(of: value, written: output[mark..<output.count])
    {
      return refuse(fault.code, fault.message)
    }
    return outcome
  }

  private mutating func convert(
    _ value: Value, _ scalar: FlatType.Scalar, _ place: ListPlace, _ field: FieldPlan,
    _ output: ByteBuffer
  ) -> Outcome {
    switch scalar {
    case .string:
      guard let text = value.asText else { return bigNumber(value, output) }
      output.append(jsonText: text)
    case .boolean:
      guard let flag = value.asBoolean else { return mismatch(scalar, value) }
      output.append(flag ? "true" : "false")
    case .integer: return integer(value, output)
    case .double: return double(value, output)
    case .number: return number(value, output)
    case .timestamp: return timestamp(value, output)
    case .bytes: return base64(value, output)
    case .geopoint: return geopoint(value, output)
    case .reference: return reference(value, output)
    case .map: return map(value, field, output)
    case .any: return any(value, field, suffix: [], place, output)
    }
    return .written
  }

  mutating func refuse(_ code: Code, _ message: String) -> Outcome {
    fault = Fault(code: code, message: message)
    return .fault
  }

  /// Takes a fault that was found elsewhere: in a map of which the model declares the fields.
  mutating func take(_ fault: Fault) -> Outcome {
    self.fault = fault
    return .fault
  }

  /// Names an item of a list in front of what the fault names already.
  mutating func nameItem() { fault.suffix = ".*" + fault.suffix }

  mutating func mismatch(_ expected: FlatType.Scalar, _ value: Value) -> Outcome {
    refuse(.type, "expected \(expected.name), found \(value.kindName)")
  }

  // MARK: Lists

  /// An array, a computed list, or an object whose keys are all array indices, in index order.
  private mutating func list(
    _ value: Value, _ scalar: FlatType.Scalar, depth: Int, _ place: ListPlace,
    _ field: FieldPlan, _ constraints: Constraints?, _ output: ByteBuffer
  ) -> Outcome {
    if depth == 1, scalar == .string, place == .free, constraints == nil,
      case .list(let list) = value, texts(list, output)
    {
      return .written
    }
    var writer = ListWriter(place, policy.nestedArray, output, keepsPlaces: constraints?.areUnique)
    var isFault = false
    let isList = value.forEachItem { item in
      writer.beginItem()
      let outcome = convert(
        item, scalar, depth: depth - 1, writer.inside, field, constraints, output)
      writer.endItem(isKept: outcome == .written)
      isFault = outcome == .fault
      return !isFault
    }
    if isFault {
      nameItem()
      return .fault
    }
    guard isList else { return refuse(.type, "expected a list, found \(value.kindName)") }
    return finish(&writer, isOutermost: depth == field.type.listDepth, constraints)
  }

  /// Ends a list, of which `minItems` and its like are asked if it is the field's own.
  mutating func finish(
    _ writer: inout ListWriter, isOutermost: Bool, _ constraints: Constraints?
  ) -> Outcome {
    if writer.count == 0 { return .absent }
    if isOutermost, let constraints,
      let fault = constraints.fault(ofItems: writer.count, writer.places, in: writer.output)
    {
      return refuse(fault.code, fault.message)
    }
    writer.end()
    return .written
  }

  /// The commonest list: nothing but texts.
  ///
  /// - Returns: False, and nothing is appended, if it is another.
  private func texts(_ list: List, _ output: ByteBuffer) -> Bool {
    let start = output.count
    output.append(0x5B)
    for index in 0..<list.count {
      guard let text = list[index].asText else {
        output.truncate(to: start)
        return false
      }
      if index > 0 { output.append(0x2C) }
      output.append(jsonText: text)
    }
    output.append(0x5D)
    return true
  }

  // MARK: Trees

  private mutating func map(
    _ value: Value, _ field: FieldPlan, _ output: ByteBuffer
  ) -> Outcome {
    switch value {
    case .node(let node) where node.isContainer:
      return tree(node, asMap: true, .free, output)
    case .map: return any(value, field, suffix: [], .free, output)
    case .list(let list): return map(of: list, field, output)
    default: return mismatch(.map, value)
    }
  }

  /// A computed list by its indices, like an array of the export.
  private mutating func map(
    of list: List, _ field: FieldPlan, _ output: ByteBuffer
  ) -> Outcome {
    output.append(0x7B)
    for index in 0..<list.count {
      output.append(index > 0 ? ",\"" : "\"")
      output.append(decimal: index)
      output.append("\":")
      let suffix = Array(".\(index)".utf8)
      let outcome = any(list[index], field, suffix: suffix, .free, output)
      guard outcome == .written else { return outcome }
    }
    output.append(0x7D)
    return .written
  }

  private mutating func tree(
    _ node: Node, asMap: Bool, _ place: ListPlace, _ output: ByteBuffer
  ) -> Outcome {
    guard encoder.encode(node, asMap: asMap, place, to: output) else {
      return refuse(.numberRange, "a number that neither 64-bit integers nor doubles hold")
    }
    return .written
  }

  /// A number that only its text holds, in a field of texts.
  private mutating func bigNumber(_ value: Value, _ output: ByteBuffer) -> Outcome {
    guard policy.bigNumber == .string, case .node(let node) = value,
      node.kind == .uint || node.kind == .big,
      output.append(scalar: node, bigNumber: .string)
    else { return mismatch(.string, value) }
    return .written
  }

  /// Any value as it is. Computed lists and maps nest only as deep as an expression does.
  private mutating func any(
    _ value: Value, _ field: FieldPlan, suffix: [UInt8], _ place: ListPlace,
    _ output: ByteBuffer
  ) -> Outcome {
    switch value {
    case .absent: return .absent
    case .failed(let failure): return refuse(.convert, "\(failure.reason)")
    case .node(let node): return tree(node, asMap: false, place, output)
    case .boolean(let flag): output.append(flag ? "true" : "false")
    case .integer(let number): output.append(decimal: Int(number))
    case .double(let number): return finite(number, output)
    case .text(let text): output.append(jsonText: text)
    case .timestamp(let time):
      output.append(timestamp: time)
      note(.timestamp, field, suffix)
    case .geopoint(let latitude, let longitude):
      let outcome = point(latitude, longitude, output)
      if outcome == .written { note(.geopoint, field, suffix) }
      return outcome
    case .reference(let path):
      output.append(jsonText: path)
      note(.reference, field, suffix)
    case .list(let list):
      var writer = ListWriter(place, policy.nestedArray, output)
      for index in 0..<list.count {
        writer.beginItem()
        let outcome = any(
          list[index], field, suffix: suffix + Array(".*".utf8), writer.inside, output)
        guard outcome == .written else { return outcome }
        writer.endItem(isKept: true)
      }
      writer.end()
    case .map(let map):
      output.append(0x7B)
      for index in 0..<map.count {
        if index > 0 { output.append(0x2C) }
        output.append(jsonText: map.key(index))
        output.append(0x3A)
        let key = suffix + [0x2E] + map.key(index).array.escapedForPattern
        let outcome = any(map.value(index), field, suffix: key, place.inMap, output)
        guard outcome == .written else { return outcome }
      }
      output.append(0x7D)
    }
    return .written
  }

  /// Notes the type of a value that JSON cannot say, once for each pattern.
  private func note(_ type: FlatType.Scalar, _ field: FieldPlan, _ suffix: [UInt8]) {
    let entry = ByteBuffer(capacity: 64)
    entry.append(field.openPattern)
    suffix.withBytes { entry.append(escaping: $0) }
    entry.append("\":")
    Array(type.name.utf8).withBytes { entry.append(jsonText: $0) }
    typeNotes.append(note: entry.bytes)
  }
}

extension [UInt8] {
  /// As a name stands in a pattern of a document's types: see `FieldPlan`.
  fileprivate var escapedForPattern: [UInt8] {
    guard contains(where: { $0 == 0x2E || $0 == 0x2A || $0 == 0x5C }) else { return self }
    return flatMap { $0 == 0x2E || $0 == 0x2A || $0 == 0x5C ? [0x5C, $0] : [$0] }
  }
}

extension ByteBuffer {
  /// Appends `"name":"type"` to the types of a document, once.
  func append(note: Bytes) {
    if note.isEmpty || bytes.contains(note) { return }
    if count > 0 { append(0x2C) }
    append(note)
  }
}

extension Bytes {
  fileprivate func contains(_ part: Bytes) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count] == part }
  }
}
