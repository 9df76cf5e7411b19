import Testing

@testable import Pipeline

/// Tests of mappings, run: what passes, and what a failure says.
@Suite struct MappingTestRunTests {
  static let rules = #"""
    {from: "/c/{id}", to: "c/{id}", join: {extra: "/x/{id}"}, where: "v != 0", unknown: "keep", fields: {
      v: "integer", n: "double", at: {type: "timestamp", value: "at | millis"},
      now: {type: "timestamp", value: "hasNow | if($now, null_)"}, e: {type: "any", value: "extra"},
    }},
    {from: "/rooms/{room}", to: "rooms/{room}", fields: {title: "string!"}},
    {from: "/rooms/{room}/messages/{id}", to: "rooms/{room}/messages/{id}", fields: {text: "string"}},
    {from: "/mails/{id}", to: "mails/{= mail}", fields: {}, unknown: "keep"},
    """#

  /// The failures of one test, as text; empty if it passes.
  private func failures(given: String, expect: String, root: String = "") throws -> String {
    let rootKey = root.isEmpty ? "" : "root: \"\(root)\", "
    let text =
      "{name: \"n\", \(rootKey)rules: [\(Self.rules)],\ntests: [{name: \"t\", given: {\(given)}, expect: {\(expect)}}]}"
    let (mapping, plan) = try MappingCompiler.compile(file: "m.json", bytes: Array(text.utf8))
    let now = try #require(Timestamp(rfc3339: TestRun.defaultNow))
    return TestRun(mapping, plan, now: now).failures().map(\.description).joined(separator: "\n")
  }

  @Test(arguments: [
    (#""/c/a": {v: 1}"#, #""c/a": {v: 1}"#),
    // Order means nothing, at any depth; forms of JSON5; keys are bytes.
    (
      #""/c/a": {m: {x: 1, 'y': 2,}, v: 0x10, /* c */ n: .5}"#,
      #""c/a": {n: 0.5, m: {y: 2, x: 1}, v: 16}"#
    ),
    (
      "\"/c/a\": {m: {\"\u{e9}\": 1, \"e\u{301}\": 2, \"__proto__\": 3, \"😀\": 4, \"\": 5, \"\\\\\": 6}}",
      "\"c/a\": {m: {\"e\u{301}\": 2, \"\u{e9}\": 1, \"\": 5, \"😀\": 4, \"__proto__\": 3, \"\\\\\": 6}}"
    ),
    // Integers keep 64 bits.
    (
      #""/c/a": {v: 9223372036854775807, m: -9223372036854775808}"#,
      #""c/a": {m: -9223372036854775808, v: 9223372036854775807}"#
    ),
    (#""/c/a": {n: 1e-7, m: 10.0}"#, #""c/a": {n: 1e-7, m: 10.0}"#),
    (#""/c/a": {at: 1609459200000}"#, #""c/a": {at: "2021-01-01T00:00:00Z"}"#),
    (#""/c/a": {hasNow: true}"#, #""c/a": {now: "2100-01-01T00:00:00Z"}"#),
    // Absent in the database, absent here.
    (#""/c/a": {v: 1, m: null, l: {}}"#, #""c/a": {v: 1}"#),
    (#""/c/a": null, "/c/b": {}"#, #""c/a": null"#),
    // Filtered.
    (#""/c/a": {v: 0}"#, #""c/a": null"#),
    (#""/c/a": {v: 0}"#, ""),
    ("", ""),
    // Joins find what is given.
    (#""/c/a": {v: 1}, "/x/a": "it""#, #""c/a": {v: 1, e: "it"}"#),
    // Rejects, by document and by record.
    (#""/c/a": {v: "one"}"#, #""c/a": {reject: "type"}"#),
    (#""/c/a": {v: "one"}"#, #""/c/a": {reject: "type"}"#),
    (#""/mails/a": {}, "/mails/b": {x: 1}"#, #""/mails/b": {reject: "idEmpty"}"#),
    (
      #""/mails/a": {mail: "x"}, "/mails/b": {mail: "x"}"#,
      #""mails/x": {}, "/mails/b": {reject: "idCollision"}"#
    ),
    (#""/c/a": {v: 123456789012345678901}"#, #""c/a": {reject: "numberRange"}"#),
    (#""/c/a": {v: .5e999}"#, #""c/a": {reject: "numberRange"}"#),
    (#""/c/a": {v: 5.e999}"#, #""c/a": {reject: "numberRange"}"#),
    (#""/c/a": 5"#, #""c/a": {reject: "notARecord"}"#),
    // A document with a field of that name.
    (#""/c/a": {reject: true}"#, #""c/a": {reject: true}"#),
    // Records inside records, in either order.
    (
      #""/rooms/r": {title: "x"}, "/rooms/r/messages/m": {text: "y"}"#,
      #""rooms/r": {title: "x"}, "rooms/r/messages/m": {text: "y"}"#
    ),
    (
      #""/rooms/r/messages/m": {text: "y"}, "/rooms/r": {title: "x", messages: {n: {text: "z"}}}"#,
      #""rooms/r": {title: "x"}, "rooms/r/messages/m": {text: "y"}, "rooms/r/messages/n": {text: "z"}"#
    ),
    // The whole tree, and a collection at once.
    (#""/": {c: {a: {v: 1}}}, "/c/b": {v: 2}"#, #""c/a": {v: 1}, "c/b": {v: 2}"#),
    (#""/c": [{v: 1}, null, {v: 2}]"#, #""c/0": {v: 1}, "c/2": {v: 2}"#),
  ])
  func `passes what comes out as expected`(_ pair: (String, String)) throws {
    #expect(try failures(given: pair.0, expect: pair.1) == "")
  }

  @Test func `puts the root in front of what is given, and of records that are expected`() throws {
    let given = #""/c/a": {v: 1}, "/c/b": {v: "x"}"#
    let expect = #""c/a": {v: 1}, "/c/b": {reject: "type"}"#
    #expect(try failures(given: given, expect: expect, root: "/production/v2") == "")
  }

  @Test(arguments: [
    // An integer is no double, also where both are 10.
    (
      #""/c/a": {v: 10, n: 10.0}"#, #""c/a": {v: 10.0, n: 10}"#,
      """
        c/a:
          v: expected 10.0, found 10
          n: expected 10, found 10.0
      """
    ),
    // A timestamp is the text that documents have.
    (
      #""/c/a": {at: 1609459200000}"#, #""c/a": {at: "2021-01-01T09:00:00+09:00"}"#,
      """
        c/a:
          at: expected "2021-01-01T09:00:00+09:00", found "2021-01-01T00:00:00Z"
      """
    ),
    (
      #""/c/a": {v: 1, m: {l: ["u2", true], `: 1}}"#.replacing("`", with: "\"odd key\""),
      #""c/a": {v: 1, t: "x", m: {l: ["u1", true, 3], k: {}}}"#,
      """
        c/a:
          t: expected "x", found nothing
          m.l[0]: expected "u1", found "u2"
          m.l[2]: expected 3, found nothing
          m.k: expected {}, found nothing
          m["odd key"]: expected nothing, found 1
      """
    ),
    (
      #""/c/a": {m: {x: 1}, l: "t"}"#, #""c/a": {m: [1], l: ["t"]}"#,
      """
        c/a:
          m: expected [1], found {"x":1}
          l: expected ["t"], found "t"
      """
    ),
    (
      #""/c/a": {v: 1}"#, #""c/b": {v: 1}"#,
      """
        c/b: expected a document, but there is none
        c/a: expected nothing, but there is a document: {"v":1}
      """
    ),
    (
      #""/c/a": {v: 1}"#, #""c/a": null"#,
      """
        c/a: expected nothing, but there is a document: {"v":1}
      """
    ),
    (
      #""/c/a": {v: "x"}"#, #""c/a": {v: 1}"#,
      """
        c/a: expected a document, but /c/a was rejected: type, field "v": expected integer, found string
      """
    ),
    (
      #""/c/a": {v: "x"}"#, "",
      """
        c/a: expected nothing, but /c/a was rejected: type, field "v": expected integer, found string
      """
    ),
    (
      #""/c/a": {v: "x"}"#, #""c/a": {reject: "missing"}"#,
      """
        c/a: expected a reject "missing", but /c/a was rejected: type, field "v": expected integer, found string
      """
    ),
    (
      #""/c/a": {v: 1}"#, #""c/a": {reject: "type"}, "/c/b": {reject: "type"}"#,
      """
        c/a: expected a reject "type", but it is a document: {"v":1}
        /c/b: expected a reject "type", but there is none
      """
    ),
    (
      #""/mails/a": {x: 1}"#, "",
      """
        /mails/a: expected nothing, but /mails/a was rejected: idEmpty: an id in the path of the document is empty: take another then in `to`, by {= name ?? $key} for example
      """
    ),
  ])
  func `says what differs`(_ triple: (String, String, String)) throws {
    let text = try failures(given: triple.0, expect: triple.1)
    #expect(text == "m.json:8:9: tests[0] \"t\"\n" + triple.2)
  }

  @Test func `shortens long values and long lists of differences, and shows no control characters`()
    throws
  {
    let items = (0..<30).map { "k\($0): \"\(String(repeating: "x", count: 300))\"" }
    let text = try failures(
      given: "\"/c/a\": {m: {\(items.joined(separator: ", "))}, t: \"\\u001b[31m\"}",
      expect: "\"c/a\": {v: 1}")
    #expect(text.contains("found {\"k0\":\"xxx"))
    #expect(text.contains("xxx…\n"))
    #expect(!text.contains("\u{1b}"))
    let many = try failures(
      given: "\"/c/a\": {\(items.joined(separator: ", "))}", expect: "\"c/a\": {}")
    #expect(many.hasSuffix("\n    and 10 more"))
  }

  @Test func `takes records as deep as a mapping file may hold`() throws {
    let deep = String(repeating: "[", count: 1000) + "1" + String(repeating: "]", count: 1000)
    #expect(
      try failures(given: "\"/c/a\": {m: \(deep)}", expect: "\"c/a\": {m: \(deep)}") == "")
    let path = String(repeating: "/k", count: 900)
    #expect(try failures(given: "\"/q\(path)\": 1", expect: "") == "")
  }
}
