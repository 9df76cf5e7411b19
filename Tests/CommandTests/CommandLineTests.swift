import Foundation
import Testing

/// The built command, as a shell sees it.
@Suite(.enabled(if: Workbench.binary != nil))
struct CommandLineTests {
  private static let mapping = """
    { name: "t", rules: [{ from: "/c/{id}", to: "c/{id}", fields: { a: "string!" } }] }
    """
  private static let files = [
    "m.json": mapping, "good.json": #"{"c":{"x":{"a":"1"},"y":{"a":"2"}}}"#,
    "bad.json": #"{"c":{"x":{"a":"1"},"y":{"a":2}}}"#,
  ]

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench(Self.files)
    defer { bench.remove() }
    try body(bench)
  }

  @Test func `help is a result, and a usage error a message`() throws {
    try onBench { bench in
      let help = try bench.run("replant run --help")
      #expect(help.status == 0)
      #expect(help.output.hasPrefix("run: "))
      #expect(help.errors == "")
      let error = try bench.run("replant rnu m.json good.json --to null:")
      #expect(error.status == 2)
      #expect(error.output == "")
      #expect(error.errors.hasPrefix("error: unknown command \"rnu\". Did you mean \"run\"?\n"))
      #expect(try bench.run("replant").status == 2)
      #expect(try bench.run("replant --version").output.hasPrefix("replant "))
    }
  }

  @Test func `check says that a mapping is fine, or what is not`() throws {
    try onBench { bench in
      let fine = try bench.run("replant check m.json")
      #expect((fine.status, fine.output, fine.errors) == (0, "mapping is fine: 1 rule\n", ""))
      let broken = try bench.run("sed 's/string!/strng/' m.json >n.json; replant check n.json")
      #expect(broken.status == 2)
      #expect(broken.output == "")
      #expect(broken.errors.contains("n.json:1:"))
      #expect(broken.errors.contains("strng"))
    }
  }

  @Test func `check runs the tests of a mapping, and says which failed`() throws {
    try onBench { bench in
      let test = #"{name: "t", given: {"/c/a": {v: 1, at: 2}}, expect: {"c/a": {v: 1, at: AT}}}"#
      let rule =
        ##"{from: "/c/{id}", to: "c/{id}", fields: {v: "integer", at: {type: "timestamp", value: "$now"}}}"##
      let mapping = #"{name: "n", rules: [\#(rule)], tests: [\#(test)]}"#
      let write = "cat >t.json <<'END'\n\(mapping)\nEND\n"
      let fine = try bench.run(
        "\(write) sed -i 's/AT/\"2100-01-01T00:00:00Z\"/' t.json; replant check t.json")
      #expect(
        (fine.status, fine.output, fine.errors)
          == (0, "mapping is fine: 1 rule, 1 test passed\n", ""))
      let later = try bench.run("replant check t.json --now 2020-01-01T00:00:00Z")
      #expect(later.status == 2)
      #expect(later.output == "")
      let wrong = "at: expected \"2100-01-01T00:00:00Z\", found \"2020-01-01T00:00:00Z\""
      #expect(
        later.errors == """
          error: 1 of 1 test failed
          t.json:1:\(mapping.utf8.count - test.utf8.count - 1): tests[0] "t"
            c/a:
              \(wrong)

          """)
      let quiet = try bench.run("replant check t.json --quiet")
      #expect((quiet.status, quiet.output, quiet.errors) == (0, "", ""))
      // A run compiles them and does not run them.
      let run = try bench.run(
        "echo '{\"c\":{}}' >e.json; sed -i 's/v: 1, at: \"/v: 2, at: \"/' t.json; replant run t.json e.json --to null:"
      )
      #expect(run.status == 0)
    }
  }

  @Test func `steps explains all steps, and one`() throws {
    try onBench { bench in
      let all = try bench.run("replant steps")
      #expect(all.status == 0)
      #expect(all.output.contains("  pushTime  "))
      let one = try bench.run("replant steps pushTime")
      #expect(one.output.hasPrefix("pushTime: "))
      #expect(one.output.contains("gives    a timestamp"))
      let none = try bench.run("replant steps pushtime")
      #expect(none.status == 2)
      #expect(none.errors.contains("Did you mean \"pushTime\"?"))
    }
  }

  @Test func `a missing mapping is told by name and leaves a report`() throws {
    try onBench { bench in
      let result = try bench.run("replant run nowhere.json good.json --to ndjson:out --report r")
      #expect(result.status == 2)
      #expect(result.errors.contains("nowhere.json: No such file or directory"))
      #expect(bench.text("r/report.json")?.contains("\"exitCode\": 2") == true)
      #expect(bench.text("r/rejects.ndjson") == "")
      #expect(try bench.run("ls out").status != 0)
    }
  }

  @Test func `a missing export is told by name and leaves a report`() throws {
    try onBench { bench in
      let result = try bench.run("replant run m.json nowhere.json --to ndjson:out --report r")
      #expect(result.status == 7)
      #expect(result.errors.contains("nowhere.json"))
      #expect(bench.text("r/report.json")?.contains("\"outcome\": \"unreadable\"") == true)
    }
  }

  @Test func `an unknown target is a usage error`() throws {
    try onBench { bench in
      let result = try bench.run("replant run m.json good.json --to sqlit:x")
      #expect(result.status == 2)
      #expect(result.errors.contains("sqlite:FILE"))
    }
  }

  @Test func `results go to standard output and everything else to standard error`() throws {
    try onBench { bench in
      let result = try bench.run("replant run m.json good.json --to ndjson:-")
      #expect(result.status == 0)
      #expect(
        result.output == """
          {"path":"c/x","id":"x","data":{"a":"1"}}
          {"path":"c/y","id":"y","data":{"a":"2"}}

          """)
      #expect(result.errors.contains("done: 2 created"))
      #expect(!result.errors.contains("\u{1b}"))
      #expect(!result.errors.contains("\r"))
    }
  }

  @Test func `reads standard input`() throws {
    try onBench { bench in
      let result = try bench.run("replant run m.json - --to ndjson:- --quiet <good.json")
      #expect(result.status == 0)
      #expect(result.output.contains("c/y"))
      #expect(result.errors == "")
    }
  }

  @Test func `a second run has nothing to do`() throws {
    try onBench { bench in
      _ = try bench.run("replant run m.json good.json --to sqlite:out.db")
      let again = try bench.run("replant run m.json good.json --to sqlite:out.db")
      #expect(again.status == 0)
      #expect(again.errors.contains("nothing to do: all 2 documents are as they were"))
    }
  }

  @Test func `rejects lie beside the target until a run has none`() throws {
    try onBench { bench in
      let bad = try bench.run(
        "replant run m.json bad.json --to sqlite:out.db; s=$?; ls -l rejects.ndjson | cut -c1-10; exit $s"
      )
      #expect(bad.status == 3)
      #expect(bad.output == "-rw-------\n")
      #expect(bad.errors.contains("rejected: 1 of 2 records, set aside in rejects.ndjson"))
      #expect(bench.text("rejects.ndjson")?.contains(#""source":"/c/y""#) == true)
      let good = try bench.run("replant run m.json good.json --to sqlite:out.db")
      #expect(good.status == 0)
      #expect(bench.text("rejects.ndjson") == nil)
    }
  }

  @Test func `a report folder that cannot be is told before anything is read`() throws {
    try onBench { bench in
      for folder in ["m.json", "m.json/r", "/dev/null/r"] {
        let result = try bench.run(
          "replant run m.json good.json --to ndjson:out --report \(folder)")
        #expect(result.status == 1)
        #expect(result.errors.contains("Nothing was read or written."))
        #expect(try bench.run("ls out").status != 0)
      }
    }
  }

  @Test func `a report that cannot be written is a failure though the run was none`() throws {
    try onBench { bench in
      let result = try bench.run(
        "mkdir -p r/report.json.partial; replant run m.json good.json --to ndjson:out --report r")
      #expect(result.status == 1)
      #expect(result.errors.contains("error: cannot write r/report.json: Is a directory"))
      #expect(bench.text("out/c.ndjson")?.contains("c/y") == true)
    }
  }

  @Test func `rejects that cannot be kept end the run`() throws {
    try onBench { bench in
      let result = try bench.run(
        "mkdir r; ln -s /dev/full r/rejects.ndjson; replant run m.json bad.json --to null: --report r"
      )
      #expect(result.status == 1)
      #expect(result.errors.contains("No space left on device"))
    }
  }

  @Test func `full disks behind standard output are told`() throws {
    try onBench { bench in
      let results = try bench.run("replant run m.json good.json --to ndjson:- >/dev/full")
      #expect(results.status == 8)
      #expect(results.errors.contains("No space left on device"))
      let help = try bench.run("replant help >/dev/full")
      #expect(help.status == 1)
      #expect(help.errors.contains("No space left on device"))
      #expect(try bench.run("replant help 2>/dev/full").status == 0)
    }
  }

  /// Writes `many.json`: more documents than pipes and buffers hold.
  private static let makeMany =
    #"awk 'BEGIN { printf "{\"c\":{"; for (i = 0; i < 100000; i++)"#
    + #" printf "%s\"k%06d\":{\"a\":\"some text\"}", (i ? "," : ""), i; print "}}" }' >many.json"#

  @Test func `a reader who goes away is a quiet success`() throws {
    try onBench { bench in
      let result = try bench.run(
        Self.makeMany + "; set -o pipefail; replant run m.json many.json --to ndjson:- | head -n 1")
      #expect(result.status == 0)
      #expect(
        result.output
          == "{\"path\":\"c/k000000\",\"id\":\"k000000\",\"data\":{\"a\":\"some text\"}}\n")
      #expect(result.errors == "")
    }
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `stops after the batch when asked, and tells how to go on`(
    _ name: String, _ status: Int32
  ) throws {
    try onBench { bench in
      // The pipe is full when the signal comes: the run is in the middle of its documents.
      let result = try bench.run(
        """
        \(Self.makeMany); mkfifo out
        "\(Workbench.binary ?? "")" run m.json many.json --to ndjson:- --report r >out & pid=$!
        exec 3<out; read -r line <&3; kill -\(name) $pid; cat <&3 >rest; wait $pid
        """)
      #expect(result.status == status)
      #expect(
        result.errors.contains("run the same command again")
          || result.errors.contains("Run the same command again"))
      #expect(bench.text("r/report.json")?.contains("\"outcome\": \"interrupted\"") == true)
      #expect(bench.text("r/report.json")?.contains("\"exitCode\": \(status)") == true)
      // Whole lines only.
      #expect(bench.text("rest")?.hasSuffix("}}\n") == true)
    }
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)])
  func `ends at once when asked twice`(_ name: String, _ status: Int32) throws {
    try onBench { bench in
      let result = try bench.run(
        """
        mkfifo in; sleep 20 >in & sleep=$!
        "\(Workbench.binary ?? "")" run m.json - --to null: <in & pid=$!
        while kill -\(name) $pid; do sleep 0.05; done
        wait $pid; s=$?; kill -KILL $sleep; exit $s
        """)
      #expect(result.status == status)
    }
  }

  @Test(arguments: ["--to ndjson:o --report .", "--to sqlite:report.json", "--to ndjson:."])
  func `never writes over what it reads`(_ options: String) throws {
    let bench = try Workbench([
      "m.json": #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{}}]}"#,
      "report.json": #"{"c":{"a":{"v":1}}}"#, "c.ndjson": #"{"c":{"a":{"v":1}}}"#,
    ])
    defer { bench.remove() }
    let input = options.hasSuffix("ndjson:.") ? "c.ndjson" : "report.json"
    let result = try bench.run("replant run m.json \(input) \(options)")
    #expect(result.status == 2)
    #expect(
      result.errors
        == "error: the run would write over its input \(input)\n  Nothing was read or written. Give another --to or --report.\n"
    )
    #expect(bench.text(input) == #"{"c":{"a":{"v":1}}}"#)
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)])
  func `one signal ends a run that waits for its input`(_ name: String, _ status: Int32) throws {
    let bench = try Workbench([
      "m.json": #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{}}]}"#
    ])
    defer { bench.remove() }
    let result = try bench.run(
      """
      mkfifo in; "\(Workbench.binary ?? "")" run m.json in --to ndjson:o & pid=$!
      sleep 0.5; kill -\(name) $pid; wait $pid
      """)
    #expect(result.status == status)
    #expect(result.errors.contains("interrupted\n  Nothing was written."))
  }
}
