import JSONTree

/// Compiles `tests`.
///
/// Paths in `given` and source paths in `expect` are written like a rule's `from`: `root` is put in front.
struct TestCompiler {
  static let known = ["name", "given", "expect"]

  let root: [Pattern.Segment]
  /// What the rules write to; nil when a rule is wrong, since then no document path can be called unknown.
  let targets: [Template]?
  let source: MappingSource

  func compile(_ element: Element) -> [MappingTest] {
    guard element.node.kind == .array else {
      source.report(element, "\"tests\" is an array, but this is \(element.phrase)")
      return []
    }
    var names: [[UInt8]: Int] = [:]
    return element.elements.enumerated().compactMap { (index, element) in
      test(element, index, &names)
    }
  }

  private func test(
    _ element: Element, _ index: Int, _ names: inout [[UInt8]: Int]
  ) -> MappingTest? {
    guard let members = source.members(of: element, as: "a test", known: Self.known) else {
      return nil
    }
    for name in Self.known where members[name] == nil {
      source.report(element, "the test has no \(quoted(name))")
    }
    if let name = members["name"], let text = source.text(name, as: "\"name\"") {
      if text.isEmpty { source.report(name, "the name of a test is empty") }
      if let earlier = names[text] {
        source.report(name, "tests[\(earlier)] has the name \(quoted(text)), too")
      } else {
        names[text] = index
      }
    }
    return MappingTest(
      name: members["name"]?.text ?? "", place: source.place(of: element),
      given: members["given"].flatMap { given($0) } ?? [],
      expectations: members["expect"].map { expectations($0) } ?? [])
  }

  // MARK: Given

  private func given(_ element: Element) -> [UInt8]? {
    var tree = GivenTree()
    let members = source.distinctMembers(of: element, as: "\"given\"") ?? []
    do throws(LiteralEncoder.Fault) {
      for member in members {
        if let path = place(member.key) { try tree.add(member.value, at: path) }
      }
      return try tree.encoded()
    } catch {
      source.report(error.element, error.message)
      return nil
    }
  }

  /// The keys of a source path, `root` in front; nil and reports where it is none.
  private func place(_ element: Element) -> [[UInt8]]? {
    let pattern = SourcePattern(element.bytes)
    source.report(element, ExpressionFaults(faults: pattern.faults))
    var isPlace = pattern.faults.isEmpty
    var keys: [[UInt8]] = []
    for segment in root { if case .literal(let key) = segment { keys.append(key) } }
    for (segment, range) in zip(pattern.segments, pattern.ranges) {
      switch segment {
      case .literal(let key): keys.append(key)
      case .capture:
        isPlace = false
        // An expression or an odd name in braces has been reported already.
        if pattern.faults.isEmpty {
          source.report(
            element, part: range, "a test names one place: write a key here in place of a capture")
        }
      }
    }
    return isPlace ? keys : nil
  }

  // MARK: Expect

  private func expectations(_ element: Element) -> [MappingTest.Expectation] {
    let members = source.distinctMembers(of: element, as: "\"expect\"") ?? []
    return members.compactMap { member in
      if member.key.bytes.first == UInt8(ascii: "/") { return expectedRecord(member) }
      checkDocumentPath(member.key)
      guard let outcome = outcome(member.value) else { return nil }
      return MappingTest.Expectation(place: .document(member.key.bytes), outcome: outcome)
    }
  }

  private func expectedRecord(_ member: Element.Member) -> MappingTest.Expectation? {
    guard let keys = place(member.key) else { return nil }
    guard let code = Self.rejectCode(of: member.value) else {
      source.report(
        member.value, "of a source path only a reject can be expected: { reject: \"code\" }")
      return nil
    }
    let path: [UInt8] = keys.isEmpty ? [0x2F] : keys.reduce([]) { $0 + [0x2F] + $1 }
    return self.code(code).map {
      MappingTest.Expectation(place: .record(path), outcome: .reject($0))
    }
  }

  private func outcome(_ element: Element) -> MappingTest.Outcome? {
    if let code = Self.rejectCode(of: element) { return self.code(code).map { .reject($0) } }
    switch element.node.kind {
    case .null: return .nothing
    case .object:
      let output = ByteBuffer()
      var encoder = LiteralEncoder(
        nullFault: "a document holds no null: leave out what is not there")
      do throws(LiteralEncoder.Fault) {
        try encoder.encode(element, to: output)
        return .document(output.bytes.array)
      } catch {
        source.report(error.element, error.message)
        return nil
      }
    default:
      source.report(
        element,
        "expected is a document, { reject: \"code\" } or null, but this is \(element.phrase)")
      return nil
    }
  }

  /// The text in `{ reject: "code" }`: exactly this one key.
  private static func rejectCode(of element: Element) -> Element? {
    let members = element.members
    guard members.count == 1, members[0].name == "reject", members[0].value.node.kind == .string
    else { return nil }
    return members[0].value
  }

  private func code(_ element: Element) -> Code? {
    if let code = Code(rawValue: element.text) { return code }
    let codes = Code.allCases.map(\.rawValue)
    source.report(
      element,
      "unknown code \(quoted(element.text))" + Suggestion.sentence(element.text, in: codes))
    return nil
  }

  private func checkDocumentPath(_ element: Element) {
    let path = element.bytes
    let segments = path.split(separator: 0x2F, omittingEmptySubsequences: false)
    if segments.contains(where: \.isEmpty) {
      source.report(
        element,
        path.isEmpty ? "the document path is empty" : "a segment of \(quoted(path)) is empty")
    } else if segments.count % 2 == 1 {
      source.report(
        element,
        "a document path has an even number of segments, collection and id in turn, but \(quoted(path)) has \(segments.count)"
      )
    } else if let targets, !targets.contains(where: { $0.mayMake(segments) }) {
      let near = targets.filter { $0.segments.count == segments.count }.map {
        $0.withOwnIDs(segments)
      }
      source.report(
        element,
        "no rule makes a document \(quoted(path))" + Suggestion.sentence(element.text, in: near))
    }
  }
}

extension Template {
  /// Whether a document of this rule can have the path, as far as its segments without captures and expressions tell.
  fileprivate func mayMake(_ path: [ArraySlice<UInt8>]) -> Bool {
    path.count == segments.count
      && zip(segments, path).allSatisfy { segment, text in segment.fixed.map { $0 == text } ?? true
      }
  }

  /// The path with the rule's own collections: what may have been meant.
  fileprivate func withOwnIDs(_ path: [ArraySlice<UInt8>]) -> String {
    zip(segments, path).map { segment, text in
      String(decoding: segment.fixed ?? text, as: UTF8.self)
    }.joined(separator: "/")
  }
}

extension Template.Segment {
  /// The text of a segment that is the same for every record.
  fileprivate var fixed: ArraySlice<UInt8>? {
    var text: ArraySlice<UInt8> = []
    for part in parts {
      guard case .literal(let literal) = part else { return nil }
      text += literal
    }
    return text
  }
}
