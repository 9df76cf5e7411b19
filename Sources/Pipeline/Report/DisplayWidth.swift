extension String {
  /// How many cells of a terminal the text takes: East Asian wide characters and emoji two, marks that sit on
  /// the character before them none.
  package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

  /// The text itself if it fits in `width` cells, else its beginning and `…`.
  package func cut(toWidth width: Int) -> String {
    guard displayWidth > width else { return self }
    var text = ""
    var used = 0
    for character in self {
      used += character.displayWidth
      guard used < width else { break }
      text.append(character)
    }
    return width > 0 ? text + "…" : ""
  }

  /// Filled up with blanks to `width` cells; longer ones stay.
  package func padded(to width: Int, onLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - displayWidth))
    return onLeft ? blanks + self : self + blanks
  }
}

extension Character {
  /// A cluster is as wide as its widest part; a variation selector 16 asks for the emoji.
  fileprivate var displayWidth: Int {
    unicodeScalars.reduce(0) { max($0, $1.value == 0xFE0F ? 2 : $1.displayWidth) }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// East_Asian_Width W or F (UAX #11), in blocks.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
