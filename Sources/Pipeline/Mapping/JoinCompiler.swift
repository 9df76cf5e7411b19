import JSONTree

/// Compiles `join`: other parts of the tree that belong to a record.
struct JoinCompiler {
  static let known = ["from", "by", "equals", "missing"]

  /// Of the rule's `from`; nil when that is wrong.
  let captures: [String]?
  let root: [Pattern.Segment]
  let zone: Zone?
  let source: MappingSource

  private static let keyKinds: Kinds = [.text, .number, .list]

  /// `members` are those of `join`, in order, each name once; `expressions` the rule's.
  func compile(
    _ members: [Element.Member], with expressions: inout ExpressionCompiler
  ) -> [Join] {
    var hidden: [[UInt8]: String] = [:]
    for member in members {
      hidden[member.key.bytes] =
        "the join \(quoted(member.name)) comes later: a join reads only those before it"
    }
    var joins: [Join] = []
    for member in members {
      hidden[member.key.bytes] =
        "\(quoted(member.name)) is this join itself, which hides the field of its name: "
        + "give the join another name"
      if member.name.isEmpty { source.report(member.key, "the name of the join is empty") }
      joins.append(join(member, slot: joins.count, hidden, &expressions))
      hidden[member.key.bytes] = nil
    }
    return joins
  }

  private func join(
    _ member: Element.Member, slot: Int, _ hidden: [[UInt8]: String],
    _ expressions: inout ExpressionCompiler
  ) -> Join {
    var join = Join(
      name: member.name, slot: slot, source: "",
      kind: .sameKey(Pattern(segments: root), captures: []), missing: .null)
    var path: Element? = member.value
    var members: [String: Element] = [:]
    if member.value.node.kind == .object {
      members = source.members(of: member.value, as: "a join", known: Self.known) ?? [:]
      path = members["from"]
      if path == nil { source.report(member.key, "the join has no \"from\"") }
      join.missing = members["missing"].map { missing($0) } ?? .null
    }
    if members["by"] == nil, let equals = members["equals"] {
      source.report(
        equals,
        "\"equals\" goes with \"by\", which says what of each child is compared; "
          + "a key is looked up by {= expression} in the path")
    }
    // What hangs on no path is checked for its own sake.
    let pattern = path.flatMap { self.pattern($0) } ?? SourcePattern(Array("/".utf8))
    join.source = path?.text ?? ""
    if let by = members["by"] {
      join.kind = gathered(path, pattern, by: by, equals: members["equals"], hidden, &expressions)
    } else if let path {
      join.kind = keyed(path, pattern, hidden, &expressions)
    }
    return join
  }

  private func pattern(_ element: Element) -> SourcePattern? {
    guard let text = source.text(element, as: "the path of a join") else { return nil }
    let pattern = SourcePattern(text, takesExpressions: true)
    source.report(element, ExpressionFaults(faults: pattern.faults))
    return pattern
  }

  private func missing(_ element: Element) -> Join.Missing {
    let words = Join.Missing.allCases.map(\.rawValue)
    return source.word(element, as: "\"missing\"", of: words).flatMap { Join.Missing(rawValue: $0) }
      ?? .null
  }

  // MARK: By a key

  /// A path whose keys are the rule's captures or come from expressions.
  private func keyed(
    _ element: Element, _ path: SourcePattern, _ hidden: [[UInt8]: String],
    _ expressions: inout ExpressionCompiler
  ) -> Join.Kind {
    var keys: [JoinKey] = []
    for index in path.segments.indices {
      guard case .capture(let name) = path.segments[index] else { continue }
      if let (text, start) = path.expressions[index] {
        keys.append(
          .expression(key(text, at: start, of: element, hidden, &expressions) ?? { _ in .absent }))
      } else if let capture = capture(name, element, path.ranges[index]) {
        keys.append(.capture(capture))
      }
    }
    let pattern = Pattern(segments: root + path.segments)
    guard path.expressions.isEmpty else { return .byKey(pattern, keys: keys) }
    return .sameKey(
      pattern, captures: keys.compactMap { if case .capture(let index) = $0 { index } else { nil } }
    )
  }

