@testable import Pipeline

/// A JSON value; keys and texts are bytes.
indirect enum Tree: Equatable {
  case null
  case flag(Bool)
  case integer(Int64)
  case double(Double)
  /// Beyond both, as written.
  case big(String)
  case text([UInt8])
  case array([Tree])
  case object([Member])

  struct Member: Equatable {
    var key: [UInt8]
    var value: Tree
    init(_ key: [UInt8], _ value: Tree) { (self.key, self.value) = (key, value) }
  }
}

/// An expression of the mapping language.
indirect enum Expression {
  case field([UInt8])
  /// `$.name`.
  case rootField([UInt8])
  case key, value, index
  case capture(String)
  case child(Expression, [UInt8])
  case each(Expression)
  case list([Expression])
  case step(Expression, String)
  case first([Expression])
  case equal(Expression, Expression)
}

extension Reference {
  enum Segment: Equatable { case key([UInt8]), capture(String) }
  enum Part { case text([UInt8]), capture(String), expression(Expression) }
  enum Join {
    /// A path; of several expressions in it none gives a list.
    case keyed([Part])
    /// The children of a top whose field gives the key that the record's expression gives.
    case gathered([UInt8], by: [UInt8], equals: Expression)
  }

  struct Rule {
    var from: [Segment]
    var to: [[Part]]
    var joins: [(name: [UInt8], join: Join, rejects: Bool)] = []
    var filter: Expression?
    var fields: [Field] = []
    var unknown = "drop"
    /// Fields at the top that its expressions read, joins aside; whether one reads `$value`, or it as a whole.
    var reads: [[UInt8]] = []
    var readsValue = false
    var readsAll = false
  }

  struct Field {
    var name: [UInt8]
    var type: String
    var depth = 0
    var isRequired = false
    /// Nil: the field of the same name.
    var value: Expression?
    var fallback: String?
    var onError = "reject"
    var maximum: Int64?
    var fields: [Field]?
  }
}

// MARK: What an expression reads

extension Expression {
  private var parts: [Expression] {
    switch self {
    case .field, .rootField, .key, .value, .index, .capture: []
    case .child(let of, _), .each(let of), .step(let of, _): [of]
    case .list(let parts), .first(let parts): parts
    case .equal(let a, let b): [a, b]
    }
  }

  /// The fields at the top of the record.
  func fields(isNested: Bool, _ joins: [[UInt8]]) -> [[UInt8]] {
    switch self {
    case .field(let name): isNested || joins.contains(name) ? [] : [name]
    case .rootField(let name): joins.contains(name) ? [] : [name]
    case .child(.value, let name): [name]
    default: parts.flatMap { $0.fields(isNested: isNested, joins) }
    }
  }

  func readsValue(asWhole: Bool) -> Bool {
    if case .child(.value, _) = self { return !asWhole }
    if case .value = self { return true }
    return parts.contains { $0.readsValue(asWhole: asWhole) }
  }
}

extension Reference.Rule {
  /// Notes what its expressions read.
  mutating func noteReads() {
    func all(_ fields: [Reference.Field], _ isNested: Bool) -> [(Expression, isNested: Bool)] {
      fields.flatMap {
        [($0.value ?? .field($0.name), isNested)] + all($0.fields ?? [], true)
      }
    }
    var places = to.flatMap { $0 }
    var expressions = all(fields, false) + (filter.map { [($0, false)] } ?? [])
    for (_, join, _) in joins {
      switch join {
      case .keyed(let parts): places += parts
      case .gathered(_, _, let equals): expressions.append((equals, false))
      }
    }
    for case .expression(let expression) in places { expressions.append((expression, false)) }
    reads = expressions.flatMap { $0.0.fields(isNested: $0.isNested, joins.map(\.name)) }
    readsValue = expressions.contains { $0.0.readsValue(asWhole: false) }
    readsAll = expressions.contains { $0.0.readsValue(asWhole: true) }
  }
}

// MARK: As it is written

extension Expression {
  var text: String {
    switch self {
    case .field(let name): Self.name(name)
    case .rootField(let name): "$." + Self.name(name)
    case .key: "$key"
    case .value: "$value"
    case .index: "$index"
    case .capture(let name): "$" + name
    case .child(let of, let name): of.text + "." + Self.name(name)
    case .each(let of): of.text + ".*"
    case .list(let items): "[" + items.map(\.text).joined(separator: ", ") + "]"
    case .step(let input, let name): "(\(input.text) | \(name))"
    case .first(let parts): "(" + parts.map(\.text).joined(separator: " ?? ") + ")"
    case .equal(let a, let b): "(\(a.text) == \(b.text))"
    }
  }

  private static func name(_ key: [UInt8]) -> String {
    "`" + String(decoding: key, as: UTF8.self) + "`"
  }
}

