@testable import Pipeline

// What a mapping makes of an export, plainly: everything in memory, one record after the other, nothing clever. The
// property test holds the pipeline to it.

extension Tree {
  /// The database's form: what holds nothing is null, an object has no members that are null (facts 1.1).
  var canonical: Tree {
    switch self {
    case .array(let items):
      return items.allSatisfy { $0.canonical == .null } ? .null : .array(items.map(\.canonical))
    case .object(let members):
      let kept = members.map { Member($0.key, $0.value.canonical) }.filter { $0.value != .null }
      return kept.isEmpty ? .null : .object(kept)
    default: return self
    }
  }

  var isLiterallyAbsent: Bool { self == .null || self == .array([]) || self == .object([]) }

  /// The children in the order of the text, an array's by index; nil of a scalar.
  var members: [Member]? {
    switch self {
    case .array(let items):
      items.enumerated().map { Member(Array("\($0.offset)".utf8), $0.element) }
        .filter { $0.value != .null }
    case .object(let members): members
    default: nil
    }
  }

  /// The children in key order.
  var children: [Member]? { members?.sorted { Tree.precedes($0.key, $1.key) } }

  func child(_ key: [UInt8]) -> Tree? { members?.first { $0.key == key }?.value }

  static func precedes(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    switch (integer(a), integer(b)) {
    case (let x?, let y?): x < y
    case (nil, nil): a.lexicographicallyPrecedes(b)
    case (let x, _): x != nil
    }
  }

  private static func integer(_ key: [UInt8]) -> Int32? {
    Int32(String(decoding: key, as: UTF8.self)).flatMap {
      "\($0)".utf8.elementsEqual(key) ? $0 : nil
    }
  }

  /// Whether all keys are array indices.
  var isList: Bool {
    members?.allSatisfy { Tree.integer($0.key).map { $0 >= 0 } ?? false } ?? false
  }

  /// Equal by kind and value; an array is the object of its indices, 1 is 1.0.
  func isSame(as other: Tree) -> Bool {
    switch (self, other) {
    case (.integer(let a), .double(let b)), (.double(let b), .integer(let a)):
      return Int64(exactly: b) == a
    default:
      guard let own = children, let others = other.children else { return self == other }
      return own.count == others.count
        && zip(own, others).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
    }
  }
}

/// What an expression gives.
enum Outcome: Equatable {
  case absent, failed
  case value(Tree)

  static func items(_ items: [Tree]) -> Outcome { items.isEmpty ? .absent : .value(.array(items)) }
  var tree: Tree? { if case .value(let tree) = self { tree } else { nil } }

  /// The keys that it stands for; nil where it stands for none.
  var keys: [[UInt8]]? {
    guard let tree else { return self == .failed ? nil : [] }
    let items = tree.isList ? tree.children?.map(\.value) ?? [] : [tree]
    let keys: [[UInt8]] = items.compactMap { item in
      switch item {
      case .text(let text): text
      case .integer(let value): Array("\(value)".utf8)
      case .double(let value): Int64(exactly: value).map { Array("\($0)".utf8) }
      default: nil
      }
    }
    return keys.count < items.count ? nil : keys.filter { !$0.isEmpty }
  }
}

extension Expression {
  /// What it sees of a record; `base` and `index` inside nested fields.
  struct Sight {
    var key: [UInt8]
    var captures: [String: [UInt8]]
    var record: Tree
    var joins: [[UInt8]: Tree] = [:]
    var base: Tree?
    var index: [UInt8]?
  }

