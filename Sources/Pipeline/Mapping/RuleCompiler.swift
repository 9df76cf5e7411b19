import JSONTree

/// Compiles one element of `rules`.
struct RuleCompiler {
  static let known = [
    "from", "to", "join", "where", "fields", "unknown", "drop", "optional", "mode",
  ]

  private let index: Int
  private let root: [Pattern.Segment]
  private let zone: Zone?
  private let source: MappingSource
  private var expressions = ExpressionCompiler(captures: nil)
  /// Nil when `from` is wrong: then no capture can be called unknown.
  private var captures: [String]?
  /// Whether `from` and `to` are right, so that the rule can be compared with others.
  private(set) var hasPaths = true

  /// `zone` is the mapping's; nil where this machine does not know it.
  init(index: Int, root: [Pattern.Segment], zone: Zone?, source: MappingSource) {
    self.zone = zone
    self.index = index
    self.root = root
    self.source = source
  }

  mutating func compile(_ element: Element) -> Rule {
    let members = source.members(of: element, as: "a rule", known: Self.known)
    let pattern = from(members?["from"], of: element, isObject: members != nil)
    let joins =
      members?["join"].flatMap { source.distinctMembers(of: $0, as: "\"join\"") } ?? []
    expressions = ExpressionCompiler(
      captures: captures, joins: joins.map { $0.key.bytes }, zone: zone,
      sharing: SharedPipes(among: Self.values(members?["fields"])))
    let compiledJoins = JoinCompiler(captures: captures, root: root, zone: zone, source: source)
      .compile(joins, with: &expressions)
    let target = to(members?["to"], of: element, isObject: members != nil)
    hasPaths = captures != nil && !target.segments.isEmpty
    let filter = members?["where"].flatMap { self.filter($0) }
    var fields =
      members?["fields"].map { FieldCompiler.compile($0, with: &expressions, source) } ?? []
    for index in fields.indices { noteReadNames(&fields[index]) }
    return Rule(
      index: index, from: members?["from"]?.text ?? "", to: members?["to"]?.text ?? "",
      pattern: Pattern(segments: root + pattern), target: target, joins: compiledJoins,
      filter: filter,
      fields: fields, slots: expressions.slots, unknown: unknown(members?["unknown"]),
      dropped: members?["drop"].map { dropped($0) } ?? [],
      isOptional: members?["optional"].map { source.flag($0, as: "\"optional\"") } ?? false,
      mode: mode(members?["mode"]),
      readsValue: expressions.readsValue, readsAll: expressions.reads.names(at: []) == nil,
      partsOfValue: expressions.partsOfValue, readsPriority: expressions.readsPriority,
      readsNow: expressions.readsNow)
  }

  // MARK: Paths

  private mutating func from(_ element: Element?, of rule: Element, isObject: Bool) -> [Pattern
    .Segment]
  {
    guard let element else {
      if isObject { source.report(rule, "the rule has no \"from\"") }
      return []
    }
    guard let text = source.text(element, as: "\"from\"") else { return [] }
    let pattern = SourcePattern(text)
    var faults = pattern.faults
    var seen: Set<String> = []
    for (segment, range) in zip(pattern.segments, pattern.ranges) {
      guard case .capture(let name) = segment else { continue }
      if !seen.insert(name).inserted {
        faults.append(ExpressionFault(range, "\(quoted(name)) captures two segments"))
      }
      if name == "key", range != pattern.ranges.last {
        faults.append(
          ExpressionFault(
            range, "$key is the key of the record: choose another name for this capture"))
      }
    }
    source.report(element, ExpressionFaults(faults: faults))
    if faults.isEmpty { captures = pattern.captures }
    return pattern.segments
  }

  private mutating func to(_ element: Element?, of rule: Element, isObject: Bool) -> Template {
    let nothing = Template(segments: [], collection: -1, isDerivable: false)
    guard let element else {
      if isObject { source.report(rule, "the rule has no \"to\"") }
      return nothing
    }
    guard let text = source.text(element, as: "\"to\"") else { return nothing }
    let path = DocumentPath(text)
    source.report(element, ExpressionFaults(faults: path.faults))
    var segments: [Template.Segment] = []
    for segment in path.segments {
      segments.append(Template.Segment(parts: segment.parts.map { part($0, of: element) }))
    }
    return Template(
      segments: segments, collection: -1,
      isDerivable: Template.isDerivable(segments, captures: captures?.count ?? 0))
  }

