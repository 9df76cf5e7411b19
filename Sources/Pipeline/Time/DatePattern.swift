/// A pattern of the steps `date` and `format`, compiled.
///
///     d MMM yyyy[, h:mm a]     8 Jul 2021       8 Jul 2021, 3:05 PM
///
/// Letters mean fields, texts in single quotes and all other characters themselves; `''` is a quote; what stands in
/// brackets may be missing (and is always written).
struct DatePattern: Sendable {
  enum Field: String { case year, month, day, hour, minute, second, fraction, half, zone }

  enum Part: Sendable {
    case literal(Constant)
    /// `digits` 1: one or two, as many as it takes; else exactly so many.
    case number(Field, digits: Int)
    /// `h`: 1 to 12.
    case halfDayHour(digits: Int)
    /// `MMM` Jul, `MMMM` July.
    case monthName(isFull: Bool)
    /// `S` any number of digits, `SSS` three.
    case fraction(digits: Int)
    /// `a`: AM or PM.
    case half
    /// `X`: Z, +09, +0530; `XXX`: Z, +05:30.
    case zone(hasColon: Bool)
    /// The parts before `end` may be missing.
    case optional(end: Int)
  }

  enum Use { case reading, writing }

  let parts: [Part]
  /// The most bytes that it writes.
  let capacity: Int

  init(_ text: [UInt8], for use: Use) throws(TextFault) {
    var compiler = DatePatternCompiler(text)
    parts = try compiler.compile(for: use)
    capacity = parts.reduce(0) { $0 + $1.capacity }
  }

  /// For the type check: what is wrong with a pattern.
  static func fault(_ text: [UInt8], for use: Use) -> TextFault? {
    do throws(TextFault) {
      _ = try DatePattern(text, for: use)
      return nil
    } catch {
      return error
    }
  }

  static let months: [StaticString] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension DatePattern.Part {
  fileprivate var capacity: Int {
    switch self {
    case .literal(let text): text.bytes.count
    case .number(_, let digits), .halfDayHour(let digits): max(digits, 2)
    case .monthName: 9
    case .fraction(let digits): max(digits, 6)
    case .half: 2
    case .zone: 6
    case .optional: 0
    }
  }
}

/// Compiles the text of a pattern.
private struct DatePatternCompiler {
  /// A text is read by trying: with so few optional parts, and each field once, that ends soon.
  private static let maximumOptionals = 8
  private static let maximumLength = 200

  private let text: [UInt8]
  private var index = 0
  private var parts: [DatePattern.Part] = []
  private var literal: [UInt8] = []
  private var seen: [DatePattern.Field: Int] = [:]
  /// Where the open brackets stand: in the text and among the parts.
  private var open: [(offset: Int, part: Int)] = []
  private var optionals = 0
  private var isYearOptional = false
  private var hasHalfDayHour = false

  init(_ text: [UInt8]) { self.text = text }

  mutating func compile(for use: DatePattern.Use) throws(TextFault) -> [DatePattern.Part] {
    guard text.count <= Self.maximumLength else { throw TextFault("the pattern is too long") }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "'"): try quote()
      case UInt8(ascii: "["): try bracket()
      case UInt8(ascii: "]"): try closingBracket()
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        try letters(byte)
      default:
        literal.append(byte)
        index += 1
      }
    }
    if let last = open.last { throw TextFault("\"[\" is not closed", at: last.offset) }
    endLiteral()
    if use == .reading { try checkReading() }
    if parts.isEmpty { throw TextFault("the pattern is empty") }
    return parts
  }

  /// What a time cannot be told from.
  private func checkReading() throws(TextFault) {
    if seen[.year] == nil || isYearOptional {
      throw TextFault("without a year (yyyy) no time can be told")
    }
    if seen[.day] != nil, seen[.month] == nil {
      throw TextFault("the pattern has a day, but no month", at: seen[.day])
    }
    if let half = seen[.half], !hasHalfDayHour {
      throw TextFault("AM and PM (a) need an hour from 1 to 12 (h)", at: half)
    }
    if hasHalfDayHour, seen[.half] == nil {
      throw TextFault(
        "an hour from 1 to 12 (h) needs AM or PM (a); 0 to 23 is H", at: seen[.hour])
    }
  }

  private mutating func endLiteral() {
    guard !literal.isEmpty else { return }
    parts.append(.literal(Constant(literal)))
    literal = []
  }

  private mutating func quote() throws(TextFault) {
    let start = index
    index += 1
    if index < text.count, text[index] == UInt8(ascii: "'") {
      literal.append(UInt8(ascii: "'"))
      index += 1
      return
    }
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte != UInt8(ascii: "'") {
        literal.append(byte)
      } else if index < text.count, text[index] == UInt8(ascii: "'") {
        literal.append(byte)
        index += 1
      } else {
        return
      }
    }
    throw TextFault("the quoted text does not end", at: start)
  }

  private mutating func bracket() throws(TextFault) {
    optionals += 1
    guard optionals <= Self.maximumOptionals else {
      throw TextFault("a pattern has 8 optional parts at most; give several patterns", at: index)
    }
    endLiteral()
    open.append((index, parts.count))
    parts.append(.optional(end: 0))
    index += 1
  }

  private mutating func closingBracket() throws(TextFault) {
    guard let start = open.popLast() else { throw TextFault("there is no \"[\"", at: index) }
    endLiteral()
    parts[start.part] = .optional(end: parts.count)
    index += 1
  }

  private mutating func letters(_ letter: UInt8) throws(TextFault) {
    let start = index
    while index < text.count, text[index] == letter { index += 1 }
    let count = index - start
    guard let (part, field) = Self.part(letter, count) else {
      let word = String(decoding: text[start..<index], as: UTF8.self)
      throw TextFault(
        "a pattern has no \(quoted(word)); letters that mean themselves go in '…'", at: start)
    }
    guard seen.updateValue(start, forKey: field) == nil else {
      throw TextFault("the \(field.name) stands in the pattern twice", at: start)
    }
    if case .halfDayHour = part { hasHalfDayHour = true }
    if field == .year, !open.isEmpty { isYearOptional = true }
    endLiteral()
    parts.append(part)
  }

  private static func part(_ letter: UInt8, _ count: Int) -> (DatePattern.Part, DatePattern.Field)?
  {
    switch (Unicode.Scalar(letter), count) {
    case ("y", 4): (.number(.year, digits: 4), .year)
    case ("M", 1...2): (.number(.month, digits: count), .month)
    case ("M", 3...4): (.monthName(isFull: count == 4), .month)
    case ("d", 1...2): (.number(.day, digits: count), .day)
    case ("H", 1...2): (.number(.hour, digits: count), .hour)
    case ("h", 1...2): (.halfDayHour(digits: count), .hour)
    case ("m", 1...2): (.number(.minute, digits: count), .minute)
    case ("s", 1...2): (.number(.second, digits: count), .second)
    case ("S", _): (.fraction(digits: count), .fraction)
    case ("a", 1): (.half, .half)
    case ("X", 1), ("X", 3): (.zone(hasColon: count == 3), .zone)
    default: nil
    }
  }
}

extension DatePattern.Field {
  fileprivate var name: String {
    switch self {
    case .half: "half of the day"
    case .fraction: "fraction of the second"
    default: rawValue
    }
  }
}
