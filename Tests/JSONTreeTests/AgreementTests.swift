import Testing

@testable import JSONTree

/// What the exact parser makes of a text.
enum Outcome {
  case value(words: [UInt64], strings: [[UInt8]], hasBig: Bool)
  case fault(ParseFault)

  init(_ text: [UInt8]) {
    do throws(ParseFault) {
      self = try parsing(text) { node, _ in Outcome(node) }
    } catch {
      self = .fault(error)
    }
  }

  init(_ node: Node) {
    var strings: [[UInt8]] = []
    var hasBig = false
    var index = 1
    while index < node.after {
      let value = node.at(index)
      hasBig = hasBig || value.kind == .big
      if value.kind == .string || value.kind == .big { strings.append(value.bytes.array) }
      index = value.isContainer ? index + 1 : value.after
    }
    self = .value(words: JSONTreeTests.words(node), strings: strings, hasBig: hasBig)
  }

  var isAccepted: Bool {
    if case .value = self { true } else { false }
  }

  /// Both parsers give the same words and strings, or both refuse; numbers that only the exact
  /// parser holds, and the last of the containers that may stand in one another, excepted.
  func checkAgainstSimdjson(_ text: [UInt8], _ comment: @autoclosure () -> String) {
    let fast = simdjson(text) { Outcome($0) }
    switch (self, fast) {
    case (.fault, nil), (.value(_, _, hasBig: true), nil): return
    case (.value(let words, let strings, _), .value(let fastWords, let fastStrings, _)?):
      if words == fastWords, strings == fastStrings { return }
    case (.value, nil):
      if text.count(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) >= 1023 {
        return
      }
    default: break
    }
    let readable = String(decoding: text.prefix(500), as: UTF8.self)
    Issue.record("\(comment()): \(self) but simdjson: \(String(describing: fast)) of \(readable)")
  }
}

/// Random JSON texts, many of them with the hard cases of numbers and strings.
struct RandomText {
  var random: SeededGenerator
  private var text = ""

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func make() -> [UInt8] {
    text = ""
    value(depth: 0)
    return Array(text.utf8)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  private mutating func value(depth: Int) {
    blank()
    switch Int.random(in: 0..<(depth < 5 ? 8 : 5), using: &random) {
    case 0: text += pick(["true", "false", "null"])
    case 1, 2: number()
    case 3, 4: string()
    case 5, 6:
      text += "{"
      for member in 0..<Int.random(in: 0..<5, using: &random) {
        if member > 0 { text += "," }
        blank()
        string()
        blank()
        text += ":"
        value(depth: depth + 1)
      }
      blank()
      text += "}"
    default:
      text += "["
      for element in 0..<Int.random(in: 0..<5, using: &random) {
        if element > 0 { text += "," }
        value(depth: depth + 1)
      }
      blank()
      text += "]"
    }
    blank()
  }

  private mutating func blank() {
    text += pick(["", "", "", "", " ", "\n", "\t ", "\r\n"])
  }

  private mutating func digits(_ most: Int) -> String {
    String((0..<Int.random(in: 1...most, using: &random)).map { _ in pick(Array("0123456789")) })
  }

  private mutating func number() {
    let edges = [
      "0", "-0", "-0.0", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "-9223372036854775809", "18446744073709551615", "18446744073709551616", "1e400", "1e-400",
      "2.2250738585072011e-308", "5e-324", "1.7976931348623158e308", "1.7976931348623159e308",
      "8.41e21", "9007199254740993", "9007199254740993.0", "1e23", "123456789012345678901.5",
      "0.000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    ]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text += pick(edges)
    case 1: text += pick(["", "-"]) + pick(["1", "7", "9"]) + digits(19)
    case 2: text += pick(["", "-"]) + pick(["0", "3" + digits(17)]) + "." + digits(25)
    default:
      text +=
        pick(["", "-"]) + pick(["0", "8" + digits(5)]) + pick(["", "." + digits(20)])
        + pick(["e", "E"]) + pick(["", "-", "+"]) + digits(3)
    }
  }

  private mutating func string() {
    text += "\""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      text += pick([
        "a", "B", "9", " ", "é", "€", "😀", "\u{7F}", "\\n", "\\\"", "\\\\", "\\/", "\\u0041",
        "\\u00e9", "\\u20AC", "\\ud83d\\ude00", "\\u0000", "{", "]", ":", ",", "//", "'", ".",
      ])
    }
    text += "\""
  }

