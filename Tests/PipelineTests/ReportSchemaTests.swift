import SchemaCheck
import Testing

@testable import Pipeline

@Suite struct ReportSchemaTests {
  @Test func `every report fits the schema`() throws {
    let schema = try JSONSchema("report.schema.json")
    var failed = ReportSamples.news
    failed.outcome = .failed
    failed.exitCode = 8
    failed.fault = .init(message: "no space")
    failed.rules[0].tally.droppedPriorities = 4
    failed.sources[0].hash = nil
    failed.knownRejects = 1
    failed.violations.add(
      Violation(
        code: .type, rule: 0, field: "a", source: [], message: "", offset: 0, file: "b.json"))
    let unread = Report(
      command: "run", mapping: .init(name: "", hash: ContentHash(high: 0, low: 0)), target: "null:")
    for report in [ReportSamples.news, ReportSamples.wide, failed, unread] {
      #expect(try schema.faults(in: ReportJSON(report).text) == [])
    }
  }

  @Test func `tells what documents look like, what they cost and which faults are known`() throws {
    var journey = Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:"string",at:{type:"timestamp",value:"t | seconds"}}}]}"#,
      #"{"c":{"x":{"a":"1","t":0},"y":{"t":-9e9},"z":{"t":9e9},"w":{"a":7}}}"#)
    journey.known = try journey.run().rejectLines
    journey.limits = .firestore
    var report = try journey.run().report
    report.target = "firestore:demo-x"
    let text = ReportJSON(report).text
    #expect(try JSONSchema("report.schema.json").faults(in: text) == [])
    #expect(text.contains(#""known": 1"#))
    #expect(
      text.contains(
        """
        "months": {
                  "earlier": 1,
                  "1970-01": 1,
                  "later": 1
                }
        """), "\(text)")
    #expect(text.contains(#""writes": 3,"#))
    #expect(text.contains(#""rampSeconds": 1,"#))
  }

  @Test func `every code of a violation is in the schema`() throws {
    let schema = try JSONSchema("report.schema.json")
    for code in Code.allCases {
      var report = ReportSamples.news
      report.violations = Violations()
      report.violations.add(
        Violation(code: code, rule: 0, field: "", source: [], message: "", offset: 0))
      #expect(try schema.faults(in: ReportJSON(report).text) == [])
    }
  }

  @Test(
    arguments: [
      ("\"schema\": 1", "\"schema\": 2"), ("\"read\": 6", "\"read\": -6"),
      ("\"read\": 6", "\"read\": \"6\""),
      ("\"command\": \"run\"", "\"comand\": \"run\""), ("\"unmapped\"", "\"unread\""),
      ("\"code\": \"type\"", "\"code\": \"typo\""), ("0123456789abcdef", "0123456789ABCDEF"),
      ("\"matched\": 2,", ""), ("\"count\": 1", "\"count\": 0"),
    ])
  func `the schema refuses what replant never writes`(_ change: (String, String)) throws {
    let text = ReportJSON(ReportSamples.news).text.replacing(change.0, with: change.1)
    #expect(try JSONSchema("report.schema.json").faults(in: text) != [])
  }
}
