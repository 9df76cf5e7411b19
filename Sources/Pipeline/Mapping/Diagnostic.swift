/// One thing that is wrong with a mapping file.
///
///     news.json:12:31: rules[0].fields.date.value: unknown step "pushtime". Did you mean "pushTime"?
///       createdAt | millis ?? $key | pushtime
///                                    ^^^^^^^^
package struct Diagnostic: Sendable, Equatable, CustomStringConvertible {
  package var file: String
  /// The byte of the file that it is about.
  package var offset: Int
  /// Both from 1; columns count Unicode scalars.
  package var line: Int
  package var column: Int
  /// `rules[0].fields.date.value`; empty at the top of the file.
  package var path: String
  package var message: String
  /// The line of an expression or a path with the part that is wrong.
  package var excerpt: Excerpt?

  package var place: MappingPlace {
    MappingPlace(file: file, line: line, column: column, path: path)
  }

  package var description: String {
    let place = "\(file.visible):\(line):\(column): " + (path.isEmpty ? "" : path.visible + ": ")
    return place + message + (excerpt.map { "\n" + $0.description } ?? "")
  }
}

/// Everything that is wrong with a mapping file, in the order of the file.
package struct MappingFaults: Error, Sendable, Equatable, CustomStringConvertible {
  package var diagnostics: [Diagnostic]

  package var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// A line of text with a run of carets under a part of it.
package struct Excerpt: Sendable, Equatable, CustomStringConvertible {
  package var line: String
  package var carets: String

  /// The line of `text` in which `range` (bytes) begins, and carets under what of the range lies in it.
  package init(_ text: [UInt8], marking range: Range<Int>) {
    let start = min(max(range.lowerBound, 0), text.count)
    let newline = UInt8(ascii: "\n")
    let lineStart = text[..<start].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let lineEnd = text[start...].firstIndex(of: newline) ?? text.count
    let end = min(max(range.upperBound, start), lineEnd)
    let before = Self.shown(text[lineStart..<start])
    let marked = Self.shown(text[start..<end])
    line = before + marked + Self.shown(text[end..<lineEnd])
    carets =
      String(repeating: " ", count: before.displayWidth)
      + String(repeating: "^", count: max(1, marked.displayWidth))
  }

  package var description: String { "  " + line + "\n  " + carets }

  /// As a terminal shows it in a known width: tabs are blanks, control characters are spelled out.
  private static func shown(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self).visible
  }
}
