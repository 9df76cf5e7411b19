import Testing

@testable import JSONTree

/// What the database makes of a text, written down as the rules say it: recursively, on a tree of
/// its own.
private indirect enum Model {
  case object([(key: String, value: Model)])
  case array([Model])
  case scalar(String)
  case null

  init(_ node: Node) {
    switch node.kind {
    case .object:
      var members: [(key: String, value: Model)] = []
      var index = node.firstChild
      while index < node.end {
        members.append((node.at(index).bytes.text, Model(node.at(index + 1))))
        index = node.at(index + 1).next
      }
      self = .object(members)
    case .array:
      var elements: [Model] = []
      var index = node.firstChild
      while index < node.end {
        elements.append(Model(node.at(index)))
        index = node.at(index).next
      }
      self = .array(elements)
    case .null: self = .null
    default: self = .scalar(rendering(node))
    }
  }

  var isNull: Bool { if case .null = self { true } else { false } }
  var scalar: String? { if case .scalar(let text) = self { text } else { nil } }

  var text: String {
    switch self {
    case .object(let members):
      "{\(members.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ","))}"
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .scalar(let text): text
    case .null: "null"
    }
  }

  /// Counts into `findings`, whose priority is told as text.
  func canonical(isTop: Bool, _ findings: inout ModelFindings) -> Model {
    switch self {
    case .scalar, .null: return self
    case .array(let elements):
      let elements = elements.map { $0.canonical(isTop: false, &findings) }
      return elements.allSatisfy(\.isNull) ? .null : .array(elements)
    case .object(let members):
      if Set(members.map(\.key)).count < members.count { findings.hasDuplicates = true }
      let members = members.map { ($0.key, $0.value.canonical(isTop: false, &findings)) }
      return Model.resolve(members, isTop: isTop, &findings)
    }
  }

  private static func resolve(
    _ members: [(String, Model)], isTop: Bool, _ findings: inout ModelFindings
  ) -> Model {
    var priorities = members.filter { $0.0 == ".priority" && !$0.1.isNull }.map(\.1)
    var own: String?
    if isTop, let first = priorities.firstIndex(where: { $0.scalar != nil }) {
      own = priorities.remove(at: first).scalar
    }
    findings.dropped += priorities.count
    let others = members.filter { $0.0 != ".priority" }
    if others.contains(where: { $0.0 == ".sv" && !$0.1.isNull }) {
      findings.placeholders += 1
      return .null
    }
    if others.allSatisfy({ $0.1.isNull }) { return .null }
    findings.priority = own
    if let value = others.first(where: { $0.0 == ".value" && $0.1.scalar != nil }) {
      return value.1
    }
    return .object(others.map { (key: $0.0, value: $0.1) })
  }
}

private struct ModelFindings: Equatable {
  var hasDuplicates = false
  var priority: String?
  var dropped = 0
  var placeholders = 0
}

/// What canonicalisation makes of a text, its findings told as texts.
private struct Canonical: Equatable {
  var value = ""
  var duplicate: String?
  var priority: String?
  var dropped = 0
  var placeholders = 0

  init(
    _ value: String, duplicate: String? = nil, priority: String? = nil, dropped: Int = 0,
    placeholders: Int = 0
  ) {
    self.value = value
    self.duplicate = duplicate
    self.priority = priority
    self.dropped = dropped
    self.placeholders = placeholders
  }

  init(_ node: Node, _ canonicaliser: inout Canonicaliser) {
    let findings = canonicaliser.canonicalise(node)
    value = rendering(node)
    // The index of the key is counted in the tape, which is as long as before.
    duplicate = findings.duplicateKeyAt.map { "\($0)" }
    priority = findings.priority.map { rendering(node.at($0)) }
    dropped = findings.droppedPriorities
    placeholders = findings.placeholders
  }

  static func of(_ text: String, duplicates: Canonicaliser.Duplicates = .keepAll) throws
    -> Canonical
  {
    try parsing(Array(text.utf8)) { node, _ in
      var canonicaliser = Canonicaliser(duplicates: duplicates)
      return Canonical(node, &canonicaliser)
    }
  }
}