  /// A text with a few bytes changed, taken out, doubled or cut off.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...Int.random(in: 0..<3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(bytes[place], at: place)
      case 3: bytes.removeLast(bytes.count - place)
      case 4:
        bytes.insert(
          contentsOf: Array(pick(["\\ud800", "\\", "\"", ",", "0", "e", "-", "."]).utf8), at: place)
      default: bytes[place] = pick(Array("{}[]\",:\\0-1eE.+tfn ".utf8))
      }
    }
    return bytes
  }
}

@Suite struct AgreementTests {
  @Test(arguments: 1...8)
  func `makes the same of random texts as simdjson`(_ part: Int) {
    for seed in UInt64(part * 1000)..<UInt64(part * 1000 + 250) {
      var random = RandomText(seed: seed)
      let text = random.make()
      let outcome = Outcome(text)
      if !outcome.isAccepted {
        Issue.record("seed \(seed): \(outcome) of \(String(decoding: text, as: UTF8.self))")
      }
      outcome.checkAgainstSimdjson(text, "seed \(seed)")
      for _ in 0..<10 {
        let mutated = random.mutated(text)
        Outcome(mutated).checkAgainstSimdjson(mutated, "seed \(seed), mutated")
      }
    }
  }

  @Test func `makes the same of every short text as simdjson`() {
    let alphabet = Array("{}[]\",:1 ".utf8)
    var texts: [[UInt8]] = [[]]
    for _ in 0..<5 {
      texts = texts.flatMap { text in alphabet.map { text + [$0] } }
      for text in texts { Outcome(text).checkAgainstSimdjson(text, "short") }
    }
  }

  @Test func `makes the same of every short number as simdjson`() {
    let alphabet = Array("-+.0e19".utf8)
    var texts: [[UInt8]] = [[]]
    for _ in 0..<5 {
      texts = texts.flatMap { text in alphabet.map { text + [$0] } }
      for text in texts {
        let element = [UInt8(ascii: "[")] + text + [UInt8(ascii: "]")]
        Outcome(text).checkAgainstSimdjson(text, "number")
        Outcome(element).checkAgainstSimdjson(element, "number")
      }
    }
  }

  @Test func `reads every JSON text in JSON5 as the same value`() throws {
    for seed in UInt64(1)...500 {
      var random = RandomText(seed: seed)
      let text = random.make()
      let plain = try parsing(text) { node, _ in words(node) }
      let wide = try parsing(text, as: .json5) { node, _ in words(node) }
      #expect(plain == wide, "seed \(seed)")
    }
  }

  @Test func `reads random bytes in JSON5 without a trap, and names a place inside them`() {
    let pieces: [[UInt8]] =
      [
        "{", "}", "[", "]", "'", "\"", "\\", "\n", "/*", "*/", "//", "0x", "f", "+", "-", ".", "1",
        "e", "Infinity", "\u{A0}", "\u{2028}", "a", "é", ":", ",", "\\u12", "\\x4", "\\ud800",
      ].map { Array($0.utf8) } + [[0xFF], [0xE2], [0xE2, 0x80], [0xF0, 0x9F], [0]]
    for seed in UInt64(1)...5000 {
      var random = SeededGenerator(seed: seed)
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<12, using: &random) {
        text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }
      do throws(ParseFault) {
        _ = try parsing(text, as: .json5) { node, _ in rendering(node) }
      } catch {
        if error.offset < 0 || error.offset > text.count {
          Issue.record("seed \(seed): offset \(error.offset) of \(text.count)")
        }
      }
    }
  }
}