  func evaluate(_ sight: Sight) -> Outcome {
    switch self {
    case .field(let name) where sight.base != nil: return Self.known(sight.base?.child(name))
    case .field(let name), .rootField(let name):
      return Self.known(sight.joins[name] ?? sight.record.child(name))
    case .key: return sight.key.isEmpty ? .absent : .value(.text(sight.key))
    case .value: return Self.known(sight.record)
    case .index: return Self.known(sight.index.map { .text($0) })
    case .capture(let name): return Self.known(sight.captures[name].map { .text($0) })
    case .child(let of, let name):
      guard case .value(let tree) = of.evaluate(sight) else { return of.evaluate(sight) }
      return of.isSpread
        ? .items((tree.children ?? []).compactMap { $0.value.child(name) })
        : Self.known(tree.child(name))
    case .each(let of):
      guard case .value(let tree) = of.evaluate(sight) else { return of.evaluate(sight) }
      let parts = of.isSpread ? tree.children?.map(\.value) ?? [] : [tree]
      return .items(parts.flatMap { $0.children?.map(\.value) ?? [] })
    case .list(let items):
      let values = items.map { $0.evaluate(sight) }
      return values.contains(.failed) ? .failed : .items(values.compactMap(\.tree))
    case .step(let input, let name): return Self.step(name, input.evaluate(sight))
    case .first(let parts):
      let values = parts.map { $0.evaluate(sight) }
      return values.first { $0.tree != nil } ?? (values.contains(.failed) ? .failed : .absent)
    case .equal(let a, let b):
      let (x, y) = (a.evaluate(sight), b.evaluate(sight))
      if x == .failed || y == .failed { return .failed }
      guard let x = x.tree, let y = y.tree else { return .value(.flag(false)) }
      return .value(.flag(x.isSame(as: y)))
    }
  }

  private static func known(_ tree: Tree?) -> Outcome {
    tree.flatMap { $0 == .null ? nil : .value($0) } ?? .absent
  }

  /// Whether it gives many values at once.
  private var isSpread: Bool {
    switch self {
    case .each: true
    case .child(let of, _): of.isSpread
    default: false
    }
  }

  private static func step(_ name: String, _ input: Outcome) -> Outcome {
    if input == .failed { return .failed }
    if name == "exists" { return .value(.flag(input != .absent)) }
    guard let tree = input.tree else { return name == "count" ? .value(.integer(0)) : .absent }
    guard let children = tree.children else { return .failed }
    let values = children.map(\.value)
    switch name {
    case "count": return .value(.integer(Int64(children.count)))
    case "keys": return .items(children.map { .text($0.key) })
    case "values": return .items(values)
    case "last": return known(values.last)
    case "reverse": return .items(values.reversed())
    case "distinct": return .items(distinct(values))
    default:
      let members = children.filter { $0.value == .flag(true) || $0.value == .flag(false) }
      if members.count == children.count {
        return .items(members.filter { $0.value == .flag(true) }.map { .text($0.key) })
      }
      let areTexts = values.allSatisfy { if case .text = $0 { true } else { false } }
      return areTexts && tree.isList ? .items(distinct(values)) : .failed
    }
  }

  private static func distinct(_ values: [Tree]) -> [Tree] {
    values.reduce(into: []) { kept, value in
      if !kept.contains(where: { $0.isSame(as: value) }) { kept.append(value) }
    }
  }
}

/// A mapping and an export.
struct Reference {
  struct Result: Equatable {
    var lines: Set<[UInt8]> = []
    var rejects: Set<String> = []
    /// Read, created, filtered, rejected.
    var totals = [0, 0, 0, 0]
  }

  var rules: [Rule]
  var export: [Tree.Member]

  func run() -> Result {
    var result = Result()
    var made: Set<[UInt8]> = []
    // Of two records that make one document the one that begins later in the file is the reject.
    let all = rules.indices.flatMap { index in
      records(rules[index].from).map { (index: index, record: $0, place: $0.place + [-1, index]) }
    }
    for (index, record, _) in all.sorted(by: { $0.place.lexicographicallyPrecedes($1.place) })
    where !record.tree.isLiterallyAbsent {
      var faults: [String] = []
      let document = convert(record, index, &faults)
      if let document, faults.isEmpty, made.contains(document.path) { faults = ["idCollision"] }
      result.totals[0] += 1
      if let fault = faults.first {
        result.totals[3] += 1
        result.rejects.insert("\(fault) \(String(decoding: record.path, as: UTF8.self))")
      } else if let document {
        result.totals[1] += 1
        made.insert(document.path)
        result.lines.insert(Array(document.line.utf8))
      } else {
        result.totals[2] += 1
      }
    }
    return result
  }

  /// `place` counts on each level what stands before.
  typealias Record = (
    path: [UInt8], key: [UInt8], captures: [String: [UInt8]], tree: Tree, place: [Int]
  )

