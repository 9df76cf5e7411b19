import JSONTree

/// A mapping file, checked and compiled: what the pipeline runs on.
package struct CompiledMapping: Sendable {
  package var name: String
  /// Of the mapping's meaning: the file's bytes.
  package var hash: ContentHash
  /// `Asia/Tokyo`; "UTC" by default.
  package var timeZone: String
  package var policy = Policy()
  package var rules: [Rule]
  package var tests: [MappingTest] = []
}

/// One entry of `rules`, compiled. `root` of the mapping is already in front of every path.
package struct Rule: Sendable {
  package var index: Int
  /// As written, for reports.
  package var from: String
  package var to: String
  /// `/ArticleData/{id}`, `root` in front.
  package var pattern: Pattern
  package var target: Template
  package var joins: [Join]
  package var filter: Evaluator?
  package var fields: [Field]
  package var slots: SlotTable
  package var unknown: Unknown
  /// Fields left behind on purpose (`drop`).
  package var dropped: [[UInt8]]
  /// The parent path may be missing.
  package var isOptional: Bool
  package var mode = WriteMode.replace
  /// Whether some expression reads `$value` or a part of it: then scalars are records, too.
  package var readsValue: Bool
  /// Whether some expression may read any field of the record, as one that reads `$value` itself does.
  package var readsAll = false
  /// Fields that are read as parts of `$value` (`$value.name`).
  package var partsOfValue: [[UInt8]] = []
  package var readsPriority = false
  /// Whether `$now` is read: then documents may change though the export does not.
  package var readsNow = false
  /// Of all that the rule says, and of what the mapping says for all rules: tells whether it is the rule of the last run.
  package var meaning = ContentHash(high: 0, low: 0)
  /// Parts of this rule's records that other rules claim.
  package var claims: [Claim] = []

  /// Those of every record.
  package var commonClaims: [[Pattern.Segment]] {
    claims.filter { $0.owners.isEmpty }.map { $0.steps }
  }
  /// Top-level fields that are claimed as a whole, of every record.
  package var claimed: [[UInt8]] {
    commonClaims.compactMap {
      if $0.count == 1, case .literal(let name) = $0[0] { name } else { nil }
    }
  }
  /// Whether all of them are: each is a record of another rule.
  package var claimsAll: Bool { commonClaims.contains([]) }

  /// The name of the field by which reports tell documents by date: the first time in the model.
  package var dateField: String? { fields.first { $0.type == .timestamp }?.name }

  package enum Unknown: String, Sendable, CaseIterable { case drop, keep, reject }
}

/// What another rule's records are in the records of this one.
///
///     /clubs/{id}   /clubs/{id}/members/{m}         members
///                   /clubs/{id}/halls/{h}/plan      halls, any, plan
///                   /clubs/main/events/{e}          events, of the club `main` only
package struct Claim: Sendable, Equatable {
  /// From the record to the other's records, or to what holds them; none if every field is one.
  var steps: [Pattern.Segment]
  /// The captures that the record must have: their places among those of `from`, and the keys.
  var owners: [Owner] = []

  struct Owner: Sendable, Equatable {
    var capture: Int
    var key: [UInt8]
  }
}

/// What becomes of a document that is there already (`mode`).
package enum WriteMode: String, Sendable, CaseIterable {
  /// The new one takes its place.
  case replace
  /// Its top-level fields are replaced by those of the new one, and the others stay.
  case merge
  /// As `merge`, and maps are merged in turn.
  case deepMerge
  /// It stays.
  case create

  /// Whether several rules may write one document.
  package var isMerging: Bool { self == .merge || self == .deepMerge }
}

/// A path of the export: what a `from` or a join names.
package struct Pattern: Sendable, Equatable {
  package var segments: [Segment]

  package enum Segment: Sendable, Equatable {
    /// A key, unescaped.
    case literal([UInt8])
    case capture(String)

    /// Whether a key may fit both.
    func mayMeet(_ other: Segment) -> Bool {
      if case .literal(let a) = self, case .literal(let b) = other { return a == b }
      return true
    }
  }

  /// `/`: the root itself is the one record.
  package var isRoot: Bool { segments.isEmpty }
  /// How many literal segments come before the first capture.
  package var literalPrefix: Int {
    segments.firstIndex { if case .capture = $0 { true } else { false } } ?? segments.count
  }
}

