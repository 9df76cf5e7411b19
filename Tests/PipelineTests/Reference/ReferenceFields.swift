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
    let value = text.flatMap { Double($0) } ?? -.infinity
    if let maximum = field.maximum, value > Double(maximum) { return .fault("range") }
    return text.map { .text($0) } ?? .fault("numberRange")
  }

  /// The fields that nobody reads and no other rule claims.
  func keepUnknown(
    _ tree: Tree, _ path: [UInt8], _ rule: Rule, _ members: inout [String],
    _ faults: inout [String]
  ) {
    if rule.unknown == "drop" || rule.unknown == "reject" && rule.readsAll { return }
    let keys = path.split(separator: 0x2F).map { Array($0) }
    let claims = rules.map(\.from).filter { from in
      from.count > keys.count && zip(from, keys).allSatisfy { $0.fits($1) }
    }.map { ($0.last?.isKey == true ? $0 : $0.dropLast()).dropFirst(keys.count) }
    let left = claims.reduce(tree) { $0.cut($1) }.canonical
    for member in left.members ?? [] where !rule.reads.contains(member.key) {
      if rule.unknown == "reject" { faults.append("unknownField") }
      let isTaken = rule.fields.contains { $0.name == member.key }
      if rule.unknown == "reject" || isTaken { continue }
      let text = member.value.written
      if text == nil { faults.append("numberRange") }
      members += text.map { [member.key.quoted + ":" + $0] } ?? []
    }
  }
}

extension Reference.Segment {
  fileprivate var isKey: Bool { if case .key = self { true } else { false } }
  fileprivate func fits(_ key: [UInt8]) -> Bool { !isKey || self == .key(key) }
}

extension Tree {
  /// Without what lies where a claim leads.
  fileprivate func cut(_ claim: ArraySlice<Reference.Segment>) -> Tree {
    guard let step = claim.first else { return .null }
    func cut(_ key: [UInt8], _ child: Tree) -> Tree {
      step.fits(key) ? child.cut(claim.dropFirst()) : child
    }
    switch self {
    case .array(let items):
      return .array(items.enumerated().map { cut(Array("\($0.offset)".utf8), $0.element) })
    case .object(let members):
      return .object(members.map { Member($0.key, cut($0.key, $0.value)) })
    default: return self
    }
  }
}
