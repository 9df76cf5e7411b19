/// What is worth a warning about the values of a field, though each is right by itself.
package struct FieldWatch: Sendable, Equatable, BitwiseCopyable {
  /// Of a `number`: Firestore keeps both kinds, and a reader may expect one (facts 7.2).
  package var integers = 0
  package var doubles = 0
  /// Times outside `plausible`.
  package var implausible = 0

  package init() {}

  /// 2000-01-01 up to 2100-01-01, in microseconds: an unset clock or a wrong unit gives others (facts 7.2).
  package static let plausible: Range<Int64> = 946_684_800_000_000..<4_102_444_800_000_000

  package static func += (a: inout FieldWatch, b: FieldWatch) {
    a.integers += b.integers
    a.doubles += b.doubles
    a.implausible += b.implausible
  }

  /// What was seen so far; from now on it counts anew.
  mutating func take() -> FieldWatch {
    defer { self = FieldWatch() }
    return self
  }
}