@Suite struct CanonicalTests {
  @Test(arguments: [
    ("1", "1"), ("null", "null"), ("\"\"", "\"\""), ("{}", "null"), ("[]", "null"),
    ("[[],{}]", "null"), (#"{"a":{"b":null}}"#, "null"), ("[null,null]", "null"),
    ("[null,1,null]", "[null,1,null]"), ("[[],2,{}]", "[null,2,null]"),
    (#"{"a":{},"b":2}"#, #"{"a":null,"b":2}"#),
    (#"{"a":[{"b":[[]]}],"c":0.5,"d":[]}"#, #"{"a":null,"c":0.5,"d":null}"#),
    (#"{"a":false}"#, #"{"a":false}"#),
    (#"{"a":123456789012345678901}"#, #"{"a":N123456789012345678901}"#),
  ])
  func `makes a container null in which nothing is left`(_ text: String, _ value: String) throws {
    #expect(try Canonical.of(text) == Canonical(value))
  }

  @Test func `unwraps scalars of every kind`() throws {
    for scalar in ["1", "-2.5", "18446744073709551615", "\"x\"", "true", "false", "1e400"] {
      let value = try parsing(Array(scalar.utf8)) { node, _ in rendering(node) }
      #expect(try Canonical.of("{\".value\":\(scalar)}") == Canonical(value))
      #expect(
        try Canonical.of("{\"a\":{\".value\":\(scalar)},\"b\":[{\".value\":\(scalar),\"c\":1},3]}")
          == Canonical("{\"a\":\(value),\"b\":[\(value),3]}"))
      for priority in ["7", "0.25", "\"p\"", "true"] {
        let wanted = Canonical(value, priority: priority)
        #expect(try Canonical.of("{\".value\":\(scalar),\".priority\":\(priority)}") == wanted)
        #expect(try Canonical.of("{\".priority\":\(priority),\".value\":\(scalar)}") == wanted)
      }
    }
  }

  @Test func `leaves an object alone whose .value is no scalar`() throws {
    #expect(try Canonical.of(#"{".value":{"a":1}}"#) == Canonical(#"{".value":{"a":1}}"#))
    #expect(try Canonical.of(#"{".value":null,"a":1}"#) == Canonical(#"{".value":null,"a":1}"#))
    #expect(try Canonical.of(#"{".value":{},".priority":1}"#) == Canonical("null"))
    #expect(try Canonical.of(#"{".value":{".value":4}}"#) == Canonical("4"))
  }

  @Test func `takes priorities out and keeps the one of the value itself`() throws {
    #expect(
      try Canonical.of(#"{"a":{"b":1,".priority":2},".priority":"p","c":3}"#)
        == Canonical(#"{"a":{"b":1},"c":3}"#, priority: "\"p\"", dropped: 1))
    #expect(
      try Canonical.of(#"{"a":[{".value":1,".priority":2.5},{".priority":3}]}"#)
        == Canonical(#"{"a":[1,null]}"#, dropped: 2))
    #expect(try Canonical.of(#"{".priority":null,"a":1}"#) == Canonical(#"{"a":1}"#))
    #expect(try Canonical.of(#"{".priority":1}"#) == Canonical("null"))
    #expect(try Canonical.of(#"{".priority":{"x":1},"a":1}"#) == Canonical(#"{"a":1}"#, dropped: 1))
    #expect(try Canonical.of(#"{"a":1,".priority":-1}"#) == Canonical(#"{"a":1}"#, priority: "-1"))
  }

  @Test func `makes placeholders absent`() throws {
    #expect(try Canonical.of(#"{".sv":"timestamp"}"#) == Canonical("null", placeholders: 1))
    #expect(
      try Canonical.of(#"{"at":{".sv":"timestamp"},"n":{".sv":{"increment":1}},"x":1}"#)
        == Canonical(#"{"at":null,"n":null,"x":1}"#, placeholders: 2))
    #expect(try Canonical.of(#"{".sv":null,"a":1}"#) == Canonical(#"{".sv":null,"a":1}"#))
    #expect(
      try Canonical.of(#"{".value":1,".sv":"x",".priority":2}"#)
        == Canonical("null", placeholders: 1))
  }

  @Test func `keeps other keys that begin with a point`() throws {
    #expect(try Canonical.of(#"{".info":1,".":2,"":3}"#).value == #"{".info":1,".":2,"":3}"#)
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, 5), (#"{"b":1,"a":2,"b":3}"#, 8), (#"{"":1,"":2}"#, 5),
    (#"{"aaaaaaaa":true,"aaaaaaaab":true,"aaaaaaaa":true}"#, 6),
    (#"{"x":{"a":"","b":"","a":""},"x":1}"#, 8), (#"[{"a":1},{"a":1}]"#, 0),
    (#"{"a":1,"a\u0000":2}"#, 0), (#"{"a\u0000":1,"a":2}"#, 0), (#"{"é":1,"e\u0301":2}"#, 0),
    (#"{".priority":1,"a":1,".priority":2}"#, 8), (#"{"a":{},"a":[]}"#, 5),
    (#"{"c":1,"b":[{"q":1,"p":2}],"a":{"z":1,"y":[]}}"#, 0),
  ])
  func `finds the first key that repeats another of its object`(_ text: String, _ place: Int) throws
  {
    let found = try Canonical.of(text).duplicate
    #expect(found == (place == 0 ? nil : "\(place)"))
  }

  @Test(arguments: [2, 3, 15, 16, 17, 18, 40])
  func `finds a repeated key among any number, in any order`(_ count: Int) throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      var keys = (0..<count).map { seed.isMultiple(of: 2) ? "key of nine bytes \($0)" : "\($0)" }
      if seed % 3 == 0 { keys.sort() } else { keys.shuffle(using: &random) }
      func object(_ keys: [String]) -> String {
        "{\(keys.map { "\"\($0)\":true" }.joined(separator: ","))}"
      }
      #expect(try Canonical.of(object(keys)).duplicate == nil, "seed \(seed)")
      let earlier = Int.random(in: 0..<count - 1, using: &random)
      let later = Int.random(in: earlier + 1..<count, using: &random)
      keys[later] = keys[earlier]
      #expect(try Canonical.of(object(keys)).duplicate == "\(2 + 2 * later)", "seed \(seed)")
      keys.remove(at: earlier)
      var last = try Canonical.of(object(keys))
      last.duplicate = "\(2 + 2 * later)"
      keys.insert(keys[later - 1], at: earlier)
      #expect(try Canonical.of(object(keys), duplicates: .keepLast) == last, "seed \(seed)")
    }
  }

  @Test func `keeps the last of equal keys, if told to`() throws {
    func last(_ text: String) throws -> String {
      try Canonical.of(text, duplicates: .keepLast).value
    }
    #expect(try last(#"{"a":1,"b":{"c":1,"c":2},"a":3,"a":[4]}"#) == #"{"b":{"c":2},"a":[4]}"#)
    #expect(try last(#"{"a":1,"a":null}"#) == "null")
    #expect(try last(#"{"a":1,"a":{}}"#) == "null")
    #expect(try last(#"{".value":1,".value":2}"#) == "2")
    #expect(try Canonical.of(#"{"a":1,"a":2}"#).value == #"{"a":1,"a":2}"#)
  }

  @Test func `takes a value out of the middle of a tape and leaves the rest`() throws {
    let values = try parsing(Array(#"[{"a":{}},{"b":[{}]},{".value":1},5]"#.utf8)) { node, _ in
      var canonicaliser = Canonicaliser()
      _ = canonicaliser.canonicalise(node.at(node.at(2).next))
      return rendering(node)
    }
    #expect(values == #"[{"a":{}},null,{".value":1},5]"#)
  }

  @Test(arguments: 1...4)
  func `does what the rules say, on the tapes of both parsers, and nothing the second time`(
    _ part: Int
  ) throws {
    for seed in UInt64(part * 10_000)..<UInt64(part * 10_000 + 500) {
      var random = SeededGenerator(seed: seed)
      let text = Array(randomValue(&random, depth: 0).utf8)
      let slow = try parsing(text) { node, _ in expectModel(node, "seed \(seed)") }
      let fast = simdjson(text) { expectModel($0, "seed \(seed)") }
      #expect(fast == slow, "seed \(seed)")
    }
  }

  private func expectModel(_ node: Node, _ comment: Comment) -> Canonical {
    var expected = ModelFindings()
    let value = Model(node).canonical(isTop: true, &expected).text
    var canonicaliser = Canonicaliser()
    let canonical = Canonical(node, &canonicaliser)
    #expect(canonical.value == value, comment)
    #expect((canonical.duplicate != nil) == expected.hasDuplicates, comment)
    #expect(canonical.priority == expected.priority, comment)
    #expect(canonical.dropped == expected.dropped, comment)
    #expect(canonical.placeholders == expected.placeholders, comment)
    // Keys that were taken out are not found again; everything else is.
    let again = Canonical(node, &canonicaliser)
    #expect(again.value == value, comment)
    #expect(again.priority == nil && again.dropped == 0 && again.placeholders == 0, comment)
    return canonical
  }

  private func randomValue(_ random: inout SeededGenerator, depth: Int) -> String {
    switch Int.random(in: 0..<(depth < 4 ? 9 : 4), using: &random) {
    case 0: return "null"
    case 1: return "\(Int.random(in: -9...9, using: &random))"
    case 2: return "\(Double.random(in: -1...1, using: &random))"
    case 3: return "\"s\""
    case 4, 5:
      let count = Int.random(in: 0..<4, using: &random)
      return
        "[\((0..<count).map { _ in randomValue(&random, depth: depth + 1) }.joined(separator: ","))]"
    default:
      let keys = ["a", "b", "c", "", ".x", "longer than eight", ".value", ".priority", ".sv"]
      let count = Int.random(in: 0..<4, using: &random)
      let members = (0..<count).map { _ in
        let key = keys[Int.random(in: 0..<keys.count, using: &random)]
        return "\"\(key)\":\(randomValue(&random, depth: depth + 1))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }
}
