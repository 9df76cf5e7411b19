import Testing

@testable import Sinks

@Suite struct RowSetTests {
  @Test func `holds what a set of numbers holds, far apart and negative ones too`() {
    let numbers: [Int64] = [
      0, 1, 63, 64, 32_767, 32_768, -1, -32_768, 9_000_000_000, .max, .min, 1, 9_000_000_000,
    ]
    var rows = RowSet()
    var set: Set<Int64> = []
    for number in numbers {
      #expect(rows.insert(number) == set.insert(number).inserted)
      #expect(rows.count == set.count)
      for other in numbers {
        #expect(rows.contains(other) == set.contains(other))
        #expect(rows.contains(other &+ 5) == set.contains(other &+ 5))
      }
    }
  }

  @Test func `comes back from its changes, which name each chunk once`() {
    var rows = RowSet()
    var copy = RowSet()
    for numbers: [Int64] in [[1, 2, 100_000, 3], [4], [], [100_001, -7]] {
      for number in numbers { rows.insert(number) }
      let changes = rows.takeChanges()
      #expect(changes.map(\.chunk) == Set(numbers.map { $0 >> 15 }).sorted())
      // As a table keeps them: the last version of each chunk.
      for (chunk, bits) in changes {
        #expect(bits.count == 4096)
        copy.restore(chunk: chunk, bits: bits)
      }
      for number in -10...10 {
        #expect(copy.contains(Int64(number)) == rows.contains(Int64(number)))
      }
    }
    #expect(copy.contains(100_000) && copy.contains(100_001))
  }

  @Test func `counts what it restores`() {
    var rows = RowSet()
    for number: Int64 in [5, 70, 200_000] { rows.insert(number) }
    var copy = RowSet()
    for (chunk, bits) in rows.takeChanges() { copy.restore(chunk: chunk, bits: bits) }
    #expect(copy.count == 3)
    let isNew = [70, 71].map { copy.insert($0) }
    #expect(isNew == [false, true])
  }
}
