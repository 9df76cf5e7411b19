import Interop

/// Why documents changed since the last run: counted, not told one by one.
package struct Causes: Sendable, Equatable {
  /// The record came, went or changed.
  package var data = 0
  /// Only what is joined to the record changed.
  package var joinedData = 0
  /// The rule is another one than in the last run.
  package var mapping = 0
  /// The rule's `to` is: documents go and come under other paths.
  package var idRule = 0

  package init() {}

  static func += (a: inout Causes, b: Causes) {
    for count in counts { a[keyPath: count] += b[keyPath: count] }
  }

  static func -= (a: inout Causes, b: Causes) {
    for count in counts { a[keyPath: count] -= b[keyPath: count] }
  }

  package var isEmpty: Bool { self == Causes() }

  private static let counts: [WritableKeyPath<Causes, Int> & Sendable] = [
    \.data, \.joinedData, \.mapping, \.idRule,
  ]

  /// In the order of the report.
  package var named: [(name: String, count: Int)] {
    [("data", data), ("joinedData", joinedData), ("mapping", mapping), ("idRule", idRule)]
  }
}

/// What a run knows of a rule, to tell the next one whether it is another.
struct RuleIdentity: Sendable, Equatable {
  var from: String
  var to: String
  /// Of all that the rule says, and of what the mapping says for all rules.
  var meaning: ContentHash

  init(_ rule: Rule) {
    from = rule.from
    to = rule.to
    meaning = rule.meaning
  }
}

/// How a rule stands to the mapping of the last run.
enum RuleHistory: Int, Sendable {
  /// There was none: everything is new, and there is nothing to explain.
  case first
  case same
  case otherID
  case other

  init(_ rule: Rule, in last: [RuleIdentity]) {
    let now = RuleIdentity(rule)
    let namesakes = last.filter { $0.from.utf8.elementsEqual(now.from.utf8) }
    if last.isEmpty {
      self = .first
    } else if namesakes.contains(now) {
      self = .same
    } else if !namesakes.isEmpty,
      !namesakes.contains(where: { $0.to.utf8.elementsEqual(now.to.utf8) })
    {
      self = .otherID
    } else {
      self = .other
    }
  }

  /// What to count a document for that was created or removed.
  var ofPresence: WritableKeyPath<Causes, Int>? {
    switch self {
    case .first: nil
    case .same: \.data
    case .otherID: \.idRule
    case .other: \.mapping
    }
  }

  /// What to count a document for that was modified; `isJoined`: only what is joined to its record is other than it was.
  func ofContent(isJoined: Bool) -> WritableKeyPath<Causes, Int>? {
    switch self {
    case .first: nil
    case .same: isJoined ? \.joinedData : \.data
    case .otherID, .other: \.mapping
    }
  }
}

extension Causes: Saved {
  func save(to writer: inout StateWriter) {
    for count in Self.counts { writer.put(self[keyPath: count]) }
  }

  init(from reader: inout StateReader) throws(StateFault) {
    for count in Self.counts { self[keyPath: count] = try reader.int() }
  }
}

extension RuleIdentity: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(from)
    writer.put(to)
    writer.put(meaning)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    from = try reader.string()
    to = try reader.string()
    meaning = try ContentHash(from: &reader)
  }
}
