import Interop
import JSONTree
import Testing

@testable import Pipeline

/// Exports of several files, and files that are a part of the tree.
@Suite struct SeveralFilesTests {
  private static let joined = """
    {name:"t",rules:[{from:"/c/{id}",to:"c/{id}",join:{j:"/d/{id}"},fields:{v:"any",j:"any"}}]}
    """

  private func keep(_ files: (String, String)...) -> Journey {
    var journey = Journey.keep(files[0].1)
    journey.mount = files[0].0
    journey.others = files.dropFirst().map { ($0.0, Array($0.1.utf8)) }
    return journey
  }

  // MARK: One tree

  @Test func `children of containers above records are united`() throws {
    let arrival = try keep(
      ("/", #"{"c":{"a":{"v":1}},"x":1}"#), ("/c", #"{"b":{"v":2}}"#),
      ("/", #"{"c":{"d":{"v":3}},"x":{"y":2}}"#)
    ).run()
    #expect(arrival.report.exitCode == 0)
    #expect(
      arrival.lines.map { $0.prefix(13) } == [
        #"{"path":"c/a""#, #"{"path":"c/b""#, #"{"path":"c/d""#,
      ])
    // A scalar has one byte, the object seven.
    #expect(arrival.report.unmapped == [.init(path: "/x", children: 1, bytes: 8)])
    #expect(arrival.report.sources.map(\.name) == ["export.json", "other1.json", "other2.json"])
    #expect(arrival.report.sources.map(\.bytes) == [25, 13, 31])
    #expect(Set(arrival.report.sources.compactMap(\.hash?.text)).count == 3)
  }

  @Test func `of duplicate records the first file's stands, and the reject names the other`() throws
  {
    let arrival = try keep(
      ("/", #"{"c":{"a":{"v":1}}}"#), ("/c", #"{"z":{"v":0},"a":{"v":2}}"#)
    ).run()
    #expect(arrival.documents == ["c/a": #"{"v":1}"#, "c/z": #"{"v":0}"#])
    #expect(arrival.faults == ["duplicateKey /c/a"])
    #expect(arrival.rejects.map(\.fault.file) == ["other1.json"])
    // Its quote in the second file, not in the tree.
    #expect(arrival.rejects.map(\.fault.offset) == [13])
  }

  @Test func `one file alone is not named in rejects`() throws {
    let arrival = try Journey.keep(#"{"c":{"a":{"v":1,"v":2}}}"#).run()
    #expect(arrival.rejects.map(\.fault.file) == [nil])
  }

  @Test func `the root as a record stands in one file`() throws {
    var journey = Journey(
      #"{name:"t",rules:[{from:"/",to:"c/x",fields:{v:"any"}}]}"#, #"{"v":1}"#)
    journey.others = [("/", Array(#" {"v":2}"#.utf8))]
    let arrival = try journey.run()
    #expect(arrival.documents == ["c/x": #"{"v":1}"#])
    #expect(arrival.faults == ["duplicateKey /"])
    #expect(arrival.rejects.map(\.fault.offset) == [1])
  }

  @Test func `a path that one file lacks and another has is there`() throws {
    let arrival = try keep(("/", #"{"x":1}"#), ("/", #"{"c":{"a":{"v":1}}}"#)).run()
    #expect(arrival.report.exitCode == 0)
    let none = try keep(("/", #"{"cc":1}"#), ("/d", #"{"a":1}"#)).run()
    #expect(none.report.exitCode == 2)
    #expect(
      none.report.fault?.message == """
        export.json, other1.json: rules[0].from: there is no "/c" in the export. Did you mean "/cc"?
          Nothing was written. Correct the path, or say `optional: true` in the rule.
        """)
  }

  @Test func `empty files make an empty database, and one that is not makes none`() throws {
    #expect(try keep(("/", "null"), ("/c", "{ }"), ("/d", "[]")).run().report.exitCode == 0)
    #expect(try keep(("/", "null"), ("/", #"{"x":1}"#)).run().report.exitCode == 2)
    #expect(try keep(("/c", "null"), ("/", #"{"x":1}"#)).run().report.exitCode == 0)
  }

  @Test func `joined parts are found in whichever file they stand`() throws {
    for (first, second) in [
      (#"{"c":{"a":{"v":1},"b":{"v":2}}}"#, #"{"d":{"b":{"k":2}}}"#),
      (#"{"d":{"b":{"k":2}}}"#, #"{"c":{"a":{"v":1},"b":{"v":2}}}"#),
      (#"{"c":{"b":{"v":2}},"d":{"b":{"k":2}}}"#, #"{"d":{"z":{"k":3}},"c":{"a":{"v":1}}}"#),
      (#"{"c":{"b":{"v":2},"a":{"v":1}}}"#, #"{"d":{"b":{"k":2}}}"#),
    ] {
      var journey = Journey(Self.joined, first)
      journey.others = [("/", Array(second.utf8))]
      let arrival = try journey.run()
      #expect(arrival.documents == ["c/a": #"{"v":1}"#, "c/b": #"{"v":2,"j":{"k":2}}"#])
      #expect(arrival.report.rules[0].tally.joins[0].matched == 1)
      #expect(
        arrival.report.rules[0].tally.joins[0].orphans == (second.contains("z") ? 1 : 0))
    }
  }

  /// Each of four parts stands in the first file, in a file at the container above it, or in one of its own.
  @Test func `however a tree is cut into files, its documents are the same`() throws {
    let parts = [("c", "a", "1"), ("c", "😀", "[1]"), ("d", "a", #"{"k":2}"#), ("d", "q", "3")]
    for cut in 0..<81 {
      var root: [String: [String]] = [:]
      var others: [(mount: String, bytes: [UInt8])] = []
      var rest = cut
      for (above, key, value) in parts {
        let json = above == "c" ? #"{"v":\#(value)}"# : value
        switch rest % 3 {
        case 0: root[above, default: []].append(#""\#(key)":\#(json)"#)
        case 1: others.append(("/\(above)", Array(#"{"\#(key)":\#(json)}"#.utf8)))
        default: others.append(("/\(above)/\(key)", Array(json.utf8)))
        }
        rest /= 3
      }
      let members = root.sorted { $0.key < $1.key }.map {
        #""\#($0)":{\#($1.joined(separator: ","))}"#
      }
      var journey = Journey(Self.joined, "{\(members.joined(separator: ","))}")
      journey.others = others
      let arrival = try journey.run()
      #expect(
        arrival.documents == ["c/a": #"{"v":1,"j":{"k":2}}"#, "c/😀": #"{"v":[1]}"#], "cut \(cut)")
      #expect(arrival.report.rules[0].tally.joins[0].orphans == 1, "cut \(cut)")
    }
  }

  @Test func `a joined part that is no JSON is named by its own file`() throws {
    var journey = Journey(Self.joined, #"{"c":{"a":{"v":1}}}"#)
    journey.others = [("/d", Array(#"{"a":{"k":tru}}"#.utf8))]
    let arrival = try journey.run()
    #expect(arrival.faults == ["syntax /c/a"])
    #expect(
      arrival.rejects.map(\.fault.message) == [
        "join j: expected a value, found 't' at byte 10 of other1.json"
      ])
    #expect(arrival.rejects.map(\.fault.file) == ["export.json"])
  }

  // MARK: Mounts

  @Test func `a mounted file is read as if it were the whole tree`() throws {
    let whole = #"{"a":{"b":{"x":{"v":1},"y":{"v":"é"}}}}"#
    let mapping = #"{name:"t",rules:[{from:"/a/{p}/{id}",to:"c/{p}_{id}",fields:{v:"any"}}]}"#
    let expected = try Journey(mapping, whole).run()
    for (mount, text) in [
      ("/a", #" {"b":{"x":{"v":1},"y":{"v":"é"}}} "#), ("/a/b", #"{"x":{"v":1},"y":{"v":"é"}}"#),
    ] {
      var journey = Journey(mapping, text)
      journey.mount = mount
      #expect(try journey.run().lines == expected.lines)
      journey.export = [0xEF, 0xBB, 0xBF] + journey.export
      #expect(try journey.run().lines == expected.lines)
    }
  }

  @Test func `a mount may be a record, and a scalar or an array`() throws {
    var journey = Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:{type:"any",value:"$value"}}}]}"#,
      #" "text" "#)
    journey.mount = "/c/a"
    journey.others = [
      ("/c/b", Array("5".utf8)), ("/c/d", Array("[1,2]".utf8)), ("/c/e", Array("null".utf8)),
    ]
    #expect(
      try journey.run().documents == [
        "c/a": #"{"v":"text"}"#, "c/b": #"{"v":5}"#, "c/d": #"{"v":[1,2]}"#,
      ])
  }

  @Test func `offsets of a mounted file are its own, byte order mark and all`() throws {
    var journey = keep(("/c", #"{"a":{"v":1},"b":{"v":1,"v":2}}"#))
    #expect(try journey.run().rejects.map(\.fault.offset) == [13])
    journey.export = [0xEF, 0xBB, 0xBF] + journey.export
    #expect(try journey.run().rejects.map(\.fault.offset) == [16])
    journey = keep(("/c/b", #" {"v":1,"v":2}"#))
    #expect(try journey.run().rejects.map(\.fault.offset) == [0])
  }

  @Test func `odd keys may lead to a file`() throws {
    for key in ["__proto__", "😀", #"a"b"#, "e\u{301}", "a b", "@", "x@y", #"tab\\x"#] {
      var journey = keep(("/c/" + key, #"{"v":1}"#))
      journey.workers = 1
      let path = key.replacing(#"\\"#, with: #"\"#)
      let arrival = try journey.run()
      #expect(arrival.report.totals.created == 1, "\(key): \(arrival.report.fault?.message ?? "")")
      #expect(arrival.lines.first?.contains(#"data":{"v":1}"#) == true)
      #expect(path.isEmpty == false)
    }
  }

  @Test func `a file that nobody reads is reported, and still has to be whole`() throws {
    let good = try keep(("/c", #"{"a":{"v":1}}"#), ("/x/y", #"{"p":1,"q":2}"#), ("/z", "[1,2,3]"))
      .run()
    #expect(
      good.report.unmapped == [
        .init(path: "/x", children: 1, bytes: 13), .init(path: "/z", children: 3, bytes: 7),
      ])
    for text in [#"{"p":1"#, #"{"p":1},"q":2"#, "", "nul", #"{"p":1}}"#] {
      let bad = try keep(("/c", #"{"a":{"v":1}}"#), ("/x/y", text)).run()
      #expect(bad.report.exitCode == 7, "\(text)")
      #expect(bad.report.fault?.message.hasPrefix("other1.json") == true)
    }
  }

  @Test func `a file inside a record is refused`() throws {
    for (mount, record) in [("/c/a/x", "/c/a"), ("/c/a/x/y", "/c/a")] {
      let arrival = try keep((mount, "{}")).run()
      #expect(arrival.report.exitCode == 2)
      #expect(
        arrival.report.fault?.message == """
          export.json@\(mount): \(record) is one record of rules[0].from, and a file cannot be a piece of it
            Nothing was read or written. Mount a whole record, or what stands above records.
          """)
    }
    var root = Journey(#"{name:"t",rules:[{from:"/",to:"c/x",fields:{v:"any"}}]}"#, "1")
    root.mount = "/v"
    #expect(try root.run().report.exitCode == 2)
    var join = Journey(Self.joined, "{}")
    join.mount = "/d/a/x"
    let arrival = try join.run()
    #expect(arrival.report.fault?.message.contains("/d/a is one record of rules[0].join.j") == true)
  }

  // MARK: Damage

  /// Everything that is wrong with a file is told of it, whatever stands around it in the tree.
  @Test(arguments: [
    (#"{"v":1},"z":{"v":2}"#, "byte 7, in /c/a\nerror: something follows the root: found ','"),
    (#"{"v":1}}"#, "byte 7, in /c/a\nerror: something follows the root: found '}'"),
    (#"{"v":1}},"y":{"z":{"#, "byte 7, in /c/a\nerror: something follows the root: found '}'"),
    (#"{"v":1"#, "byte 6, in /c/a\nerror: the export ends before its root is closed"),
    ("[[1]", "byte 4, in /c/a\nerror: the export ends before its root is closed"),
    (#"{"v":"x"#, "byte 7, in /c\nerror: the export ends before its root is closed"),
    (#" "x"#, "byte 3, in /c\nerror: the export ends inside a text that begins at byte 1"),
    ("nul", "byte 0, in /c/a\nerror: the export is no JSON"),
    ("-", "byte 1, in /c/a\nerror: the export is no JSON"),
    (#""\q""#, "byte 2, in /c/a\nerror: the export is no JSON"),
    ("<html>", "byte 0, in /c\nerror: expected a value, found '<'"),
    (",", "byte 0, in /c\nerror: expected a value, found ','"),
  ])
  func `refuses a damaged file that is a record`(_ text: String, _ message: String) throws {
    let arrival = try keep(("/", #"{"c":{}}"#), ("/c/a", text)).run()
    #expect(arrival.report.exitCode == 7)
    #expect(arrival.lines == [])
    #expect(
      arrival.report.fault?.message.hasPrefix("other1.json: \(message)") == true,
      "\(arrival.report.fault?.message ?? "nothing")")
  }

  @Test func `refuses an empty file and UTF-16 among good ones`() throws {
    for (bytes, word) in [
      ([], "the file is empty"), ([0x20, 0x0A], "the file is empty"),
      ([0xFF, 0xFE, 0x7B, 0], "the file is UTF-16"), ([0xEF, 0xBB, 0xBF], "the file is empty"),
    ] as [([UInt8], String)] {
      for mount in ["/", "/c", "/c/a", "/x/y"] {
        var journey = Journey.keep(#"{"c":{}}"#)
        journey.others = [(mount, bytes)]
        let arrival = try journey.run()
        #expect(arrival.report.exitCode == 7)
        #expect(arrival.report.fault?.message.hasPrefix("other1.json\nerror: \(word)") == true)
      }
    }
  }

  /// Brackets that close the keys in front of a file must never close anything of the file.
  @Test func `a mounted file cut off anywhere is refused before anything is written`() throws {
    for mount in ["/c", "/c/a", "/z", "/"] {
      let text = #"{"a":{"v":"x"},"b":{"v":[1,"é",[]]},"d":1}"#
      let whole = Array((mount == "/" ? #"{"c":"# + text + "}" : text).utf8)
      for count in 1..<whole.count {
        var journey = Journey.keep(#"{"c":{"y":{"v":1}}}"#)
        journey.others = [(mount, Array(whole.prefix(count)))]
        let arrival = try journey.run()
        #expect(arrival.report.exitCode == 7, "\(mount) cut to \(count) bytes")
        #expect(arrival.lines == [])
      }
    }
  }

  @Test func `tells the line in the file`() throws {
    let arrival = try keep(
      ("/", #"{"c":{}}"#), ("/c", "{\n\"a\": {\"v\":1}\n\"b\": 1}")
    ).run()
    #expect(
      arrival.report.fault?.message == """
        other1.json: byte 15 (line 3, column 1), in /c
        error: expected ',' or '}' after a value, found '"'
          Nothing was written. Repair the file, then run the same command again.
        """)
  }

  // MARK: Streams

  @Test func `gzip and plain files are mixed`() throws {
    for first in [true, false] {
      var journey = Journey.keep("")
      let plain = Array(#"{"a":{"v":1}}"#.utf8)
      journey.export = first ? Self.compressed : plain
      journey.mount = "/c"
      journey.others = [("/c", first ? plain : Self.compressed)]
      #expect(try journey.run().documents == ["c/a": #"{"v":1}"#, "c/b": #"{"v":2}"#])
    }
  }

  /// `{"b":{"v":2}}` as `gzip -n` writes it.
  private static let compressed: [UInt8] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xab, 0x56, 0x4a, 0x52, 0xb2, 0xaa,
    0x56, 0x2a, 0x53, 0xb2, 0x32, 0xaa, 0xad, 0x05, 0x00, 0x50, 0x62, 0x72, 0x9d, 0x0d, 0x00, 0x00,
    0x00,
  ]
}
