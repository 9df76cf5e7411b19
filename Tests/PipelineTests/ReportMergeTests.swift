import Testing

@testable import Pipeline

/// However the records are split over workers, the sums are the same.
@Suite struct ReportMergeTests {
  private static let words = ["a", "b", "a", "c", "b", "a", "d"]

  private static func counts(_ words: ArraySlice<String>) -> NameCounts {
    var counts = NameCounts()
    for word in words { counts.add(word, times: 1) }
    return counts
  }

  private static func violations(_ words: ArraySlice<String>) -> Violations {
    var violations = Violations()
    for (place, word) in zip(words.indices, words) {
      violations.add(
        Violation(code: .type, rule: 0, field: word, source: [], message: "", offset: place))
    }
    return violations
  }

  @Test(arguments: 0...words.count, 0...words.count)
  func `names are counted the same in any three parts`(_ first: Int, _ second: Int) {
    guard first <= second else { return }
    var sum = Self.counts(Self.words[..<first])
    sum.merge(Self.counts(Self.words[first..<second]))
    sum.merge(Self.counts(Self.words[second...]))
    let whole = Self.counts(Self.words[...])
    #expect(sum.names == whole.names)
    #expect(sum.counts == whole.counts)
  }

  @Test(arguments: 0...words.count, 0...words.count)
  func `violations are grouped the same in any three parts`(_ first: Int, _ second: Int) {
    guard first <= second else { return }
    var sum = Self.violations(Self.words[..<first])
    sum.merge(Self.violations(Self.words[first..<second]))
    sum.merge(Self.violations(Self.words[second...]))
    #expect(sum.groups == Self.violations(Self.words[...]).groups)
  }

  @Test func `keeps the first samples of a group and counts all`() {
    var sum = Self.violations(Array(repeating: "a", count: 3)[...])
    sum.merge(Self.violations(Array(repeating: "a", count: 4)[...]))
    #expect(sum.groups.map(\.count) == [7])
    #expect(sum.groups[0].samples.map(\.offset) == [0, 1, 2, 0, 1])
  }

  @Test func `tells a thousand names apart and counts the others together`() {
    var counts = NameCounts()
    for number in 0..<1200 { counts.add("n\(number)", times: 1) }
    counts.add("n0", times: 1)
    #expect(counts.names.count == 1000)
    #expect(counts.others == 200)
    let listed = counts.listed(20)
    #expect(listed.names[0].name == "n0")
    #expect(listed.names[0].count == 2)
    #expect(listed.more == 1201 - 21)
  }
}
