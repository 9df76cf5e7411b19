import Foundation
import Testing

/// What a user sees of a run that was interrupted: `scripts/crash` proves that nothing is lost.
@Suite(.enabled(if: Workbench.binary != nil)) struct ResumeTests {
  private static let mapping =
    #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",fields:{v:"integer"}}]}"#
  private static let count = 3_000

  /// One record of 3,000 has another value.
  private static func export(_ value: Int = 1) -> String {
    let records = (0..<count).map { "\"k\(10_000 + $0)\":{\"v\":\($0 == 2_500 ? value : 7)}" }
    return "{\"c\":{" + records.joined(separator: ",") + "}}"
  }

  /// A bench on which a run has failed behind its first checkpoints: no file may become larger than 100 kB.
  private func interrupted(_ url: String) throws -> Workbench {
    let bench = try Workbench([
      "m.json": Self.mapping, "e.json": Self.export(), "f.json": Self.export(2),
      "n.json": Self.mapping.replacing("integer", with: "number"),
    ])
    let broken = try bench.run("ulimit -f 100; replant run m.json e.json --to \(url) --batch 1")
    #expect(broken.status == 8)
    #expect(broken.errors.contains("File too large") || broken.errors.contains("disk I/O error"))
    return bench
  }

  private static let urls = ["sqlite:t.db", "ndjson:out"]

  @Test(arguments: urls) func `goes on where it was, and says so`(_ url: String) throws {
    let bench = try interrupted(url)
    defer { bench.remove() }
    let whole = try bench.run("replant run m.json e.json --to \(url) --report report")
    #expect(whole.status == 0)
    #expect(whole.errors.contains("went on where an interrupted run was, behind "))
    #expect(whole.errors.contains("done: 3 000 created"))
    let again = try bench.run("replant run m.json e.json --to \(url)")
    #expect(again.errors.contains("nothing to do: all 3 000 documents are as they were"))
    #expect(!again.errors.contains("interrupted"))
  }

  @Test(arguments: urls) func `another export or mapping is refused until it starts over`(
    _ url: String
  ) throws {
    let bench = try interrupted(url)
    defer { bench.remove() }
    let target = url.split(separator: ":")[1]
    let other = try bench.run("replant run m.json f.json --to \(url)")
    #expect(other.status == 6)
    #expect(
      other.errors.hasSuffix(
        """
        error: cannot continue the unfinished run in \(target): this is another export
          Nothing was written. Run the same command as then, or start over with --fresh.

        """))
    let both = try bench.run("replant run n.json f.json --to \(url)")
    #expect(both.status == 6)
    #expect(both.errors.contains("this is another export and another mapping\n"))
    let fresh = try bench.run("replant run m.json f.json --to \(url) --fresh")
    #expect(fresh.status == 0)
    #expect(try bench.run("replant run m.json e.json --to \(url)").errors.contains("1 modified"))
  }

  @Test(arguments: urls) func `a plan tells what the run that goes on will tell`(_ url: String)
    throws
  {
    let bench = try interrupted(url)
    defer { bench.remove() }
    let before = try bench.run(
      "find . -type f ! -name '.output' ! -name '.errors' | xargs stat -c '%n %s %Y %i'")
    let plan = try bench.run("replant plan m.json e.json --to \(url)")
    #expect(plan.errors.contains("plan: would create 3 000; nothing was written"))
    #expect(try bench.run("replant plan m.json f.json --to \(url)").status == 6)
    let after = try bench.run(
      "find . -type f ! -name '.output' ! -name '.errors' | xargs stat -c '%n %s %Y %i'")
    #expect(after.output == before.output)
    let whole = try bench.run("replant run m.json e.json --to \(url)")
    #expect(whole.errors.contains("done: 3 000 created"))
  }

  @Test(arguments: urls) func `a copy of the export, plain or gzip, goes on`(_ url: String) throws {
    let bench = try interrupted(url)
    defer { bench.remove() }
    let whole = try bench.run("gzip -c e.json > copy.gz; replant run m.json copy.gz --to \(url)")
    #expect(whole.status == 0)
    #expect(whole.errors.contains("done: 3 000 created"))
  }

  @Test func `a command that is refused leaves the rejects of an unfinished run`() throws {
    let rejected = Self.export().replacing("\"v\":7}", with: "\"v\":\"x\"}", maxReplacements: 5)
    let bench = try Workbench([
      "m.json": Self.mapping, "e.json": rejected, "f.json": Self.export(2),
    ])
    defer { bench.remove() }
    let to = "--to sqlite:t.db --report report --batch 1"
    #expect(try bench.run("ulimit -f 100; replant run m.json e.json \(to)").status == 8)
    #expect(try bench.run("replant run m.json f.json \(to)").status == 6)
    let whole = try bench.run("replant run m.json e.json \(to)")
    #expect(whole.status == 3)
    #expect(whole.errors.contains("rejected: 5 of 3 000 records"))
    #expect(bench.text("report/rejects.ndjson")?.split(separator: "\n").count == 5)
  }

  @Test(arguments: [
    ("--to sqlite:t.db", "--to sqlite:../t.db", "rejects.ndjson"),
    ("--to ndjson:out", "--to ndjson:$OLDPWD/out", "rejects.ndjson"),
    ("--to sqlite:t.db --report rep", "--to sqlite:../t.db --report ../rep", "rep/rejects.ndjson"),
    // A link to it is another spelling of the folder.
    (
      "--to sqlite:t.db --report $PWD/rep", "--to sqlite:../t.db --report ../link",
      "rep/rejects.ndjson"
    ),
    (
      "--to sqlite:t.db --report rep", "--to sqlite:../t.db --report other",
      "elsewhere/other/rejects.ndjson"
    ),
  ])
  func `finds its rejects from another working folder`(
    _ first: String, _ again: String, _ rejects: String
  ) throws {
    let rejected = Self.export().replacing("\"v\":7}", with: "\"v\":\"x\"}", maxReplacements: 5)
    let bench = try Workbench(["m.json": Self.mapping, "e.json": rejected])
    defer { bench.remove() }
    let broken = try bench.run(
      "mkdir elsewhere; ln -s rep link; ulimit -f 100; replant run m.json e.json \(first) --batch 1"
    )
    #expect(broken.status == 8)
    let whole = try bench.run(
      "cd elsewhere; replant run ../m.json ../e.json \(again) --batch 1")
    #expect(whole.status == 3)
    #expect(whole.errors.contains("went on where an interrupted run was"))
    #expect(bench.text(rejects)?.split(separator: "\n").count == 5)
    // Nobody is told where the working folder was.
    let told = try bench.run("cat rep/report.json elsewhere/other/report.json 2>/dev/null; true")
    #expect(!told.output.contains(bench.folder.lastPathComponent))
  }

  @Test func `does not go on with the rejects of another run`() throws {
    let rejected = Self.export().replacing("\"v\":7}", with: "\"v\":\"x\"}", maxReplacements: 5)
    let bench = try Workbench([
      "m.json": Self.mapping, "e.json": rejected,
      "o.json": Self.mapping.replacing("\"t\"", with: "\"o\""),
    ])
    defer { bench.remove() }
    let first = "replant run m.json e.json --to sqlite:t.db --batch 1"
    #expect(try bench.run("ulimit -f 100; \(first)").status == 8)
    let other = rejected.replacing("k1", with: "z1")
    try Data(other.utf8).write(to: bench.folder.appending(path: "g.json"))
    #expect(try bench.run("replant run o.json g.json --to sqlite:u.db").status == 3)
    let again = try bench.run(first)
    #expect(again.status == 6)
    #expect(again.errors.contains("rejects.ndjson: the file is not as that run left it"))
    #expect(bench.text("rejects.ndjson")?.split(separator: "\n").count == 5)
  }

  @Test func `sync after a run that was killed before it told removes what is gone`() throws {
    let bench = try Workbench([
      "m.json": Self.mapping, "e.json": #"{"c":{"a":{"v":1},"b":{"v":2}}}"#,
      "f.json": #"{"c":{"a":{"v":1},"d":{"v":3}}}"#,
    ])
    defer { bench.remove() }
    _ = try bench.run("replant run m.json e.json --to sqlite:t.db")
    // The report cannot be written: the run is delivered, and not told.
    let untold = try bench.run(
      "mkdir -p r/report.json.partial; replant run m.json f.json --to sqlite:t.db --report r")
    #expect(untold.status == 1)
    let sync = try bench.run("replant sync m.json f.json --to sqlite:t.db")
    #expect(sync.status == 0)
    #expect(sync.errors.contains("1 removed"))
  }
}
