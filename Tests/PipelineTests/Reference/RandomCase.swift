@testable import Pipeline

/// An export and a mapping at random, small and full of coincidences: few names, so that paths lead somewhere, ids
/// collide and joins meet.
struct RandomCase {
  private var random: SeededGenerator
  private(set) var rules: [Reference.Rule] = []
  private(set) var export: [Tree.Member] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed)
    for top in ["c", "d", "u", "g", "o"].shuffled(using: &random) where !chance(12) {
      let content = top == "o" || chance(10) ? tree(3) : .object(records(top == "d" ? 2 : 1))
      export.append(Tree.Member(Array(top.utf8), content))
    }
    for _ in 0..<pick([1, 1, 2, 3]) { rules.append(rule()) }
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func name() -> [UInt8] {
    Array(pick(["a", "b", "c", "d", "1", "10", "e\u{301}", "é", "k k"]).utf8)
  }

  // MARK: The export

  private mutating func tree(_ depth: Int) -> Tree {
    switch Int.random(in: 0..<(depth > 0 ? 16 : 9), using: &random) {
    case 0: return .null
    case 1: return .flag(true)
    case 2: return .flag(chance(50))
    case 3: return .integer(pick([0, -7, 1, 2, 10, 9_007_199_254_740_993]))
    case 4: return .double(pick([1.5, -0.25, 2.0, 10.0, 1e16, 1e300]))
    case 5:
      return chance(10) ? .big(pick(["1e400", "123456789012345678901234567890"])) : .integer(1)
    case 6...8: return .text(chance(60) ? name() : Array(pick(["", "朝\n", "\"\\", "😀"]).utf8))
    case 9...11: return .array((0..<pick([0, 1, 2, 3])).map { _ in tree(depth - 1) })
    default: return .object(members(4, depth - 1))
    }
  }

  private mutating func members(_ most: Int, _ depth: Int) -> [Tree.Member] {
    var keys: [[UInt8]] = []
    for _ in 0..<Int.random(in: 0...most, using: &random) {
      let key = name()
      if !keys.contains(key) { keys.append(key) }
    }
    return keys.map { Tree.Member($0, tree(depth)) }
  }

  /// Mostly objects, below so many keys.
  private mutating func records(_ depth: Int) -> [Tree.Member] {
    members(7, 0).map { member in
      if chance(15) { return Tree.Member(member.key, tree(3)) }
      return Tree.Member(member.key, .object(depth > 1 ? records(depth - 1) : members(5, 3)))
    }
  }

  // MARK: The mapping

  private mutating func rule() -> Reference.Rule {
    let c = Reference.Segment.key(Array("c".utf8))
    let d = Reference.Segment.key(Array("d".utf8))
    let (r, id) = (Reference.Segment.capture("r"), Reference.Segment.capture("id"))
    let from = pick([
      [c, id], [c, id], [c, id], [c, id], [d, r, id], [d, r, id], [d, r, id], [d, r], [],
      [d, r, .key(Array("a".utf8)), id], [c, .key(Array("a".utf8))],
      [c, .key(Array("a".utf8)), id], [c, id, .key(Array("a".utf8)), r],
    ])
    let captures = from.compactMap { if case .capture(let name) = $0 { name } else { nil } }
    var rule = Reference.Rule(from: from, to: target(captures))
    for name in ["j", "b"] where chance(name == "j" ? 60 : 10) {
      rule.joins.append((Array(name.utf8), join(captures), chance(20)))
    }
    if chance(25) { rule.filter = chance(80) ? condition(captures) : path(captures) }
    rule.fields = fields(captures, depth: 0, isInList: false)
    rule.unknown = pick(["drop", "drop", "keep", "keep", "reject"])
    rule.noteReads()
    return rule
  }

  private mutating func target(_ captures: [String]) -> [[Reference.Part]] {
    let collection = [Reference.Part.text(Array(pick(["x", "y"]).utf8))]
    // Few fields are in every record, and an id without its field is empty.
    if captures.isEmpty || chance(12) {
      return [
        collection,
        chance(70)
          ? [.expression(path(captures))] : [.text(Array("p".utf8)), .expression(path(captures))],
      ]
    }
    if captures.count == 2, chance(50) {
      let inner = [Reference.Part.text(Array("z".utf8))]
      return [collection, [.capture(captures[0])], inner, [.capture(captures[1])]]
    }
    let ids = captures.map { Reference.Part.capture($0) }
    return [collection, ids.count == 1 ? ids : [ids[0], .text(Array("_".utf8)), ids[1]]]
  }

  private mutating func join(_ captures: [String]) -> Reference.Join {
    let top = Array(pick(["u", "u", "c", "g"]).utf8)
    if chance(30) {
      return .gathered(top, by: name(), equals: chance(60) ? .key : expression(captures, 1))
    }
    if let capture = captures.last, chance(40) { return .keyed([.text(top), .capture(capture)]) }
    return .keyed([.text(top), .expression(expression(captures, 1))])
  }

  private mutating func fields(
    _ captures: [String], depth: Int, isInList: Bool
  ) -> [Reference.Field] {
    var fields: [Reference.Field] = []
    for _ in 0..<pick([1, 2, 3, 4]) {
      let name = name()
      if fields.contains(where: { $0.name == name }) { continue }
      fields.append(field(name, captures, depth: depth, isInList: isInList))
    }
    return fields
  }

  private mutating func field(
    _ name: [UInt8], _ captures: [String], depth: Int, isInList: Bool
  ) -> Reference.Field {
    var field = Reference.Field(
      name: name,
      type: pick(["string", "integer", "double", "number", "boolean", "any", "any", "map"]))
    field.depth = pick([0, 0, 0, 1, 1, 2])
    field.isRequired = chance(5)
    if chance(55) {
      field.value = expression(captures, 2, isInList: isInList, isNested: depth > 0)
      if let value = field.value { fit(&field, to: value) }
    }
    if field.type == "map", depth < 2, chance(60) {
      field.fields = fields(captures, depth: depth + 1, isInList: isInList || field.depth > 0)
    }
    field.onError = pick(["reject", "drop", "drop"])
    let literals = [
      "string": "\"z\"", "integer": "7", "double": "7.5", "number": "7", "boolean": "true",
    ]
    if field.depth > 0 ? chance(30) : chance(25), field.fields == nil,
      let literal = field.depth > 0 ? "[]" : literals[field.type]
    {
      field.fallback = literal
      if chance(40) { field.onError = "default" }
    }
    if field.type == "integer", chance(30) { field.maximum = 9 }
    return field
  }

  /// Takes another type where a pipe of this kind could never give the present one: most mappings should be valid.
  private mutating func fit(_ field: inout Reference.Field, to value: Expression) {
    switch value {
    case .step(_, "count"): (field.type, field.depth) = (pick(["integer", "number", "any"]), 0)
    case .step(_, "exists"), .equal: (field.type, field.depth) = (pick(["boolean", "any"]), 0)
    case .step(_, "last"): break
    case .step, .list, .each: if field.depth == 0 { field.depth = 1 }
    case .child(let of, _): fit(&field, to: of)
    case .key, .capture, .index: (field.type, field.depth) = (pick(["string", "any"]), 0)
    default: break
    }
  }

  // MARK: Expressions

  /// A path, which gives a value of the export as it is.
  private mutating func path(_ captures: [String], isInList: Bool = false) -> Expression {
    var path: Expression =
      switch Int.random(in: 0..<20, using: &random) {
      case 0: .key
      case 1: .value
      case 2: .capture(captures.first ?? "missing")
      case 3: .rootField(name())
      case 4 where isInList: .index
      case 5...7: .field(Array("j".utf8))
      default: .field(name())
      }
    while chance(35) { path = .child(path, name()) }
    return path
  }

  private mutating func condition(_ captures: [String]) -> Expression {
    chance(50)
      ? .step(path(captures), "exists") : .equal(path(captures), expression(captures, 1))
  }

  private mutating func expression(
    _ captures: [String], _ depth: Int, isInList: Bool = false, isNested: Bool = false
  ) -> Expression {
    func deeper(_ random: inout RandomCase) -> Expression {
      random.expression(captures, depth - 1, isInList: isInList, isNested: isNested)
    }
    guard depth > 0 else { return path(captures, isInList: isInList) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .list([deeper(&self), deeper(&self)])
    case 1: return .first([deeper(&self), deeper(&self)])
    case 2: return .equal(deeper(&self), deeper(&self))
    case 3, 4:
      var path: Expression = .each(path(captures, isInList: isInList))
      if chance(60) { path = .child(path, name()) }
      return chance(15) ? .each(path) : path
    case 5...7:
      let steps = ["members", "count", "exists", "keys", "values", "last", "reverse", "distinct"]
      return .step(deeper(&self), pick(steps))
    default: return path(captures, isInList: isInList)
    }
  }
}
