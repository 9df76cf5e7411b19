import JSONTree
import Testing
import XMLCheck

@testable import Pipeline

@Suite struct JUnitReportTests {
  private func text(_ report: Report) throws -> String {
    let bytes = try #require(JUnitReport(report).bytes)
    #expect(XMLDocument.fault(in: bytes, schema: "junit.xsd") == nil)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `has a suite a collection and a case for each thing that the model asks`() throws {
    let report = try Journey(
      """
      {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{
        a:{type:"string!",minLength:2,maxLength:3,enum:["ab","abc"]},
        n:{type:"[integer]",minimum:1,maximum:5,maxItems:2,uniqueItems:true},
        m:{type:"map",fields:{at:"timestamp!"}}}}]}
      """, #"{"c":{"x":{"a":"ab","n":[1,9]},"y":{"a":"ab","m":{"at":7}}}}"#
    ).run().report
    #expect(
      try text(report).matches(of: #/testcase name="([^"]*)"/#).map { String($0.1) } == [
        "well-formed records", "records with fields", "document ids that fit", "a: string",
        "a: required", "a: one of &quot;ab&quot;, &quot;abc&quot;",
        "a: at least 2 characters, at most 3 characters", "n: [integer]",
        "n: at least 1, at most 5", "n: at most 2 items, no item twice", "m: map",
        "m.at: timestamp", "m.at: required", "one record for a document", "comes to its end",
        "few kinds of faults",
      ])
    let failures = try text(report).matches(
      of: #/<failure message="([^"]*)" type="([^"]*)">([^\n]*)/#)
    #expect(
      failures.map { "\($0.1) \($0.2) \($0.3)" } == [
        "1 fault range /c/x/n (byte 6): expected at most 5, found more",
        "1 fault type /c/y/m/at (byte 31): expected timestamp, found a number: say its unit with a step (seconds, millis)",
      ])
  }

  @Test func `what a rule asks besides of fields has cases, too`() throws {
    let report = try Journey(
      """
      {name:"t",rules:[{from:"/c/{id}",to:"c/{= k}",where:"k | exists",unknown:"reject",
        join:{x:{from:"/x/{id}",missing:"reject"},y:"/y/{= k}"},fields:{k:{type:"string",pattern:"^a",format:"uuid"}}}]}
      """, #"{"c":{"a":{"k":"b","z":1}},"x":{"a":1},"y":{"b":1}}"#
    ).run().report
    #expect(
      try text(report).matches(of: #/testcase name="([^"]*)"/#).map { String($0.1) } == [
        "well-formed records", "`where`, `to`, join keys can be evaluated", "records with fields",
        "joined: x",
        "document ids that fit", "k: string", "k: fits the pattern &quot;^a&quot;", "k: uuid",
        "no field that no expression reads", "one record for a document", "comes to its end",
        "few kinds of faults",
      ])
    #expect(try text(report).contains(#"<testsuites name="replant run t" tests="12" failures="2""#))
  }

  @Test func `a fault of every code fails one case, and none is lost`() throws {
    var report = ReportSamples.news
    report.rules[0].expectations = [
      Expectation("well-formed records", [.syntax]),
      Expectation(field: "titleStr", "string", [.type], type: .string),
    ]
    report.violations = Violations()
    for code in Code.allCases {
      report.violations.add(
        Violation(code: code, rule: 0, field: "titleStr", source: [], message: "m", offset: 0))
    }
    let text = try text(report)
    #expect(text.matches(of: #/<failure message="1 fault"/#).count == Code.allCases.count)
    #expect(text.contains(#"failures="\#(Code.allCases.count)" errors="0""#))
  }

  @Test func `faults of fields from data are one case and name the first paths`() throws {
    var report = ReportSamples.news
    report.rules[0].expectations = [
      Expectation("no field that no expression reads", [.unknownField])
    ]
    for number in 0..<3000 {
      report.violations.add(
        Violation(
          code: .unknownField, rule: 0, field: "f\(number)", source: Array("/c/x/f\(number)".utf8),
          message: "no rule reads this field", offset: number))
    }
    let text = try text(report)
    #expect(
      text.contains(#"<failure message="999 faults" type="unknownField">/c/x/f0 (byte 0): no"#))
    #expect(text.contains("(byte 19): no rule reads this field\nand 979 more\n"))
    // Beyond the groups that are told apart.
    #expect(
      text.contains(
        #"<failure message="2 001 faults of further kinds" type="more">They are of more fields than are told apart; rejects.ndjson has all records.</failure>"#
      ))
  }

  @Test func `known rejects are skipped, new ones beside them fail`() throws {
    let mapping =
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{a:"string!",b:"integer"}}]}"#
    let first = try Journey(mapping, #"{"c":{"x":{"a":1,"b":"2"}}}"#).run()
    var again = Journey(mapping, #"{"c":{"x":{"a":1,"b":"2"},"y":{"a":3}}}"#)
    again.known = first.rejectLines
    let text = try text(again.run().report)
    #expect(text.contains(#"<failure message="1 fault, and 1 known" type="type">"#))
    #expect(text.contains(#"<skipped message="1 known fault"/>"#))
    #expect(text.contains(#"failures="1" errors="0" skipped="1""#))
  }

  @Test func `a run that did not finish is an error`() throws {
    var report = Report(
      command: "sync", mapping: .init(name: "", hash: ContentHash(high: 0, low: 0)), target: "null:"
    )
    report.outcome = .unreadable
    report.fault = .init(message: "e.json: the file ends early\n  Nothing <was> written.")
    let text = try text(report)
    #expect(
      text.contains(#"<error message="unreadable" type="unreadable">e.json: the file ends early"#))
    #expect(text.contains("  Nothing &lt;was&gt; written.</error>"))
    #expect(text.contains(#"<testsuites name="replant sync " tests="2" failures="0" errors="1""#))
  }

  @Test func `tells the start of the run as its time and stays the same`() throws {
    var report = ReportSamples.news
    report.now = Timestamp(rfc3339: "2026-01-02T03:04:05.678Z")
    #expect(try text(report).contains(#"timestamp="2026-01-02T03:04:05""#))
    #expect(try text(report) == text(report))
  }

  @Test func `no key of an export is markup`() throws {
    var report = ReportSamples.wide
    report.rules[0].to = #"a]]><x y="\#u{1}\#u{FFFE}">/{id}"#
    report.rules[1].to = "b&amp;/{id}"
    #expect(try text(report).contains(#"name="a]]&gt;&lt;x y=&quot;\u{1}\#u{FFFD}&quot;&gt;""#))
  }
}
