import JSONTree

/// Compiles `join`: names of other parts of the tree, for now by the same key only.
struct JoinCompiler {
  static let known = ["from", "missing"]
  static let later = ["by", "equals"]

  /// Of the rule's `from`; nil when that is wrong.
  let captures: [String]?
  let root: [Pattern.Segment]
  let source: MappingSource

  mutating func compile(_ element: Element) -> [Join] {
    guard let members = source.distinctMembers(of: element, as: "\"join\"") else { return [] }
    var joins: [Join] = []
    for member in members { joins.append(join(member, slot: joins.count)) }
    return joins
  }

  private func join(_ member: Element.Member, slot: Int) -> Join {
    var join = Join(
      name: member.name, slot: slot, source: "",
      kind: .sameKey(Pattern(segments: root), captures: []), missing: .null)
    var path: Element? = member.value
    if member.value.node.kind == .object {
      let members = source.members(
        of: member.value, as: "a join", known: Self.known, later: Self.later)
      path = members?["from"]
      if path == nil { source.report(member.key, "the join has no \"from\"") }
      if let missing = members?["missing"] {
        let words = Join.Missing.allCases.map(\.rawValue)
        join.missing =
          source.word(missing, as: "\"missing\"", of: words).flatMap { Join.Missing(rawValue: $0) }
          ?? .null
      }
      // With another key the path's captures are its own.
      if member.value.members.contains(where: { $0.name == "by" }) { return join }
    }
    guard let path, let text = source.text(path, as: "the path of a join") else { return join }
    join.source = path.text
    if path.text.contains("{=") {
      source.report(path, "a join by a key that the record holds is not supported yet")
      return join
    }
    join.kind = sameKey(path, text)
    return join
  }

  private func sameKey(_ element: Element, _ text: [UInt8]) -> Join.Kind {
    let pattern = SourcePattern(text)
    let indices = pattern.segments.indices.compactMap { capture(element, pattern, at: $0) }
    source.report(element, ExpressionFaults(faults: pattern.faults))
    return .sameKey(Pattern(segments: root + pattern.segments), captures: indices)
  }

  /// The index of the rule's capture that stands in a segment; nil for literals and unknown ones.
  private func capture(_ element: Element, _ pattern: SourcePattern, at index: Int) -> Int? {
    guard case .capture(let name) = pattern.segments[index] else { return nil }
    guard let captures, Lexer.isName(Array(name.utf8)) else { return nil }
    if let index = captures.firstIndex(of: name) { return index }
    source.report(
      element, part: pattern.ranges[index],
      "\"from\" captures no \(quoted(name))" + Suggestion.sentence(name, in: captures))
    return nil
  }
}
