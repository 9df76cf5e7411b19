/// What rules say of each other: repeated ones, claimed fields, the collections of the model.
struct Crosscheck {
  private(set) var rules: [Rule]
  private let elements: [Element]
  private let source: MappingSource
  /// Rules whose paths are right.
  private let comparable: Set<Int>

  init(rules: [Rule], comparable: Set<Int>, elements: [Element], source: MappingSource) {
    self.rules = rules
    self.comparable = comparable
    self.elements = elements
    self.source = source
  }

  mutating func run() {
    reportRepetitions()
    for index in rules.indices { claim(index) }
    let names = numberCollections()
    reportClashes(names)
  }

  // MARK: Repetitions

  /// Two rules with one `from` and one `to`, whatever their captures are called: the second does nothing but collide,
  /// unless both merge.
  private func reportRepetitions() {
    for later in rules.indices where comparable.contains(later) {
      for earlier in rules.indices.prefix(later)
      where comparable.contains(earlier) && Self.repeats(rules[later], rules[earlier]) {
        source.report(
          elements[later],
          "the rule repeats rules[\(earlier)]: its \"from\" and \"to\" are the same")
        break
      }
    }
  }

  private static func repeats(_ a: Rule, _ b: Rule) -> Bool {
    if a.mode.isMerging, b.mode.isMerging { return false }
    guard shape(a.pattern) == shape(b.pattern) else { return false }
    if a.to == b.to { return true }
    return a.target.fixedParts != nil && a.target.fixedParts == b.target.fixedParts
  }

  /// A pattern with the names of its captures left out.
  private static func shape(_ pattern: Pattern) -> [[UInt8]?] {
    pattern.segments.map { if case .literal(let key) = $0 { key } else { nil } }
  }

  // MARK: Claims

  private mutating func claim(_ index: Int) {
    let own = rules[index].pattern.segments
    for other in rules where other.pattern.segments.count > own.count {
      let theirs = other.pattern.segments
      guard zip(own, theirs).allSatisfy({ $0.mayMeet($1) }) else { continue }
      var claim = Claim(steps: Array(theirs[own.count...]), owners: Self.owners(own, theirs))
      if case .capture? = claim.steps.last { claim.steps.removeLast() }
      if !rules[index].claims.contains(claim) { rules[index].claims.append(claim) }
    }
    let claims = rules[index].commonClaims
    for field in rules[index].fields.indices { rules[index].fields[field].note(claims) }
  }

  /// Which records of `own` have parts that `theirs` names: where one captures, the other may want a certain key.
  private static func owners(_ own: [Pattern.Segment], _ theirs: [Pattern.Segment]) -> [Claim.Owner]
  {
    var owners: [Claim.Owner] = []
    var capture = 0
    for (mine, other) in zip(own, theirs) {
      guard case .capture = mine else { continue }
      if case .literal(let key) = other { owners.append(Claim.Owner(capture: capture, key: key)) }
      capture += 1
    }
    return owners
  }

  // MARK: Collections

  /// Gives each rule the number of its collection. The result has for each collection the first rule of it.
  private mutating func numberCollections() -> [(name: String, rule: Int)] {
    var collections: [(name: String, rule: Int)] = []
    for index in rules.indices {
      guard let name = rules[index].target.collectionName else { continue }
      // By bytes: ids that differ only in their normal form are two collections.
      if let known = collections.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
        rules[index].target.collection = known
      } else {
        rules[index].target.collection = collections.count
        collections.append((name, index))
      }
    }
    return collections
  }

  /// Files and views of two collections must not differ by case alone: some disks, and SQLite, do not tell them apart.
  private func reportClashes(_ collections: [(name: String, rule: Int)]) {
    for later in collections.indices {
      let folded = Self.folded(collections[later].name)
      for earlier in collections.prefix(later) where Self.folded(earlier.name) == folded {
        source.report(
          elements[collections[later].rule],
          "the collections \(quoted(earlier.name)) and \(quoted(collections[later].name)) would share a file: "
            + "their names differ only in case")
        break
      }
    }
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

extension Field {
  /// What another rule claims of a map with `fields` is not unread, either.
  fileprivate mutating func note(_ claims: [[Pattern.Segment]]) {
    if let place, readNames != nil {
      for claim in claims where claim.count == place.count + 1 {
        guard case .literal(let name)? = claim.last, zip(place, claim).allSatisfy({ $0.mayBe($1) })
        else { continue }
        readNames?.append(name)
      }
    }
    for index in (fields ?? []).indices { fields?[index].note(claims) }
  }
}

extension Template {
  /// Collection ids with `/` between them; nil when one of them comes from data.
  fileprivate var collectionName: String? {
    guard !segments.isEmpty else { return nil }
    var ids: [String] = []
    for index in stride(from: 0, to: segments.count, by: 2) {
      var id: [UInt8] = []
      for part in segments[index].parts {
        guard case .literal(let text) = part else { return nil }
        id += text
      }
      ids.append(String(decoding: id, as: UTF8.self))
    }
    return ids.joined(separator: "/")
  }

  /// The parts in a form that can be compared; nil when there are expressions among them.
  fileprivate var fixedParts: [[[UInt8]]]? {
    var result: [[[UInt8]]] = []
    for segment in segments {
      var parts: [[UInt8]] = []
      for part in segment.parts {
        switch part {
        case .literal(let text): parts.append([0] + text)
        case .capture(let index): parts.append([1] + Array(String(index).utf8))
        case .expression: return nil
        }
      }
      result.append(parts)
    }
    return result
  }
}

extension Plan {
  /// The plan of a compiled mapping: each collection with the fields of all its rules.
  init(of mapping: CompiledMapping) {
    var collections: [Collection] = []
    for rule in mapping.rules {
      guard rule.target.collection >= 0, let name = rule.target.collectionName else { continue }
      if rule.target.collection == collections.count {
        collections.append(Collection(name: name, fields: []))
      }
      for field in rule.fields {
        let isKnown = collections[rule.target.collection].fields.contains {
          $0.utf8.elementsEqual(field.name.utf8)
        }
        if !isKnown { collections[rule.target.collection].fields.append(field.name) }
      }
    }
    self.init(
      name: mapping.name, collections: collections,
      rules: mapping.rules.map {
        Plan.Rule(isDerivable: $0.target.isDerivable, mode: $0.mode)
      })
  }
}
