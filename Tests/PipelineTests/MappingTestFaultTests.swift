import Testing

@testable import Pipeline

@Suite struct MappingTestFaultTests {
  /// Every diagnostic of `tests`: the element's text, `→`, and what is printed.
  static let golden = #"""
    tests: {}
    →
    m.json:2:8: tests: "tests" is an array, but this is an object

    tests: [5]
    →
    m.json:2:9: tests[0]: a test is an object, but this is a number

    tests: [{}]
    →
    m.json:2:9: tests[0]: the test has no "name"
    m.json:2:9: tests[0]: the test has no "given"
    m.json:2:9: tests[0]: the test has no "expect"

    tests: [{name: 5, given: 5, expect: []}]
    →
    m.json:2:16: tests[0].name: "name" is a text, but this is a number
    m.json:2:26: tests[0].given: "given" is an object, but this is a number
    m.json:2:37: tests[0].expect: "expect" is an object, but this is an array

    tests: [{name: "", givne: {}, expect: {}}]
    →
    m.json:2:9: tests[0]: the test has no "given"
    m.json:2:16: tests[0].name: the name of a test is empty
    m.json:2:20: tests[0].givne: unknown key "givne". Did you mean "given"?

    tests: [{name: "a", given: {}, expect: {}}, {name: "b", given: {}, expect: {}}, {name: "a", given: {}, expect: {}}]
    →
    m.json:2:88: tests[2].name: tests[0] has the name "a", too

    tests: [{name: "a", given: {"c/x": 1, "/c/{id}": 2, "/c//x": 1, "/c/x/{=v}": 1}, expect: {}}]
    →
    m.json:2:30: tests[0].given["c/x"]: a source path begins with "/"
      c/x
      ^^^
    m.json:2:43: tests[0].given["/c/{id}"]: a test names one place: write a key here in place of a capture
      /c/{id}
         ^^^^
    m.json:2:57: tests[0].given["/c//x"]: a segment of the path is empty
      /c//x
         ^
    m.json:2:71: tests[0].given["/c/x/{=v}"]: an expression cannot stand in this path
      /c/x/{=v}
           ^^^^

    tests: [{name: "a", given: {"/c": 5, "/c/x": {}}, expect: {}}, {name: "b", given: {"/c": [1], "/c/0": 2}, expect: {}}]
    →
    m.json:2:46: tests[0].given["/c/x"]: it lies inside a value that is given and is no object
    m.json:2:103: tests[1].given["/c/0"]: it lies inside a value that is given and is no object

    tests: [{name: "a", given: {"/c": {x: {v: 1}}, "/c/x": {v: 2}}, expect: {}}, {name: "b", given: {"/c/x": 1, "/c": 5}, expect: {}}]
    →
    m.json:2:60: tests[0].given["/c/x"].v: this place is given twice, and only objects can be united
    m.json:2:115: tests[1].given["/c"]: this place is given twice, and only objects can be united

    tests: [{name: "a", given: {"/c": 1, "/c": 2}, expect: {}}, {name: "b", given: {"/c/x": {v: [{a: 1, a: 2}]}}, expect: {}}]
    →
    m.json:2:38: tests[0].given["/c"]: the key "/c" is repeated
    m.json:2:101: tests[1].given["/c/x"].v[0].a: the key "a" is repeated

    tests: [{name: "a", given: {"/c/x": {v: 1}, "/c": {y: 1, y: 2}}, expect: {}}]
    →
    m.json:2:58: tests[0].given["/c"].y: the key "y" is repeated

    tests: [{name: "a", given: {}, expect: {c: {}, "": {}, "c//x/y": {}, "/c/x/": {reject: "type"}}}]
    →
    m.json:2:41: tests[0].expect.c: a document path has an even number of segments, collection and id in turn, but "c" has 1
    m.json:2:48: tests[0].expect[""]: the document path is empty
    m.json:2:56: tests[0].expect["c//x/y"]: a segment of "c//x/y" is empty
    m.json:2:76: tests[0].expect["/c/x/"]: a segment of the path is empty
      /c/x/
           ^

    tests: [{name: "a", given: {}, expect: {"articelData/x": null, "likes/x": {}, "articleData/x/y/z": {}}}]
    →
    m.json:2:41: tests[0].expect["articelData/x"]: no rule makes a document "articelData/x". Did you mean "articleData/x"?
    m.json:2:64: tests[0].expect["likes/x"]: no rule makes a document "likes/x"
    m.json:2:79: tests[0].expect["articleData/x/y/z"]: no rule makes a document "articleData/x/y/z"

    tests: [{name: "a", given: {}, expect: {"articleData/x": {reject: "typ"}, "articleData/y": 5}}]
    →
    m.json:2:67: tests[0].expect["articleData/x"].reject: unknown code "typ". Did you mean "type"?
    m.json:2:92: tests[0].expect["articleData/y"]: expected is a document, { reject: "code" } or null, but this is a number

    tests: [{name: "a", given: {}, expect: {"articleData/x": {v: null}, "articleData/y": {l: [[null]]}, "articleData/z": {a: 1, a: 2}}}]
    →
    m.json:2:62: tests[0].expect["articleData/x"].v: a document holds no null: leave out what is not there
    m.json:2:92: tests[0].expect["articleData/y"].l[0][0]: a document holds no null: leave out what is not there
    m.json:2:125: tests[0].expect["articleData/z"].a: the key "a" is repeated

    tests: [{name: "a", given: {}, expect: {"/a/x": null, "/a/y": {v: 1}, "/a/{id}": {reject: "type"}}}]
    →
    m.json:2:49: tests[0].expect["/a/x"]: of a source path only a reject can be expected: { reject: "code" }
    m.json:2:63: tests[0].expect["/a/y"]: of a source path only a reject can be expected: { reject: "code" }
    m.json:2:75: tests[0].expect["/a/{id}"]: a test names one place: write a key here in place of a capture
      /a/{id}
         ^^^^
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with tests`(_ golden: MappingGolden) {
    let rule = #"{from: "/a/{id}", to: "articleData/{id}"}"#
    #expect(mappingFaults("{name: \"n\", rules: [\(rule)],\n\(golden.mapping)}") == golden.text)
  }

  @Test func `calls no document path unknown while a rule is wrong`() {
    let faults = mappingFaults(
      #"{name:"n",rules:[{from:"/a/{id}",to:"d/{idd}"}],tests:[{name:"a",given:{},expect:{"e/x":{}}}]}"#
    )
    #expect(!faults.contains("no rule makes"))
  }

  @Test func `takes any collection where an expression names it`() {
    #expect(
      mappingFaults(
        #"{name:"n",rules:[{from:"/a/{id}",to:"{= kind}/{id}"}],tests:[{name:"a",given:{},expect:{"e/x":{}}}]}"#
      ) == "right")
  }
}
