/// What a run asks of a target that is paid and paced by operations (Firestore).
///
/// Settings with the platform's values as defaults: the free quota is that of one database a project and is given anew around
/// midnight Pacific time (Firestore, "Quotas and limits"); the ramp is facts 2.4.
package struct WriteCost: Sendable, Equatable {
  package static let freeWritesADay = 20_000
  package static let freeDeletesADay = 20_000
  package static let freeBytes = 1 << 30
  /// Operations a second that a new collection takes at first, and how they may grow.
  private static let firstRate = 500.0
  private static let growth = 1.5
  private static let secondsAStep = 300.0

  package let target: String
  package let writes: Int
  package let deletes: Int
  /// In the automatic indexes of single fields, of all documents that the export gives.
  package let indexEntries: Int
  package let indexBytes: Int
  /// By the size formula.
  package let documentBytes: Int
  /// Writes and deletes by collection: as many events for each function that listens there.
  package let events: [(collection: String, count: Int)]

  /// One for each target with limits.
  package static func all(of report: Report) -> [WriteCost] {
    guard let limits = report.limits else { return [] }
    return report.targets.filter { $0.url.hasPrefix(limits.scheme + ":") }.map {
      WriteCost(report, target: $0.url, $0.totals)
    }
  }

  private init(_ report: Report, target: String, _ totals: Totals) {
    self.target = target
    writes = totals.created + totals.modified
    deletes = totals.removed
    let tallies = report.rules.map(\.tally)
    indexEntries = tallies.reduce(0) { $0 + $1.limits.indexEntries }
    indexBytes = tallies.reduce(0) { $0 + $1.limits.indexBytes }
    documentBytes = tallies.reduce(0) { $0 + $1.limits.documentBytes }
    var events: [(collection: String, count: Int)] = []
    for rule in report.rules where target == report.target {
      let name = rule.to.split(separator: "/").dropLast().joined(separator: "/")
      let own = rule.tally.totals
      let count = own.created + own.modified + own.removed
      if let place = events.firstIndex(where: { $0.collection == name }) {
        events[place].count += count
      } else {
        events.append((name, count))
      }
    }
    self.events = events
  }

  package static func == (a: WriteCost, b: WriteCost) -> Bool {
    a.target == b.target && a.writes == b.writes && a.deletes == b.deletes
      && a.indexEntries == b.indexEntries && a.indexBytes == b.indexBytes
      && a.documentBytes == b.documentBytes
      && a.events.elementsEqual(b.events) { $0 == $1 }
  }

  /// Days until all is in, with nothing paid.
  package var freeDays: Int {
    max(
      (writes + Self.freeWritesADay - 1) / Self.freeWritesADay,
      (deletes + Self.freeDeletesADay - 1) / Self.freeDeletesADay)
  }

  package var exceedsFreeStorage: Bool { documentBytes + indexBytes > Self.freeBytes }

  /// Seconds of the shortest run under the 500/50/5 rule: 500 operations a second at first, half as many more every five
  /// minutes; as if all went into one new collection.
  package var rampSeconds: Double {
    var left = Double(writes + deletes)
    var rate = Self.firstRate
    var seconds = 0.0
    while left > rate * Self.secondsAStep {
      left -= rate * Self.secondsAStep
      seconds += Self.secondsAStep
      rate *= Self.growth
    }
    return seconds + left / rate
  }
}
