import Testing

@testable import JSONTree

@Suite struct JSON5Tests {
  @Test func `reads what json5.org shows`() {
    let text = #"""
      {
        // comments
        unquoted: 'and you can quote me on that',
        singleQuotes: 'I can use "double quotes" here',
        lineBreaks: "Look, Mom! \
      No \\n's!",
        hexadecimal: 0xdecaf,
        leadingDecimalPoint: .8675309, andTrailing: 8675309.,
        positiveSign: +1,
        trailingComma: 'in objects', andIn: ['arrays',],
        "backwardsCompatible": "with JSON",
      }
      """#
    let expected =
      #"{"unquoted":"and you can quote me on that","#
      + #""singleQuotes":"I can use "double quotes" here","#
      + #""lineBreaks":"Look, Mom! No \n's!","hexadecimal":912559,"#
      + #""leadingDecimalPoint":0.8675309,"andTrailing":8675309.0,"positiveSign":1,"#
      + #""trailingComma":"in objects","andIn":["arrays"],"backwardsCompatible":"with JSON"}"#
    #expect(reading(text, as: .json5) == .success(expected))
  }

  @Test(arguments: [
    ("+0", "0"), ("-0x0", "0"), ("0XfF", "255"), ("-0x10", "-16"), ("+0x7", "7"),
    ("0x7fffffffffffffff", "9223372036854775807"), ("0xFFFFFFFFFFFFFFFF", "18446744073709551615u"),
    ("-0x8000000000000000", "-9223372036854775808"), ("0x0000000000000000001", "1"),
    ("5.", "5.0"), (".5", "0.5"), ("-.5e1", "-5.0"), ("+5.e-1", "0.5"), ("+1e400", "N1e400"),
    ("-.1e999", "N-.1e999"), ("+18446744073709551616", "N18446744073709551616"),
  ])
  func `reads the numbers that JSON has not`(_ text: String, _ value: String) {
    #expect(reading(text, as: .json5) == .success(value))
  }

  @Test(arguments: [
    (#"'\'"'"#, "'\""), (#""'\"""#, "'\""), (#"'\v\0\x41\xe9\A\€'"#, "\u{B}\0Aé" + "A€"),
    ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e\\\u{2029}f'", "abcdef"), ("'\t\u{1}'", "\t\u{1}"),
    ("'\u{2028}\u{2029}'", "\u{2028}\u{2029}"), (#"'\ud83d\ude00'"#, "😀"), (#"'\0x'"#, "\0x"),
  ])
  func `reads the strings that JSON has not`(_ text: String, _ decoded: String) throws {
    let bytes = try parsing(Array(text.utf8), as: .json5) { node, _ in node.bytes.array }
    #expect(bytes == Array(decoded.utf8))
  }

  @Test(arguments: [
    "a", "$", "_", "$ref", "_1", "été", "名前", "a1", "aβ\u{301}", "null", "Infinity", "ǅ", "Ⅷ",
    "a\u{200C}b", "a‿b",
  ])
  func `takes an identifier as a key`(_ key: String) throws {
    let bytes = try parsing(Array("{\(key):1,}".utf8), as: .json5) { node, _ in
      node.at(2).bytes.array
    }
    #expect(bytes == Array(key.utf8))
  }

  @Test func `passes over every blank and comment`() {
    let blanks = [
      "\t", "\n", "\u{B}", "\u{C}", "\r", " ", "\u{A0}", "\u{1680}", "\u{2000}", "\u{200A}",
      "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}", "\u{3000}", "\u{FEFF}", "/**/", "/***/",
      "/* // */", "//\n", "// a /* \r", "//\u{2028}", "//é\u{2029}",
    ]
    for blank in blanks {
      let text = ["", "[", "1", ",", "{", "a", ":", "2", ",", "}", "]", ""]
        .joined(separator: blank)
      #expect(reading(text, as: .json5) == .success(#"[1,{"a":2}]"#), "\(blank.debugDescription)")
    }
    #expect(reading("1 // the end", as: .json5) == .success("1"))
  }

  @Test func `knows where each token began`() throws {
    let text = "{ a: 'b', // é\n 'c': [1, -0x2,], d: {} }"
    let starts = try parsing(Array(text.utf8), as: .json5) { node, parser in
      (0...node.after).map { parser.offset(of: node.at($0)) }
    }
    // root { a 'b' 'c' [ 1 1 -0x2 -0x2 ] d { } } root
    #expect(starts == [0, 0, 2, 5, 17, 22, 23, 23, 26, 26, 31, 34, 37, 38, 40, 41])
  }

  @Test func `has no place for a node that is not its own`() throws {
    let place = try parsing([0x31]) { node, parser in parser.offset(of: node.at(99)) }
    #expect(place == 0)
  }

  @Test(arguments: [
    // The places of decoded bytes 0, 1, …, and of the end.
    (#""abc""#, [1, 2, 3, 4]),
    (#""a\u00e9|b""#, [1, 2, 2, 8, 9, 10]),
    (#""\ud83d\ude00x""#, [1, 1, 1, 1, 13, 14]),
    ("'é\\'\\x41\\n'", [1, 2, 3, 5, 9, 11]),
    ("'\\\r\na\\\nb\\\n'", [4, 7, 10]),
    ("'\\\u{2028}a\\€'", [5, 6, 6, 6, 10]),
    (#""""#, [1]),
  ])
  func `finds the source of a place in a string`(_ text: String, _ places: [Int]) throws {
    let found = try parsing(Array("[ \(text)]".utf8), as: .json5) { node, parser in
      let node = node.at(2)
      return (0...node.bytes.count).map { parser.sourceOffset(of: node, decodedIndex: $0) - 2 }
    }
    #expect(found == places)
  }

  @Test func `finds the source of a place in a key without quotes, and of what is no string`()
    throws
  {
    let found = try parsing(Array("{ key: 12 }".utf8), as: .json5) { node, parser in
      [
        parser.sourceOffset(of: node.at(2), decodedIndex: 0),
        parser.sourceOffset(of: node.at(2), decodedIndex: 2),
        parser.sourceOffset(of: node.at(2), decodedIndex: 9),
        parser.sourceOffset(of: node.at(3), decodedIndex: 1),
      ]
    }
    #expect(found == [2, 4, 5, 7])
  }
}
