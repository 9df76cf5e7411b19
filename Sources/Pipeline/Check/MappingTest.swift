/// One entry of the mapping's `tests`, compiled: an export in small, and what must become of it.
package struct MappingTest: Sendable, Equatable {
  package var name: String
  package var place: MappingPlace
  /// What is given, as one export: JSON, the mapping's `root` in it.
  package var given: [UInt8]
  package var expectations: [Expectation]

  package struct Expectation: Sendable, Equatable {
    package var place: Place
    package var outcome: Outcome
  }

  package enum Place: Sendable, Equatable {
    /// `articleData/-Lx`.
    case document([UInt8])
    /// `/ArticleData/-Lx`, `root` in front: a record, also one that has no document path.
    case record([UInt8])
  }

  package enum Outcome: Sendable, Equatable {
    /// Its data as JSON; the order of fields means nothing.
    case document([UInt8])
    case reject(Code)
    /// Neither a document nor a reject: filtered or absent.
    case nothing
  }
}
