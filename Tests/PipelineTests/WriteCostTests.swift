import JSONTree
import Testing

@testable import Pipeline

@Suite struct WriteCostTests {
  private func cost(created: Int, removed: Int = 0) throws -> WriteCost {
    var report = ReportSamples.news
    report.target = "firestore:demo-x"
    report.limits = .firestore
    report.rules[0].tally.totals = ReportSamples.totals(read: created, created: created)
    report.rules[0].tally.totals.removed = removed
    return try #require(WriteCost.all(of: report).first)
  }

  @Test(arguments: [(0, 0, 0), (1, 0, 1), (20_000, 20_000, 1), (20_001, 0, 2), (5, 60_001, 4)])
  func `the free quota is 20 000 writes and 20 000 deletes a day`(
    _ given: (writes: Int, deletes: Int, days: Int)
  ) throws {
    #expect(try cost(created: given.writes, removed: given.deletes).freeDays == given.days)
  }

  @Test(arguments: [
    (0, 0.0), (500, 1.0), (150_000, 300), (150_750, 301), (375_000, 600), (376_125, 601),
  ])
  func `the ramp begins at 500 a second and grows by half every five minutes`(
    _ given: (writes: Int, seconds: Double)
  ) throws {
    #expect(try cost(created: given.writes).rampSeconds == given.seconds)
  }

  @Test func `index entries and sizes are those of the documents`() throws {
    var journey = Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:"string",l:"[string]"}}]}"#,
      #"{"c":{"x":{"a":"1","l":["p","q"]},"y":{"a":"2"}}}"#)
    journey.limits = .firestore
    var report = try journey.run().report
    report.target = "firestore:demo-x"
    let cost = try #require(WriteCost.all(of: report).first)
    // x: 2 of the text, 2 of the list and 1 for each item; y: 2.
    #expect(cost.indexEntries == 8)
    // Names of 20 bytes (c/x: 2 + 2 + 16), 32 each; a: 2 + 2, l: 2 + 2 · 2.
    #expect(cost.documentBytes == 20 + 32 + 4 + 6 + 20 + 32 + 4)
    #expect(cost.writes == 2)
    #expect(cost.events.map(\.collection) == ["c"])
    #expect(cost.events.map(\.count) == [2])
  }

  @Test func `says so where what is stored is more than what is free`() throws {
    func text(_ indexBytes: Int) throws -> String {
      var writer = StateWriter()
      for number in [1, 0, 0, 0, 4, indexBytes, 1000] { writer.put(number) }
      writer.put("c/x")
      writer.put("c/x")
      writer.put(NameCounts())
      var reader = StateReader(writer.bytes)
      var report = ReportSamples.news
      report.target = "firestore:demo-x"
      report.limits = .firestore
      report.rules[0].tally.limits = try LimitTally(from: &reader)
      return try String(decoding: #require(HTMLReport(report).bytes), as: UTF8.self)
    }
    #expect(
      try text(1 << 30).contains(
        "1.0 kB of documents, 1.1 GB of index entries: more than the free 1 GiB"))
    #expect(try !text((1 << 30) - 1000).contains("more than the free"))
  }

  @Test func `targets without limits cost nothing that could be told`() {
    #expect(WriteCost.all(of: ReportSamples.news) == [])
  }
}
