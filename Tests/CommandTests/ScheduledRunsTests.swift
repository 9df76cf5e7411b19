import Foundation
import Testing

/// Runs the script and the commands of `docs/scheduled-runs.md`, in the order of its nights.
@Suite(.enabled(if: Workbench.binary != nil))
struct ScheduledRunsTests {
  /// The page's blocks by the name behind their language: `nightly` for "sh nightly".
  private static let blocks: [String: String] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/scheduled-runs.md")
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [:] }
    var blocks: [String: String] = [:]
    for (index, block) in text.components(separatedBy: "```").enumerated() where index % 2 == 1 {
      let parts = block.split(separator: "\n", maxSplits: 1).map(String.init)
      let info = parts[0].split(separator: " ", maxSplits: 1)
      if info.count == 2, parts.count == 2 { blocks[String(info[1])] = parts[1] }
    }
    return blocks
  }()

  private static func block(_ name: String) throws -> String { try #require(blocks[name]) }

  /// What cron and systemd start.
  private static func commandLine(in name: String) throws -> String {
    let lines = try block(name).split(separator: "\n")
    if let line = lines.first(where: { $0.hasPrefix("ExecStart=") }) {
      return String(line.dropFirst("ExecStart=".count))
    }
    let line = try #require(lines.first { $0.first?.isNumber == true })
    return String(try #require(line.split(separator: " ", maxSplits: 5).last))
  }

  private static let mapping = """
    { name: "news", rules: [
      { from: "/articles/{id}", to: "articles/{id}",
        fields: { title: "string!", likes: { type: "integer", default: 0 } } },
    ] }
    """
  private static let first =
    #"{"articles":{"a1":{"title":"Bread","likes":3},"a2":{"title":"Jam"},"a3":{"title":7},"a4":{"title":"Tea"}}}"#
  private static let second =
    #"{"articles":{"a1":{"title":"Bread","likes":4},"a3":{"title":7},"a4":{"title":"Tea"}}}"#

  private static func many(_ ids: Range<Int>, title: String = "t") -> String {
    let articles = ids.map { #""b\#($0)":{"title":"\#(title)"}"# }.joined(separator: ",")
    return #"{"articles":{\#(articles)}}"#
  }

  /// `/srv/news` with the page's script; `replant` and `date` are found before others. The latter tells `$NIGHT`, the
  /// former leaves its process number in `pid`, and takes `$MORE` options.
  private struct Server {
    let bench: Workbench

    init() throws {
      bench = try Workbench([
        "nightly": try block("nightly"), "mapping.json": mapping,
        "replant": "#!/bin/sh\necho $$ >pid\nexec '\(Workbench.binary ?? "")' \"$@\" $MORE\n",
        "date": "#!/bin/sh\necho \"$NIGHT\"\n",
      ])
      let made = try bench.run(
        "mkdir exports bin; mv replant date bin; chmod +x nightly bin/*")
      #expect(made.status == 0, "\(made.errors)")
    }

    /// Runs a script, with the page's folder for this one.
    func run(_ script: String) throws -> Workbench.Result {
      try bench.run(
        "unset -f replant; export PATH=\"$PWD/bin:$PATH\"\n"
          + script.replacing("/srv/news", with: bench.folder.path))
    }

    func export(_ day: String, _ text: String) throws {
      let file = bench.folder.appending(path: "exports/\(day).json")
      try Data(text.utf8).write(to: file)
    }

    /// One night: the export comes, and cron or systemd starts the script.
    func night(_ day: String, _ export: String, by block: String = "crontab") throws
      -> Workbench.Result
    {
      try self.export(day, export)
      return try run("export NIGHT=\(day)T041500; cd /; \(try commandLine(in: block))")
    }

    func report(_ folder: String) throws -> [String: Any] {
      let text = try #require(bench.text("reports/\(folder)/report.json"))
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      return try #require(object as? [String: Any])
    }

    func totals(_ folder: String) throws -> [String: Int] {
      try #require(try report(folder)["totals"] as? [String: Int])
    }
  }

  private func onServer(_ body: (Server) throws -> Void) throws {
    let server = try Server()
    defer { server.bench.remove() }
    try body(server)
  }

  private func untimed(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines).replacing(#/ \([0-9.]+ m?s[^)]*\)/#, with: "")
  }

  @Test(arguments: ["crontab", "news.service"])
  func `a schedule starts the script of the page`(_ name: String) throws {
    #expect(try Self.commandLine(in: name) == "/srv/news/nightly")
  }

  @Test func `night after night`() throws {
    try onServer { server in
      // The first has a record that does not fit.
      let first = try server.night("2026-11-28", Self.first)
      #expect(first.status == 3)
      #expect(untimed(first.errors) == untimed(try Self.block("mail")))
      #expect(first.output == "")
      #expect(try server.run(Self.block("known")).status == 0)

      // That is known; one record changes, another goes.
      let second = try server.night("2026-11-29", Self.second, by: "news.service")
      #expect(second.status == 0)
      #expect(second.output + second.errors == "")
      let totals = try server.totals("2026-11-29T041500")
      #expect(totals["modified"] == 1)
      #expect(totals["removed"] == 1)
      #expect(totals["rejected"] == 1)
      #expect(
        try server.report("2026-11-29T041500")["rejects"] as? [String: Int]
          == ["known": 1, "new": 0])

      // The third export is cut off.
      let third = try server.night("2026-11-30", String(Self.second.prefix(46)))
      #expect(third.status == 7)
      #expect(third.errors.hasPrefix("nightly: status 7, reports/2026-11-30T041500\n"))
      #expect(third.errors.contains("the export ends before its root is closed: it is cut off"))

      // What the second has left is as it was.
      #expect(try server.run(Self.block("plan")).status == 0)

      // A known record with another value is new.
      let fourth = try server.night(
        "2026-12-01", Self.second.replacing(#""title":7"#, with: #""title":8"#))
      #expect(fourth.status == 3)
      #expect(
        try server.report("2026-12-01T041500")["rejects"] as? [String: Int]
          == ["known": 0, "new": 1])
    }
  }

  @Test func `many rejects stop the night`() throws {
    try onServer { server in
      #expect(try server.night("2026-11-28", Self.many(0..<200)).status == 0)
      let faulty = Self.many(0..<190).replacing(#"":{"title":"t"}"#, with: #"":{"title":1}"#)
      let night = try server.night("2026-11-29", faulty)
      #expect(night.status == 4)
      #expect(try server.totals("2026-11-29T041500")["removed"] == 0)
    }
  }

  @Test func `a sync that holds back says so until somebody allows it`() throws {
    try onServer { server in
      #expect(try server.night("2026-11-28", Self.many(0..<40)).status == 0)
      try server.export("2026-11-29", Self.many(30..<41))
      #expect(try server.run(Self.block("plan")).status == 6)
      for day in ["2026-11-29", "2026-11-30"] {
        let night = try server.night(day, Self.many(30..<41))
        #expect(night.status == 6)
        // The second time the one that has come in counts.
        let before = day == "2026-11-29" ? "of 40" : "of 41"
        let told = try Self.block("held back").replacing("of 40", with: before)
        #expect(night.errors.hasSuffix(told))
        #expect(try server.totals("\(day)T041500")["removed"] == 0)
        #expect(try server.totals("\(day)T041500")["stale"] == 30)
      }
      #expect(try server.totals("2026-11-29T041500")["created"] == 1)
      #expect(try server.run(Self.block("allow")).status == 0)
      #expect(try server.totals("by-hand-1")["removed"] == 30)
      #expect(try server.night("2026-12-01", Self.many(30..<41)).status == 0)
    }
  }

  @Test func `a plan tells by its status what the night will do`() throws {
    try onServer { server in
      #expect(try server.night("2026-11-28", Self.many(0..<40)).status == 0)
      for (export, status) in [
        (Self.many(0..<40), 0), (Self.many(0..<41), 10), (Self.many(0..<39), 10),
        (Self.many(0..<5), 6), (Self.first.replacing("a1", with: "b1"), 6), ("{", 7),
        (#"{"article":{"b1":{"title":"t"}}}"#, 2),
        (Self.many(0..<40).replacing(#""b7":{"title":"t"}"#, with: #""b7":{"title":7}"#), 3),
      ] {
        try server.export("2026-11-29", export)
        let plan = try server.run(Self.block("plan"))
        #expect(Int(plan.status) == status, "\(plan.errors)")
      }
    }
  }

  @Test func `thirty reports stay`() throws {
    try onServer { server in
      let made = try server.run(
        """
        for n in $(seq 10 59); do
          mkdir -p reports/2026-10-01T0000$n; touch reports/2026-10-01T0000$n/log
        done
        """)
      #expect(made.status == 0)
      #expect(try server.night("2026-11-28", Self.second).status == 3)
      let names = try server.run("ls reports").output.split(separator: "\n").map(String.init)
      #expect(names.count == 30)
      #expect(names.first == "2026-10-01T000031")
      #expect(names.last == "2026-11-28T041500")
      let newest = try server.run("ls reports/2026-11-28T041500")
      #expect(
        newest.output == "junit.xml\nlog\nrejects.ndjson\nreport.html\nreport.json\nsummary.md\n")
    }
  }

  @Test func `an old export is none`() throws {
    try onServer { server in
      try server.export("2026-11-28", Self.second)
      let night = try server.run(
        "touch -t 202601010000 exports/*; NIGHT=2026-11-30T041500 /srv/news/nightly")
      #expect(night.status == 7)
      #expect(night.errors == "nightly: there is no export of the last 24 hours\n")
    }
  }

  /// A night with many records, slow enough to be held in the middle: `$night` is the script, `$first` its replant.
  private static let heldNight = #"""
    MORE='--workers 1 --batch 2' NIGHT=2026-11-30T041500 /srv/news/nightly 2>mail & night=$!
    while kill -0 $night; do
      if [ -e news.db ] && [ $(wc -c <news.db) -gt 8000000 ]; then break; fi
      sleep 0.01
    done
    first=$(cat pid); kill -STOP $first
    """#

  private static let long = many(0..<200_000, title: String(repeating: "t", count: 200))

  @Test func `an interrupted night goes on by hand`() throws {
    try onServer { server in
      try server.export("2026-11-30", Self.long)
      let resume = try Self.block("resume")
      let another =
        resume
        .replacing("2026-11-30.json", with: "2026-12-01.json")
        .replacing("by-hand-2", with: "by-hand-3")
      let result = try server.run(
        """
        \(Self.heldNight)
        NIGHT=2026-11-30T041501 /srv/news/nightly 2>second; echo $?
        kill -TERM $first; kill -CONT $first; wait $night; echo $?
        sed 's/"b0"/"b200000"/' exports/2026-11-30.json >exports/2026-12-01.json
        { \(another)} 2>other; echo $?
        head -c 1000 exports/2026-11-30.json >exports/2026-12-01.json
        NIGHT=2026-12-01T041500 /srv/news/nightly 2>third; echo $?
        { \(resume)} 2>by-hand; echo $?
        """)
      let statuses = result.output.split(separator: "\n").map(String.init)
      #expect(statuses == ["8", "143", "6", "7", "0"], "\(result.errors)")
      #expect(server.bench.text("second")?.hasSuffix(try Self.block("locked")) == true)
      #expect(server.bench.text("other") == (try Self.block("another")))
      #expect(server.bench.text("mail")?.contains("Run the same command again to finish.") == true)
      let created = try server.totals("2026-11-30T041500")["created"] ?? 0
      #expect((1..<200_000).contains(created))
      let byHand = server.bench.text("by-hand")
      #expect(byHand?.contains("went on where an interrupted run was, behind ") == true)
      #expect(try server.totals("by-hand-2")["created"] == 200_000)
    }
  }

  @Test func `after a night that was killed the next one starts over`() throws {
    try onServer { server in
      try server.export("2026-11-30", Self.long)
      let killed = try server.run(
        "\(Self.heldNight)\nkill -KILL $first; wait $night; echo $?; ls reports/*")
      #expect(killed.output == "137\nlog\nrejects.ndjson\n", "\(killed.errors)")
      let next = try server.run(
        """
        sed 's/"b0"/"b200000"/' exports/2026-11-30.json >exports/2026-12-01.json
        NIGHT=2026-12-01T041500 /srv/news/nightly
        """)
      #expect(next.status == 0, "\(next.errors)")
      let totals = try server.totals("2026-12-01T041500")
      #expect(totals["read"] == 200_000)
      #expect(totals["removed"] == 1)
      #expect((1..<200_000).contains(totals["unchanged"] ?? 0))
    }
  }

  @Test func `what to watch is in the reports`() throws {
    try onServer { server in
      _ = try server.night("2026-11-28", Self.first)
      _ = try server.night("2026-11-29", Self.second)
      let report = try server.report("2026-11-29T041500")
      let read = [
        "outcome", "totals", "rejects", "violations", "sources", "unmapped", "warnings", "causes",
      ]
      for key in read { #expect(report[key] != nil, "\(key)") }
      let shown = try server.run(
        "command -v jq >/dev/null || exit 99\n\(try Self.block("watch"))")
      if shown.status != 99 {
        #expect(shown.output == "rejected\t4\t1\t0\t0\nrejected\t3\t1\t1\t0\n")
      }
    }
  }
}
