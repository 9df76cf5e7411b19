/// What is done with values that JSON has and the database or a target has not (contract 2.4). The first word of each is
/// the default.
package struct Policy: Sendable, BitwiseCopyable, Equatable {
  /// Bytes and escapes that are no Unicode: the record is rejected, or each maximal part becomes one U+FFFD.
  package var invalidUnicode = InvalidUnicode.reject
  /// A number beyond 64-bit integers and doubles where it meets `number` or `any`.
  package var bigNumber = BigNumber.reject
  /// A list directly in a list: refused where the target refuses it, else a map by index or a text of JSON.
  package var nestedArray = NestedArray.reject
  /// Equal keys in a record, and equal records.
  package var duplicateKey = DuplicateKey.reject
  /// Texts of the source that are empty.
  package var emptyText = EmptyText.keep

  package init() {}

  package enum InvalidUnicode: String, Sendable, CaseIterable, BitwiseCopyable {
    case reject, replace
  }
  package enum BigNumber: String, Sendable, CaseIterable, BitwiseCopyable {
    case reject, double, string
  }
  package enum NestedArray: String, Sendable, CaseIterable, BitwiseCopyable {
    case reject, map, string
  }
  package enum DuplicateKey: String, Sendable, CaseIterable, BitwiseCopyable { case reject, last }
  package enum EmptyText: String, Sendable, CaseIterable, BitwiseCopyable { case keep, absent }
}

extension Policy {
  static let known = [
    "invalidUnicode", "bigNumber", "nestedArray", "duplicateKey", "emptyText",
  ]

  /// Reads `policy` of a mapping.
  init(_ element: Element, _ source: MappingSource) {
    self.init()
    guard let members = source.members(of: element, as: "\"policy\"", known: Self.known) else {
      return
    }
    func word<Word: RawRepresentable & CaseIterable>(_ name: String) -> Word?
    where Word.RawValue == String {
      guard let element = members[name] else { return nil }
      let words = Word.allCases.map(\.rawValue)
      return source.word(element, as: quoted(name), of: words).flatMap { Word(rawValue: $0) }
    }
    invalidUnicode = word("invalidUnicode") ?? invalidUnicode
    bigNumber = word("bigNumber") ?? bigNumber
    nestedArray = word("nestedArray") ?? nestedArray
    duplicateKey = word("duplicateKey") ?? duplicateKey
    emptyText = word("emptyText") ?? emptyText
  }
}
