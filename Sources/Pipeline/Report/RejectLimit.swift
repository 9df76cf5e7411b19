/// How many rejects are too many (`--max-rejects`): more than a number, or than a share of the records read so far.
package struct RejectLimit: Sendable, Equatable {
  /// As the user wrote it: `10`, `2.5%`.
  package let text: String
  private let count: Int?
  /// In ten thousandths of a percent.
  private let share: Int

  /// A share means nothing of a few records.
  private static let fewest = 100

  /// Nil for what is neither a number nor a percentage up to 100.
  package init?(_ text: String) {
    self.text = text
    let isShare = text.hasSuffix("%")
    let parts = (isShare ? text.dropLast() : text[...]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Self.digits(parts[0]) else { return nil }
    if !isShare {
      guard parts.count == 1 else { return nil }
      count = whole
      share = 0
      return
    }
    var rest = 0
    if parts.count == 2 {
      guard parts[1].utf8.count <= 4,
        let digits = Self.digits(
          parts[1] + String(repeating: "0", count: 4 - parts[1].utf8.count)[...],
          least: parts[1])
      else { return nil }
      rest = digits
    }
    guard whole <= 100, whole < 100 || rest == 0 else { return nil }
    count = nil
    share = whole * 10_000 + rest
  }

  private static func digits(_ text: Substring, least: Substring? = nil) -> Int? {
    guard !(least ?? text).isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  package func isPassed(rejects: Int, read: Int) -> Bool {
    if let count { return rejects > count }
    guard read >= Self.fewest else { return false }
    return Double(rejects) * 1_000_000 > Double(share) * Double(read)
  }
}
