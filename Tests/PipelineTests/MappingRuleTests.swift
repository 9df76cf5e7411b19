import Testing

@testable import Pipeline

@Suite struct MappingRuleTests {
  static func compile(_ rules: String, more: String = "") throws -> (CompiledMapping, Plan) {
    try MappingCompiler.compile(
      file: "m.json", bytes: Array("{name: 'n', \(more) rules: [\(rules)]}".utf8))
  }

  static func text(_ segments: [Pattern.Segment]) -> [String] {
    segments.map { segment in
      switch segment {
      case .literal(let key): String(decoding: key, as: UTF8.self)
      case .capture(let name): "{\(name)}"
      }
    }
  }

  @Test(arguments: [
    ("/", []), ("/a", ["a"]), ("/a/{id}", ["a", "{id}"]), ("/{x}/m/{y}", ["{x}", "m", "{y}"]),
    (#"/a\\{b\\}/\\\\/{id}"#, ["a{b}", #"\"#, "{id}"]), ("/名/{部屋}", ["名", "{部屋}"]),
  ])
  func `reads source patterns`(_ from: String, _ segments: [String]) throws {
    let (mapping, _) = try Self.compile("{from: \"\(from)\", to: 'c/x'}")
    #expect(Self.text(mapping.rules[0].pattern.segments) == segments)
    #expect(mapping.rules[0].pattern.isRoot == segments.isEmpty)
  }

  @Test func `root stands before every path`() throws {
    let (mapping, _) = try Self.compile(
      "{from: '/c/{id}', to: 'c/{id}', join: {u: '/u/{id}'}}, {from: '/', to: 'c/x'}",
      more: "root: '/production/eu',")
    #expect(Self.text(mapping.rules[0].pattern.segments) == ["production", "eu", "c", "{id}"])
    #expect(mapping.rules[0].from == "/c/{id}")
    guard case .sameKey(let pattern, let captures) = mapping.rules[0].joins[0].kind else { return }
    #expect(Self.text(pattern.segments) == ["production", "eu", "u", "{id}"])
    #expect(captures == [0])
    #expect(Self.text(mapping.rules[1].pattern.segments) == ["production", "eu"])
  }

  @Test func `joins name the rule's captures in their own order`() throws {
    let (mapping, _) = try Self.compile(
      "{from: '/a/{x}/{y}', to: 'c/{y}', join: {one: '/b/{y}/{x}/{y}', two: {from: '/s', missing: 'reject'}}}"
    )
    let joins = mapping.rules[0].joins
    guard case .sameKey(_, let captures) = joins[0].kind, case .sameKey(_, let none) = joins[1].kind
    else { return }
    #expect(captures == [1, 0, 1])
    #expect(none.isEmpty)
    #expect(joins.map(\.missing) == [.null, .reject])
    #expect(joins.map(\.slot) == [0, 1])
    #expect(joins.map(\.source) == ["/b/{y}/{x}/{y}", "/s"])
  }

  @Test(arguments: [
    ("/c/{id}", "c/{id}", true), ("/c/{id}", "x/1/c/{id}", true),
    ("/a/{x}/{y}", "a/{x}/b/{y}", true),
    ("/a/{x}/{y}", "{y}/{x}", true), ("/a/{x}/{y}", "a/{y}", false),
    ("/a/{x}/{y}", "a/{x}_{y}", false),
    ("/c/{id}", "c/p-{id}", false), ("/c/{id}", "c/{= $id}", false), ("/c/{id}", "c/x", false),
    ("/s", "c/s", true),
    ("/c/{id}", "c/{id}/d/{= $id}", false), ("/c/{id}", "c/{id}/d/x", true),
  ])
  func `knows whose document path tells the record's`(
    _ from: String, _ to: String, _ isDerivable: Bool
  ) throws {
    let (mapping, plan) = try Self.compile("{from: '\(from)', to: '\(to)'}")
    #expect(mapping.rules[0].target.isDerivable == isDerivable)
    #expect(plan.rules[0].isDerivable == isDerivable)
  }

  @Test func `document paths mix text, captures and expressions`() throws {
    let (mapping, plan) = try Self.compile(
      #"{from: '/v/{u}/{p}', to: 'v\\{\\}/{u}_{p}/{= $u}s/x{= "}" ?? `}`}y'}"#)
    let segments = mapping.rules[0].target.segments
    let shown = segments.map { segment in
      segment.parts.map { part in
        switch part {
        case .literal(let text): String(decoding: text, as: UTF8.self)
        case .capture(let index): "<\(index)>"
        case .expression: "<=>"
        }
      }.joined()
    }
    #expect(shown == ["v{}", "<0>_<1>", "<=>s", "x<=>y"])
    #expect(mapping.rules[0].slots.names == [Array("}".utf8)])
    #expect(mapping.rules[0].target.collection == -1)
    #expect(plan.collections.isEmpty)
  }

  @Test func `collections unite the fields of their rules`() throws {
    let (mapping, plan) = try Self.compile(
      """
      {from: '/a/{id}', to: 'c/{id}', fields: {x: 'string', y: 'any'}},
      {from: '/b/{r}/{id}', to: 'rooms/{r}/messages/{id}', fields: {t: 'string'}},
      {from: '/d/{id}', to: 'c/{id}', fields: {y: 'any', z: 'any'}},
      {from: '/e/{id}', to: '{id}/x'},
      {from: '/f/{id}', to: 'rooms/lobby/messages/{id}', fields: {u: 'string'}},
      """)
    #expect(
      plan.collections == [
        Plan.Collection(name: "c", fields: ["x", "y", "z"]),
        Plan.Collection(name: "rooms/messages", fields: ["t", "u"]),
      ])
    #expect(mapping.rules.map(\.target.collection) == [0, 1, 0, -1, 1])
  }

  @Test func `a rule's fields that are records of another are claimed`() throws {
    let (mapping, _) = try Self.compile(
      """
      {from: '/clubs/{id}', to: 'clubs/{id}'},
      {from: '/clubs/{id}/members/{m}', to: 'clubs/{id}/members/{m}'},
      {from: '/clubs/special/events/{e}', to: 'events/{e}'},
      {from: '/clubs/{c}/members/{m}/tags', to: 'tags/{m}'},
      {from: '/clubs', to: 'all/clubs'},
      {from: '/other/{id}', to: 'other/{id}'},
      """)
    let claimed = mapping.rules.map { $0.claimed.map { String(decoding: $0, as: UTF8.self) } }
    #expect(claimed == [["members"], ["tags"], [], [], [], []])
    #expect(mapping.rules.map(\.claimsAll) == [false, false, false, false, true, false])
    // The events of one club.
    #expect(
      mapping.rules[0].claims.filter { !$0.owners.isEmpty } == [
        Claim(
          steps: [.literal(Array("events".utf8))],
          owners: [Claim.Owner(capture: 0, key: Array("special".utf8))])
      ])
  }

