import JSONTree
import Testing

@testable import Pipeline

@Suite struct DocumentShapesTests {
  private let mapping = """
    {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{
      a:"string",at:{type:"timestamp",value:"t | seconds"},second:{type:"timestamp",value:"t | seconds"}}}]}
    """

  private func shapes(_ export: String) throws -> DocumentShapes {
    try Journey(mapping, export).run().report.rules[0].tally.shapes
  }

  @Test func `documents are counted by the month of their first time in UTC`() throws {
    // 1969-12-31T23:59:59Z, 1970-01-01T00:00:00Z, 2019-04-30T23:59:59Z, 1850, and none.
    let months = try shapes(
      #"{"c":{"a":{"t":-1},"b":{"t":0},"c":{"t":1556668799},"d":{"t":-3786912000},"e":{"a":"x"},"f":{"t":5000000000}}}"#
    ).months
    #expect(
      months.months.map { "\(MonthCounts.name(of: $0.month)) \($0.count)" }
        == ["1969-12 1", "1970-01 1", "2019-04 1"])
    #expect([months.earlier, months.later] == [1, 1])
  }

  @Test func `documents are counted by the bytes of their data`() throws {
    // {"a":"x"} is 9 bytes, {"a":"0123456789"} 18.
    let sizes = try shapes(#"{"c":{"a":{"a":"x"},"b":{"a":"y"},"c":{"a":"0123456789"}}}"#).sizes
    #expect(sizes.counts == [0, 0, 0, 2, 1])
    #expect(sizes.bytes == 36)
    #expect(sizes.largest == 18)
    #expect(SizeCounts.range(of: 3) == 8...15)
    #expect(SizeCounts.range(of: 0) == 0...1)
  }

  @Test func `a record that gives no document is in no chart`() throws {
    let report = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{= k}",fields:{k:"string!",n:"integer"}}]}"#,
      #"{"c":{"a":{"k":"x"},"b":{"k":"x"},"c":{"k":"y","n":"no"}}}"#
    ).run().report
    #expect(report.totals.rejected == 2)
    #expect(report.rules[0].tally.shapes.sizes.counts.reduce(0, +) == 1)
  }

  @Test func `are the same however many workers there are and however they are cut into batches`()
    throws
  {
    let records = (0..<2000).map { #""k\#($0)":{"a":"\#($0)","t":\#($0 * 1_000_000)}"# }
    let export = "{\"c\":{" + records.joined(separator: ",") + "}}"
    var one = Journey(mapping, export)
    one.workers = 1
    var many = Journey(mapping, export)
    many.workers = 8
    many.batch = 7
    #expect(
      try one.run().report.rules[0].tally.shapes == many.run().report.rules[0].tally.shapes)
  }

  @Test func `are what they were when they are saved and read back`() throws {
    let shapes = try shapes(#"{"c":{"a":{"t":-1},"b":{"t":0},"d":{"t":-3786912000}}}"#)
    var writer = StateWriter()
    writer.put(shapes)
    var reader = StateReader(writer.bytes)
    #expect(try DocumentShapes(from: &reader) == shapes)
    try reader.end()
  }

  @Test(arguments: [
    (#"{"a":[10,true]}"#, 15), ("null", 4), ("[]", 2), ("{}", 2),
    ("-9223372036854775808", 20), ("18446744073709551615", 20), (#""日本""#, 8), ("false", 5),
    ("[1,[2,[3]]]", 11), (#"{"a":"x","b":[1,{"c":0}],"d":0}"#, 31),
  ])
  func `the size of what is left behind is that of its JSON`(_ value: (String, Int)) throws {
    let report = try Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:"string"}}]}"#,
      #"{"c":{"x":{"a":"1","left":\#(value.0)}}}"#
    ).run().report
    let isAbsent = ["null", "[]", "{}"].contains(value.0)
    #expect(report.rules[0].tally.unread.bytes == (isAbsent ? [] : [value.1]))
  }
}
