/// What can be wrong with a record or a document (contract 5).
package enum Code: String, Sendable, CaseIterable {
  case syntax, duplicateKey, invalidUnicode, numberRange, notARecord, missing, type, convert
  case `enum`, pattern, length, range, items, format, unknownField, joinMissing
  case idEmpty, idReserved, idSlash, idTooLong, idCollision, pathTooLong
  case fieldName, nestedArray, depth, size
}

/// One fault of one record. It tells where, what was expected and what was found, never a value.
package struct Violation: Sendable, Equatable {
  package var code: Code
  package var rule: Int
  /// The field by pattern (`items.*.at`); empty for the record as a whole.
  package var field: String
  /// `/ArticleData/-Lx/titleStr`.
  package var source: [UInt8]
  /// "expected string, found integer".
  package var message: String
  /// The record's first byte in the uncompressed file.
  package var offset: Int
  /// The file's name, when there are several.
  package var file: String?

  package init(
    code: Code, rule: Int, field: String, source: [UInt8], message: String, offset: Int,
    file: String? = nil
  ) {
    self.code = code
    self.rule = rule
    self.field = field
    self.source = source
    self.message = message
    self.offset = offset
    self.file = file
  }

  /// What a fault is counted under.
  package struct Place: Sendable, Equatable {
    package var code: Code
    package var rule: Int
    package var field: String
  }

  var place: Place { Place(code: code, rule: rule, field: field) }
}

/// The faults of a run, grouped by code, rule and field: how many, and the first few of each.
package struct Violations: Sendable {
  package static let samples = 5
  /// Groups told apart: fields come from the mapping, but for `unknownField`, whose names come from data.
  package static let limit = 1000

  package struct Group: Sendable, Equatable {
    package var code: Code
    package var rule: Int
    package var field: String
    package var count: Int
    /// Of these, faults of records that an earlier run rejected for the same reason.
    package var known = 0
    package var samples: [Violation]
  }

  /// In the order of their first appearance.
  package private(set) var groups: [Group] = []
  package private(set) var others = 0
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var code: Code
    var rule: Int
    var field: [UInt8]
  }

  package init() {}

  package mutating func add(_ violation: Violation) {
    let key = Key(code: violation.code, rule: violation.rule, field: Array(violation.field.utf8))
    if let place = places[key] {
      groups[place].count += 1
      if groups[place].samples.count < Self.samples { groups[place].samples.append(violation) }
    } else if groups.count < Self.limit {
      places[key] = groups.count
      groups.append(
        Group(
          code: violation.code, rule: violation.rule, field: violation.field, count: 1,
          samples: [violation]))
    } else {
      others += 1
    }
  }

  package mutating func merge(_ other: Violations) {
    for group in other.groups { add(group) }
    addOthers(other.others)
  }

  mutating func add(_ group: Group) {
    let key = Key(code: group.code, rule: group.rule, field: Array(group.field.utf8))
    if let place = places[key] {
      let room = Self.samples - groups[place].samples.count
      groups[place].count += group.count
      groups[place].known += group.known
      groups[place].samples += group.samples.prefix(room)
    } else if groups.count < Self.limit {
      places[key] = groups.count
      groups.append(group)
    } else {
      others += group.count
    }
  }

  mutating func addOthers(_ count: Int) { others += count }

  /// Notes that a record with these faults is known.
  mutating func note(known faults: [Violation.Place]) {
    for fault in faults {
      let key = Key(code: fault.code, rule: fault.rule, field: Array(fault.field.utf8))
      if let place = places[key] { groups[place].known += 1 }
    }
  }
}

/// A record that could not become a valid document, set aside whole (a line of `rejects.ndjson`).
package struct Reject: Sendable {
  /// The first fault found, in the order of contract 2.6.
  package var fault: Violation
  /// All of its faults, that one among them.
  package var faults: [Violation.Place]
  /// The record's path in the export: `/ArticleData/-Lx`.
  package var source: [UInt8]
  /// The document's path, when it could be made.
  package var to: [UInt8]?
  /// The record as compact JSON, or, when it is no JSON, its bytes.
  package var content: Content
  /// The joined parts that the record had, by name, as compact JSON.
  package var joins: [(name: String, json: [UInt8])]
  /// Which record of its run it is.
  var record = 0

  package enum Content: Sendable {
    case value([UInt8])
    case raw([UInt8])
  }

  package init(
    fault: Violation, source: [UInt8], to: [UInt8]?, content: Content,
    joins: [(name: String, json: [UInt8])] = []
  ) {
    self.fault = fault
    faults = [fault.place]
    self.source = source
    self.to = to
    self.content = content
    self.joins = joins
  }
}
