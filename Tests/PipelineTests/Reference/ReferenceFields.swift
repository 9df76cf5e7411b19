@testable import Pipeline

extension Reference {
  private enum Written { case absent, text(String), fault(String) }

  /// The members of a map; what is wrong goes to `faults`, in order.
  func write(
    _ fields: [Field], _ sight: Expression.Sight, _ faults: inout [String]
  ) -> [String] {
    var members: [String] = []
    for field in fields {
      let value = (field.value ?? .field(field.name)).evaluate(sight)
      var inside: [String] = []
      var written = convert(value, field, depth: field.depth, sight, &inside)
      if let fault = inside.first, field.onError != "reject" { written = .fault(fault) }
      if field.onError == "reject" { faults += inside }
      var text: String?
      switch written {
      case .text(let json): text = json
      case .absent: text = field.fallback
      case .fault(let code): if field.onError == "reject" { faults.append(code) }
      }
      if case .fault = written, field.onError == "default" { text = field.fallback }
      if let text {
        members.append(field.name.quoted + ":" + text)
      } else if field.isRequired {
        faults.append("missing")
      }
    }
    return members
  }

  private func convert(
    _ value: Outcome, _ field: Field, depth: Int, _ sight: Expression.Sight,
    _ faults: inout [String]
  ) -> Written {
    guard let tree = value.tree else { return value == .failed ? .fault("convert") : .absent }
    guard depth > 0 else { return scalar(tree, field, sight, &faults) }
    let takesMaps = field.fields != nil && field.value != nil && depth == field.depth
    guard tree.isList || takesMaps && tree.members != nil else { return .fault("type") }
    var items: [String] = []
    for child in tree.children ?? [] {
      var inside = sight
      inside.index = child.key
      switch convert(.value(child.value), field, depth: depth - 1, inside, &faults) {
      case .text(let text): items.append(text)
      case .absent: break
      case .fault(let code): return .fault(code)
      }
    }
    return items.isEmpty ? .absent : .text("[" + items.joined(separator: ",") + "]")
  }

  private func scalar(
    _ tree: Tree, _ field: Field, _ sight: Expression.Sight, _ faults: inout [String]
  ) -> Written {
    var text: String?
    switch (field.type, tree) {
    case ("string", .text), ("boolean", .flag), ("number", .integer), ("number", .double),
      ("integer", .integer), ("double", .double), ("any", _):
      text = tree.written
    case ("integer", .double(let value)) where value == value.rounded():
      text = Int64(exactly: value).map { "\($0)" }
    case ("double", .integer(let value)): text = Double(exactly: value).map { "\($0)" }
    case ("integer", .big), ("double", .big), ("number", .big): break
    case ("map", _) where tree.members != nil:
      guard let fields = field.fields else {
        text = Tree.map(tree.members ?? [])
        break
      }
      var inside = sight
      inside.base = tree
      let before = faults.count
      let members = write(fields, inside, &faults)
      if members.isEmpty, faults.count == before { return .absent }
      return .text("{" + members.joined(separator: ",") + "}")
    default: return .fault("type")
    }
    if let maximum = field.maximum, text != nil {
      switch tree {
      case .integer(let value) where value > maximum: return .fault("range")
      case .double(let value) where value > Double(maximum): return .fault("range")
      default: break
      }
    }
    return text.map { .text($0) } ?? .fault("numberRange")
  }

  /// The fields that nobody reads and no other rule claims.
  func keepUnknown(
    _ tree: Tree, _ index: Int, _ members: inout [String], _ faults: inout [String]
  ) {
    let rule = rules[index]
    let claims = rules.filter { other in
      other.from.count > rule.from.count
        && zip(rule.from, other.from).allSatisfy { $0 == $1 || !$0.isKey || !$1.isKey }
    }.map { $0.from[rule.from.count] }
    if rule.unknown == "drop" || claims.contains(where: { !$0.isKey }) { return }
    if rule.unknown == "reject", rule.readsValue { return }
    for member in tree.members ?? []
    where !rule.reads.contains(member.key) && !claims.contains(.key(member.key)) {
      if rule.unknown == "reject" { faults.append("unknownField") }
      if rule.unknown == "reject" || rule.fields.contains(where: { $0.name == member.key }) {
        continue
      }
      if let text = member.value.written {
        members.append(member.key.quoted + ":" + text)
      } else {
        faults.append("numberRange")
      }
    }
  }
}

extension Reference.Segment {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
}
