import Testing

@testable import Pipeline

@Suite struct ExpressionFaultTests {
  /// Every diagnostic of an expression: the expression, and under the part that is wrong carets and the sentence.
  static let golden = #"""
    a b
      ^ unexpected "b" after the end of the expression

    a |
       ^ expected the name of a step after "|", found the end

    a | 5
        ^ expected the name of a step after "|", found "5"

    a | count(
              ^ expected a field, a literal, "[" or "(", found the end

    a | join(","
                ^ expected ")" after the arguments, found the end

    a | join()
             ^ expected a field, a literal, "[" or "(", found ")"

    (a
      ^ expected ")" to close "(", found the end

    [a
      ^ expected "]" at the end of the list, found the end

    [a b]
       ^ expected "]" at the end of the list, found "b"

    a[0
       ^ expected "]" after the index, found the end

    a.
      ^ expected a name or "*" after ".", found the end; an index is written [0]

    a.0
      ^ expected a name or "*" after ".", found "0"; an index is written [0]

    $
    ^ expected a name after "$", as in $key, or $.name for a field of the record

    $ a
    ^ expected a name after "$", as in $key, or $.name for a field of the record

    $.
      ^ expected the name of a field after "$.", found the end

    $.[0]
      ^ expected the name of a field after "$.", found "["

    a == b == c
           ^^ comparisons do not chain; join two with "&&"

    a = b
      ^ unexpected "="; equality is "=="

    a & b
      ^ unexpected "&"; and is "&&"

    a ? b
      ^ unexpected "?"; a fallback is "??"

    'x'
    ^ texts are written in double quotes

    a # b
      ^ unexpected "#"; keys with other characters go in backquotes

    "abc
    ^^^^ the text does not end

    "a\x"
      ^^ unknown escape in a text

    "\ud800"
     ^^^^^^ \u takes four hexadecimal digits of a character

    "\u12g4"
     ^^ \u takes four hexadecimal digits of a character

    `a
    ^^ the key in backquotes does not end

    ``
    ^^ a key cannot be empty

    `a\n`
      ^^ only \` and \\ are escapes in backquotes

    01
    ^^ "01" is not a number as JSON writes it

    -
    ^ "-" is not a number as JSON writes it

    1.5.5
       ^ unexpected "." after the end of the expression

    1e
    ^^ "1e" is not a number as JSON writes it

    1e999
    ^^^^^ the number does not fit a double

    99999999999999999999
    ^^^^^^^^^^^^^^^^^^^^ the integer does not fit 64 bits

    count(a)
         ^ unexpected "(" after the end of the expression; a step is written behind a pipe: value | step

    a | lookup({x: y})
                   ^ expected a literal, found "y"

    a | lookup({5: 1})
                ^ expected a name, found "5"

    a | lookup({a 1})
                  ^ expected ":" after the name, found "1"

    a | lookup({a: 1
                    ^ expected "}" at the end of the table, found the end

    !
     ^ expected a field, a literal, "[" or "(", found the end

    a == null
         ^^^^ nothing compares with null; ask whether a value is there with "| exists"

    null != a
    ^^^^ nothing compares with null; ask whether a value is there with "| exists"

    a < true
        ^^^^ "<" orders numbers, texts and timestamps, but this is true or false

    [a] < 5
    ^^^ "<" orders numbers, texts and timestamps, but this is a list

    "x" < 5
    ^^^^^^^ "<" cannot order a text and a number

    !5
     ^ expected true or false, but this is a number

    5 && a
    ^ expected true or false, but this is a number

    a || $key | count
                ^^^^^ "count" takes a list or a map, but gets a text
         ^^^^^^^^^^^^ expected true or false, but this is a number

    $key | count
           ^^^^^ "count" takes a list or a map, but gets a text

    a | count | pushTime
                ^^^^^^^^ "pushTime" takes a text, but gets a number

    [a] | join(",") | members
                      ^^^^^^^ "members" takes a list or a map, but gets a text

    $idd
    ^^^^ "from" captures no "idd". Did you mean "id"?

    $nwo
    ^^^^ "from" captures no "nwo". Did you mean "now"?

    $index
    ^^^^^^ $index has a meaning only for the elements of a list

    a | pushtime
        ^^^^^^^^ unknown step "pushtime". Did you mean "pushTime"?

    a | frobnicate(b, {x: 1})
        ^^^^^^^^^^ unknown step "frobnicate"

    a | count(b)
        ^^^^^^^^ "count" takes no arguments

    a | join
        ^^^^ "join" is called as join("…")

    a | join(5)
             ^ "join" takes a text in quotes here

    a | join(b)
             ^ "join" takes a text in quotes here

    a | join("x", "y")
        ^^^^^^^^^^^^^^ "join" is called as join("…")

    a | decode("percnt")
               ^^^^^^^^ expected one of "percent", "base64url", "comma". Did you mean "percent"?

    a | in("x")
           ^^^ "in" takes a list or a map here, but this is a text

    a | in({x: 1})
           ^^^^^^ "in" takes no table here

    a | lookup({x: 1, x: 2})
                      ^ "x" stands in the table twice

    a | lookup("x")
               ^^^ "lookup" takes a table { name: literal, … } here

    a[$now]
      ^^^^ expected an index or a key in brackets, but this is a timestamp

    a | pushtime ?? $idd | mebmers
        ^^^^^^^^ unknown step "pushtime". Did you mean "pushTime"?
                    ^^^^ "from" captures no "idd". Did you mean "id"?
                           ^^^^^^^ unknown step "mebmers". Did you mean "members"?

    分類 | pushtime
           ^^^^^^^^ unknown step "pushtime". Did you mean "pushTime"?

    a | trimm
        ^^^^^ unknown step "trimm". Did you mean "trim"?
    """#

  static let cases = golden.split(separator: "\n\n").map(String.init)

  @Test(arguments: cases)
  func `says what is wrong, where, and what may have been meant`(_ expected: String) {
    let expression = expected.prefix { $0 != "\n" }
    var compiler = ExpressionCompiler(captures: ["id"])
    var text = String(expression)
    do {
      _ = try compiler.compile(Array(expression.utf8))
    } catch {
      for fault in error.faults {
        let excerpt = Excerpt(Array(expression.utf8), marking: fault.range)
        text += "\n" + excerpt.carets + " " + fault.message
      }
    }
    #expect(text == expected)
  }

  @Test(arguments: ["a | date(\"yyyy\")", "a | iso8601", "a | millis | format(\"yyyy\")"])
  func `says that the machine does not know a time zone`(_ expression: String) {
    var compiler = ExpressionCompiler(captures: [], zone: nil)
    let faults = #expect(throws: ExpressionFaults.self) {
      try compiler.compile(Array(expression.utf8))
    }
    #expect(
      faults?.faults.map(\.message) == [
        "this machine does not know the clocks of the mapping's time zone: install tzdata"
      ])
  }

  @Test(arguments: [
    ("", "the expression is empty\n  \n  ^"),
    ("  ", "the expression is empty\n    \n  ^"),
    ("\"\t\"", "a control character in a text is written as an escape\n  \" \"\n   ^"),
    ("a ?? ", "expected a field, a literal, \"[\" or \"(\", found the end\n  a ?? \n       ^"),
    (
      "a | count\n| pushtime ?? b",
      "unknown step \"pushtime\". Did you mean \"pushTime\"?\n  | pushtime ?? b\n    ^^^^^^^^"
    ),
    (
      "a\u{1b}b",
      "unexpected \"\\u{1b}\"; keys with other characters go in backquotes\n  a\\u{1b}b\n   ^^^^^^"
    ),
    (
      "a | join(\"\u{301}\") | count",
      "\"count\" takes a list or a map, but gets a text\n  a | join(\"\u{301}\") | count\n                 ^^^^^"
    ),
  ])
  func `shows the line of the fault in a known width`(_ expression: String, _ text: String) {
    #expect(expressionFaults(expression) == text)
  }

  /// Words of the grammar, characters of it, and anything else, at random.
  @Test func `no text makes the parser trap, and every fault lies inside the text`() {
    let pieces = [
      "a", "b-c", "$key", "$id", "$", "$.", ".", ".*", "*", "[", "]", "(", ")", "{", "}", ",", ":",
      "|", "||", "&&", "&", "!",
      "==", "!=", "<", "<=", ">", ">=", "??", "?", "\"", "\"x\"", "\\", "\\u12", "\\ud83d", "`",
      "`k`", "0", "-1", "1.5e3", "e",
      "null", "true", "count", "members", "join", "in", "pushTime", "decode", " ", "\n", "\t", "é",
      "名", "😀", "\u{301}", "\0", "'",
    ]
    var random = SeededRandom(seed: 0)
    guard let now = Timestamp(microseconds: 0) else { return }
    for seed in 0..<10_000 {
      random = SeededRandom(seed: UInt64(seed))
      var text: [UInt8] = []
      for _ in 0..<random.next() % 24 {
        if random.next() % 8 == 0 {
          text.append(UInt8(truncatingIfNeeded: random.next()))
        } else {
          text += pieces[Int(random.next() % UInt64(pieces.count))].utf8
        }
      }
      var compiler = ExpressionCompiler(captures: ["id"])
      do {
        let compiled = try compiler.compile(text)
        var scope = Scope(arena: Arena(), environment: Environment(now: now))
        scope.captures = [.empty]
        scope.slots = compiler.slots.names.map { _ in .integer(1) }
        _ = compiled.evaluate(&scope)
      } catch {
        #expect(!error.faults.isEmpty)
        for fault in error.faults {
          #expect(
            fault.range.lowerBound >= 0 && fault.range.upperBound <= text.count, "seed \(seed)")
          #expect(Excerpt(text, marking: fault.range).carets.contains("^"), "seed \(seed)")
        }
      }
    }
  }
}

/// SplitMix64.
private struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
