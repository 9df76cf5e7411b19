import Foundation
import Testing

/// `run`, repair of `rejects.ndjson` where it lies, `run --from-rejects`, until nothing is left.
@Suite(.enabled(if: Workbench.binary != nil))
struct RejectsLoopTests {
  private static let again = "replant run m.json rejects.ndjson --from-rejects --to sqlite:t.db"
  private static let repair = #"sed -i 's/"a":2/"a":"2"/' rejects.ndjson"#
  private static let left =
    "rejects.ndjson was read; every record of it is in now: it can be deleted"
  private static let kept = "rejects.ndjson is as it was: every record of it is still there"

  private func onBench(_ body: (Workbench) throws -> Void) throws {
    let bench = try Workbench([
      "m.json": """
      { name: "t", rules: [{ from: "/c/{id}", to: "c/{id}", where: "!skip", fields: { a: "string!" } }] }
      """,
      "e.json": #"{"c":{"x":{"a":"1"},"y":{"a":2},"z":{"a":3}}}"#,
    ])
    defer { bench.remove() }
    try body(bench)
  }

  private func sources(_ bench: Workbench, _ name: String = "rejects.ndjson") -> [String]? {
    bench.text(name)?.split(separator: "\n").map { String($0.prefix(16)) }
  }

  @Test func `what is still wrong takes the place of what was read`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --quiet
        \(Self.repair); chmod 644 rejects.ndjson; \(Self.again)
        """)
      #expect(result.status == 3)
      #expect(
        result.errors.contains(
          "rejected: 1 of 2 records, set aside in rejects.ndjson\ndone: 1 created"))
      #expect(sources(bench) == [#"{"source":"/c/z""#])
      #expect(try bench.run("stat -c %a rejects.ndjson; ls *.partial").output == "600\n")
      // Links and other spellings are the same file.
      let link = try bench.run(
        "ln -s rejects.ndjson l; replant run m.json ./l --from-rejects --to sqlite:t.db --quiet")
      #expect(link.status == 3)
      #expect(sources(bench) == [#"{"source":"/c/z""#])
    }
  }

  @Test func `with nothing left the file stays as it is, and may be deleted`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --quiet
        sed -i 's/"a":\\([23]\\)/"a":"\\1"/' rejects.ndjson; cp rejects.ndjson before
        \(Self.again)
        """)
      #expect(result.status == 0)
      #expect(result.errors.contains("\n\(Self.left)\ndone: 2 created"))
      #expect(bench.text("rejects.ndjson") == bench.text("before"))
      #expect(try bench.run("ls *.partial").output == "")
    }
  }

  @Test func `records that the mapping leaves out are told not to be in`() throws {
    try onBench { bench in
      let result = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --quiet
        sed -i 's/"value":{/"value":{"skip":true,/' rejects.ndjson
        \(Self.again)
        """)
      #expect(result.status == 0)
      #expect(
        result.errors.contains(
          "rejects.ndjson was read; every record of it is in now, or left out by `where`: it can be deleted\n"
        ))
    }
  }

  @Test(
    arguments: [
      ("\(again) --max-rejects 0", 4),
      // That target has a document of another mapping.
      ("replant run m.json rejects.ndjson --from-rejects --to sqlite:o.db", 8),
    ] as [(String, Int32)])
  func `after a run that failed or was stopped the file is as it was`(
    _ script: String, _ status: Int32
  ) throws {
    try onBench { bench in
      _ = try bench.run(
        """
        sed 's/"t"/"u"/' m.json >u.json; echo '{"c":{"y":{"a":"0"}}}' >o.json
        replant run u.json o.json --to sqlite:o.db --quiet
        replant run m.json e.json --to sqlite:t.db --quiet; \(Self.repair); cp rejects.ndjson before
        """)
      let result = try bench.run(script)
      #expect(result.status == status)
      #expect(result.errors.contains("rejected: 1 of 2 records\n\(Self.kept)\n"))
      #expect(bench.text("rejects.ndjson") == bench.text("before"))
      #expect(try bench.run("ls *.partial").output == "")
    }
  }

  @Test func `after an interrupted run the file is as it was`() throws {
    try onBench { bench in
      // Standard output that nobody empties holds the run until the signal comes.
      let result = try bench.run(
        """
        { printf '{"c":{"a":{"a":1}'; for i in $(seq 20000); do printf ',"k%s":{"a":"%0100d"}' $i 1; done; \
        echo '}}'; } >big.json
        sed 's/string!/integer!/' m.json >i.json; replant run i.json big.json --to null: --quiet
        echo '{"source":"/c/zz","from":"/c/{id}","value":{"a":1}}' >>rejects.ndjson
        cp rejects.ndjson before; mkfifo f; sleep 30 <>f & holder=$!
        "\(Workbench.binary ?? "")" run m.json rejects.ndjson --from-rejects --to ndjson:- >f 2>told & run=$!
        sleep 1; kill -INT $run; sleep 0.2; timeout 5 cat f >/dev/null & wait $run; status=$?
        kill $holder; exit $status
        """)
      #expect(result.status == 130)
      #expect(bench.text("rejects.ndjson") == bench.text("before"))
      #expect(try bench.run("ls *.partial").output == "")
    }
  }

  @Test func `a report folder is written around the rejects that lie in it`() throws {
    try onBench { bench in
      let again = "m.json r/rejects.ndjson --from-rejects --to sqlite:t.db --report r"
      let repair = #"sed -i 's/"a":2/"a":"2"/' r/rejects.ndjson"#
      // A plan delivers nothing, so that the repaired record must stay.
      let plan = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --report r --quiet; \(repair)
        cp r/rejects.ndjson before; replant plan \(again)
        """)
      #expect(plan.status == 3)
      #expect(plan.errors.contains("rejected: 1 of 2 records\nplan: would create 1; "))
      #expect(bench.text("r/rejects.ndjson") == bench.text("before"))
      #expect(bench.text("r/report.json")?.contains(#""command": "plan""#) == true)

      let run = try bench.run("replant run \(again)")
      #expect(run.status == 3)
      #expect(run.errors.contains("rejected: 1 of 2 records, set aside in r/rejects.ndjson\n"))
      #expect(sources(bench, "r/rejects.ndjson") == [#"{"source":"/c/z""#])
      #expect(bench.text("r/report.json")?.contains(#""command": "run""#) == true)

      let last = try bench.run(#"sed -i 's/"a":3/"a":"3"/' r/rejects.ndjson; replant run "# + again)
      #expect(last.status == 0)
      #expect(last.errors.contains("\nr/\(Self.left)\n"))
      #expect(sources(bench, "r/rejects.ndjson") == [#"{"source":"/c/z""#])
      #expect(
        try bench.run("ls r").output
          == "junit.xml\nrejects.ndjson\nreport.html\nreport.json\nsummary.md\n")
    }
  }

  @Test func `a partial file of a killed run makes room, and one of the user's stays`() throws {
    try onBench { bench in
      let killed = try bench.run(
        """
        replant run m.json e.json --to sqlite:t.db --quiet
        echo '{"source":"/c/old"' >rejects.ndjson.partial; \(Self.again) --quiet
        """)
      #expect(killed.status == 3)
      #expect(sources(bench)?.count == 2)
      #expect(try bench.run("ls *.partial").output == "")
      let foreign = try bench.run("echo mine >rejects.ndjson.partial; \(Self.again) --quiet")
      #expect(foreign.status == 1)
      #expect(bench.text("rejects.ndjson.partial") == "mine\n")
      #expect(sources(bench)?.count == 2)
    }
  }
}
