import JSONTree

/// Runs the tests of a mapping: the whole pipeline over what each test gives, into memory.
package struct TestRun {
  /// `$now` where nobody says otherwise. Tests must not depend on the day they run; and it is late enough that no push
  /// id of today's data lies in the future, which `pushTime` refuses.
  package static let defaultNow = "2100-01-01T00:00:00Z"

  private let mapping: CompiledMapping
  private let plan: Plan
  private let now: Timestamp

  package init(_ mapping: CompiledMapping, _ plan: Plan, now: Timestamp) {
    // A test gives what it needs; other paths of the mapping may be missing.
    var mapping = mapping
    for index in mapping.rules.indices { mapping.rules[index].isOptional = true }
    self.mapping = mapping
    self.plan = plan
    self.now = now
  }

  /// The tests that failed, in the order of the mapping.
  package func failures() -> [TestFailure] { mapping.tests.compactMap { failure(of: $0) } }

  private func failure(of test: MappingTest) -> TestFailure? {
    let sink = MemorySink()
    let rejects = MemoryRejects()
    let report = Migration.run(
      RunRequest(
        command: "check", mapping: mapping, plan: plan, exports: [ExportFile("given")],
        text: test.given, sink: sink,
        rejects: rejects, workers: 1, batch: 500, now: now, progress: Unwatched()))
    var verdict = TestVerdict(documents: sink.documents, rejects: rejects.rejects)
    if let fault = report.fault { verdict.findings.append([fault.message]) }
    for expectation in test.expectations { verdict.judge(expectation) }
    verdict.judgeUnexpected()
    guard !verdict.findings.isEmpty else { return nil }
    return TestFailure(place: test.place, name: test.name, findings: verdict.findings)
  }
}

/// A test that did not come out as expected.
package struct TestFailure: Sendable, Equatable, CustomStringConvertible {
  package var place: MappingPlace
  package var name: String
  /// Each a line, and lines below it.
  package var findings: [[String]]

  package var description: String { "\(place) \(message)" }

  /// Its name, and below it what differs. Values are shown: they come out of what the mapping file itself gives.
  package var message: String {
    let lines = findings.flatMap { finding in
      finding.enumerated().map { ($0 == 0 ? "  " : "    ") + $1.visible }
    }
    return ([quoted(name)] + lines).joined(separator: "\n")
  }
}