  private func records(_ pattern: [Segment]) -> [Record] {
    let root: [Record] = [([], [], [:], .object(export), [])]
    // The path of the root itself is `/`.
    if pattern.isEmpty { return [([0x2F], [], [:], .object(export), [])] }
    return pattern.reduce(root) { found, segment in
      found.flatMap { record in
        (record.tree.members ?? []).enumerated().compactMap { number, child in
          var captures = record.captures
          switch segment {
          case .key(let key): if key != child.key { return nil }
          case .capture(let name): captures[name] = child.key
          }
          let path = record.path + [0x2F] + child.key
          return (path, child.key, captures, child.value, record.place + [number])
        }
      }
    }
  }

  /// Nil where the record is filtered, or has faults.
  private func convert(
    _ record: Record, _ index: Int, _ faults: inout [String]
  ) -> (path: [UInt8], line: String)? {
    let (rule, tree) = (rules[index], record.tree.canonical)
    var sight = Expression.Sight(key: record.key, captures: record.captures, record: tree)
    for (name, join, rejects) in rule.joins {
      let found = joined(join, sight)
      if found == .failed { faults.insert("convert", at: 0) }
      sight.joins[name] = found.tree ?? .null
      if found.tree == nil, rejects { faults.append("joinMissing") }
    }
    let verdict = rule.filter?.evaluate(sight) ?? .value(.flag(true))
    if verdict != .value(.flag(true)) {
      faults = verdict == .absent || verdict == .value(.flag(false)) ? [] : ["convert"]
      return nil
    }
    let isScalar = tree.members == nil && !(record.tree.members != nil && tree == .null)
    if isScalar, rule.unknown != "drop" || !rule.reads.isEmpty, !rule.readsValue {
      faults = ["notARecord"]
    }
    guard faults.isEmpty, let ids = path(rule.to, sight, &faults) else { return nil }
    var members = write(rule.fields, sight, &faults)
    keepUnknown(tree, record.path, rule, &members, &faults)
    let path = Array(ids.joined(separator: [0x2F]))
    let line = "{\"path\":\(path.quoted),\"id\":\((ids.last ?? []).quoted),\"data\":"
    return (path, line + "{" + members.joined(separator: ",") + "}}")
  }

  private func path(
    _ parts: [[Part]], _ sight: Expression.Sight, _ faults: inout [String]
  ) -> [[UInt8]]? {
    var ids: [[UInt8]] = []
    for segment in parts {
      let values = segment.map { value(of: $0, sight) }
      let wrong = values.first {
        $0 == .failed || $0 == .absent || $0.keys == nil || $0.tree?.members != nil
      }
      ids.append(wrong == nil ? values.flatMap { $0.keys?.first ?? [] } : [])
      if ids.last == [] {
        let isEmpty = wrong == nil || wrong == .absent
        faults.append(wrong == .failed ? "convert" : isEmpty ? "idEmpty" : "type")
        return nil
      }
    }
    return ids
  }

  private func value(of part: Part, _ sight: Expression.Sight) -> Outcome {
    switch part {
    case .text(let text): .value(.text(text))
    case .capture(let name): .value(.text(sight.captures[name] ?? []))
    case .expression(let expression): expression.evaluate(sight)
    }
  }

  private func joined(_ join: Join, _ sight: Expression.Sight) -> Outcome {
    switch join {
    case .keyed(let parts):
      let values = parts.map { value(of: $0, sight) }
      guard !values.contains(where: { $0.keys == nil }) else { return .failed }
      let known = values.compactMap { $0.keys?.first }
      if known.count < values.count { return .absent }
      guard let list = values.last, list.tree?.isList ?? false else {
        return child(known).map { .value($0) } ?? .absent
      }
      let found = Set(list.keys ?? []).sorted { Tree.precedes($0, $1) }.compactMap { key in
        child(known.dropLast() + [key]).map { Tree.Member(key, $0) }
      }
      return found.isEmpty ? .absent : .value(.object(found))
    case .gathered(let top, let by, let equals):
      guard let wanted = equals.evaluate(sight).keys else { return .failed }
      let children = export.first { $0.key == top }?.value.canonical.children ?? []
      let found = children.filter { child in
        let own = child.value.child(by).map { Outcome.value($0) } ?? .absent
        return own.keys?.contains { wanted.contains($0) } ?? false
      }
      return found.isEmpty ? .absent : .value(.object(found))
    }
  }

  private func child(_ keys: [[UInt8]]) -> Tree? {
    let found = keys.reduce(Tree.object(export) as Tree?) { $0?.child($1) }?.canonical
    return found == .null ? nil : found
  }
}
