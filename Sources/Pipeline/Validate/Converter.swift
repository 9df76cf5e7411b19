import JSONTree

/// Brings a value to the type that the model declares, and writes it; anything else is a fault, never a
/// silent cast (contract 2.2).
struct Converter {
  enum Outcome { case written, absent, fault }

  /// Why the last `.fault` was one.
  private(set) var fault = Fault()
  /// `name` → type for values of kinds that JSON cannot say inside `any` and `map`: entries of a JSON object.
  let typeNotes: ByteBuffer
  private var encoder = TreeEncoder()

  struct Fault {
    var code = Code.type
    var message = ""
    /// What comes behind the field's name: `.*` for an item.
    var suffix = ""
  }

  init(typeNotes: ByteBuffer) { self.typeNotes = typeNotes }

  /// Appends `value` as `type`. Unless the outcome is `.written`, `output` holds what it held before.
  mutating func convert(
    _ value: Value, _ type: FlatType, field: FieldPlan, to output: ByteBuffer
  ) -> Outcome {
    let mark = output.count
    let outcome = convert(value, type.scalar, depth: type.listDepth, field, output)
    if outcome != .written { output.truncate(to: mark) }
    return outcome
  }

  private mutating func convert(
    _ value: Value, _ scalar: FlatType.Scalar, depth: Int, _ field: FieldPlan,
    _ output: ByteBuffer
  ) -> Outcome {
    switch value {
    case .absent: return .absent
    case .failed(let failure):
      fault = Fault(code: .convert, message: "\(failure.reason)")
      return .fault
    case .list(let list) where list.isEmpty: return .absent
    case .map(let map) where map.count == 0: return .absent
    default: break
    }
    if depth > 0 { return list(value, scalar, depth: depth, field, output) }
    switch scalar {
    case .string:
      guard let text = value.asText else { return mismatch(scalar, value) }
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
    case .any: return any(value, field, suffix: [], output)
    }
    return .written
  }

  mutating func refuse(_ code: Code, _ message: String) -> Outcome {
    fault = Fault(code: code, message: message)
    return .fault
  }

  mutating func mismatch(_ expected: FlatType.Scalar, _ value: Value) -> Outcome {
    refuse(.type, "expected \(expected.name), found \(value.kindName)")
  }

  // MARK: Lists

  /// An array, a computed list, or an object whose keys are all array indices, in index order.
  private mutating func list(
    _ value: Value, _ scalar: FlatType.Scalar, depth: Int, _ field: FieldPlan,
    _ output: ByteBuffer
  ) -> Outcome {
    if depth == 1, scalar == .string, case .list(let list) = value, texts(list, output) {
      return .written
    }
    output.append(0x5B)
    var isEmpty = true
    var isFault = false
    let isList = value.forEachItem { item in
      let mark = output.count
      if !isEmpty { output.append(0x2C) }
      switch convert(item, scalar, depth: depth - 1, field, output) {
      case .written: isEmpty = false
      case .absent: output.truncate(to: mark)
      case .fault: isFault = true
      }
      return !isFault
    }
    if isFault {
      fault.suffix = ".*" + fault.suffix
      return .fault
    }
    guard isList else { return refuse(.type, "expected a list, found \(value.kindName)") }
    output.append(0x5D)
    return isEmpty ? .absent : .written
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
    case .node(let node) where node.isContainer: return tree(node, asMap: true, output)
    case .map: return any(value, field, suffix: [], output)
    default: return mismatch(.map, value)
    }
  }

  private mutating func tree(_ node: Node, asMap: Bool, _ output: ByteBuffer) -> Outcome {
    guard encoder.encode(node, asMap: asMap, to: output) else {
      return refuse(.numberRange, "a number that neither 64-bit integers nor doubles hold")
    }
    return .written
  }

  /// Any value as it is. Computed lists and maps nest only as deep as an expression does.
  private mutating func any(
    _ value: Value, _ field: FieldPlan, suffix: [UInt8], _ output: ByteBuffer
  ) -> Outcome {
    switch value {
    case .absent: return .absent
    case .failed(let failure): return refuse(.convert, "\(failure.reason)")
    case .node(let node): return tree(node, asMap: false, output)
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
      output.append(0x5B)
      for index in 0..<list.count {
        if index > 0 { output.append(0x2C) }
        let outcome = any(list[index], field, suffix: suffix + Array(".*".utf8), output)
        guard outcome == .written else { return outcome }
      }
      output.append(0x5D)
    case .map(let map):
      output.append(0x7B)
      for index in 0..<map.count {
        if index > 0 { output.append(0x2C) }
        output.append(jsonText: map.key(index))
        output.append(0x3A)
        let key = suffix + [0x2E] + map.key(index).array
        let outcome = any(map.value(index), field, suffix: key, output)
        guard outcome == .written else { return outcome }
      }
      output.append(0x7D)
    }
    return .written
  }

  /// Notes the type of a value that JSON cannot say, once for each pattern.
  private func note(_ type: FlatType.Scalar, _ field: FieldPlan, _ suffix: [UInt8]) {
    let entry = ByteBuffer(capacity: 64)
    entry.append(field.openName)
    suffix.withBytes { entry.append(escaping: $0) }
    entry.append("\":")
    Array(type.name.utf8).withBytes { entry.append(jsonText: $0) }
    guard !typeNotes.bytes.contains(entry.bytes) else { return }
    if typeNotes.count > 0 { typeNotes.append(0x2C) }
    typeNotes.append(entry.bytes)
  }
}

extension Bytes {
  fileprivate func contains(_ part: Bytes) -> Bool {
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count] == part }
  }
}
