import Testing

@testable import JSONTree

@Suite struct ExactParserTests {
  @Test func `writes the tape that simdjson writes, word for word`() throws {
    // As measured with simdjson 3.0.1 (facts 8).
    let tape = try parsing(Array(#"{"a":[1,-2,"x"],"a":true}"#.utf8)) { node, _ in words(node) }
    func word(_ kind: Kind, _ payload: UInt64) -> UInt64 { UInt64(kind.rawValue) << 56 | payload }
    #expect(
      tape == [
        word(.root, 14), word(.object, 2 << 32 | 13), word(.string, 0),
        word(.array, 3 << 32 | 10), word(.int, 0), 1, word(.int, 0), UInt64(bitPattern: -2),
        word(.string, 6), word(.endArray, 3), word(.string, 12), word(.yes, 0),
        word(.endObject, 1), word(.root, 0),
      ])
  }

  @Test(arguments: [
    ("0", "0"), ("-0", "0"), ("-0.0", "-0.0"), ("-0e0", "-0.0"), ("7", "7"), ("10.0", "10.0"),
    ("1E2", "100.0"), ("1e+2", "100.0"), ("25e-1", "2.5"),
    ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("9223372036854775808", "9223372036854775808u"),
    ("18446744073709551615", "18446744073709551615u"),
    ("18446744073709551616", "N18446744073709551616"),
    ("-9223372036854775809", "N-9223372036854775809"),
    ("99999999999999999999", "N99999999999999999999"),
    ("123456789012345678901", "N123456789012345678901"),
    ("123456789012345678901.5", "1.2345678901234568e+20"),
    ("1e20", "1e+20"), ("1e400", "N1e400"), ("-1e400", "N-1e400"), ("1.5E+309", "N1.5E+309"),
    ("1e-400", "0.0"), ("-1e-400", "-0.0"), ("0e999", "0.0"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"),
    ("1.7976931348623159e308", "N1.7976931348623159e308"),
    ("5e-324", "5e-324"), ("2.4703282292062327e-324", "0.0"), ("2.4703282292062328e-324", "5e-324"),
    ("9007199254740993.0", "9007199254740992.0"),
    ("9007199254740993.00000000000000000000000000001", "9.007199254740994e+15"),
    ("0.1", "0.1"), ("3.14159265358979", "3.14159265358979"),
  ])
  func `gives a number the kind and value that fit it`(_ text: String, _ value: String) {
    #expect(reading(text) == .success(value))
  }

  @Test func `reads a number of a million digits`() {
    let digits = String(repeating: "7", count: 1_000_000)
    #expect(reading(digits) == .success("N" + digits))
    #expect(reading("0." + digits) == .success("0.7777777777777778"))
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00x""#, "😀x"), (#""\u0000""#, "\0"),
    (#""a\u0041b""#, "aAb"), ("\"\u{7F}é€😀\"", "\u{7F}é€😀"),
    (#""\uD800\uDC00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
  ])
  func `decodes a string`(_ text: String, _ decoded: String) throws {
    let bytes = try parsing(Array(text.utf8)) { node, _ in node.bytes.array }
    #expect(bytes == Array(decoded.utf8))
    // Length, bytes and a NUL, as simdjson lays them out.
    let key = try parsing(Array("{\(text):1}".utf8)) { node, _ in node.at(2).bytes.array }
    #expect(key == Array(decoded.utf8))
  }

  @Test func `accepts every character as it is and as an escape`() throws {
    for block in stride(from: UInt32(0x20), to: 0x11_0000, by: 0x400) {
      let scalars = (block..<block + 0x400).compactMap { Unicode.Scalar($0) }
        .filter { $0 != "\"" && $0 != "\\" }
      let text = String(String.UnicodeScalarView(scalars))
      let escaped = text.utf16.map { unit in
        let hex = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }
      let plain = try parsing(Array("\"\(text)\"".utf8)) { node, _ in node.bytes.array }
      #expect(plain == Array(text.utf8), "from \(block)")
      let decoded = try parsing(Array("\"\(escaped.joined())\"".utf8)) { node, _ in
        node.bytes.array
      }
      #expect(decoded == Array(text.utf8), "from \(block)")
    }
  }

  @Test func `accepts exactly the bytes that are UTF-8`() {
    // Every first and second byte; of the others those at which something changes.
    let edges: [UInt8] = [0x22, 0x7F, 0x80, 0xBF, 0xC0, 0xFF]
    for first in UInt8(0x80)...0xFF {
      for second in UInt8(0x5D)...0xFF {
        expectValidated([first, second])
        guard first >= 0xE0 else { continue }
        for third in edges {
          expectValidated([first, second, third])
          guard first >= 0xF0 else { continue }
          for fourth in edges { expectValidated([first, second, third, fourth]) }
        }
      }
    }
  }

  private func expectValidated(_ bytes: [UInt8]) {
    let isValid = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0x22)
    let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
    do throws(ParseFault) {
      let decoded = try parsing(text) { node, _ in node.bytes.array }
      if !isValid || decoded != bytes { Issue.record("accepted \(bytes)") }
    } catch {
      let isCutShort = bytes.contains(0x22) && error.code == .syntax
      if isValid || (error.code != .invalidUnicode && !isCutShort) {
        Issue.record("\(error.message) in \(bytes)")
      }
    }
  }

  @Test func `reads 1024 containers in one another and no more`() {
    let deep = String(repeating: "[", count: 1024) + String(repeating: "]", count: 1024)
    #expect(reading(deep) == .success(deep))
    let tooDeep = String(repeating: "{\"a\":[", count: 512) + "{"
    #expect(
      reading(tooDeep)
        == .failure(
          ParseFault(
            .tooDeep, offset: 6 * 512,
            path: (0..<1024).map { $0.isMultiple(of: 2) ? .key([0x61]) : .index(0) })))
  }

  @Test func `says nothing of the last text in the next parse`() throws {
    var parser = ExactParser(dialect: .json)
    func read(_ text: String, _ parser: inout ExactParser) -> String {
      let text = Array(text.utf8)
      return text.withBytes { bytes in
        do throws(ParseFault) { return rendering(try parser.parse(bytes)) } catch {
          return "\(error.pathText): \(error.message)"
        }
      }
    }
    let long = "[" + (0..<5000).map { "{\"key\($0)\":\"\($0)\"}" }.joined(separator: ",") + "]"
    #expect(read(long, &parser) == long)
    #expect(read("[[{\"a\":", &parser) == "/0/0/a: expected a value, found the end of the text")
    #expect(read("x", &parser) == "/: expected a value, found 'x'")
    #expect(read(" [1, 2 ] ", &parser) == "[1,2]")
    #expect(read(long, &parser) == long)
  }

  @Test func `uses its buffers from their beginning again`() throws {
    var parser = ExactParser(dialect: .json)
    let tapes = try Array(#"{"key":["text",1e999]}"#.utf8).withBytes { bytes in
      try (0..<3).map { _ in words(try parser.parse(bytes)) }
    }
    #expect(tapes[1] == tapes[0])
    #expect(tapes[2] == tapes[0])
  }

  @Test func `keeps the number of members in the word that opens them`() throws {
    let text = "[" + repeatElement("0", count: 70_000).joined(separator: ",") + "]"
    let word = try parsing(Array(text.utf8)) { node, _ in node.word }
    #expect(word >> 32 & 0xFF_FFFF == 70_000)
  }

  @Test func `refuses four gigabytes before it reads a byte`() {
    var parser = ExactParser(dialect: .json)
    // Nothing is there to read.
    let bytes = unsafe Bytes(start: Bytes.empty.pointer, count: 1 << 32)
    #expect(throws: ParseFault(.tooLarge, offset: 0, path: [])) {
      _ = try parser.parse(bytes)
    }
  }

  @Test func `orders the prefixes of strings like the strings`() throws {
    let texts = ["", "\0", "a", "a\0", "ab", "abcdefg", "abcdefgh", "abcdefghi", "b", "é", "😀"]
    let encoded = texts.map { "\"\($0)\"".replacing("\0", with: "\\u0000") }
    let prefixes = try parsing(Array("[\(encoded.joined(separator: ","))]".utf8)) { node, _ in
      (2..<2 + texts.count).map { node.at($0).prefix }
    }
    #expect(prefixes == prefixes.sorted())
    #expect(prefixes[2] == 0x61 << 56)
    #expect(prefixes[6] == 0x6162_6364_6566_6768)
  }
}
