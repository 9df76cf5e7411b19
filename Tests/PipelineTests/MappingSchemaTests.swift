import Foundation
import JSONTree
import SchemaCheck
import Testing

@testable import Pipeline

/// `schema/mapping.schema.json` says the same as the decoder.
@Suite struct MappingSchemaTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..")

  static let samples: [String] = ["mappings", "scripts/bench-peers"].flatMap { name in
    let found = try? FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: name).path)
    return (found ?? []).filter { $0.hasSuffix(".json") }.sorted().map { "\(name)/\($0)" }
  }

  /// A mapping file as plain JSON.
  private func json(_ text: String) throws -> String {
    let source = MappingSource(file: "m.json", bytes: Array(text.utf8))
    let output = ByteBuffer()
    var fault: LiteralEncoder.Fault?
    _ = source.withTree { element in
      var encoder = LiteralEncoder()
      do throws(LiteralEncoder.Fault) {
        try encoder.encode(element, to: output)
      } catch {
        fault = error
      }
    }
    #expect(fault == nil && source.faults == nil)
    return output.bytes.text
  }

  /// Whether the schema takes a mapping.
  private func accepts(_ text: String) throws -> Bool {
    try JSONSchema("mapping.schema.json").faults(in: try json(text)) == []
  }

  /// The schema at a place: `$defs.rule.properties.mode`.
  private func part(_ place: String) throws -> [String: Any] {
    var value: Any = try JSONSchema("mapping.schema.json").root
    for name in place.split(separator: ".") {
      if let list = value as? [Any], let index = Int(name) {
        value = list[index]
      } else {
        value = try #require((value as? [String: Any])?[String(name)], "no \(name) in \(place)")
      }
    }
    return try #require(value as? [String: Any])
  }

  // MARK: Equal to the decoder

  @Test func `every object has the keys that the decoder knows`() throws {
    let places: [(String, [String])] = [
      ("properties", MappingCompiler.known),
      ("$defs.rule.properties", RuleCompiler.known),
      ("$defs.join.oneOf.1.properties", JoinCompiler.known),
      ("$defs.field.properties", FieldCompiler.known),
      ("$defs.test.properties", TestCompiler.known),
    ]
    for (place, names) in places {
      #expect(try part(place).keys.sorted() == names.sorted(), "\(place)")
    }
  }

  @Test func `every list of words is the decoder's`() throws {
    let places: [(String, [String])] = [
      ("$defs.rule.properties.unknown", Pipeline.Rule.Unknown.allCases.map(\.rawValue)),
      ("$defs.rule.properties.mode", WriteMode.allCases.map(\.rawValue)),
      ("$defs.join.oneOf.1.properties.missing", Join.Missing.allCases.map(\.rawValue)),
      ("$defs.field.properties.onError", Field.OnError.allCases.map(\.rawValue)),
      ("$defs.code", Code.allCases.map(\.rawValue)),
    ]
    for (place, words) in places {
      #expect(try part(place)["enum"] as? [String] == words, "\(place)")
    }
    let pattern = try #require(try part("$defs.type")["pattern"] as? String)
    let types = TypeText.names.map(\.0).joined(separator: "|")
    #expect(pattern.contains("(\(types))"))
  }

  @Test func `every key has a description or the form of one that has`() throws {
    for place in [
      "properties", "$defs.rule.properties", "$defs.join.oneOf.1.properties",
      "$defs.field.properties", "$defs.test.properties", "$defs.policy.properties",
    ] {
      for (name, schema) in try part(place) {
        let schema = try #require(schema as? [String: Any])
        let reference = (schema["$ref"] as? String)?.split(separator: "/").last.map(String.init)
        let text =
          try schema["description"] ?? reference.map { try part("$defs.\($0)") }?["description"]
        #expect(text is String, "\(place).\(name)")
      }
    }
  }

  // MARK: What it takes

  @Test func `finds the samples`() { #expect(Self.samples.count >= 3) }

  @Test(arguments: samples)
  func `accepts every mapping of the repository`(_ name: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    #expect(try JSONSchema("mapping.schema.json").faults(in: try json(text)) == [])
    #expect(mappingFaults(text) == "right")
  }

  @Test func `mappings lead editors to the schema`() throws {
    let schema = Self.folder.appending(path: "schema/mapping.schema.json").standardizedFileURL
    for name in Self.samples where name.hasPrefix("mappings/") {
      let file = Self.folder.appending(path: name)
      let mapping = try JSONSerialization.jsonObject(
        with: Data(try json(String(contentsOf: file, encoding: .utf8)).utf8))
      let path = try #require((mapping as? [String: Any])?["$schema"] as? String)
      #expect(
        file.deletingLastPathComponent().appending(path: path).standardizedFileURL.path
          == schema.path)
    }
  }

  static let everything =
    #"""
    {
      $schema: "x", name: "news", timeZone: "Asia/Tokyo", root: "/production",
      policy: { invalidUnicode: "replace", bigNumber: "string", nestedArray: "map", duplicateKey: "last", emptyText: "absent" },
      rules: [
        {
          from: "/ArticleData/{id}", to: "articleData/{id}",
          join: {
            comments: "/Comments/{id}", author: "/Users/{= authorId}",
            replies: { from: "/Replies/{rid}", by: "articleId", equals: "$id", missing: "reject" },
          },
          where: "!deleted", unknown: "keep", drop: ["a"], optional: true, mode: "deepMerge",
          fields: {
            articleUrl: "string!", matrix: " [ [integer] ] ! ",
            genreName: { type: "string", maxLength: 40, minLength: 1, enum: ["IT"], pattern: "^I", format: "uri" },
            date: { type: "timestamp!", value: "createdAt | millis ?? $key | pushTime", onError: "drop" },
            likes: { type: "[string]", value: "likes | members", default: [], minItems: 0, maxItems: 9, uniqueItems: true },
            n: { type: "number", minimum: 0.5, maximum: 10, default: 1, onError: "default" },
            at: { type: "timestamp", minimum: "2000-01-01T00:00:00Z", maximum: "2100-01-01t00:00:00.5+09:00" },
            items: { type: "[map]", fields: { at: "timestamp", deep: { type: "map", fields: { v: "integer" } } } },
          },
        },
      ],
      tests: [
        {
          name: "t", given: { "/ArticleData/-Lx": { a: 1 }, "/Users": null },
          expect: { "articleData/a": { v: 1 }, "articleData/b": null, "articleData/c": { reject: "type" }, "articleData/d": { reject: 5 }, "/x": { reject: "idEmpty" } },
        },
      ],
    }
    """#

  @Test func `accepts everything that the language has`() throws {
    #expect(try accepts(Self.everything))
    #expect(mappingFaults(Self.everything) == "right")
  }

  /// Calls `body` with a mapping, each of its values in turn replaced by something else, left out or renamed.
  private func changed(_ value: Any, _ wrap: (Any) -> Any, _ body: (Any) throws -> Void) rethrows {
    let others: [Any] = [
      NSNull(), 5, 0, 1.5, "", " ", "x", "/x", "2020-01-01T00:00:00Z", [Any](), [5],
      [String: Any](),
      ["a": "string"], true, "reject", "string",
    ]
    for other in others { try body(wrap(other)) }
    if let object = value as? [String: Any] {
      for (name, member) in object {
        func put(_ new: Any) -> Any { wrap(object.merging([name: new]) { $1 }) }
        try changed(member, put, body)
        try body(wrap(object.filter { $0.key != name }))
        try body(wrap(object.filter { $0.key != name }.merging([name + "x": member]) { $1 }))
      }
    } else if let list = value as? [Any] {
      for (index, item) in list.enumerated() {
        func put(_ new: Any) -> Any { wrap(Array(list[..<index]) + [new] + list[(index + 1)...]) }
        try changed(item, put, body)
      }
    }
  }

  @Test func `accepts every change of a mapping that the decoder accepts`() throws {
    let schema = try JSONSchema("mapping.schema.json")
    let mapping = try JSONSerialization.jsonObject(with: Data(try json(Self.everything).utf8))
    var accepted = 0
    try changed(mapping, { $0 }) { changed in
      guard JSONSerialization.isValidJSONObject(changed) else { return }
      let text = String(
        decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self)
      guard mappingFaults(text) == "right" else { return }
      accepted += 1
      #expect(try schema.faults(in: text) == [], "\(text)")
    }
    #expect(accepted > 200)
  }

  // MARK: What it refuses

  /// Mappings that are wrong in shape: whole files, rules, fields, joins and tests.
  static let wrong: [String] =
    [
      "[]", "{}", #"{name: "n"}"#, #"{rules: []}"#, #"{name: "n", rules: []}"#,
      #"{name: 5, rules: [{from: "/c/{id}", to: "c/{id}"}]}"#,
      #"{name: "", rules: [{from: "/c/{id}", to: "c/{id}"}]}"#,
      #"{name: "n", rules: {}}"#, #"{name: "n", rules: [5]}"#, #"{name: "n", rules: [{}]}"#,
      #"{name: "n", rules: [{from: "/c/{id}"}]}"#, #"{name: "n", rules: [{to: "c/{id}"}]}"#,
      #"{name: "n", rules: [{from: "c/{id}", to: "c/{id}"}]}"#,
    ]
    + [
      "nmae: 1", "$schema: 5", "timeZone: 5", "root: 1", #"root: "production""#, "tests: {}",
      "tests: [5]", "tests: [{}]", "policy: 5",
      #"tests: [{name: "", given: {}, expect: {}}]"#,
      #"tests: [{name: "t", given: [], expect: {}}]"#,
      #"tests: [{name: "t", given: {"c/x": 1}, expect: {}}]"#,
      #"tests: [{name: "t", given: {}, expect: 5}]"#,
      #"tests: [{name: "t", given: {}, expect: {"c/x": 5}}]"#,
      #"tests: [{name: "t", given: {}, expect: {"c/x": {reject: "typ"}}}]"#,
      #"tests: [{name: "t", given: {}, expect: {}, more: 1}]"#,
    ].map { #"{name: "n", rules: [{from: "/c/{id}", to: "c/{id}"}], \#($0)}"# }
    + [
      "wehre: 1", "where: 5", #"where: """#, #"unknown: "kep""#, #"mode: "replce""#, "drop: 1",
      "drop: [5]", #"optional: "yes""#, "join: []", "join: {a: 5}", #"join: {a: "x"}"#,
      #"join: {"": "/x/{id}"}"#, #"fields: {"": "string"}"#, #"where: " ""#,
      "join: {a: {}}", #"join: {a: {from: "/x/{id}", form: 1}}"#,
      #"join: {a: {from: "/x/{id}", missing: "rejct"}}"#, "fields: []",
    ].map { #"{name: "n", rules: [{from: "/c/{id}", to: "c/{id}", \#($0)}]}"# }
    + [
      "5", "null", "[]", "{}", #""strng""#, #""string!!""#, #""[string""#, #""""#,
      #"{type: 5}"#, #"{type: "strng"}"#, #"{type: "string", valu: "a"}"#,
      #"{type: "string", value: 5}"#, #"{type: "string", value: ""}"#,
      #"{type: "string", default: null}"#, #"{type: "string", onError: "skip"}"#,
      #"{type: "string", maxLength: "5"}"#, #"{type: "string", maxLength: true}"#,
      #"{type: "string", minLength: -1}"#, #"{type: "integer", minimum: "0"}"#,
      #"{type: "[string]", uniqueItems: 1}"#, #"{type: "string", format: "url"}"#,
      #"{type: "string", pattern: 5}"#, #"{type: "string", enum: "a"}"#,
      #"{type: "map", fields: {}}"#, #"{type: "timestamp", minimum: "2020"}"#,
      #"{type: "map", fields: []}"#, #"{type: "map", fields: {a: "strng"}}"#,
    ].map { #"{name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: \#($0)}}]}"# }

  /// Brackets that do not match: no regular expression tells.
  static let beyondPatterns: Set<String> = [#""[string""#]

  @Test(arguments: wrong)
  func `refuses in shape what the decoder refuses`(_ mapping: String) throws {
    #expect(mappingFaults(mapping) != "right")
    let isBeyond = Self.beyondPatterns.contains { mapping.contains("f: \($0)}") }
    #expect(try accepts(mapping) == isBeyond)
  }
}
