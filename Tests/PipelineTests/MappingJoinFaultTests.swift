import Testing

@testable import Pipeline

@Suite struct MappingJoinFaultTests {
  /// Every diagnostic of joins: a mapping, `→`, and what is printed.
  static let golden = #"""
    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{cid}", bye: "k"}}}]}
    →
    m.json:1:74: rules[0].join.a.from: "from" captures no "cid". Did you mean "id"?
      /x/{cid}
         ^^^^^
    m.json:1:82: rules[0].join.a.bye: unknown key "bye". Did you mean "by"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{cid}", by: "k", equal: "$id"}}}]}
    →
    m.json:1:91: rules[0].join.a.equal: unknown key "equal". Did you mean "equals"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{id}", equals: "k"}}}]}
    →
    m.json:1:89: rules[0].join.a.equals: "equals" goes with "by", which says what of each child is compared; a key is looked up by {= expression} in the path

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{= k}", equals: "k"}}}]}
    →
    m.json:1:90: rules[0].join.a.equals: "equals" goes with "by", which says what of each child is compared; a key is looked up by {= expression} in the path

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{= k}", by: "k"}}}]}
    →
    m.json:1:74: rules[0].join.a.from: the path of a join with "by" has no expressions; "equals" says what "by" is compared with
      /x/{= k}
         ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x", by: "k"}}}]}
    →
    m.json:1:72: rules[0].join.a.from: "by" gathers the children at the end of a path: end it with a capture, as in /Comments/{commentId}
      /x
       ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}/y", by: "k"}}}]}
    →
    m.json:1:78: rules[0].join.a.from: "by" gathers the children at the end of a path: end it with a capture, as in /Comments/{commentId}
      /x/{c}/y
             ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/", by: "k"}}}]}
    →
    m.json:1:71: rules[0].join.a.from: "by" gathers the children at the end of a path: end it with a capture, as in /Comments/{commentId}
      /
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}/{c}", by: "k"}}}]}
    →
    m.json:1:78: rules[0].join.a.from: "c" captures two segments
      /x/{c}/{c}
             ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {by: "k"}}}]}
    →
    m.json:1:60: rules[0].join.a: the join has no "from"

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: 5, by: 5, equals: true}}}]}
    →
    m.json:1:70: rules[0].join.a.from: the path of a join is a text, but this is a number
    m.json:1:77: rules[0].join.a.by: "by" is a text, but this is a number
    m.json:1:88: rules[0].join.a.equals: "equals" is a text, but this is true or false

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: ""}}}]}
    →
    m.json:1:85: rules[0].join.a.by: the expression is empty

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: "$idd"}}}]}
    →
    m.json:1:85: rules[0].join.a.by: "from" captures no "idd"
      $idd
      ^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: "$id"}}}]}
    →
    m.json:1:85: rules[0].join.a.by: "from" captures no "id"
      $id
      ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: "k | exists", equals: "$key | pushTim"}}}]}
    →
    m.json:1:85: rules[0].join.a.by: a key is a text, an integer or a list of them, but this is true or false
      k | exists
      ^^^^^^^^^^
    m.json:1:114: rules[0].join.a.equals: unknown step "pushTim". Did you mean "pushTime"?
      $key | pushTim
             ^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: "k", equals: "$c"}}}]}
    →
    m.json:1:98: rules[0].join.a.equals: "from" captures no "c"
      $c
      ^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= k"}}]}
    →
    m.json:1:67: rules[0].join.a: "{" is not closed
      /x/{= k
         ^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= k | lookup({a: \"}\"})"}}]}
    →
    m.json:1:67: rules[0].join.a: "{" is not closed
      /x/{= k | lookup({a: "}"})
         ^^^^^^^^^^^^^^^^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/u{= k}"}}]}
    →
    m.json:1:68: rules[0].join.a: an expression is a whole segment; put texts together inside it, with | join("")
      /x/u{= k}
          ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= k}{= l}"}}]}
    →
    m.json:1:67: rules[0].join.a: an expression is a whole segment; put texts together inside it, with | join("")
      /x/{= k}{= l}
         ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{=}"}}]}
    →
    m.json:1:69: rules[0].join.a: the expression is empty
      /x/{=}
           ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= k | lowercas}/{= $idd}"}}]}
    →
    m.json:1:74: rules[0].join.a: unknown step "lowercas". Did you mean "lowercase"?
      /x/{= k | lowercas}/{= $idd}
                ^^^^^^^^
    m.json:1:87: rules[0].join.a: "from" captures no "idd". Did you mean "id"?
      /x/{= k | lowercas}/{= $idd}
                             ^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= k | exists}"}}]}
    →
    m.json:1:69: rules[0].join.a: a key is a text, an integer or a list of them, but this is true or false
      /x/{= k | exists}
           ^^^^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= a}"}}]}
    →
    m.json:1:70: rules[0].join.a: "a" is this join itself, which hides the field of its name: give the join another name
      /x/{= a}
            ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= a.b ?? $.a}"}}]}
    →
    m.json:1:70: rules[0].join.a: "a" is this join itself, which hides the field of its name: give the join another name
      /x/{= a.b ?? $.a}
            ^
    m.json:1:77: rules[0].join.a: "a" is this join itself, which hides the field of its name: give the join another name
      /x/{= a.b ?? $.a}
                   ^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= b.c}", b: "/x/{id}"}}]}
    →
    m.json:1:70: rules[0].join.a: the join "b" comes later: a join reads only those before it
      /x/{= b.c}
            ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{id}", b: "/x/{= a.b}"}}]}
    →
    right

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: "k", equals: "b"}, b: "/x/{id}"}}]}
    →
    m.json:1:98: rules[0].join.a.equals: the join "b" comes later: a join reads only those before it
      b
      ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {"": "/x/{id}"}}]}
    →
    m.json:1:60: rules[0].join[""]: the name of the join is empty

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{id}", a: "/y/{id}"}}]}
    →
    m.json:1:74: rules[0].join.a: the key "a" is repeated

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{uid}"}}]}
    →
    m.json:1:67: rules[0].join.a: "from" captures no "uid". Did you mean "id"?
      /x/{uid}
         ^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{author}"}}]}
    →
    m.json:1:67: rules[0].join.a: "from" captures no "author"; a key that the record holds is written {= field}, and "by" gathers children by a field of theirs
      /x/{author}
         ^^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= k | split(\"/\") | first}/y"}}]}
    →
    right

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: null, b: [], c: {from: {}}}}]}
    →
    m.json:1:63: rules[0].join.a: the path of a join is a text, but this is null
    m.json:1:72: rules[0].join.b: the path of a join is a text, but this is an array
    m.json:1:86: rules[0].join.c.from: the path of a join is a text, but this is an object

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{c}", by: "k", missing: true}}}]}
    →
    m.json:1:98: rules[0].join.a.missing: "missing" is a text, but this is true or false

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: {from: "/x/{= k}", missing: "nul"}}}]}
    →
    m.json:1:91: rules[0].join.a.missing: "missing" is one of "null", "reject", not "nul". Did you mean "null"?

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "x/{= k}"}}]}
    →
    m.json:1:64: rules[0].join.a: a source path begins with "/"
      x/{= k}
      ^^^^^^^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x//{= k}"}}]}
    →
    m.json:1:67: rules[0].join.a: a segment of the path is empty
      /x//{= k}
         ^

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= `a/}b`}"}}]}
    →
    right

    {name: "n", rules: [{from: "/c/{id}", to: "c/{id}", join: {a: "/x/{= a | each(b)}", b: "/y/{id}"}}]}
    →
    m.json:1:70: rules[0].join.a: "a" is this join itself, which hides the field of its name: give the join another name
      /x/{= a | each(b)}
            ^
    m.json:1:79: rules[0].join.a: the join "b" comes later: a join reads only those before it
      /x/{= a | each(b)}
                     ^
    """#

  @Test(arguments: MappingGolden.cases(golden))
  func `says what is wrong with a join`(_ golden: MappingGolden) {
    #expect(mappingFaults(golden.mapping) == golden.text)
  }
}
