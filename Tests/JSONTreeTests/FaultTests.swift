import Testing

@testable import JSONTree

/// A text that is refused, and how.
struct Refusal: CustomTestStringConvertible, Sendable {
  let text: [UInt8]
  let message: String
  let offset: Int
  let path: String
  let code: ParseFault.Code

  init(
    _ text: String, _ message: String, at offset: Int, in path: String = "/",
    code: ParseFault.Code = .syntax
  ) {
    self.init(Array(text.utf8), message, at: offset, in: path, code: code)
  }

  init(
    _ text: [UInt8], _ message: String, at offset: Int, in path: String = "/",
    code: ParseFault.Code = .syntax
  ) {
    self.text = text
    self.message = message
    self.offset = offset
    self.path = path
    self.code = code
  }

  var testDescription: String { String(decoding: text, as: UTF8.self) }

  func check(as dialect: ExactParser.Dialect) {
    do throws(ParseFault) {
      let value = try parsing(text, as: dialect) { node, _ in rendering(node) }
      Issue.record("accepted as \(value)")
    } catch {
      #expect(error.message == message)
      #expect(error.offset == offset)
      #expect(error.pathText == path)
      #expect(error.code == code)
    }
  }
}

@Suite struct FaultTests {
  static let containers = [
    Refusal("", "expected a value, found the end of the text", at: 0),
    Refusal("  \n", "expected a value, found the end of the text", at: 3),
    Refusal("]", "expected a value, found ']'", at: 0),
    Refusal("[1,]", "expected a value, found ']'", at: 3, in: "/1"),
    Refusal("[}", "expected a value or ']', found '}'", at: 1, in: "/0"),
    Refusal("[,1]", "expected a value or ']', found ','", at: 1, in: "/0"),
    Refusal("[1 2]", "expected ',' or ']' after a value, found '2'", at: 3),
    Refusal("[1}", "expected ',' or ']' after a value, found '}'", at: 2),
    Refusal(
      "[[1,[2", "expected ',' or ']' after a value, found the end of the text", at: 6, in: "/0/1"),
    Refusal("{", "expected a key in quotes or '}', found the end of the text", at: 1),
    Refusal("{a:1}", "expected a key in quotes or '}', found 'a'", at: 1),
    Refusal("{\"a\":1,}", "expected a key in quotes, found '}'", at: 7),
    Refusal("{\"a\" 1}", "expected ':' after a key, found '1'", at: 5, in: "/a"),
    Refusal("{\"a\":}", "expected a value, found '}'", at: 5, in: "/a"),
    Refusal(
      #"{"users":{"ann":{"age":31 "name":"x"}}}"#,
      #"expected ',' or '}' after a value, found '"'"#, at: 26, in: "/users/ann"),
    Refusal(
      #"{"users":{"-Mx3kQ":{"profile":{"a":"x"n"#,
      "expected ',' or '}' after a value, found 'n'", at: 38, in: "/users/-Mx3kQ/profile"),
    Refusal("1 x", "something follows the value: found 'x'", at: 2),
    Refusal("{}\u{1}", "something follows the value: found byte 0x01", at: 2),
    Refusal("\u{FEFF}1", "expected a value, found byte 0xEF", at: 0),
    Refusal("[\u{A0}1]", "expected a value or ']', found byte 0xC2", at: 1, in: "/0"),
    Refusal([0x5B, 0xFF], "expected a value or ']', found byte 0xFF", at: 1, in: "/0"),
    Refusal("'a'", "expected a value, found '''", at: 0),
    Refusal("tru", "expected a value, found 't'", at: 0),
    Refusal("[nul]", "expected a value or ']', found 'n'", at: 1, in: "/0"),
    Refusal("truex", "something follows the value: found 'x'", at: 4),
    Refusal("// a\n1", "expected a value, found '/'", at: 0),
    Refusal(
      String(repeating: "[", count: 1025),
      "more than 1024 containers stand in one another", at: 1024,
      in: String(repeating: "/0", count: 1024), code: .depth),
  ]

  static let strings = [
    Refusal("\"a", "the text ends inside a string", at: 2),
    Refusal("\"a\\", "the text ends inside a string", at: 3),
    Refusal("\"a\\u12", "the text ends inside a string", at: 6),
    Refusal("{\"a", "the text ends inside a string", at: 3),
    Refusal("[\"a\nb\"]", "a control character stands in a string", at: 3, in: "/0"),
    Refusal("\"\u{0}\"", "a control character stands in a string", at: 1),
    Refusal("\"\u{1F}\"", "a control character stands in a string", at: 1),
    Refusal(#"{"k":"a\q"}"#, #"expected an escape after '\', found 'q'"#, at: 8, in: "/k"),
    Refusal(#""\é""#, #"expected an escape after '\', found byte 0xC3"#, at: 2),
    Refusal(#""\x41""#, #"expected an escape after '\', found 'x'"#, at: 2),
    Refusal(#""\u12g4""#, "expected a hexadecimal digit, found 'g'", at: 5),
    Refusal(#""\u12""#, #"expected a hexadecimal digit, found '"'"#, at: 5),
    Refusal(
      #"{"a":["\ud83d"]}"#, #"\ud83d is half of a surrogate pair"#, at: 7, in: "/a/0",
      code: .invalidUnicode),
    Refusal(
      #""\ud83dab""#, #"\ud83d is half of a surrogate pair"#, at: 1, code: .invalidUnicode),
    Refusal(
      #""\uD83D\u0041""#, #"\ud83d is half of a surrogate pair"#, at: 1, code: .invalidUnicode),
    Refusal(
      #""\uD83D\uD83D\uDE00""#, #"\ud83d is half of a surrogate pair"#, at: 1,
      code: .invalidUnicode),
    Refusal(#""x\uDE00""#, #"\ude00 is half of a surrogate pair"#, at: 2, code: .invalidUnicode),
    Refusal(#"{"\udc00":1}"#, #"\udc00 is half of a surrogate pair"#, at: 2, code: .invalidUnicode),
    Refusal(
      [0x22, 0xC3, 0x22], "byte 0xC3 begins no UTF-8 character", at: 1, code: .invalidUnicode),
    Refusal(
      [0x22, 0x61, 0x80, 0x22], "byte 0x80 begins no UTF-8 character", at: 2,
      code: .invalidUnicode),
    Refusal(
      Array("{\"a\":{\"".utf8) + [0xED, 0xA0, 0x80, 0x22], "byte 0xED begins no UTF-8 character",
      at: 7, in: "/a", code: .invalidUnicode),
    Refusal(
      [0x22, 0xE2, 0x82], "byte 0xE2 begins no UTF-8 character", at: 1, code: .invalidUnicode),
  ]

  static let numbers = [
    Refusal("-", "expected a digit, found the end of the text", at: 1),
    Refusal("[-x]", "expected a digit, found 'x'", at: 2, in: "/0"),
    Refusal("1.", "expected a digit, found the end of the text", at: 2),
    Refusal("[1.]", "expected a digit, found ']'", at: 3, in: "/0"),
    Refusal("1e", "expected a digit, found the end of the text", at: 2),
    Refusal("1e+", "expected a digit, found the end of the text", at: 3),
    Refusal("1.e1", "expected a digit, found 'e'", at: 2),
    Refusal("-.5", "expected a digit, found '.'", at: 1),
    Refusal(".5", "expected a value, found '.'", at: 0),
    Refusal("+1", "expected a value, found '+'", at: 0),
    Refusal("01", "a number begins with a zero before other digits", at: 0),
    Refusal("[-00]", "a number begins with a zero before other digits", at: 2, in: "/0"),
    Refusal("1x", "something follows the value: found 'x'", at: 1),
    Refusal("0x10", "something follows the value: found 'x'", at: 1),
    Refusal("NaN", "expected a value, found 'N'", at: 0),
    Refusal("-Infinity", "expected a digit, found 'I'", at: 1),
  ]

  @Test(arguments: containers)
  func `names the place and the reason of a fault between tokens`(_ refusal: Refusal) {
    refusal.check(as: .json)
  }

  @Test(arguments: strings)
  func `names the place and the reason of a fault in a string`(_ refusal: Refusal) {
    refusal.check(as: .json)
  }

  @Test(arguments: numbers)
  func `names the place and the reason of a fault in a number`(_ refusal: Refusal) {
    refusal.check(as: .json)
  }

  static let json5 = [
    Refusal("{a-b:1}", "expected ':' after a key, found '-'", at: 2, in: "/a"),
    Refusal("{1a:1}", "expected a key or '}', found '1'", at: 1),
    Refusal("{a:1,,}", "expected a key, found ','", at: 5),
    Refusal("{,}", "expected a key or '}', found ','", at: 1),
    Refusal("[,]", "expected a value or ']', found ','", at: 1, in: "/0"),
    Refusal("{\\u0061:1}", #"expected a key or '}', found '\'"#, at: 1),
    Refusal("{name: news}", "expected a value, found 'n'", at: 7, in: "/name"),
    Refusal("[1, /* a", "the text ends inside a comment", at: 4),
    Refusal("1 /*/", "the text ends inside a comment", at: 2),
    Refusal("1 /", "something follows the value: found '/'", at: 2),
    Refusal("'a\nb'", "a line ends inside a string", at: 2),
    Refusal("\"a\r\"", "a line ends inside a string", at: 2),
    Refusal("'a\"", "the text ends inside a string", at: 3),
    Refusal(#"'\1'"#, #"expected an escape after '\', found '1'"#, at: 2),
    Refusal(#"'\01'"#, #"expected an escape after '\', found '1'"#, at: 3),
    Refusal(#"'\x4'"#, "expected a hexadecimal digit, found '''", at: 4),
    Refusal(
      [0x27, 0x5C, 0xFF, 0x27], "byte 0xFF begins no UTF-8 character", at: 2, code: .invalidUnicode),
    Refusal(#"'\ud800'"#, #"\ud800 is half of a surrogate pair"#, at: 1, code: .invalidUnicode),
    Refusal("[0x]", "expected a hexadecimal digit, found ']'", at: 3, in: "/0"),
    Refusal("0x10000000000000000", "a hexadecimal number does not fit into 64 bits", at: 0),
    Refusal("-0x8000000000000001", "a hexadecimal number does not fit into 64 bits", at: 0),
    Refusal("Infinity", "Infinity has no place here: every number must be finite", at: 0),
    Refusal(
      "[-Infinity]", "Infinity has no place here: every number must be finite", at: 2, in: "/0"),
    Refusal("+NaN", "NaN has no place here: every number must be finite", at: 1),
    Refusal(".", "expected a digit, found the end of the text", at: 1),
    Refusal("+.e1", "expected a digit, found 'e'", at: 2),
    Refusal("010", "a number begins with a zero before other digits", at: 0),
    Refusal([0x5B, 0xFF], "expected a value or ']', found byte 0xFF", at: 1, in: "/0"),
    Refusal("{\u{2603}:1}", "expected a key or '}', found byte 0xE2", at: 1),
  ]

  @Test(arguments: json5)
  func `names the place and the reason of a fault in JSON5`(_ refusal: Refusal) {
    refusal.check(as: .json5)
  }

  @Test func `says that a text is too large`() {
    let fault = ParseFault(.tooLarge, offset: 0, path: [])
    #expect(fault.message == "the text has 4 GB or more")
    #expect(fault.code == .syntax)
    #expect(fault.pathText == "/")
  }
}
