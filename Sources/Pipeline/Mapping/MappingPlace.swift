/// Where something stands in a mapping file: `news.json:12:5: tests[0]`.
package struct MappingPlace: Sendable, Equatable, CustomStringConvertible {
  package var file: String
  /// Both from 1; columns count Unicode scalars.
  package var line: Int
  package var column: Int
  /// `tests[0]`.
  package var path: String

  package var description: String { "\(file.visible):\(line):\(column): \(path)" }
}
