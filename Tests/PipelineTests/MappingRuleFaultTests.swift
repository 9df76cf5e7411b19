import Testing

@testable import Pipeline

@Suite struct MappingRuleFaultTests {
  /// Every diagnostic of a rule: a mapping, `→`, and what is printed.
  static let golden = #"""
    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", wehre: "x"}]}
    →
    m.json:1:53: rules[0].wehre: unknown key "wehre". Did you mean "where"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", mode: "replce"}]}
    →
    m.json:1:59: rules[0].mode: "mode" is one of "replace", "merge", "deepMerge", "create", not "replce". Did you mean "replace"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", mode: "replace", unknown: "kep", optional: "yes", drop: "x"}]}
    →
    m.json:1:79: rules[0].unknown: "unknown" is one of "drop", "keep", "reject", not "kep". Did you mean "keep"?
    m.json:1:96: rules[0].optional: "optional" is true or false, but this is a text
    m.json:1:109: rules[0].drop: "drop" is an array of names, but this is a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", drop: ["a", 5], fields: []}]}
    →
    m.json:1:65: rules[0].drop[1]: a name in "drop" is a text, but this is a number
    m.json:1:77: rules[0].fields: "fields" is an object, but this is an array

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", where: "likes | members | count"}]}
    →
    m.json:1:61: rules[0].where: "where" gives true or false, but this is a number
      likes | members | count
      ^^^^^^^^^^^^^^^^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", where: 5}]}
    →
    m.json:1:60: rules[0].where: "where" is a text, but this is a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", where: "$idd == x"}]}
    →
    m.json:1:61: rules[0].where: "from" captures no "idd". Did you mean "id"?
      $idd == x
      ^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: [], unknown: null}]}
    →
    m.json:1:59: rules[0].join: "join" is an object, but this is an array
    m.json:1:72: rules[0].unknown: "unknown" is a text, but this is null

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{idd}"}}]}
    →
    m.json:1:67: rules[0].join.a: "from" captures no "idd". Did you mean "id"?
      /x/{idd}
         ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: 5, a: "/x/{id}", b: "x"}}]}
    →
    m.json:1:63: rules[0].join.a: the path of a join is a text, but this is a number
    m.json:1:66: rules[0].join.a: the key "a" is repeated
    m.json:1:84: rules[0].join.b: a source path begins with "/"
      x
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {missing: "reject"}, b: {from: "/x/{id}", missing: "rejct", form: 1}}}]}
    →
    m.json:1:60: rules[0].join.a: the join has no "from"
    m.json:1:114: rules[0].join.b.missing: "missing" is one of "null", "reject", not "rejct". Did you mean "reject"?
    m.json:1:123: rules[0].join.b.form: unknown key "form". Did you mean "from"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}"}, {from: "/c/{x}", to: "c/{x}"}, {from: "/d/{id}", to: "c/{id}"}]}
    →
    m.json:1:54: rules[1]: the rule repeats rules[0]: its "from" and "to" are the same

    {name: "n", rules: [{from: "/c/{id}", to: "Users/{id}"}, {from: "/d/{id}", to: "users/{id}"}]}
    →
    m.json:1:58: rules[1]: the collections "Users" and "users" would share a file: their names differ only in case
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with a rule`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }
}
