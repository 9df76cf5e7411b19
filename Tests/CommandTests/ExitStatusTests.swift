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
}
