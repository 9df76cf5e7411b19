import JSONTree
import Testing

@testable import Pipeline

@Suite struct MappingNewsTests {
  /// The mapping that users try first.
  static func file() throws -> [UInt8] {
    let path =
      #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/mappings/news.json"
    guard let file = unsafe fopen(path, "r") else {
      Issue.record("no \(path)")
      return []
    }
    defer { unsafe _ = fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(file), byte != EOF {
      bytes.append(UInt8(truncatingIfNeeded: byte))
    }
    return bytes
  }

  @Test func `compiles the mapping of the news app`() throws {
    let (mapping, plan) = try MappingCompiler.compile(file: "news.json", bytes: try Self.file())
    #expect(mapping.name == "news")
    #expect(mapping.timeZone == "Asia/Tokyo")
    #expect(plan.collections.map(\.name) == ["articleData", "articleData/comments", "users"])
    #expect(plan.collections[1].fields == ["userId", "text", "createdAt", "articleID"])
    #expect(plan.rules.allSatisfy { $0.isDerivable })
    let articles = mapping.rules[0]
    #expect(
      articles.pattern == Pattern(segments: [.literal(Array("ArticleData".utf8)), .capture("id")]))
    #expect(articles.slots.names.first == Array("comments".utf8))
    #expect(articles.slots.joins == [0])
    #expect(articles.fields[0].slot == 1)
    #expect(articles.fields[0].isRequired)
    #expect(articles.fields[7].defaultJSON == Array("[]".utf8))
    #expect(!articles.readsValue)
    #expect(mapping.rules.allSatisfy { $0.claimed.isEmpty && !$0.claimsAll })
  }

  @Test func `a byte changed, left out or put in never makes the compiler trap`() throws {
    let bytes = try Self.file()
    for index in stride(from: 0, to: bytes.count, by: 5) {
      for change in 0..<3 {
        var changed = bytes
        switch change {
        case 0: changed[index] = [0x22, 0x7B, 0x5C, 0x7D, 0xFF][index / 5 % 5]
        case 1: changed.remove(at: index)
        default: changed.insert([0x2F, 0x7C, 0x24, 0x5B, 0x60][index / 5 % 5], at: index)
        }
        do {
          _ = try MappingCompiler.compile(file: "m", bytes: changed)
        } catch {
          #expect(!error.diagnostics.isEmpty)
          #expect(
            error.diagnostics.allSatisfy {
              $0.offset <= changed.count && $0.line > 0 && $0.column > 0
            })
        }
      }
    }
  }
}
