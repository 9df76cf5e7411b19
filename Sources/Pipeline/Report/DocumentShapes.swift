/// How large documents are, and of which months: what the charts of a report show. Of documents that are in the target, or
/// would be.
package struct DocumentShapes: Sendable, Equatable {
  package private(set) var sizes = SizeCounts()
  package private(set) var months = MonthCounts()

  package init() {}

  mutating func count(_ document: Batch.Document) {
    sizes.add(document.data.count)
    if document.month != Batch.Document.noMonth { months.add(Int(document.month)) }
  }

  static func += (a: inout DocumentShapes, b: DocumentShapes) {
    a.sizes += b.sizes
    a.months += b.months
  }
}

/// Documents by the bytes of their data as JSON, in powers of two:
///
///     bucket 0     1     2        3        …   10
///     bytes  0…1   2…3   4…7      8…15     …   1 024…2 047
package struct SizeCounts: Sendable, Equatable {
  package private(set) var counts: [Int] = []
  /// Of all documents together.
  package private(set) var bytes = 0
  package private(set) var largest = 0

  package init() {}

  package mutating func add(_ size: Int) {
    let bucket = Int.bitWidth - 1 - max(1, size).leadingZeroBitCount
    if bucket >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count))
    }
    counts[bucket] += 1
    bytes += size
    largest = max(largest, size)
  }

  /// The sizes of a bucket.
  package static func range(of bucket: Int) -> ClosedRange<Int> {
    bucket == 0 ? 0...1 : 1 << bucket...(1 << bucket) * 2 - 1
  }

  static func += (a: inout SizeCounts, b: SizeCounts) {
    let more = b.counts.count - a.counts.count
    if more > 0 { a.counts.append(contentsOf: repeatElement(0, count: more)) }
    for (bucket, count) in b.counts.enumerated() { a.counts[bucket] += count }
    a.bytes += b.bytes
    a.largest = max(a.largest, b.largest)
  }
}

/// Documents by the month of a date, in UTC. Months are numbered from January of year 0.
package struct MonthCounts: Sendable, Equatable {
  /// The months told apart: those of the years 1900 to 2099.
  package static let range = 1900 * 12..<2100 * 12

  /// Empty, or one for each month of the range.
  private var counts: [Int] = []
  package private(set) var earlier = 0
  package private(set) var later = 0

  package init() {}

  package mutating func add(_ month: Int, _ count: Int = 1) {
    if month < Self.range.lowerBound {
      earlier += count
    } else if month >= Self.range.upperBound {
      later += count
    } else {
      if counts.isEmpty { counts = Array(repeating: 0, count: Self.range.count) }
      counts[month - Self.range.lowerBound] += count
    }
  }

  /// The months that have any, in order.
  package var months: [(month: Int, count: Int)] {
    counts.enumerated().filter { $1 > 0 }.map { ($0 + Self.range.lowerBound, $1) }
  }

  package var isEmpty: Bool { counts.isEmpty && earlier + later == 0 }

  /// `2019-04`.
  package static func name(of month: Int) -> String {
    let number = month % 12 + 1
    return "\(month / 12)-" + (number < 10 ? "0\(number)" : "\(number)")
  }

  static func += (a: inout MonthCounts, b: MonthCounts) {
    a.earlier += b.earlier
    a.later += b.later
    if a.counts.isEmpty {
      a.counts = b.counts
    } else {
      for (index, count) in b.counts.enumerated() { a.counts[index] += count }
    }
  }
}

extension DocumentShapes: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(sizes)
    writer.put(months)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    sizes = try SizeCounts(from: &reader)
    months = try MonthCounts(from: &reader)
  }
}

extension SizeCounts: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(counts)
    writer.put(bytes)
    writer.put(largest)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    counts = try reader.list()
    bytes = try reader.int()
    largest = try reader.int()
  }
}

extension MonthCounts: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(earlier)
    writer.put(later)
    let months = months
    writer.put(months.map(\.month))
    writer.put(months.map(\.count))
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init()
    earlier = try reader.int()
    later = try reader.int()
    let months: [Int] = try reader.list()
    for (month, count) in zip(months, try reader.list(Int.self)) { add(month, count) }
  }
}
