import Testing

@testable import replant

@Suite struct ExitStatusTests {
  @Test func `of several, tells the first in the order of the contract`() {
    let order = [2, 7, 8, 1, 130, 143, 4, 6, 5, 3, 10, 0].compactMap { ExitStatus(rawValue: $0) }
    #expect(order.count == ExitStatus.allCases.count)
    for (place, first) in order.enumerated() {
      for second in order[place...] {
        #expect(first.combined(with: second) == first)
        #expect(second.combined(with: first) == first)
      }
    }
  }

  @Test func `every status has a meaning`() {
    let lines = ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }
    #expect(
      lines.joined(separator: "\n") == """
        0 done; also when there was nothing to do
        1 failed unexpectedly; the message says what is safe
        2 usage or mapping error, or a path that is not in the export
        3 finished, some records rejected
        4 stopped: more rejects than allowed
        5 differences found
        6 refused, to keep documents safe; the message says why
        7 the export cannot be read: missing, cut off, not JSON, damaged gzip
        8 the target failed; run again to continue
        10 there are changes
        130 interrupted (Ctrl-C); run again to continue
        143 terminated; run again to continue
        """)
  }
}