extension Reference.Part {
  var text: String {
    switch self {
    case .text(let text): String(decoding: text, as: UTF8.self)
    case .capture(let name): "{\(name)}"
    case .expression(let expression): "{= \(expression.text)}"
    }
  }
}

extension Reference.Rule {
  var text: String {
    let from = self.from.map { segment in
      switch segment {
      case .key(let key): "/" + String(decoding: key, as: UTF8.self)
      case .capture(let name): "/{\(name)}"
      }
    }.joined()
    let to = self.to.map { $0.map(\.text).joined() }.joined(separator: "/")
    let joins = self.joins.map { name, join, rejects in
      let missing = "missing:\"\(rejects ? "reject" : "null")\""
      switch join {
      case .keyed(let parts):
        let path = parts.map { "/" + $0.text }.joined()
        return name.quoted + ":{from:\(JSONText.quoted(path)),\(missing)}"
      case .gathered(let top, let by, let equals):
        let path = "/" + String(decoding: top, as: UTF8.self) + "/{gathered}"
        return name.quoted + ":{from:\(JSONText.quoted(path)),"
          + "by:\(JSONText.quoted(Expression.field(by).text)),"
          + "equals:\(JSONText.quoted(equals.text)),\(missing)}"
      }
    }.joined(separator: ",")
    return
      "{from:\(JSONText.quoted(from.isEmpty ? "/" : from)),to:\(JSONText.quoted(to)),optional:true,"
      + "join:{\(joins)},unknown:\"\(unknown)\","
      + (filter.map { "where:\(JSONText.quoted($0.text))," } ?? "")
      + "fields:{\(fields.map(\.text).joined(separator: ","))}}"
  }
}

extension Reference.Field {
  var text: String {
    let type =
      String(repeating: "[", count: depth) + self.type + String(repeating: "]", count: depth)
      + (isRequired ? "!" : "")
    return name.quoted + ":{type:\"\(type)\",onError:\"\(onError)\""
      + (value.map { ",value:\(JSONText.quoted($0.text))" } ?? "")
      + (fallback.map { ",default:\($0)" } ?? "") + (maximum.map { ",maximum:\($0)" } ?? "")
      + (fields.map { ",fields:{\($0.map(\.text).joined(separator: ","))}" } ?? "") + "}"
  }
}

extension Tree {
  /// As documents have it: an array with holes is a map by index. Nil where a number does not fit.
  var written: String? {
    switch self {
    case .null, .big: return nil
    case .flag(let flag): return "\(flag)"
    case .integer(let value): return "\(value)"
    case .double(let value): return "\(value)"
    case .text(let text): return JSONText.quoted(String(decoding: text, as: UTF8.self))
    case .array(let items) where !items.contains(.null):
      let parts = items.compactMap(\.written)
      return parts.count < items.count ? nil : "[" + parts.joined(separator: ",") + "]"
    case .array, .object: return Tree.map(members ?? [])
    }
  }

  /// Members as a map.
  static func map(_ members: [Member]) -> String? {
    let parts = members.compactMap { member in
      member.value.written.map { member.key.quoted + ":" + $0 }
    }
    return parts.count < members.count ? nil : "{" + parts.joined(separator: ",") + "}"
  }
}

extension [UInt8] {
  var quoted: String { JSONText.quoted(String(decoding: self, as: UTF8.self)) }
}

extension Tree {
  /// As an export may spell it: blanks and escapes at random.
  func spelled(_ random: inout SeededGenerator) -> String {
    let blank = ["", "", "", " ", "\n", "\t\r\n "].randomElement(using: &random) ?? ""
    switch self {
    case .null: return "null" + blank
    case .big(let text): return text + blank
    case .text(let text): return Self.spell(text, &random) + blank
    case .array(let items):
      return "[" + blank
        + items.map { $0.spelled(&random) }.joined(separator: "," + blank) + "]" + blank
    case .object(let members):
      return "{" + blank
        + members.map { Self.spell($0.key, &random) + blank + ":" + $0.value.spelled(&random) }
        .joined(separator: "," + blank) + blank + "}"
    default: return (written ?? "") + blank
    }
  }

  private static func spell(_ text: [UInt8], _ random: inout SeededGenerator) -> String {
    var result = "\""
    for unit in String(decoding: text, as: UTF8.self).unicodeScalars {
      if unit.value < 0x10000, Int.random(in: 0..<9, using: &random) == 0 {
        let hex = String(unit.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      } else {
        // By scalars: a combining mark and the quote in front of it are one character.
        result.unicodeScalars += JSONText.quoted(String(unit)).unicodeScalars.dropFirst().dropLast()
      }
    }
    return result + "\""
  }
}

/// xorshift64*: a failing test prints the seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
