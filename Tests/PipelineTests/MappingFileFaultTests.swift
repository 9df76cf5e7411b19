import Testing

@testable import Pipeline

@Suite struct MappingFileFaultTests {
  /// Every diagnostic of the top of the file: a mapping, `→`, and what is printed.
  static let golden = #"""

    →
    m.json:1:1: expected a value, found the end of the text

    []
    →
    m.json:1:1: a mapping is an object, but this is an array

    {name: "n", rules: [}
    →
    m.json:1:21: rules[0]: expected a value or ']', found '}'

    {name: "n"
    →
    m.json:1:11: expected ',' or '}' after a value, found the end of the text

    {}
    →
    m.json:1:1: the mapping has no "name"
    m.json:1:1: the mapping has no "rules"

    {name: 5, rules: {}}
    →
    m.json:1:8: name: "name" is a text, but this is a number
    m.json:1:18: rules: "rules" is an array, but this is an object

    {name: "", rules: []}
    →
    m.json:1:8: name: the name is empty; what was delivered is remembered under it
    m.json:1:19: rules: there are no rules

    {name: "n", name: "m", rules: 1}
    →
    m.json:1:13: name: the key "name" is repeated
    m.json:1:31: rules: "rules" is an array, but this is a number

    {nmae: "n", rules: [5]}
    →
    m.json:1:1: the mapping has no "name"
    m.json:1:2: nmae: unknown key "nmae". Did you mean "name"?
    m.json:1:21: rules[0]: a rule is an object, but this is a number

    {name: "n", rules: [{}], policy: {}}
    →
    m.json:1:21: rules[0]: the rule has no "from"
    m.json:1:21: rules[0]: the rule has no "to"

    {name: "n", rules: [null], $schema: 5, root: 1, timeZone: 2}
    →
    m.json:1:21: rules[0]: a rule is an object, but this is null
    m.json:1:37: $schema: "$schema" is a text, but this is a number
    m.json:1:46: root: "root" is a text, but this is a number
    m.json:1:59: timeZone: "timeZone" is a text, but this is a number

    {name: "n", timeZone: "Asia/Tokio", rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:23: timeZone: "Asia/Tokio" is no IANA time zone. Did you mean "Asia/Tokyo"?

    {name: "n", timeZone: "tokyo", rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:23: timeZone: "tokyo" is no IANA time zone. Did you mean "Asia/Tokyo"?

    {name: "n", timeZone: "Mars/Olympus Mons", rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:23: timeZone: "Mars/Olympus Mons" is no IANA time zone

    {name: "n", root: "production", rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:20: root: a source path begins with "/"
      production
      ^^^^^^^^^^

    {name: "n", root: "/{env}/x", rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:21: root: the root is one place and has no captures
      /{env}/x
       ^^^^^

    {name: "n", "odd key": 1, "a\u001bb": 2, rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:13: ["odd key"]: unknown key "odd key"
    m.json:1:27: ["a\u001bb"]: unknown key "a\u{1b}b"
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with the top of the file`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }
}
