import Testing

@testable import Pipeline

@Suite struct MappingDefaultFaultTests {
  /// Every diagnostic of defaults: a mapping, `→`, and what is printed.
  static let golden = #"""
    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", default: 5}}}]}
    →
    m.json:1:91: rules[0].fields.f.default: a default of type string cannot be a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", default: null}}}]}
    →
    m.json:1:91: rules[0].fields.f.default: null is no value: leave it out

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", default: 1.5}}}]}
    →
    m.json:1:92: rules[0].fields.f.default: a default of type integer has a fraction

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", default: 9223372036854775808}}}]}
    →
    m.json:1:92: rules[0].fields.f.default: the number is beyond the range of type integer

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", default: "1"}}}]}
    →
    m.json:1:92: rules[0].fields.f.default: a default of type integer cannot be a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "double", default: 9007199254740993}}}]}
    →
    m.json:1:91: rules[0].fields.f.default: no double holds this integer exactly

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "double", default: 1e999}}}]}
    →
    m.json:1:91: rules[0].fields.f.default: the number is beyond the range of type double

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "number", default: 18446744073709551615}}}]}
    →
    m.json:1:91: rules[0].fields.f.default: the number is beyond the range of type number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "boolean", default: 0}}}]}
    →
    m.json:1:92: rules[0].fields.f.default: a default of type boolean cannot be a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", default: "2021-02-29T00:00:00Z"}}}]}
    →
    m.json:1:94: rules[0].fields.f.default: "2021-02-29T00:00:00Z" is no time as RFC 3339 writes it, with a zone

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", default: 0}}}]}
    →
    m.json:1:94: rules[0].fields.f.default: a default of type timestamp cannot be a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", default: "0000-01-01T00:00:00Z"}}}]}
    →
    m.json:1:94: rules[0].fields.f.default: "0000-01-01T00:00:00Z" lies outside the years 1 to 9999

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "bytes", default: "abc"}}}]}
    →
    m.json:1:90: rules[0].fields.f.default: "abc" is not padded base64

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "bytes", default: "abd="}}}]}
    →
    m.json:1:90: rules[0].fields.f.default: "abd=" is not padded base64

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "reference", default: "users"}}}]}
    →
    m.json:1:94: rules[0].fields.f.default: "users" is no document path: collection and id in turn, "/" between

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "geopoint", default: [91, 0]}}}]}
    →
    m.json:1:93: rules[0].fields.f.default: a latitude is within ±90, a longitude within ±180

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "geopoint", default: {lat: 1}}}}]}
    →
    m.json:1:93: rules[0].fields.f.default: a default of type geopoint cannot be an object

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "geopoint", default: "1,2"}}}]}
    →
    m.json:1:93: rules[0].fields.f.default: a default of type geopoint cannot be a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[string]", default: {}}}}]}
    →
    m.json:1:93: rules[0].fields.f.default: a default of type [string] cannot be an object

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[string]", default: ["a", 5]}}}]}
    →
    m.json:1:99: rules[0].fields.f.default[1]: a default of type string cannot be a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", default: []}}}]}
    →
    m.json:1:88: rules[0].fields.f.default: a default of type map cannot be an array

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "any", default: {a: [{b: null}]}}}}]}
    →
    m.json:1:97: rules[0].fields.f.default.a[0].b: null is no value: leave it out

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", default: {a: 1, a: 2}}}}]}
    →
    m.json:1:95: rules[0].fields.f.default.a: the key "a" is repeated

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "any", default: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}}}]}
    →
    m.json:1:120: rules[0].fields.f.default[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: a default is nested deeper than 32 levels

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "strin", default: 5}}}]}
    →
    m.json:1:73: rules[0].fields.f.type: unknown type "strin". Did you mean "string"?
      strin
      ^^^^^
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with defaults`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }
}
