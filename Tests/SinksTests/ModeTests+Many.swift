import Pipeline
import Sinks
import Testing

extension ModeTests {
  @Test(arguments: Kind.allCases)
  func `many documents in many batches are merged as one by one`(_ kind: Kind) throws {
    let plan = plan(.merge, .deepMerge, .merge, .replace)
    var state: UInt64 = 42
    func below(_ limit: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % limit)
    }
    for _ in 0..<3 {
      var batches: [Batch] = []
      for rule in 0..<4 {
        var docs: [Doc] = []
        for id in 0..<600 where below(3) > 0 {
          let path = rule == 3 ? "users/r\(id)" : "users/u\(id)"
          let types = rule < 2 ? "{\"f\(rule)\":\"timestamp\"}" : ""
          docs.append(
            Doc(path, "{\"f\(rule)\":\(below(3)),\"x\":\(below(2))}", rule: rule, types: types))
        }
        for start in stride(from: 0, to: docs.count, by: 97) {
          batches.append(.test(Array(docs[start..<min(start + 97, docs.count)]), plan: plan))
        }
      }
      let sink = try kind.sink(in: folder)
      let dry = drySink(kind)
      try dry.begin(plan)
      let planned = try batches.map { try dry.commit($0) }
      let stale = try dry.end().stale
      try sink.begin(plan)
      let done = try batches.map { try sink.commit($0) }
      let ending = try sink.end()
      #expect(done == planned)
      #expect(ending.stale == stale)
      let found = try contents(kind)
      if let found { #expect(Set(found.map { $0.split(separator: " ")[0] }).count == found.count) }
      guard kind.remembers else { return }
      let again = try kind.sink(in: folder)
      try again.begin(plan)
      let second = try batches.flatMap { try again.commit($0) }
      _ = try again.end()
      #expect(second.allSatisfy { $0 == .unchanged })
      #expect(try contents(kind) == found)
    }
    if kind == .ndjson {
      // Both targets hold the same.
      let other = try ModeTests()
      try other.`many documents in many batches are merged as one by one`(.sqlite)
      #expect(try other.contents(.sqlite) == contents(.ndjson))
    }
  }
}
