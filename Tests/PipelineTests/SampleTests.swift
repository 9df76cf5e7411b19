import Foundation
import Testing

@testable import Pipeline

/// The samples in `mappings` and `exports`: what users try and copy from.
@Suite struct SampleTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var name: String
    var tests: Int
    /// Read, created, filtered, rejected.
    var totals: [Int]
    /// How many rejects of each code.
    var rejects: [String: Int]
    var warnings: [String] = []
    /// Parts of the export that no rule reads.
    var unmapped: [String]
    /// `field of from` that nobody reads, and how often.
    var unread: [String: Int] = [:]
    var testDescription: String { name }
  }

  static let samples = [
    Sample(
      name: "chat", tests: 8, totals: [233, 227, 1, 5],
      rejects: ["joinMissing": 1, "missing": 2, "notARecord": 1, "type": 1],
      unmapped: ["/minVersion", "/typing"]),
    Sample(
      name: "news", tests: 5, totals: [920, 915, 0, 5],
      rejects: ["missing": 2, "notARecord": 1, "type": 2], unmapped: ["/Settings"]),
    Sample(
      name: "polls", tests: 5, totals: [219, 213, 0, 6],
      rejects: ["convert": 1, "joinMissing": 2, "missing": 3],
      unmapped: ["/userVotes/{user}", "/version"], unread: ["muted of /users/{uid}": 2]),
    Sample(
      name: "sensors", tests: 5, totals: [1094, 1087, 3, 4], rejects: ["convert": 1, "type": 3],
      warnings: ["plausibleDate"], unmapped: ["/config", "/readings/{device}/{day}"],
      unread: ["owner of /devices/{id}": 5]),
    Sample(
      name: "shop", tests: 6, totals: [105, 101, 0, 4],
      rejects: ["convert": 1, "enum": 1, "joinMissing": 1, "missing": 1],
      unmapped: ["/banner", "/counters"], unread: ["newsletter of /customers/{uid}": 1]),
  ]

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardizedFileURL

  @Test(arguments: ["mappings", "exports"])
  func `every file is a sample that is tested here`(_ folder: String) throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: folder).path)
    #expect(files.sorted() == Self.samples.map { $0.name + ".json" })
  }

  @Test(arguments: samples)
  func `the tests of a sample pass`(_ sample: Sample) throws {
    let file = Self.root.appending(path: "mappings/\(sample.name).json")
    let (mapping, plan) = try MappingCompiler.compile(
      file: sample.name + ".json", bytes: Array(try Data(contentsOf: file)))
    #expect(mapping.name == sample.name)
    #expect(mapping.tests.count == sample.tests)
    let now = try #require(Timestamp(rfc3339: TestRun.defaultNow))
    #expect(TestRun(mapping, plan, now: now).failures() == [])
  }

  @Test(arguments: samples)
  func `a run over its export gives what is written down`(_ sample: Sample) throws {
    let mapping = try String(
      contentsOf: Self.root.appending(path: "mappings/\(sample.name).json"), encoding: .utf8)
    let export = try Data(contentsOf: Self.root.appending(path: "exports/\(sample.name).json"))
    let arrival = try Journey(mapping, bytes: Array(export)).run()
    let (report, totals) = (arrival.report, arrival.report.totals)
    #expect(report.fault == nil)
    #expect([totals.read, totals.created, totals.filtered, totals.rejected] == sample.totals)
    #expect(
      Dictionary(arrival.rejects.map { ($0.fault.code.rawValue, 1) }, uniquingKeysWith: +)
        == sample.rejects)
    #expect(report.warnings.map(\.code) == sample.warnings)
    #expect(report.unmapped.map(\.path).sorted() == sample.unmapped)
    let unread = report.rules.flatMap { rule in
      zip(rule.tally.unread.names, rule.tally.unread.counts).map {
        ("\(String(decoding: $0, as: UTF8.self)) of \(rule.from)", $1)
      }
    }
    #expect(Dictionary(unread, uniquingKeysWith: +) == sample.unread)
  }

  /// Facts 1.1 and 1.2: that is how one tells a server's export from an edited file.
  @Test(arguments: samples)
  func `an export is in the form of the server's`(_ sample: Sample) throws {
    let text = try String(
      contentsOf: Self.root.appending(path: "exports/\(sample.name).json"), encoding: .utf8)
    #expect(!text.hasSuffix("\n"))
    #expect(!text.contains("{}") && !text.contains("[]") && !text.contains("\\u"))
    #expect(text.utf8.count > 10_000)
  }
}
