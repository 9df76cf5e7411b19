extension String {
  /// The text as it may go to a terminal: characters that would do something instead of being seen stand as
  /// `\u{1b}`. Keys of an export are anybody's; one with an escape sequence in it must not drive the
  /// terminal of who reads about it, one with a direction mark must not reorder the line.
  package var visible: String { escaped { $0.isUnseen } }

  /// Like `visible` for a text of several lines: newlines stay.
  package var visibleLines: String { escaped { $0 != "\n" && $0.isUnseen } }

  private func escaped(_ isUnseen: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isUnseen) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isUnseen(scalar) {
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Control characters (C0, DEL, C1), line and paragraph separators, marks that change the direction of
  /// text, and tags.
  fileprivate var isUnseen: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    case 0xFEFF, 0xE0000...0xE007F: true
    default: false
    }
  }
}
