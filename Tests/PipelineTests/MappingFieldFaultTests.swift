import Testing

@testable import Pipeline

@Suite struct MappingFieldFaultTests {
  /// Every diagnostic of fields: a mapping, `→`, and what is printed.
  static let golden = #"""
    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: 5}}]}
    →
    m.json:1:65: rules[0].fields.f: a field is a type or an object, but this is a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "integr"}}]}
    →
    m.json:1:66: rules[0].fields.f: unknown type "integr". Did you mean "integer"?
      integr
      ^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "int"}}]}
    →
    m.json:1:66: rules[0].fields.f: unknown type "int". Did you mean "integer"?
      int
      ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: ""}}]}
    →
    m.json:1:66: rules[0].fields.f: the type is empty

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "!"}}]}
    →
    m.json:1:66: rules[0].fields.f: the type is empty
      !
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "string!!"}}]}
    →
    m.json:1:66: rules[0].fields.f: "!" stands once, at the end of a type
      string!!
      ^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "[string"}}]}
    →
    m.json:1:66: rules[0].fields.f: "[" is not closed
      [string
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "[strng]!"}}]}
    →
    m.json:1:67: rules[0].fields.f: unknown type "strng". Did you mean "string"?
      [strng]!
       ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "[ ]"}}]}
    →
    m.json:1:66: rules[0].fields.f: the type is empty
      [ ]
      ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: " [ [integer ] ] !"},
    }]}
    →
    right

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {}}}]}
    →
    m.json:1:62: rules[0].fields.f: the field has no "type"

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: 5, value: 5}}}]}
    →
    m.json:1:72: rules[0].fields.f.type: a type is a text, but this is a number
    m.json:1:82: rules[0].fields.f.value: "value" is a text, but this is a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", vlaue: "x", enum: ["a"], fields: {}, maxLength: 5}}}]}
    →
    m.json:1:82: rules[0].fields.f.vlaue: unknown key "vlaue". Did you mean "value"?
    m.json:1:115: rules[0].fields.f.fields: only a map or a list of maps has "fields", but the type is string
    m.json:1:115: rules[0].fields.f.fields: "fields" is empty, so that nothing would be left of the map

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", onError: "default"}}}]}
    →
    m.json:1:91: rules[0].fields.f.onError: there is no "default" to use

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", onError: "drp"}}}]}
    →
    m.json:1:91: rules[0].fields.f.onError: "onError" is one of "reject", "drop", "default", not "drp". Did you mean "drop"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", value: "$key"}}}]}
    →
    m.json:1:91: rules[0].fields.f.value: a field of type integer cannot be a text, which this always gives
      $key
      ^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", value: "a | count"}}}]}
    →
    m.json:1:93: rules[0].fields.f.value: a field of type timestamp cannot be a number, which this always gives
      a | count
      ^^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[string]", value: "a | join(\",\")"}}}]}
    →
    m.json:1:92: rules[0].fields.f.value: a field of type [string] cannot be a text, which this always gives
      a | join(",")
      ^^^^^^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", value: "createdAt | millis ?? $key | pushtime"}}}]}
    →
    m.json:1:122: rules[0].fields.f.value: unknown step "pushtime". Did you mean "pushTime"?
      createdAt | millis ?? $key | pushtime
                                   ^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: 'string', value: 't\u00e9\
     | 分類 | trimm'}}}]}
    →
    m.json:2:4: rules[0].fields.f.value: unknown step "分類"
      té | 分類 | trimm
           ^^^^
    m.json:2:9: rules[0].fields.f.value: unknown step "trimm". Did you mean "trim"?
      té | 分類 | trimm
                  ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {"first name": "strin", a: "string", a: "string", "é": "strin"}}]}
    →
    m.json:1:77: rules[0].fields["first name"]: unknown type "strin". Did you mean "string"?
      strin
      ^^^^^
    m.json:1:98: rules[0].fields.a: the key "a" is repeated
    m.json:1:117: rules[0].fields.é: unknown type "strin". Did you mean "string"?
      strin
      ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: "[[[[[[[[[[[[[[[[[any]]]]]]]]]]]]]]]]]"}}]}
    →
    m.json:1:66: rules[0].fields.f: lists are nested deeper than 16 levels
      [[[[[[[[[[[[[[[[[any]]]]]]]]]]]]]]]]]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

    X[[[
    →
    m.json:1:1: expected a value, found 'X'
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with fields`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }
}
