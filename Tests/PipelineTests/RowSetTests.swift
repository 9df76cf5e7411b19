import Testing

@testable import Pipeline

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

  @Test func `comes back from its changes, in any order`() {
    var rows = RowSet()
    var changes: [[UInt8]] = []
    for numbers: [Int64] in [
      [1, 2, 100_000, 3], [4, 2], [], [100_001, -7, .max, .min], [0, 6, 5],
    ] {
      for number in numbers { rows.insert(number) }
      changes += rows.takeChanges()
    }
    // One for each step that brought something.
    #expect(changes.count == 4)
    var copy = RowSet()
    for change in changes.reversed() + changes { copy.restore(change) }
    #expect(copy.rows == rows.rows)
    #expect(copy.count == rows.count)
    #expect(copy.takeChanges() == [])
    let isNew = [100_001, 100_002].map { copy.insert($0) }
    #expect(isNew == [false, true])
  }

  @Test func `rows in order are few bytes, however many they are`() {
    var rows = RowSet()
    for row: Int64 in 0..<1_000_000 { rows.insert(row) }
    #expect(rows.takeChanges() == [[0, 0, 0xBF, 0x84, 0x3D]])
    // None of them is new.
    for row: Int64 in 0..<1_000_000 { rows.insert(row) }
    #expect(rows.takeChanges() == [])
  }

  @Test func `scattered rows are saved one by one or, where they are very many, by chunks`() {
    for count in [10_000, 70_000] {
      var rows = RowSet()
      var number: UInt64 = 1
      for _ in 0..<count {
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        rows.insert(Int64(number >> 40))
      }
      let changes = rows.takeChanges()
      let bytes = changes.reduce(0) { $0 + $1.count }
      if count == 10_000 {
        #expect(changes.count == 1)
        #expect(bytes < 4 * count)
      } else {
        #expect(changes.count == 512)
        #expect(bytes == 512 * (1 + 8 + 4096))
      }
      var copy = RowSet()
      for change in changes { copy.restore(change) }
      #expect(copy.rows == rows.rows)
      rows.insert(5)
      #expect(rows.takeChanges() == [[0, 5, 0]])
    }
  }

  @Test func `what is no change gives no rows`() {
    var rows = RowSet()
    for bytes: [UInt8] in [
      [], [0], [0, 5], [0, 0x80], [2, 1, 1], [1], [1, 0, 0], [0, 5, 0, 1],
    ] {
      rows.restore(bytes)
    }
    #expect(rows.rows == [5])
  }
}
