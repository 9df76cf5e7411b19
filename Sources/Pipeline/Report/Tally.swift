import JSONTree

/// What became of the records of a rule. The books balance:
/// `read = created + modified + unchanged + filtered + rejected + failed`.
package struct Totals: Sendable, Equatable {
  package var read = 0
  package var created = 0
  package var modified = 0
  package var unchanged = 0
  package var filtered = 0
  package var rejected = 0
  package var failed = 0
  package var removed = 0
  package var stale = 0

  package init() {}

  package static func += (a: inout Totals, b: Totals) {
    a.read += b.read
    a.created += b.created
    a.modified += b.modified
    a.unchanged += b.unchanged
    a.filtered += b.filtered
    a.rejected += b.rejected
    a.failed += b.failed
    a.removed += b.removed
    a.stale += b.stale
  }

  /// What the next run of the same finds.
  package mutating func settle() {
    unchanged += created + modified
    (created, modified, removed) = (0, 0, 0)
  }

  /// Whether the target is or would be another one afterwards.
  package var isChange: Bool { created + modified + removed > 0 }

  package var isBalanced: Bool {
    read == created + modified + unchanged + filtered + rejected + failed
  }
}

package struct JoinTally: Sendable, Equatable {
  package var matched = 0
  package var missing = 0
  /// Joined children that no record read.
  package var orphans = 0

  package init() {}

  package static func += (a: inout JoinTally, b: JoinTally) {
    a.matched += b.matched
    a.missing += b.missing
    a.orphans += b.orphans
  }
}

package struct FieldTally: Sendable, Equatable {
  package var present = 0
  package var absent = 0
  /// Failures that `??` replaced.
  package var recovered = 0
  /// Faults that cost the field only (`onError: "drop"`).
  package var dropped = 0
  package var defaulted = 0
  package var watch = FieldWatch()

  package init() {}

  package static func += (a: inout FieldTally, b: FieldTally) {
    a.watch += b.watch
    a.present += b.present
    a.absent += b.absent
    a.recovered += b.recovered
    a.dropped += b.dropped
    a.defaulted += b.defaulted
  }
}

/// What a worker counts in one run of records, and what the report sums up. Adding the tallies of all runs in
/// order gives the same sum however many workers there were.
package struct Tally: Sendable {
  package var totals = Totals()
  /// Of the documents created, modified and removed; nothing in a first run.
  package var causes = Causes()
  package var joins: [JoinTally]
  package var fields: [FieldTally]
  /// Source fields that no expression read.
  package var unread = NameCounts()
  package var shapes = DocumentShapes()
  package var droppedPriorities = 0
  package var placeholders = 0
  /// What there is to say about the target's limits.
  package var limits = LimitTally()

  package init(joins: Int, fields: Int) {
    self.joins = Array(repeating: JoinTally(), count: joins)
    self.fields = Array(repeating: FieldTally(), count: fields)
  }

  package static func += (a: inout Tally, b: borrowing Tally) {
    a.totals += b.totals
    a.causes += b.causes
    for index in a.joins.indices { a.joins[index] += b.joins[index] }
    for index in a.fields.indices { a.fields[index] += b.fields[index] }
    a.unread.merge(b.unread)
    a.shapes += b.shapes
    a.droppedPriorities += b.droppedPriorities
    a.placeholders += b.placeholders
    a.limits += b.limits
  }
}

/// How often each name was seen, by bytes, in the order of their first appearance.
///
/// At most `limit` names are told apart, so that a tree whose keys are all different stays small; the rest is
/// counted together.
package struct NameCounts: Sendable {
  package static let limit = 1000

  package private(set) var names: [[UInt8]] = []
  package private(set) var counts: [Int] = []
  /// Of what stands behind each name; 0 where nobody measures it.
  package private(set) var bytes: [Int] = []
  /// Of names beyond the limit.
  package private(set) var others = 0
  package private(set) var otherBytes = 0
  private var places: [[UInt8]: Int] = [:]

  package init() {}

  package var isEmpty: Bool { names.isEmpty && others == 0 }

  /// `hint` is where the caller expects the name (names come in the same order record after record);
  /// the answer is where it was.
  @discardableResult
  package mutating func add(_ name: Bytes, bytes size: Int = 0, expectedAt hint: Int) -> Int {
    if hint < names.count, names[hint].withBytes({ $0 == name }) {
      counts[hint] += 1
      bytes[hint] += size
      return hint
    }
    // Mostly there are but a few names.
    for place in names.indices.prefix(8) where names[place].withBytes({ $0 == name }) {
      counts[place] += 1
      bytes[place] += size
      return place
    }
    return add(name.array, 1, bytes: size)
  }

  package mutating func merge(_ other: NameCounts) {
    for (place, name) in other.names.enumerated() {
      add(name, other.counts[place], bytes: other.bytes[place])
    }
    addOthers(other.others, bytes: other.otherBytes)
  }

  mutating func addOthers(_ count: Int, bytes size: Int) {
    others += count
    otherBytes += size
  }

  @discardableResult
  mutating func add(_ name: [UInt8], _ count: Int, bytes size: Int) -> Int {
    if let place = places[name] {
      counts[place] += count
      bytes[place] += size
      return place
    }
    guard names.count < Self.limit else {
      addOthers(count, bytes: size)
      return names.count
    }
    places[name] = names.count
    names.append(name)
    counts.append(count)
    bytes.append(size)
    return names.count - 1
  }

  /// The most frequent first; of equals the earlier seen.
  package func mostFrequent(_ most: Int) -> [(name: [UInt8], count: Int, bytes: Int)] {
    names.indices.sorted { counts[$0] == counts[$1] ? $0 < $1 : counts[$0] > counts[$1] }
      .prefix(most).map { (names[$0], counts[$0], bytes[$0]) }
  }
}
