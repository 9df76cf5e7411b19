/// What a target takes, as settings with the platform's values as defaults (facts 2.2).
///
/// A document beyond one of them is rejected before anything is written, in `plan` as well. Targets
/// without limits of their own (`sqlite:`, `ndjson:`, `null:`) have no `TargetLimits` at all: empty ids, ids with a slash and
/// collisions are refused for every target elsewhere.
package struct TargetLimits: Sendable, Equatable {
  /// The target's name in messages.
  package var target = "Firestore"
  /// Of URLs that name it.
  package var scheme = "firestore"
  /// Bytes of a document id or a collection id; it is not `.`, `..` or `__…__` either.
  package var idBytes = 1_500
  /// Bytes of a document's name by the size formula, `projects/…/documents` not counted: 6 KiB.
  package var nameBytes = 6 * 1_024
  /// Pairs of a collection id and a document id in a path.
  package var pathPairs = 100
  /// Bytes of a field's name, which is neither empty nor `__…__`.
  package var fieldNameBytes = 1_500
  /// Bytes of the names above and of a nested field, joined with `.`; lists add nothing.
  package var fieldPathBytes = 1_500
  /// Maps and lists around a value; an empty map counts, an empty list does not.
  package var depth = 20
  /// Whether a list may stand directly in a list.
  package var nestedArrays = false
  /// Bytes of a document by the size formula. Documentation and emulator say 1 MiB, a comment of the protocol 4
  /// bytes less: what is below both is safe.
  package var documentBytes = 1_048_572
  /// Bytes of one text or bytes value: 1 MiB less 89.
  package var valueBytes = 1_048_487
  /// Entries in the automatic indexes of single fields; more are a warning, since fields can be exempted.
  package var indexEntries = 40_000
  /// Bytes of these entries together: 8 MiB; a warning.
  package var indexBytes = 8 << 20
  /// Bytes of a value that its index entry holds; longer ones are cut there, a warning.
  package var indexedBytes = 1_500
  /// Whether ids that ascend in the order of writing are worth a warning (facts 2.4).
  package var warnsOfSequentialIDs = true

  package init() {}

  package static let firestore = TargetLimits()
}
