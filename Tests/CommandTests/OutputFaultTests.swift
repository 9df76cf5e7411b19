import Foundation
import Testing

@testable import replant

/// Readers who go away, full disks and closed streams, for every command, with real processes.
@Suite(.enabled(if: Workbench.binary != nil))
struct OutputFaultTests {
  private static let files = [
    "m.json": #"{name: "t", rules: [{from: "/c/{id}", to: "c/{id}", fields: {a: "string!"}}]}"#,
    "e.json": #"{"c":{"x":{"a":"1"},"y":{"a":"2"}}}"#,
  ]
  /// Commands whose result is on standard output, that of a run as well.
  private static let printing = [
    "help", "help run", "--version", "steps", "steps pushTime", "completion bash", "completion zsh",
    "completion fish", "man", "check m.json", "check m.json --json",
    "plan m.json e.json --to null: --json",
    "run m.json e.json --to sqlite:o.db --json", "sync m.json e.json --to ndjson:o --json",
  ]

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench(Self.files)
    defer { bench.remove() }
    try body(bench)
  }

  @Test(arguments: printing)
  func `a full disk behind standard output is told, with status 1`(_ command: String) throws {
    try onBench { bench in
      let result = try bench.run("replant \(command) >/dev/full")
      #expect(result.status == 1)
      #expect(
        result.errors.contains("error: cannot write standard output: No space left on device\n"))
    }
  }

  @Test(arguments: printing)
  func `a reader who is gone is a quiet success`(_ command: String) throws {
    try onBench { bench in
      // The reader has gone before the first byte.
      let result = try bench.run(
        "mkfifo p; exec 4<>p; exec 5>p; exec 4<&-; replant \(command) >&5")
      #expect((result.status, result.errors) == (0, ""))
    }
  }

  @Test(arguments: printing)
  func `a closed standard output is told, and harms no file`(_ command: String) throws {
    try onBench { bench in
      let result = try bench.run("replant \(command) >&-")
      #expect(result.status == 1)
      #expect(result.errors.contains("error: cannot write standard output: Bad file descriptor\n"))
      for (name, text) in Self.files { #expect(bench.text(name) == text) }
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
  func `no file gets the number of a closed stream`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        mkfifo in; exec 4<>in
        "\(Workbench.binary ?? "")" run m.json in --to ndjson:o --report r 1>&- 2>&- & pid=$!
        sleep 0.3; readlink /proc/$pid/fd/1 /proc/$pid/fd/2; kill -TERM $pid; wait $pid
        """)
      #expect((result.status, result.output) == (143, "/dev/null\n/dev/null\n"))
    }
  }

  @Test(
    arguments: [
      ("run m.json e.json --to sqlite:o.db", 0), ("run m.json no.json --to null:", 7), ("rnu", 2),
      ("check m.json", 0), ("help", 0), ("run m.json e.json --to ndjson:o --progress plain", 0),
    ] as [(String, Int32)],
    [
      ">/dev/null 2>/dev/full", ">/dev/null 2>&-", "2>&1 | head -n 1 >/dev/null",
      "2>&1 >/dev/null | true",
    ])
  func `messages that nobody takes change nothing`(
    _ command: (String, Int32), _ redirection: String
  ) throws {
    try onBench { bench in
      let result = try bench.run("replant \(command.0) \(redirection); exit ${PIPESTATUS[0]}")
      #expect(result.status == command.1)
    }
  }

  @Test func `a run whose lines find no room is whole, and tells its report again`() throws {
    try onBench { bench in
      let full = try bench.run("replant run m.json e.json --to sqlite:o.db --json >/dev/full")
      #expect(full.status == 1)
      // In place of the lines.
      #expect(full.errors.contains("done: 2 created"))
      #expect(full.errors.hasSuffix("\n  The run itself has come to its end.\n"))
      let again = try bench.run("replant run m.json e.json --to sqlite:o.db --json --progress none")
      #expect(again.status == 0)
      #expect(again.output.contains(#""totals":{"read":2,"created":2,"#))
      let last = try bench.run("replant run m.json e.json --to sqlite:o.db --json --progress none")
      #expect(last.output.contains(#""totals":{"read":2,"created":0,"modified":0,"unchanged":2,"#))
    }
  }

  @Test(
    arguments: [
      ("run m.json no.json --to null: --json", 7), ("run m.json --json", 2),
      ("check e.json --json", 2),
    ] as [(String, Int32)])
  func `what is worse than a full disk is told first`(_ command: String, _ status: Int32) throws {
    try onBench { bench in
      let result = try bench.run("replant \(command) >/dev/full")
      #expect(result.status == status)
    }
  }

  @Test func `a run goes on when the reader of its lines has gone`() throws {
    try onBench { bench in
      let many =
        #"awk 'BEGIN { printf "{\"c\":{"; for (i = 0; i < 50000; i++)"#
        + #" printf "%s\"k%06d\":{\"a\":\"some text\"}", (i ? "," : ""), i; print "}}" }' >many.json"#
      let result = try bench.run(
        "\(many); replant run m.json many.json --to ndjson:o --json | head -n 1; exit ${PIPESTATUS[0]}"
      )
      #expect(result.status == 0)
      #expect(result.output.hasPrefix(#"{"schema":1,"type":"progress","phase":"scanning","#))
      #expect(result.errors == "")
      #expect(try bench.run("wc -l <o/c.ndjson").output == "50000\n")
    }
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)] as [(String, Int32)])
  func `an interrupted run ends its lines with the report`(_ name: String, _ status: Int32) throws {
    try onBench { bench in
      let result = try bench.run(
        """
        mkfifo in; sleep 20 >in & sleep=$!
        "\(Workbench.binary ?? "")" run m.json - --to ndjson:o --json <in & pid=$!
        sleep 0.5; kill -\(name) $pid; wait $pid; s=$?; kill -KILL $sleep; exit $s
        """)
      #expect(result.status == status)
      let last = result.output.split(separator: "\n").last ?? ""
      #expect(last.hasPrefix(#"{"schema":1,"type":"report","report":"#))
      #expect(last.contains(#""outcome":"interrupted","exitCode":\#(status),"#))
      #expect(result.errors.contains("interrupted\n  Nothing was written."))
    }
  }

  @Test(arguments: ["check m.json", "steps", "help", "man", "completion bash"])
  func `dies of a signal where there is nothing to end well`(_ command: String) throws {
    try onBench { bench in
      // The mapping comes through a pipe that nobody fills; for what reads nothing the output stands in a full one.
      let result = try bench.run(
        """
        mkfifo slow full; rm m.json; ln -s slow m.json; exec 4<>slow; exec 5<>full
        timeout -s KILL 1 head -c 1000000 /dev/zero >&5 2>/dev/null
        "\(Workbench.binary ?? "")" \(command) >&5 & pid=$!
        sleep 0.3; kill -TERM $pid; wait $pid
        """)
      #expect(result.status == 143)
    }
  }
}