  /// The index of the rule's capture of that name; nil for an unknown one.
  private func capture(_ name: String, _ element: Element, _ range: Range<Int>) -> Int? {
    guard let captures, Lexer.isName(Array(name.utf8)) else { return nil }
    if let index = captures.firstIndex(of: name) { return index }
    let suggestion = Suggestion.sentence(name, in: captures)
    source.report(
      element, part: range,
      "\"from\" captures no \(quoted(name))"
        + (suggestion.isEmpty
          ? "; a key that the record holds is written {= field}, and \"by\" gathers children by a field of theirs"
          : suggestion))
    return nil
  }

  // MARK: By a field of the children

  private func gathered(
    _ element: Element?, _ path: SourcePattern, by: Element, equals: Element?,
    _ hidden: [[UInt8]: String], _ expressions: inout ExpressionCompiler
  ) -> Join.Kind {
    let own = path.captures
    if let element, path.faults.isEmpty, element.node.kind == .string {
      for index in path.expressions.keys.sorted() {
        source.report(
          element, part: path.ranges[index],
          "the path of a join with \"by\" has no expressions; \"equals\" says what \"by\" is compared with"
        )
      }
      var isGathering = false
      if case .capture? = path.segments.last { isGathering = true }
      if !isGathering {
        source.report(
          element, part: path.ranges.last ?? 0..<0,
          "\"by\" gathers the children at the end of a path: end it with a capture, as in /Comments/{commentId}"
        )
      }
      reportRepetitions(element, path)
    }
    var children = ExpressionCompiler(captures: own, zone: zone)
    let evaluateBy = expression(by, as: "\"by\"", [:], &children)
    let evaluateEquals = equals.flatMap { expression($0, as: "\"equals\"", hidden, &expressions) }
    // The last capture is the child's key, whatever it is called.
    var shared: [Gathering.Shared] = []
    for (index, name) in own.dropLast().enumerated() {
      guard let capture = captures?.firstIndex(of: name) else { continue }
      shared.append(Gathering.Shared(own: index, rule: capture))
    }
    return .gathered(
      Pattern(segments: root + path.segments),
      Gathering(
        shared: shared, by: evaluateBy ?? { _ in .absent }, slots: children.slots.names,
        equals: evaluateEquals))
  }

  private func reportRepetitions(_ element: Element, _ path: SourcePattern) {
    var seen: Set<String> = []
    for (segment, range) in zip(path.segments, path.ranges) {
      guard case .capture(let name) = segment else { continue }
      if !seen.insert(name).inserted {
        source.report(element, part: range, "\(quoted(name)) captures two segments")
      }
    }
  }

  // MARK: Expressions

  private func expression(
    _ element: Element, as what: String, _ hidden: [[UInt8]: String],
    _ expressions: inout ExpressionCompiler
  ) -> Evaluator? {
    guard let text = source.text(element, as: what) else { return nil }
    return key(text, at: 0, of: element, hidden, &expressions)
  }

  /// Compiles what gives a key: the part of `element` that begins at `start`. Nil where it is wrong.
  private func key(
    _ text: [UInt8], at start: Int, of element: Element, _ hidden: [[UInt8]: String],
    _ expressions: inout ExpressionCompiler
  ) -> Evaluator? {
    do {
      let compiled = try expressions.compile(text, hidden: hidden)
      if compiled.kinds.isDisjoint(with: Self.keyKinds), compiled.kinds != [] {
        source.report(
          element, part: start..<start + text.count,
          "a key is a text, an integer or a list of them, but this is \(compiled.kinds.phrase)")
      }
      return compiled.evaluate
    } catch {
      for fault in error.faults {
        let range = fault.range.lowerBound + start..<fault.range.upperBound + start
        source.report(element, part: range, fault.message)
      }
      return nil
    }
  }
}