  @Test func `other keys of a rule`() throws {
    let (mapping, _) = try Self.compile(
      """
      {from: '/c/{id}', to: 'c/{id}', where: '$value != 3', unknown: 'keep', drop: ['a', 'b'], optional: true,
       mode: 'replace', fields: {f: {type: '[[integer ]] !', value: ' a ', onError: 'drop'}, g: 'map'}},
      {from: '/d/{id}', to: 'd/{id}'},
      """)
    let rule = mapping.rules[0]
    #expect(rule.filter != nil && mapping.rules[1].filter == nil)
    #expect(rule.readsValue && !mapping.rules[1].readsValue)
    #expect(rule.unknown == .keep && mapping.rules[1].unknown == .drop)
    #expect(rule.dropped == [Array("a".utf8), Array("b".utf8)])
    #expect(rule.isOptional && !mapping.rules[1].isOptional)
    #expect(rule.fields[0].type == .list(.list(.integer)))
    #expect(rule.fields[0].type.text == "[[integer]]")
    #expect(rule.fields[0].isRequired && rule.fields[0].onError == .drop)
    #expect(rule.fields.map(\.slot) == [0, 1])
    #expect(mapping.timeZone == "UTC")
  }

  @Test func `the hash is of the bytes unless one is given`() throws {
    let one = try Self.compile("{from: '/c/{id}', to: 'c/{id}'}").0.hash
    #expect(try Self.compile("{from: '/c/{id}', to: 'c/{id}'}").0.hash == one)
    #expect(try Self.compile("{from: '/c/{id}', to: 'c/{id}' }").0.hash != one)
  }

  @Test(arguments: TypeText.names.map(\.0))
  func `every type has a name`(_ name: String) throws {
    let (mapping, _) = try Self.compile(
      "{from: '/c/{id}', to: 'c/{id}', fields: {f: '\(name)', g: '[ \(name) ]!'}}")
    #expect(mapping.rules[0].fields.map(\.type.text) == [name, "[\(name)]"])
  }

