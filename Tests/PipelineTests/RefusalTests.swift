import Interop
import Testing

@testable import Pipeline

/// Exports that are refused as a whole, with the sentence a user reads.
@Suite struct RefusalTests {
  private func outcome(_ bytes: [UInt8]) throws -> (Int, String) {
    var journey = Journey.keep("")
    journey.export = bytes
    let arrival = try journey.run()
    #expect(arrival.lines == [], "something was delivered")
    return (arrival.report.exitCode, arrival.report.fault?.message ?? "")
  }

  private func outcome(_ text: String) throws -> (Int, String) { try outcome(Array(text.utf8)) }

  @Test func `an empty file`() throws {
    for text in ["", " \n"] {
      #expect(
        try outcome(text) == (
          7,
          "export.json\nerror: the file is empty\n  Nothing was written. Export the database again."
        ))
    }
  }

  @Test func `UTF-16, with a byte order mark and without`() throws {
    for bytes: [UInt8] in [
      [0xFF, 0xFE, 0x7B, 0], [0xFE, 0xFF, 0, 0x7B], [0x7B, 0, 0x7D, 0], [0, 0x7B],
    ] {
      let (status, message) = try outcome(bytes)
      #expect(status == 7)
      #expect(message.contains("error: the file is UTF-16, and JSON exports are UTF-8"))
    }
  }

  @Test func `an export cut off anywhere is refused before anything is written`() throws {
    let text = #"{"c":{"a":{"v":"x"},"b":{"v":[1,"é"]}},"d":1}"#
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count {
      #expect(try outcome(Array(bytes.prefix(count))).0 == 7, "cut to \(count) bytes")
    }
  }

  @Test func `a gzip member cut off anywhere is refused before anything is written`() throws {
    // `{"c":{"a":{"v":1}}}` as `gzip -n` writes it.
    let member: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xab, 0x56, 0x4a, 0x56, 0xb2,
      0xaa, 0x56, 0x4a, 0x04, 0x11, 0x65, 0x4a, 0x56, 0x86, 0xb5, 0xb5, 0xb5, 0x00, 0xd6, 0x6b,
      0x3b, 0x68, 0x13, 0x00, 0x00, 0x00,
    ]
    var journey = Journey.keep("")
    journey.export = member
    let whole = try journey.run()
    #expect(whole.documents == ["c/a": #"{"v":1}"#])
    for count in 2..<member.count {
      #expect(try outcome(Array(member.prefix(count))).0 == 7, "cut to \(count) bytes")
    }
  }

  @Test func `says where a container above records is broken`() throws {
    #expect(
      try outcome(#"{"c":{"a":{"v":1} "b":{}}}"#) == (
        7,
        """
        export.json: byte 18, in /c
        error: expected ',' or '}' after a value, found '"'
          Nothing was written. Repair the file, then run the same command again.
        """
      ))
  }

  @Test(arguments: ["x", "nul", "tru", "01", "1.", "\u{1}", "\"\\q\""])
  func `a root that is a word and no JSON`(_ text: String) throws {
    let (status, message) = try outcome(text)
    #expect(status == 7)
    #expect(message.contains("error: the export is no JSON: "))
  }

  @Test func `something behind the root`() throws {
    let (status, message) = try outcome(#"{"c":{}} {"c":{}}"#)
    #expect(status == 7)
    #expect(message.contains("byte 9\nerror: something follows the root: found '{'"))
  }

  @Test func `a path that is not there is an error with a suggestion`() throws {
    #expect(
      try outcome(#"{"cc":{"a":{"v":1}},"x":1}"#) == (
        2,
        """
        export.json: rules[0].from: there is no "/c" in the export. Did you mean "/cc"?
          Nothing was written. Correct the path, or say `optional: true` in the rule.
        """
      ))
  }

  private func outcome(
    from: String, _ export: String, more: String = ""
  ) throws -> (status: Int, message: String?) {
    let arrival = try Journey(
      #"{name:"t",rules:[{from:"\#(from)",to:"c/{id}"\#(more)}]}"#, export
    ).run()
    return (arrival.report.exitCode, arrival.report.fault?.message)
  }

  @Test func `a key behind a capture that is nowhere is an error with what stands there`() throws {
    #expect(
      try outcome(
        from: "/u/k/{z}/deeep/{id}",
        #"{"u":{"k":{"a":{"deep":{"1":{"v":1}}},"b":{"deep":{},"other":1}}}}"#) == (
          2,
          """
          export.json: rules[0].from: there is no "/u/k/{z}/deeep" in the export. Did you mean "/u/k/{z}/deep"?
            Nothing was written. Correct the path, or say `optional: true` in the rule.
          """
        ))
    #expect(
      try outcome(from: "/{a}/{b}/x/y/{id}", #"{"p":{"q":{"x":{"z":{"1":{}}}}}}"#).message?
        .contains(#"there is no "/{a}/{b}/x/y" in the export. There is: /{a}/{b}/x/z"#) == true)
    #expect(
      try outcome(
        from: "/u/{z}/deeep/{id}", #"{"u":{"a":{"deep":{"1":{"v":1}}}}}"#, more: ",optional:true"
      ).status == 0)
  }

  @Test(arguments: [
    #"{"u":{}}"#, #"{"u":{"a":{}}}"#, #"{"u":{"a":5,"b":null}}"#, #"{"u":null}"#,
    #"{"u":{"a":{"other":1},"b":{"messages":{}}}}"#, #"{"u":[]}"#,
    #"{"u":{"a":{".value":5,".priority":1}}}"#,
  ])
  func `a collection that is empty lacks nothing`(_ export: String) throws {
    #expect(try outcome(from: "/u/{z}/messages/{id}", export).status == 0)
  }

  @Test func `what fits another rule's literal key counts as well`() throws {
    let two =
      #"{name:"t",rules:[{from:"/u/{z}/m/{id}",to:"c/{id}"},{from:"/u/vip/{id}",to:"d/{id}"}]}"#
    #expect(
      try Journey(two, #"{"u":{"vip":{"m":{"1":{"v":1}}}}}"#).run().report.exitCode == 0)
    #expect(
      try Journey(two, #"{"u":{"vip":{"mm":{"1":{"v":1}}},"x":{"mm":1}}}"#).run().report.fault?
        .message.contains(#"there is no "/u/{z}/m" in the export. Did you mean "/u/{z}/mm"?"#)
        == true)
  }

  @Test func `thousands of other keys are no burden`() throws {
    let keys = (0..<5_000).map { #""k\#($0)":{"o\#($0)":1}"# }.joined(separator: ",")
    #expect(
      try outcome(from: "/u/{z}/m/{id}", "{\"u\":{\(keys)}}").message?.contains(
        #"there is no "/u/{z}/m" in the export. There is: /u/{z}/o0, "#) == true)
  }

  @Test(arguments: ["null", "{}", "[]", " null "])
  func `an empty database has no documents and no missing path`(_ text: String) throws {
    let (status, _) = try outcome(text)
    #expect(status == 0)
  }

  @Test func `a missing file`() throws {
    let (compiled, plan) = try MappingCompiler.compile(
      file: "m", bytes: Array(#"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{}}]}"#.utf8))
    let report = Migration.run(
      RunRequest(
        command: "run", mapping: compiled, plan: plan, exports: [ExportFile("/nowhere/x.json")],
        sink: MemorySink(), rejects: MemoryRejects(), workers: 1, batch: 5,
        now: try #require(Timestamp(microseconds: 0)), progress: Unwatched()))
    #expect(report.exitCode == 7)
    #expect(
      report.fault?.message
        == "/nowhere/x.json\nerror: cannot read the export: No such file or directory\n  Nothing was written. Check the name and the permissions."
    )
  }
}
