import Foundation
import JSONTree
import Testing

@testable import Pipeline

/// Random exports against a plain model in memory: the pipeline may be clever, its result must not be.
@Suite struct PropertyTests {
  /// A JSON value as the model has it. Objects keep their order.
  indirect enum Tree {
    case null, yes, no
    case number(String)
    case text(String)
    case array([Tree])
    case object([(String, Tree)])

    var isAbsent: Bool {
      switch self {
      case .null: true
      case .array(let items): items.allSatisfy { $0.isAbsent }
      case .object(let members): members.allSatisfy { $0.1.isAbsent }
      default: false
      }
    }

    /// As replant writes it: absent parts left out, arrays with holes as maps.
    var written: String {
      switch self {
      case .null: return "null"
      case .yes: return "true"
      case .no: return "false"
      case .number(let text): return text
      case .text(let text): return JSONText.quoted(text)
      case .array(let items):
        if items.contains(where: { $0.isAbsent }) {
          return Tree.object(items.enumerated().map { ("\($0.offset)", $0.element) }).written
        }
        return "[" + items.map { $0.written }.joined(separator: ",") + "]"
      case .object(let members):
        let present = members.filter { !$0.1.isAbsent }
        return "{"
          + present.map { JSONText.quoted($0.0) + ":" + $0.1.written }.joined(separator: ",") + "}"
      }
    }

    /// As an export may spell it: blanks and escapes at random.
    func spelled(_ random: inout SeededGenerator) -> String {
      let blank = ["", "", "", " ", "\n", "\t\r\n "].randomElement(using: &random) ?? ""
      switch self {
      case .text(let text): return Self.spell(text, &random) + blank
      case .array(let items):
        return "[" + blank
          + items.map { $0.spelled(&random) }.joined(separator: "," + blank) + "]" + blank
      case .object(let members):
        return "{" + blank
          + members.map { Self.spell($0.0, &random) + blank + ":" + $0.1.spelled(&random) }
          .joined(separator: "," + blank) + blank + "}"
      default: return written + blank
      }
    }

    private static func spell(_ text: String, _ random: inout SeededGenerator) -> String {
      var result = "\""
      for unit in text.unicodeScalars {
        if unit.value < 0x10000, Int.random(in: 0..<9, using: &random) == 0 {
          let hex = String(unit.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        } else {
          // By scalars: a combining mark and the quote in front of it are one character.
          result.unicodeScalars += JSONText.quoted(String(unit)).unicodeScalars.dropFirst()
            .dropLast()
        }
      }
      return result + "\""
    }

    static func random(_ depth: Int, _ random: inout SeededGenerator) -> Tree {
      switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
      case 0: .null
      case 1: .yes
      case 2: .no
      case 3:
        .number(
          ["0", "-7", "9007199254740993", "1.5", "-0.25", "1e+16"].randomElement(using: &random)
            ?? "0")
      case 4, 5:
        .text(["", "a", "朝\n", "\"\\", "e\u{301}", "😀"].randomElement(using: &random) ?? "")
      case 6, 7:
        .array(
          (0..<Int.random(in: 0..<4, using: &random)).map { _ in Tree.random(depth - 1, &random) })
      default: .object(Self.members(4, depth - 1, &random))
      }
    }

    /// Members with different keys.
    static func members(_ most: Int, _ depth: Int, _ random: inout SeededGenerator) -> [(
      String, Tree
    )] {
      var keys = ["a", "b", "10", "2", "é", "e\u{301}", "k k", "-Lx", "Z", "~"].shuffled(
        using: &random)
      return (0..<Int.random(in: 0...most, using: &random)).map { _ in
        (keys.removeLast(), Tree.random(depth, &random))
      }
    }
  }

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

  private static let mapping = #"""
    {name:"t",rules:[
     {from:"/c/{id}",to:"c/{id}",unknown:"keep",join:{j:"/j/{id}"},fields:{joined:{type:"any",value:"j"}}},
     {from:"/n/{room}/m/{id}",to:"rooms/{room}/m/{id}",fields:{all:{type:"any",value:"$value"}}}]}
    """#

  /// The lines that the mapping must give, as bytes: Swift's strings would take two spellings of é for one key.
  private func expected(_ tops: [(String, Tree)]) -> Set<[UInt8]> {
    let parts = Dictionary(uniqueKeysWithValues: tops)
    var lines: Set<[UInt8]> = []
    func add(_ collection: String, _ id: String, _ data: String) {
      let path = JSONText.quoted(collection + id)
      lines.insert(Array(#"{"path":\#(path),"id":\#(JSONText.quoted(id)),"data":\#(data)}"#.utf8))
    }
    let joined = members(parts["j"])
    for (key, record) in members(parts["c"]) where record.isThere {
      guard let fields = record.asObject else { continue }
      let part = joined.first { Array($0.0.utf8) == Array(key.utf8) }?.1
      var all: [(String, Tree)] = []
      if let part, !part.isAbsent { all.append(("joined", part)) }
      add("c/", key, Tree.object(all + fields).written)
    }
    for (room, content) in members(parts["n"]) {
      guard let messages = content.asObject?.first(where: { $0.0 == "m" })?.1 else { continue }
      for (key, record) in members(messages) where record.isThere {
        add(
          "rooms/\(room)/m/", key,
          record.isAbsent ? "{}" : #"{"all":\#(record.written)}"#)
      }
    }
    return lines
  }

  private func members(_ tree: Tree?) -> [(String, Tree)] { tree?.asObject ?? [] }

  @Test func `gives what a plain model gives, however the export is spelled and cut`() throws {
    let seeds = ProcessInfo.processInfo.environment["REPLANT_SEEDS"].flatMap { UInt64($0) } ?? 1500
    for seed in 1...seeds {
      var random = SeededGenerator(seed)
      let order = ["c", "j", "n", "other"].shuffled(using: &random)
      let tops = order.map { name in
        (name, name == "other" ? Tree.random(3, &random) : Tree.object(Tree.members(8, 4, &random)))
      }
      let export = Tree.object(tops).spelled(&random)
      var journey = Journey(Self.mapping, export)
      journey.batch = Int.random(in: 1...4, using: &random)
      journey.workers = Int.random(in: 1...3, using: &random)
      let arrival = try journey.run()
      let wanted = expected(tops)
      let found = Set(arrival.lines.map { Array($0.utf8) })
      #expect(found == wanted, "seed \(seed): \(export)")
      if found != wanted { return }
    }
  }
}

extension PropertyTests.Tree {
  /// A record is absent only if it is literally so.
  fileprivate var isThere: Bool {
    switch self {
    case .null: false
    case .array(let items): !items.isEmpty
    case .object(let members): !members.isEmpty
    default: true
    }
  }

  /// The members of an object, or of an array by index.
  fileprivate var asObject: [(String, PropertyTests.Tree)]? {
    switch self {
    case .object(let members): members
    case .array(let items): items.enumerated().map { ("\($0.offset)", $0.element) }
    default: nil
    }
  }
}