  private mutating func part(_ part: DocumentPath.Part, of element: Element) -> Template.Part {
    switch part {
    case .literal(let text): return .literal(text)
    case .capture(let name, let range):
      guard let captures else { return .capture(0) }
      if let index = captures.firstIndex(of: name) { return .capture(index) }
      source.report(
        element, part: range,
        "\"from\" captures no \(quoted(name))" + Suggestion.sentence(name, in: captures))
      return .capture(0)
    case .expression(let text, let start):
      do {
        let compiled = try expressions.compile(text)
        let ids: Kinds = [.text, .number]
        if compiled.kinds.isDisjoint(with: ids), compiled.kinds != [] {
          source.report(
            element, part: start..<start + text.count,
            "a part of a path is a text or an integer, but this is \(compiled.kinds.phrase)")
        }
        return .expression(compiled.evaluate)
      } catch {
        for fault in error.faults {
          let range = fault.range.lowerBound + start..<fault.range.upperBound + start
          source.report(element, part: range, fault.message)
        }
        return .literal([])
      }
    }
  }

  // MARK: Other keys

  private mutating func filter(_ element: Element) -> Evaluator? {
    guard let text = source.text(element, as: "\"where\"") else { return nil }
    do {
      let compiled = try expressions.compile(text)
      if compiled.kinds.isDisjoint(with: .boolean), compiled.kinds != [] {
        source.report(
          element, part: 0..<text.count,
          "\"where\" gives true or false, but this is \(compiled.kinds.phrase)")
      }
      return compiled.evaluate
    } catch {
      source.report(element, error)
      return nil
    }
  }

  /// Notes what the rule's expressions read of the maps of a field and of those inside it.
  private func noteReadNames(_ field: inout Field) {
    if let place = field.place { field.readNames = expressions.reads.names(at: place) }
    for index in (field.fields ?? []).indices {
      if var inner = field.fields?[index] {
        noteReadNames(&inner)
        field.fields?[index] = inner
      }
    }
  }

  /// The expressions behind `"value"`.
  private static func values(_ fields: Element?) -> [[UInt8]] {
    (fields?.members ?? []).compactMap { (field) in
      field.value.members.first { $0.name == "value" && $0.value.node.kind == .string }?.value.bytes
    }
  }

  private func unknown(_ element: Element?) -> Rule.Unknown {
    guard let element else { return .drop }
    let words = Rule.Unknown.allCases.map(\.rawValue)
    return source.word(element, as: "\"unknown\"", of: words).flatMap { Rule.Unknown(rawValue: $0) }
      ?? .drop
  }

  private func dropped(_ element: Element) -> [[UInt8]] {
    guard element.node.kind == .array else {
      source.report(element, "\"drop\" is an array of names, but this is \(element.phrase)")
      return []
    }
    return element.elements.compactMap { source.text($0, as: "a name in \"drop\"") }
  }

  private func mode(_ element: Element?) -> WriteMode {
    guard let element else { return .replace }
    let words = WriteMode.allCases.map(\.rawValue)
    return source.word(element, as: "\"mode\"", of: words).flatMap { WriteMode(rawValue: $0) }
      ?? .replace
  }
}

extension Template {
  /// Whether the path of a document tells its record's: every capture stands whole in some segment, and nothing else but
  /// literals does.
  fileprivate static func isDerivable(_ segments: [Segment], captures: Int) -> Bool {
    var found: Set<Int> = []
    for segment in segments {
      if segment.parts.count == 1, case .capture(let index) = segment.parts[0] {
        found.insert(index)
        continue
      }
      let isLiteral = segment.parts.allSatisfy { if case .literal = $0 { true } else { false } }
      guard isLiteral else { return false }
    }
    return found.count == captures
  }
}
