import Foundation
import Testing

/// Exports of several files, as a shell gives them.
@Suite(.enabled(if: Workbench.binary != nil))
struct ExportCommandTests {
  private static let mapping = """
    { name: "t", rules: [{ from: "/c/{id}", to: "c/{id}", fields: { a: "string!" } }] }
    """

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench([
      "m.json": Self.mapping, "one.json": #"{"c":{"x":{"a":"1"}}}"#,
      "two.json": #"{"y":{"a":"2"}}"#,
      "three.json": #"{"z":{"a":3}}"#,
    ])
    defer { bench.remove() }
    try body(bench)
  }

  @Test func `plain, gzip and standard input make one tree`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        gzip two.json
        replant run m.json one.json two.json.gz@/c -@/c --to ndjson:out --report r <three.json
        """)
      #expect(result.status == 3)
      #expect(
        bench.text("out/c.ndjson") == """
          {"path":"c/x","id":"x","data":{"a":"1"}}
          {"path":"c/y","id":"y","data":{"a":"2"}}

          """)
      #expect(
        bench.text("r/rejects.ndjson")?.contains(#""offset":1,"file":"standard input","#) == true)
      let report = try #require(bench.text("r/report.json"))
      #expect(report.contains(#""name": "two.json.gz""#))
      #expect(report.contains(#""file": "standard input""#))
      #expect(result.errors.contains("t: 3 files ("))
    }
  }

  @Test func `mount is for those that do not say themselves`() throws {
    try onBench { bench in
      let result = try bench.run(
        "replant run m.json two.json one.json@/ --mount /c --to ndjson:- --quiet")
      #expect(result.status == 0)
      #expect(result.output.split(separator: "\n").count == 2)
      let wrong = try bench.run("replant run m.json two.json --mount c --to ndjson:out --report r")
      #expect(wrong.status == 2)
      #expect(wrong.errors.hasPrefix("error: --mount: the path \"c\" is none:"))
      #expect(bench.text("r/report.json")?.contains(#""exitCode": 2"#) == true)
    }
  }

  @Test func `a folder that is no export is unreadable`() throws {
    try onBench { bench in
      let result = try bench.run("mkdir f; replant run m.json f --to ndjson:out --report r")
      #expect(result.status == 7)
      #expect(result.errors.contains("no export of the emulator"))
      #expect(bench.text("r/report.json")?.contains(#""outcome": "unreadable""#) == true)
    }
  }

  @Test func `an export may come in more files than a shell lets a process open`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        ulimit -Sn 100
        for i in {1000..1199}; do echo '{"a":"t"}' >$i.json; done
        replant run m.json $(printf '%s\\n' 1???.json | sed 's|\\(.*\\).json|&@/c/\\1|') --to ndjson:- --quiet | wc -l
        """)
      #expect(result.output.filter(\.isNumber) == "200", "\(result.errors)")
    }
  }

  @Test func `no input is written over, whichever it is`() throws {
    try onBench { bench in
      let script = """
        mkdir r; cp two.json r/report.json
        replant run m.json one.json r/report.json@/c --to ndjson:out --report r
        """
      let result = try bench.run(script)
      #expect(result.status == 2)
      #expect(result.errors.contains("the run would write over its input r/report.json"))
      #expect(bench.text("r/report.json") == #"{"y":{"a":"2"}}"#)
    }
  }
}
