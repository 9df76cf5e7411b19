import Testing

@testable import Pipeline

@Suite struct MappingConstraintFaultTests {
  /// Every diagnostic of nested fields, constraints and policies: a mapping, `→`, and what is printed.
  static let golden = #"""
    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", fields: {a: "strng", b: {type: "integer", value: "$index"}}}}}]}
    →
    m.json:1:92: rules[0].fields.f.fields.a: unknown type "strng". Did you mean "string"?
      strng
      ^^^^^
    m.json:1:129: rules[0].fields.f.fields.b.value: $index has a meaning only for the elements of a list
      $index
      ^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[map]", fields: {a: {type: "string", value: "$index"}}}}}]}
    →
    right

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", fields: 5}}}]}
    →
    m.json:1:87: rules[0].fields.f.fields: "fields" is an object, but this is a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", fields: {"": "string"}}}}]}
    →
    m.json:1:88: rules[0].fields.f.fields[""]: the name of a field is empty

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[map]", fields: {a: {type: "integer", value: "$.x | seconds"}, a: "string"}}}}]}
    →
    m.json:1:119: rules[0].fields.f.fields.a.value: a field of type integer cannot be a timestamp, which this always gives
      $.x | seconds
      ^^^^^^^^^^^^^
    m.json:1:136: rules[0].fields.f.fields.a: the key "a" is repeated

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", enum: []}}}]}
    →
    m.json:1:88: rules[0].fields.f.enum: "enum" is empty: nothing would fit

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", enum: "a"}}}]}
    →
    m.json:1:88: rules[0].fields.f.enum: "enum" is an array of values, but this is a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", enum: ["a", 5, null, "a"]}}}]}
    →
    m.json:1:94: rules[0].fields.f.enum[1]: a value of "enum" of type string cannot be a number
    m.json:1:97: rules[0].fields.f.enum[2]: null is no value: leave it out
    m.json:1:103: rules[0].fields.f.enum[3]: the value stands in "enum" twice

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[integer]", enum: [1, 1.5]}}}]}
    →
    m.json:1:95: rules[0].fields.f.enum[1]: a value of "enum" of type integer has a fraction

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", enum: ["2020-01-01"]}}}]}
    →
    m.json:1:92: rules[0].fields.f.enum[0]: "2020-01-01" is no time as RFC 3339 writes it, with a zone

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", pattern: "a(b"}}}]}
    →
    m.json:1:95: rules[0].fields.f.pattern: wrong pattern: missing closing parenthesis
      a(b
         ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", pattern: 5}}}]}
    →
    m.json:1:91: rules[0].fields.f.pattern: "pattern" is a text, but this is a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", pattern: "a", minLength: 1, format: "uri"}}}]}
    →
    m.json:1:92: rules[0].fields.f.pattern: "pattern" is about texts, but the field is of type integer
    m.json:1:108: rules[0].fields.f.minLength: "minLength" is about texts, but the field is of type integer
    m.json:1:119: rules[0].fields.f.format: "format" is about texts, but the field is of type integer

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", minimum: 1, minItems: 1, uniqueItems: true}}}]}
    →
    m.json:1:91: rules[0].fields.f.minimum: "minimum" is about numbers and timestamps, but the field is of type string
    m.json:1:104: rules[0].fields.f.minItems: "minItems" is about lists, but the field is of type string
    m.json:1:120: rules[0].fields.f.uniqueItems: "uniqueItems" is about lists, but the field is of type string

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", minLength: 5, maxLength: 3}}}]}
    →
    m.json:1:93: rules[0].fields.f.minLength: "minLength" is above "maxLength": nothing would fit

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", minLength: -1, maxLength: "x"}}}]}
    →
    m.json:1:93: rules[0].fields.f.minLength: "minLength" is a count, 0 or more, but this is another number
    m.json:1:108: rules[0].fields.f.maxLength: "maxLength" is a count, 0 or more, but this is a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", maxLength: 1.5}}}]}
    →
    m.json:1:93: rules[0].fields.f.maxLength: "maxLength" is a count, 0 or more, but this is another number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[string]", minItems: 2, maxItems: 1, uniqueItems: "yes"}}}]}
    →
    m.json:1:94: rules[0].fields.f.minItems: "minItems" is above "maxItems": nothing would fit
    m.json:1:123: rules[0].fields.f.uniqueItems: "uniqueItems" is true or false, but this is a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", minimum: 5, maximum: 4.5}}}]}
    →
    m.json:1:92: rules[0].fields.f.minimum: "minimum" is above "maximum": nothing would fit

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", minimum: "5"}}}]}
    →
    m.json:1:92: rules[0].fields.f.minimum: "minimum" is a number, but this is a text

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", minimum: 5}}}]}
    →
    m.json:1:94: rules[0].fields.f.minimum: "minimum" of a timestamp is a time, but this is a number

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "timestamp", maximum: "2020-01-01"}}}]}
    →
    m.json:1:94: rules[0].fields.f.maximum: "2020-01-01" is no time as RFC 3339 writes it, with a zone

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", format: "url"}}}]}
    →
    m.json:1:90: rules[0].fields.f.format: "format" is one of "uri", "email", "date-time", "uuid", not "url". Did you mean "uri"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "string", enum: ["a"], default: "b"}}}]}
    →
    m.json:1:104: rules[0].fields.f.default: the default does not fit the field: expected one of "a"

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "integer", maximum: 5, default: 6}}}]}
    →
    m.json:1:104: rules[0].fields.f.default: the default does not fit the field: expected at most 5, found more

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "[string]", minItems: 2, default: ["a"]}}}]}
    →
    m.json:1:106: rules[0].fields.f.default: the default does not fit the field: expected at least 2 items, found 1

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", default: {a: 1, b: 2}, fields: {a: "integer"}}}}]}
    →
    m.json:1:95: rules[0].fields.f.default.b: the map has no field "b"

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", default: {a: 1, a: 2}, fields: {a: "integer"}}}}]}
    →
    m.json:1:95: rules[0].fields.f.default.a: the key "a" is repeated

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", default: {b: 1}, fields: {a: "integer!", b: "integer"}}}}]}
    →
    m.json:1:88: rules[0].fields.f.default: a default has no "a", which is required

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {f: {type: "map", default: {a: "x"}, fields: {a: "integer"}}}}]}
    →
    m.json:1:92: rules[0].fields.f.default.a: a default of type integer cannot be a text

    {name: "n", policy: 5, rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:21: policy: "policy" is an object, but this is a number

    {name: "n", policy: {bigNumber: "text"}, rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:33: policy.bigNumber: "bigNumber" is one of "reject", "double", "string", not "text"

    {name: "n", policy: {nestedarray: "map"}, rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:22: policy.nestedarray: unknown key "nestedarray". Did you mean "nestedArray"?

    {name: "n", policy: {emptyText: 5, duplicateKey: "first"}, rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    m.json:1:33: policy.emptyText: "emptyText" is a text, but this is a number
    m.json:1:50: policy.duplicateKey: "duplicateKey" is one of "reject", "last", not "first"

    {name: "n", policy: {invalidUnicode: "replace", bigNumber: "double", nestedArray: "string", duplicateKey: "last", emptyText: "absent"}, rules: [{from: "/c/{id}", to: "c/{id}"}]}
    →
    right
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with nested fields, constraints and policies`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }

  @Test func `refuses fields deeper than any record can be`() {
    let fields =
      String(repeating: #"f: {type: "map", fields: {"#, count: 33) + #"a: "string""#
      + String(repeating: "}}", count: 33)
    let faults = mappingFaults(
      #"{name: "n", rules: [{from: "/c/{id}", to: "c/{id}", fields: {\#(fields)}}]}"#)
    #expect(faults.hasSuffix(": fields are nested deeper than 32 levels"))
    #expect(faults.split(separator: "\n").count == 1)
  }
}
