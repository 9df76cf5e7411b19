/// What stands behind an option or in the place of an operand: what help calls it, and what completion offers for it.
struct Placeholder: Sendable {
  enum Kind: Sendable {
    /// What only the user knows: a number, a time.
    case text
    case file
    case folder
    /// A URL of `--to`.
    case target
    /// One of these. Asked when they are needed: the words may be the commands, whose descriptions hold this one.
    case words(@Sendable () -> [String])
  }

  /// `FILE`, `auto|plain|none`.
  var name: String
  var kind: Kind

  static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
  static func file(_ name: String) -> Self { Self(name: name, kind: .file) }
  static func folder(_ name: String) -> Self { Self(name: name, kind: .folder) }
  static func target(_ name: String) -> Self { Self(name: name, kind: .target) }

  /// Called as its words are where there are few, or by a name.
  static func words(_ name: String? = nil, _ words: @escaping @Sendable () -> [String]) -> Self {
    Self(name: name ?? words().joined(separator: "|"), kind: .words(words))
  }

  var isFile: Bool { if case .file = kind { true } else { false } }
  var isTarget: Bool { if case .target = kind { true } else { false } }

  /// The words that can stand there, or nothing if others can, too.
  var words: [String] { if case .words(let words) = kind { words() } else { [] } }
}
