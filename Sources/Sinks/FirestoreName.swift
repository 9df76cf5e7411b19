import Pipeline

/// The names in `firestore:PROJECT[/DATABASE]`, as far as the platform's rules tell which can exist.
///
///     my-project   my-project/(default)   my-project/archive   example.com:my-project
///
/// Production wants six letters of a project id at the least; those of an emulator may be shorter (facts 2.7), and a plan
/// needs neither.
enum FirestoreName {
  static func check(_ text: String, _ url: String, form: String) throws(TargetURLFault) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw .form(url: url, expected: form)
    }
    if !isProject(Array(parts[0].utf8)) {
      throw .name(
        url: url,
        "\"\(String(parts[0]).visible)\" cannot be a project id: that is lower-case letters, digits and hyphens, 30 at the most, "
          + "with a letter first and no hyphen last")
    }
    if parts.count == 2, !isDatabase(Array(parts[1].utf8)) {
      throw .name(
        url: url,
        "\"\(String(parts[1]).visible)\" cannot be a database id: that is (default), or 4 to 63 lower-case letters, digits and "
          + "hyphens, with a letter first and no hyphen last")
    }
  }

  /// Older ids of an organisation stand behind its domain: `example.com:my-project`.
  private static func isProject(_ id: [UInt8]) -> Bool {
    let parts = id.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if parts.count == 2 {
      let labels = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      guard labels.count > 1, labels.allSatisfy({ isLabel($0, most: 63) }) else { return false }
    }
    guard parts.count <= 2, let name = parts.last else { return false }
    return isName(name, 1...30)
  }

  private static func isDatabase(_ id: [UInt8]) -> Bool {
    id.elementsEqual("(default)".utf8) || isName(id[...], 4...63)
  }

  private static func isName(_ name: ArraySlice<UInt8>, _ length: ClosedRange<Int>) -> Bool {
    name.count >= length.lowerBound && isLabel(name, most: length.upperBound)
      && name.first.map(isLetter) == true
  }

  private static func isLabel(_ label: ArraySlice<UInt8>, most: Int) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return !label.isEmpty && label.count <= most && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == hyphen }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
}
