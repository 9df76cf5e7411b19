import Testing

@testable import Pipeline

@Suite struct MappingPathFaultTests {
  /// Every diagnostic of paths: a mapping, `→`, and what is printed.
  static let golden = #"""
    {name: "n", rules: [{from: "c/{id}", to: "c/{id}"}]}
    →
    m.json:1:29: rules[0].from: a source path begins with "/"
      c/{id}
      ^^^^^^

    {name: "n", rules: [{from: "/c//{id}", to: "c/{id}"}]}
    →
    m.json:1:32: rules[0].from: a segment of the path is empty
      /c//{id}
         ^

    {name: "n", rules: [{from: "/c/{id}/", to: "c/{id}"}]}
    →
    m.json:1:37: rules[0].from: a segment of the path is empty
      /c/{id}/
              ^

    {name: "n", rules: [{from: "/c/{a b}", to: "c/x"}]}
    →
    m.json:1:32: rules[0].from: a capture is named by letters, digits, "_" and "-", as in {id}
      /c/{a b}
         ^^^^^

    {name: "n", rules: [{from: "/c/{}", to: "c/x"}]}
    →
    m.json:1:32: rules[0].from: a capture is named by letters, digits, "_" and "-", as in {id}
      /c/{}
         ^^

    {name: "n", rules: [{from: "/c/x{id}", to: "c/x"}]}
    →
    m.json:1:33: rules[0].from: a capture is a whole segment; a brace in a key is written \{ or \}
      /c/x{id}
          ^

    {name: "n", rules: [{from: "/c/{= x}", to: "c/x"}]}
    →
    m.json:1:32: rules[0].from: an expression cannot stand in this path
      /c/{= x}
         ^^^^^

    {name: "n", rules: [{from: "/c/a\\x/{id}", to: "c/{id}"}]}
    →
    m.json:1:33: rules[0].from: only \{, \} and \\ are escapes in a path
      /c/a\x/{id}
          ^^

    {name: "n", rules: [{from: "/c/{id}\\", to: "c/{id}"}]}
    →
    m.json:1:32: rules[0].from: a capture is a whole segment; a brace in a key is written \{ or \}
      /c/{id}\
         ^

    {name: "n", rules: [{from: "/{id}/{id}", to: "c/{id}"}]}
    →
    m.json:1:35: rules[0].from: "id" captures two segments
      /{id}/{id}
            ^^^^

    {name: "n", rules: [{from: "/{key}/{value}", to: "c/{key}"}]}
    →
    m.json:1:30: rules[0].from: $key is the key of the record: choose another name for this capture
      /{key}/{value}
       ^^^^^

    {name: "n", rules: [{from: "/{a}/{value}", to: "c/{value}"}]}
    →
    right

    {name: "n", rules: [{from: "/{a}/{value}", to: "c/{= $value}"}]}
    →
    m.json:1:54: rules[0].to: $value has a meaning of its own: choose another name for the capture
      c/{= $value}
           ^^^^^^

    {name: "n", rules: [{from: "/{a}/{key}", to: "c/{= $key}"}]}
    →
    right

    {name: "n", rules: [{from: "", to: "c/x"}]}
    →
    m.json:1:29: rules[0].from: a source path begins with "/"

    {name: "n", rules: [{from: "/c/{id}", to: "c"}]}
    →
    m.json:1:44: rules[0].to: a document path has an even number of segments, collection and id in turn, but "c" has 1
      c
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}/d"}]}
    →
    m.json:1:44: rules[0].to: a document path has an even number of segments, collection and id in turn, but "c/{id}/d" has 3
      c/{id}/d
      ^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: ""}]}
    →
    m.json:1:44: rules[0].to: the document path is empty

    {name: "n", rules: [{from: "/c/{id}", to: "c//x/{id}"}]}
    →
    m.json:1:46: rules[0].to: a segment of "c//x/{id}" is empty
      c//x/{id}
        ^

    {name: "n", rules: [{from: "/c/{id}", to: "/c/{id}"}]}
    →
    m.json:1:44: rules[0].to: a document path does not begin with "/"
      /c/{id}
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id"}]}
    →
    m.json:1:46: rules[0].to: "{" is not closed
      c/{id
        ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/id}"}]}
    →
    m.json:1:48: rules[0].to: "}" closes nothing; a brace in an id is written \}
      c/id}
          ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{i d}"}]}
    →
    m.json:1:46: rules[0].to: braces hold the name of a capture or, after "=", an expression
      c/{i d}
        ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{idd}"}]}
    →
    m.json:1:47: rules[0].to: "from" captures no "idd". Did you mean "id"?
      c/{idd}
         ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/\\n"}]}
    →
    m.json:1:46: rules[0].to: only \{, \} and \\ are escapes in a path
      c/\n
        ^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{= $idd | lowercas}"}]}
    →
    m.json:1:49: rules[0].to: "from" captures no "idd". Did you mean "id"?
      c/{= $idd | lowercas}
           ^^^^
    m.json:1:56: rules[0].to: unknown step "lowercas". Did you mean "lowercase"?
      c/{= $idd | lowercas}
                  ^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{=}"}]}
    →
    m.json:1:48: rules[0].to: the expression is empty
      c/{=}
          ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{= a | exists}_{id}"}]}
    →
    m.json:1:48: rules[0].to: a part of a path is a text or an integer, but this is true or false
      c/{= a | exists}_{id}
          ^^^^^^^^^^^

    {name: 'n', rules: [{from: '/分類/{id}', to: '分類/{idd}'}]}
    →
    m.json:1:49: rules[0].to: "from" captures no "idd". Did you mean "id"?
      分類/{idd}
            ^^^

    {name: "n", rules: [{from: 5, to: null}]}
    →
    m.json:1:28: rules[0].from: "from" is a text, but this is a number
    m.json:1:35: rules[0].to: "to" is a text, but this is null
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with paths`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }
}
