import JSONTree

/// What `lowercase` and `uppercase` share: Unicode's full mapping, in no language in particular; ß becomes SS.
enum LetterCase {
  static func code(
    ascii: ClosedRange<UInt8>, _ unicode: @escaping @Sendable (String) -> String
  ) -> StepCode {
    TextStep.code { text, arena in
      var isASCII = true
      let result = unsafe arena.text(capacity: text.count) { start in
        for index in 0..<text.count {
          let byte = text[index]
          if byte >= 0x80 { isASCII = false }
          unsafe start[index] = ascii.contains(byte) ? byte ^ 0x20 : byte
        }
        return text.count
      }
      if isASCII { return .text(result) }
      return .text(arena.copy(Array(unicode(text.text).utf8)))
    }
  }
}
