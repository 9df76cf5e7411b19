import Foundation
import Testing

@testable import Pipeline

/// Random exports under random mappings against a plain model in memory: the pipeline may be clever, its result must
/// not be.
@Suite struct PropertyTests {
  /// Valid mappings to try; `REPLANT_SEEDS` of the long form.
  private static let wanted =
    ProcessInfo.processInfo.environment["REPLANT_SEEDS"].flatMap { Int($0) } ?? 3000
  private static let first =
    ProcessInfo.processInfo.environment["REPLANT_FIRST_SEED"].flatMap { UInt64($0) } ?? 1

  @Test func `gives what a plain model gives, whatever the mapping and however the export is cut`()
    throws
  {
    var valid = 0
    var seed = Self.first
    var failed: [UInt64] = []
    var documents = 0
    var rejects = 0
    while valid < Self.wanted, failed.count < 5 {
      if let (found, expected, text) = try outcome(seed) {
        valid += 1
        documents += expected.totals[1]
        rejects += expected.totals[3]
        if found != expected {
          failed.append(seed)
          Issue.record("seed \(seed)\n\(text)\nexpected \(show(expected))\nfound    \(show(found))")
        }
      }
      seed += 1
    }
    // A generator that makes nothing of interest would pass as well.
    #expect(documents > Self.wanted, "\(documents) documents")
    #expect(rejects > Self.wanted, "\(rejects) rejects")
    #expect(seed - Self.first < 3 * UInt64(Self.wanted), "most mappings are refused")
  }

  /// Nil where the mapping is refused.
  private func outcome(
    _ seed: UInt64
  ) throws -> (found: Reference.Result, expected: Reference.Result, text: String)? {
    let example = RandomCase(seed: seed)
    let mapping =
      "{name:\"t\",rules:[" + example.rules.map(\.text).joined(separator: ",\n") + "]}"
    var random = SeededGenerator(seed &+ 1_000_000)
    let export = Tree.object(example.export).spelled(&random)
    var journey = Journey(mapping, export)
    journey.batch = Int.random(in: 1...4, using: &random)
    journey.workers = Int.random(in: 1...3, using: &random)
    let arrival: Journey.Arrival
    do {
      arrival = try journey.run()
    } catch is MappingFaults {
      return nil
    }
    let totals = arrival.report.totals
    let found = Reference.Result(
      lines: Set(arrival.lines.map { Array($0.utf8) }), rejects: Set(arrival.faults),
      totals: [totals.read, totals.created, totals.filtered, totals.rejected])
    let expected = Reference(rules: example.rules, export: example.export).run()
    return (found, expected, mapping + "\n" + export)
  }

  private func show(_ result: Reference.Result) -> String {
    let lines = result.lines.map { String(decoding: $0, as: UTF8.self) }.sorted()
    return "\(result.totals) \(result.rejects.sorted())\n  " + lines.joined(separator: "\n  ")
  }
}
