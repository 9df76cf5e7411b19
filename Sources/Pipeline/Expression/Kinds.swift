/// Which kinds of value an expression may give, as far as can be known without data.
///
/// Source paths and items of lists are untyped: `any`. Two sets without a common kind cannot meet: that is how
/// `$key | count` is found before any data is read.
package struct Kinds: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let text = Kinds(rawValue: 1 << 0)
  package static let number = Kinds(rawValue: 1 << 1)
  package static let boolean = Kinds(rawValue: 1 << 2)
  package static let timestamp = Kinds(rawValue: 1 << 3)
  package static let list = Kinds(rawValue: 1 << 4)
  package static let map = Kinds(rawValue: 1 << 5)
  package static let geopoint = Kinds(rawValue: 1 << 6)
  package static let reference = Kinds(rawValue: 1 << 7)

  /// What list steps take: a map is the list of its values.
  package static let container: Kinds = [.list, .map]
  package static let any = Kinds(rawValue: 0xFF)

  private static let words: [(Kinds, String)] = [
    (.text, "a text"), (.number, "a number"), (.boolean, "true or false"),
    (.timestamp, "a timestamp"), (.list, "a list"), (.map, "a map"), (.geopoint, "a geo point"),
    (.reference, "a reference"),
  ]

  /// "a text or a number"; "any value"; "nothing" for the empty set.
  package var phrase: String {
    if self == .any { return "any value" }
    let words = Self.words.filter { contains($0.0) }.map(\.1)
    guard let last = words.last else { return "nothing" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
  }
}
