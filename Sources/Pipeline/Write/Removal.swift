/// What a sync may remove: documents that earlier runs delivered and this export and mapping no longer give, those of
/// rejected records aside (contract 3).
package struct Removal: Sendable, Equatable {
  package var limit: Limit
  /// Collections of which nothing is removed: the parent path of a rule of theirs is not in the export. Indices into
  /// `Plan.collections`.
  package var spared: Set<Int> = []

  package init(limit: Limit) { self.limit = limit }

  /// How many documents of one collection may go.
  package enum Limit: Sendable, Equatable {
    /// 20, or 10 % of the collection, whichever is more.
    case standard
    case given(Allowance)

    /// Whether `count` of a collection that had `whole` are too many.
    package func isPassed(by count: Int, of whole: Int) -> Bool {
      switch self {
      case .standard: count > max(20, whole / 10)
      case .given(let allowance): allowance.isPassed(by: count, of: whole)
      }
    }

    /// Whether a collection may be left without a document.
    package var mayEmpty: Bool { self == .given(.all) }
  }

  /// Why a sync removes nothing at all.
  package struct HeldBack: Sendable, Equatable {
    /// Ids of the collection with `/` between them: `rooms/messages`.
    package var collection: String
    /// Documents that would go.
    package var count: Int
    /// Documents that the collection had.
    package var of: Int
    /// Whether nothing would be left of the collection.
    package var wouldEmpty: Bool

    package init(collection: String, count: Int, of: Int, wouldEmpty: Bool) {
      self.collection = collection
      self.count = count
      self.of = of
      self.wouldEmpty = wouldEmpty
    }
  }
}