  @Test(arguments: [
    ("string", #""é\n\u0001\/\"""#, #""é\n\u0001/\"""#), ("integer", "10.0", "10"),
    ("integer", "0x10", "16"), ("integer", "-5", "-5"),
    ("double", "1", "1.0"), ("double", "1e16", "1e+16"), ("double", ".5", "0.5"),
    ("number", "1", "1"), ("number", "1.0", "1.0"),
    ("boolean", "true", "true"),
    ("timestamp", "'2021-01-01T09:00:00.250000999+09:00'", #""2021-01-01T00:00:00.25Z""#),
    ("timestamp", "'0001-01-01T00:00:00Z'", #""0001-01-01T00:00:00Z""#),
    ("timestamp", "'2024-02-29t23:59:59.9z'", #""2024-02-29T23:59:59.9Z""#),
    ("bytes", "'aGk='", #""aGk=""#), ("bytes", "''", #""""#),
    ("reference", "'users/a'", #""users/a""#),
    ("geopoint", "[1, -2.5]", #"{"latitude":1.0,"longitude":-2.5}"#),
    ("geopoint", "{lng: 1, lat: 2}", #"{"latitude":2.0,"longitude":1.0}"#),
    ("[string]", "[]", "[]"), ("[double]", "[1, 2.5,]", "[1.0,2.5]"),
    ("[[integer]]", "[[1], []]", "[[1],[]]"),
    ("map", "{}", "{}"), ("map", "{b: 1.0, 'a b': [true, 'x']}", #"{"b":1.0,"a b":[true,"x"]}"#),
    ("any", "[]", "[]"), ("any", "'x'", #""x""#),
  ])
  func `defaults are spelled as documents spell them`(
    _ type: String, _ literal: String, _ json: String
  ) throws {
    let (mapping, _) = try Self.compile(
      "{from: '/c/{id}', to: 'c/{id}', fields: {f: {type: '\(type)!', default: \(literal)}}}")
    #expect(
      mapping.rules[0].fields[0].defaultJSON.map { String(decoding: $0, as: UTF8.self) } == json)
  }
}

@Suite struct MappingPositionTests {
  static func place(_ text: String) -> [String] {
    do {
      _ = try MappingCompiler.compile(file: "m", bytes: Array(text.utf8))
      return []
    } catch {
      return error.diagnostics.map {
        "\($0.line):\($0.column) @\($0.offset) \($0.excerpt?.carets ?? "")"
      }
    }
  }

  @Test(arguments: [
    // 😀 is one column, four bytes, two cells.
    ("{name: '😀', rules: [{from: '/😀/{id}', to: '😀/{x}'}]}", "1:47 @55     ^"),
    ("\u{FEFF}{nam: 'n', name: 'n', rules: [{from: '/c/{id}', to: 'c/{id}'}]}", "1:2 @4 "),
    ("{\r\n  name: 'n',\r\n  rules: [{from: '/c/{id}',\r\n    to: 'c'}]}", "4:10 @55 ^"),
    // An escape is one scalar of the expression and six of the file.
    (
      #"{name: 'n', rules: [{from: '/c/{id}', to: 'c/{id}', where: '\u5206\u985e | x'}]}"#,
      "1:76 @75        ^"
    ),
    // The text continues in the next line of the file.
    ("{name: 'n', rules: [{from: '/c/{id}', to: 'c/{id}', where: 'a |\\\n x'}]}", "2:2 @66     ^"),
    // The expression has two lines, the file one.
    (#"{name: 'n', rules: [{from: '/c/{id}', to: 'c/{id}', where: 'a\n| x'}]}"#, "1:66 @65   ^"),
  ])
  func `points to the byte, the column and the cell`(_ text: String, _ expected: String) {
    #expect(Self.place(text) == [expected])
  }

  @Test func `reads the mode, and lets rules that merge repeat each other`() throws {
    let mapping = """
      {name: "n", rules: [{from: "/c/{id}", to: "c/{id}"}, {from: "/d/{id}", to: "c/{id}", mode: "merge"},
        {from: "/d/{id}", to: "c/{id}", mode: "deepMerge"}, {from: "/e/{id}", to: "c/{id}", mode: "create"}]}
      """
    let (compiled, plan) = try MappingCompiler.compile(file: "m.json", bytes: Array(mapping.utf8))
    #expect(compiled.rules.map(\.mode) == [.replace, .merge, .deepMerge, .create])
    #expect(plan.rules.map(\.mode) == [.replace, .merge, .deepMerge, .create])
  }
}
