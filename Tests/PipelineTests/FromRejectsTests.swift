import Foundation
import Interop
import JSONTree
import Testing

@testable import Pipeline

/// Rejects that are read again.
@Suite struct FromRejectsTests {
  private static let mapping = """
    {name:"t",rules:[
      {from:"/c/{id}",to:"c/{id}",fields:{v:"integer!"}},
      {from:"/d/{room}/m/{id}",to:"d/{room}/m/{id}",join:{j:"/j/{id}"},
        fields:{v:"integer!",w:{type:"any",value:"j"},r:{type:"string",value:"$room"}}}]}
    """

  private func again(_ lines: String, mapping: String = mapping) -> Journey {
    var journey = Journey(mapping, lines)
    journey.isFromRejects = true
    return journey
  }

  private static let broken = #"""
    {"c":{"a":{"v":1,"v":2},"b":{"v":"x"},"é\"\\":{"v":[1 2]},"":{"v":"\ud800"},"😀":{"v":"y"},
    "__proto__":{"v":1.5},"e\u0301":{"v":"n"},"\u00e9":{"v":"c"},"sl/ash":{"v":1},"s":"t","ok":{"v":3}},
    "d":{"r":{"m":{"1":{"v":"a"},"2":{"v":1},"3":{"v" : "z", "q":[ 1,{"a":"b c"}]}}},"":{"m":[{"v":"u"}]}},
    "j":{"1":{"k" : [1,2]},"2":5}}
    """#

  @Test func `what is still wrong gives the same lines`() throws {
    let first = try Journey(Self.mapping, Self.broken).run()
    #expect(first.rejects.count == 13)
    for workers in [1, 3] {
      for batch in [1, 2, 500] {
        var journey = again(first.rejectLines)
        journey.workers = workers
        journey.batch = batch
        let second = try journey.run()
        #expect(second.rejectLines == first.rejectLines)
        #expect(second.report.totals.read == 13)
        #expect(second.report.totals.rejected == 13)
        #expect(second.report.exitCode == 3)
        #expect(second.report.violations.groups == first.report.violations.groups)
      }
    }
  }

  @Test func `what was repaired goes in, with its joined parts`() throws {
    let first = try Journey(Self.mapping, Self.broken).run()
    let lines = first.rejectLines.replacing(#""v":"a""#, with: #""v":7"#)
      .replacing(#""value":{"v":"y"}"#, with: #" "value" : { "v" : 8 } "#)
    let second = try again(lines).run()
    #expect(
      second.documents == ["d/r/m/1": #"{"v":7,"w":{"k":[1,2]},"r":"r"}"#, "c/😀": #"{"v":8}"#])
    #expect(second.report.rules[1].tally.joins[0].matched == 1)
    #expect(second.report.rules[1].tally.joins[0].orphans == 0)
  }

  @Test func `bytes that were no JSON are repaired as base64`() throws {
    let line =
      #"{"source":"/c/a","from":"/c/{id}","raw":"\#(String(decoding: Base64.encode(Array(#"{"v":4}"#.utf8)), as: UTF8.self))"}"#
    #expect(try again(line).run().documents == ["c/a": #"{"v":4}"#])
  }

  /// Bytes that would make two records of one, or one of two, between their neighbours.
  @Test(arguments: [#"{"v":1},{"v":2}"#, "", "1],[2", #"{"v":1"#, "]", "[", #"{"v":1}]"#, " "])
  func `broken bytes stay one record`(_ raw: String) throws {
    let base64 = String(decoding: Base64.encode(Array(raw.utf8)), as: UTF8.self)
    let lines = ["a", "b", "c"].map { id in
      id == "b"
        ? #"{"source":"/c/b","from":"/c/{id}","raw":"\#(base64)"}"#
        : #"{"source":"/c/\#(id)","from":"/c/{id}","value":{"v":5}}"#
    }
    let arrival = try again(lines.joined(separator: "\n")).run()
    #expect(arrival.documents == ["c/a": #"{"v":5}"#, "c/c": #"{"v":5}"#])
    #expect(arrival.faults == ["syntax /c/b"])
  }

  @Test func `a record as deep as a parser goes is read again`() throws {
    let deep = String(repeating: #"{"a":"#, count: 1023) + "1" + String(repeating: "}", count: 1023)
    let first = try Journey(Self.mapping, #"{"c":{"x":{"v":"t","w":\#(deep)}},"d":{}}"#).run()
    #expect(first.faults == ["type /c/x"])
    let second = try again(first.rejectLines).run()
    #expect(second.rejectLines == first.rejectLines)
  }

  @Test func `a record of which other rules took everything is still there`() throws {
    let mapping = """
      {name:"t",rules:[{from:"/r/{id}",to:"r/{id}",fields:{t:"string!"}},
        {from:"/r/{room}/m/{id}",to:"r/{room}/m/{id}",fields:{v:"any"}}]}
      """
    let first = try Journey(mapping, #"{"r":{"a":{"m":{"x":{"v":1}}}}}"#).run()
    #expect(first.faults == ["missing /r/a"])
    #expect(try again(first.rejectLines, mapping: mapping).run().rejectLines == first.rejectLines)
  }

  @Test func `the root and a literal path are records, too`() throws {
    for (from, export) in [("/", #"{"v":"x"}"#), ("/a/b", #"{"a":{"b":{"v":"x"}}}"#)] {
      let mapping = #"{name:"t",rules:[{from:"\#(from)",to:"c/x",fields:{v:"integer"}}]}"#
      let first = try Journey(mapping, export).run()
      #expect(first.rejects.count == 1)
      let second = try again(first.rejectLines, mapping: mapping).run()
      #expect(second.rejectLines == first.rejectLines)
      let third = try again(
        first.rejectLines.replacing(#""x"}"#, with: "5}"), mapping: mapping
      ).run()
      #expect(third.documents == ["c/x": #"{"v":5}"#])
    }
  }

  @Test func `lines carry file and offset over`() throws {
    let line =
      #"{"source":"/c/a","rule":0,"from":"/c/{id}","to":"c/a","code":"type","field":"v","message":"expected integer, found string","offset":71,"file":"b.json","value":{"v":"x"}}"#
    #expect(try again(line + "\r\n\n").run().rejectLines == line + "\n")
  }

  @Test func `lines of several rules may come in any order`() throws {
    let lines = [
      #"{"source":"/d/r/m/1","from":"/d/{room}/m/{id}","value":{"v":1}}"#,
      #"{"source":"/c/a","from":"/c/{id}","value":{"v":2}}"#,
      #"{"source":"/d/s/m/1","from":"/d/{room}/m/{id}","value":{"v":3},"joins":{"j":"x"}}"#,
    ].joined(separator: "\n")
    #expect(
      try again(lines).run().lines == [
        #"{"path":"d/r/m/1","id":"1","data":{"v":1,"r":"r"}}"#,
        #"{"path":"c/a","id":"a","data":{"v":2}}"#,
        #"{"path":"d/s/m/1","id":"1","data":{"v":3,"w":"x","r":"s"}}"#,
      ])
  }

  @Test func `root of the mapping stands before the pattern`() throws {
    let mapping =
      #"{name:"t",root:"/production",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:"integer"}}]}"#
    let line = #"{"source":"/production/c/a","from":"/c/{id}","value":{"v":1}}"#
    #expect(try again(line, mapping: mapping).run().documents == ["c/a": #"{"v":1}"#])
    #expect(
      try again(line.replacing("/production", with: ""), mapping: mapping).run().report.exitCode
        == 6)
  }

  @Test func `rules that share a path are told apart by number`() throws {
    let mapping = """
      {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:"any"}},
        {from:"/c/{id}",to:"e/{id}",fields:{v:"any"}}]}
      """
    let line = #"{"source":"/c/a","rule":1,"from":"/c/{id}","value":{"v":1}}"#
    #expect(try again(line, mapping: mapping).run().documents == ["e/a": #"{"v":1}"#])
    let lost = try again(line.replacing(#""rule":1,"#, with: ""), mapping: mapping).run()
    #expect(lost.report.exitCode == 6)
    #expect(
      lost.report.fault?.message == """
        export.json: line 1
        error: several rules have "from": "/c/{id}", and its "rule" is none of them
          Nothing was written. Run with the mapping that the rejects are of, or with the repaired export.
        """)
  }

  @Test func `an empty file has nothing to do`() throws {
    for text in ["", "\n \n"] { #expect(try again(text).run().report.exitCode == 0) }
  }

  // MARK: Refusals

  @Test(
    arguments: [
      (
        #"{"source":"/c/a","from":"/x/{id}","value":1}"#,
        "no rule of the mapping has \"from\": \"/x/{id}\""
      ),
      (
        #"{"source":"/d/a","from":"/c/{id}","value":1}"#,
        "its \"source\" is no record of rules[0].from"
      ),
      (
        #"{"source":"/c","from":"/c/{id}","value":1}"#,
        "its \"source\" is no record of rules[0].from"
      ),
      (
        #"{"source":"/d/r/m/9","from":"/d/{room}/m/{id}","raw":"e30="}"#,
        "the record of \"/d/r/m/9\" is there as bytes (\"raw\"), without the parts that rules[1] joins to it"
      ),
    ])
  func `refuses what cannot be read without the export`(_ line: String, _ reason: String) throws {
    let good = #"{"source":"/c/g","from":"/c/{id}","value":{"v":1}}"#
    let arrival = try again(good + "\n" + line + "\n").run()
    #expect(arrival.report.exitCode == 6)
    #expect(arrival.report.outcome == .refused)
    #expect(arrival.lines == [])
    #expect(
      arrival.report.fault?.message.hasPrefix(
        "export.json: line 2\nerror: \(reason)\n  Nothing was written. Run with") == true)
    let advice =
      line.contains("raw")
      ? "Run with the repaired export, or take the line out."
      : "Run with the mapping that the rejects are of, or with the repaired export."
    #expect(arrival.report.fault?.message.hasSuffix("  Nothing was written. \(advice)") == true)
  }

  private static let start = #"{"source":"/c/a","from":"/c/{id}""#

  @Test(
    arguments: [
      ("x", "it is no JSON object"), ("[]", "it is no JSON object"),
      ("{", "expected a key in quotes at byte 1 of the line"),
      (start + "}", #"expected either "value" or "raw" in it, found neither"#),
      (
        start + #","value":1,"raw":"e30="}"#, #"expected either "value" or "raw" in it, found both"#
      ),
      (#"{"from":"/c/{id}","value":1}"#, #"there is no "source" in it"#),
      (#"{"source":"/c/a","value":1}"#, #"there is no "from" in it"#),
      (start + #","value":tru}"#, #""value": expected a value, found 't' at byte 0 of it"#),
      (
        start + #","value":{"v":[1}}"#,
        #""value": expected ',' or ']' after a value, found '}' at byte 7 of it"#
      ),
      (start + #","value":1} {}"#, "something follows the object"),
      (start + #","value":1,}"#, "expected a key in quotes at byte 44 of the line"),
      (start + #","value":1 "x":2}"#, "expected ',' or '}' at byte 44 of the line"),
      (start + #","value":1,"value":2}"#, #"the key "value" stands twice in it"#),
      (start + #","raw":"e30"}"#, #""raw": expected bytes in base64"#),
      (#"{"source":5,"from":"/c/{id}","value":1}"#, #""source": expected a text"#),
      (start + #","value":1,"offset":-1}"#, #""offset": expected an integer from 0 on"#),
      (start + #","value":1,"rule":1.5}"#, #""rule": expected an integer from 0 on"#),
      (start + #","value":1,"joins":5}"#, #""joins": expected an object"#),
      (start + #","value":1,"joins":}"#, #""joins": expected an object"#),
      (start + #","value":1,"joins":{"j" 5}}"#, "expected ':' at byte 57 of the line"),
      (
        start + #","value":1,"joins":{"j":}}"#,
        #""joins": "j": expected a value, found the end of the text at byte 0 of it"#
      ),
      (
        start + #","value":1,"note":tru}"#, #""note": expected a value, found 't' at byte 0 of it"#
      ),
      (
        #"{"source":"/c/\ud800","from":"/c/{id}","value":1}"#,
        #""source": \ud800 is half of a surrogate pair at byte 4 of it"#
      ),
      (#"{"source" "/c/a","from":"/c/{id}","value":1}"#, "expected ':' at byte 10 of the line"),
      (start + #","value":{"a":1"#, "the line ends before the object does"),
      (start + #","value":"a"#, "the line ends inside a text"),
    ])
  func `a damaged line makes the file unreadable`(_ line: String, _ reason: String) throws {
    let good = #"{"source":"/c/g","from":"/c/{id}","value":{"v":1}}"#
    let arrival = try again(good + "\n\n" + line + "\n" + good).run()
    #expect(arrival.report.exitCode == 7)
    #expect(arrival.lines == [])
    #expect(
      arrival.report.fault?.message == """
        export.json: line 3
        error: the line is no reject: \(reason)
          Nothing was written. Repair the line or take it out, then run the same command again.
        """)
  }

  @Test func `a line cut off anywhere is damaged`() throws {
    let line = Array(
      #"{"source":"/c/é","from":"/c/{id}","value":{"v":[1,"x"]},"joins":{"j":{"a":1}}}"#.utf8)
    for count in 1..<line.count {
      var journey = again("")
      journey.export = Array(line.prefix(count))
      #expect(try journey.run().report.exitCode == 7, "cut to \(count) bytes")
    }
  }

  /// Writes over the rejects file when the run begins to write.
  private final class ChangingSink: Sink {
    let url = "changing:"
    let path: String
    init(_ path: String) { self.path = path }
    func begin(_ plan: Plan) -> Checkpoint? {
      try? Data("{}\n".utf8).write(to: URL(filePath: path))
      return nil
    }
    func commit(_ batch: borrowing Batch) -> [Change] { [] }
    func finish(removing removal: Removal?, state: [UInt8]) -> Ending { Ending() }
    func abandon(forgetting: Bool) -> Remainder { .all }
    func read(path: [UInt8]) -> [UInt8]? { nil }
  }

  @Test func `a file that changes under the run is unreadable`() throws {
    let path = NSTemporaryDirectory() + "/replant-changing-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let line = #"{"source":"/c/a","from":"/c/{id}","value":{"v":1}}"# + "\n"
    try Data(line.utf8).write(to: URL(filePath: path))
    let (compiled, plan) = try MappingCompiler.compile(file: "m", bytes: Array(Self.mapping.utf8))
    var request = RunRequest(
      command: "run", mapping: compiled, plan: plan, exports: [ExportFile(path)],
      sink: ChangingSink(path), rejects: MemoryRejects(), workers: 1, batch: 5,
      now: try #require(Timestamp(microseconds: 0)), progress: Unwatched())
    request.isFromRejects = true
    let report = Migration.run(request)
    #expect(report.exitCode == 7)
    #expect(
      report.fault?.message == """
        \(path)
        error: cannot read the export: it has changed since it was looked at
          Each file in changing: is complete, as this run or an earlier one made it. Check the name and the permissions.
        """)
  }
}