/// The path of a document, to be filled for each record.
package struct Template: Sendable {
  /// Collection ids and document ids in turn.
  package var segments: [Segment]
  /// The model's collection (`rooms/messages`): an index into the plan's list, or −1 when a collection id comes from data.
  package var collection: Int
  /// Each capture of `from` is a whole segment and nothing else stands in the document ids but literals, so
  /// that a document's path tells its record's.
  package var isDerivable: Bool

  package struct Segment: Sendable {
    package var parts: [Part]
  }

  package enum Part: Sendable {
    case literal([UInt8])
    /// Index into `Scope.captures`.
    case capture(Int)
    case expression(Evaluator)
  }
}

package struct Join: Sendable {
  package var name: String
  package var slot: Int
  /// As written, for reports.
  package var source: String
  package var kind: Kind
  package var missing: Missing

  package enum Kind: Sendable {
    /// `/Comments/{id}`: the captures are the rule's, by index into `Scope.captures`, in the order of
    /// the pattern's captures.
    case sameKey(Pattern, captures: [Int])
    /// `/Users/{= authorId}`: for each capture of the pattern what gives its key.
    case byKey(Pattern, keys: [JoinKey])
    /// `by`: the children say themselves to which record they belong.
    case gathered(Pattern, Gathering)
  }
  package enum Missing: String, Sendable, CaseIterable { case null, reject }
}

/// What gives one key on the way to a joined part.
package enum JoinKey: Sendable {
  /// Index into `Scope.captures`.
  case capture(Int)
  /// Over the record, its fields and earlier joins.
  case expression(Evaluator)
}

/// `{ from: "/rooms/{room}/comments/{c}", by: "articleId", equals: "$key" }`: which children belong to a record.
package struct Gathering: Sendable {
  /// The captures of the pattern that name captures of the rule: among the pattern's captures, and in `Scope.captures`.
  package var shared: [Shared]
  /// Over the child; its slots are the child's fields.
  package var by: Evaluator
  package var slots: [[UInt8]]
  /// Over the record; its key where nothing else is compared.
  package var equals: Evaluator?

  package struct Shared: Sendable, Equatable {
    package var own: Int
    package var rule: Int
  }
}

package struct Field: Sendable {
  package var name: String
  package var type: FieldType
  package var isRequired: Bool
  package var value: Evaluator
  /// The slot when `value` is nothing but one field of the record: most are.
  package var slot: Int?
  /// The encoded JSON of `default`, for an absent value.
  package var defaultJSON: [UInt8]?
  package var onError: OnError
  /// What the value must be besides of its type.
  package var constraints: Constraints?
  /// The fields of a map, or of each map of a list; nil where the source says what is in them.
  package var fields: [Field]?
  /// Whether a list may come of any map: its values in key order (a field with `value` and `fields`).
  package var takesMaps = false
  /// The keys from the record, or from the map around the field, to the value; nil where it is computed.
  package var sourceKeys: [UInt8]?
  /// Whether they lead from the record, wherever the field stands (`$.name`).
  package var startsAtRecord = false
  /// Whether its value, or something in it, comes of what is joined to the record.
  package var readsJoin = false
  /// With `fields`, where the maps stand in the record; nil where they are computed or joined.
  var place: [ReadPaths.Step]?
  /// The names at `place` that some expression reads; nil where all are, or nobody counts.
  package var readNames: [[UInt8]]?

  package enum OnError: String, BitwiseCopyable, Sendable, CaseIterable {
    case reject, drop, `default`
  }
}

package indirect enum FieldType: Sendable, Equatable {
  case string, integer, double, number, boolean, timestamp, bytes, geopoint, reference, map, any
  case list(FieldType)
}

/// The names at the top of a record that a rule's expressions read, each with a place in `Scope.slots`. Joins
/// have places too and hide fields of their name.
package struct SlotTable: Sendable {
  package var names: [[UInt8]]
  /// Slots that are filled by joins instead of the record.
  package var joins: Set<Int>
}
