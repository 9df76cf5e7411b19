/// A number, or a share of something: `10`, `2.5%`.
package enum Allowance: Sendable, Equatable {
  case count(Int)
  /// In ten thousandths of a percent, so that it is exact.
  case share(Int)

  /// 100 %.
  package static let all = Allowance.share(1_000_000)

  /// Nil for what is neither a number nor a percentage up to 100.
  package init?(_ text: String) {
    let isShare = text.hasSuffix("%")
    let parts = (isShare ? text.dropLast() : text[...]).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Self.digits(parts[0]) else { return nil }
    if !isShare {
      guard parts.count == 1 else { return nil }
      self = .count(whole)
      return
    }
    var rest = 0
    if parts.count == 2 {
      guard parts[1].utf8.count <= 4, !parts[1].isEmpty,
        let digits = Self.digits(parts[1] + String(repeating: "0", count: 4 - parts[1].utf8.count))
      else { return nil }
      rest = digits
    }
    guard whole <= 100, whole < 100 || rest == 0 else { return nil }
    self = .share(whole * 10_000 + rest)
  }

  private static func digits(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }

  /// Whether `count` is more than this of `whole`.
  package func isPassed(by count: Int, of whole: Int) -> Bool {
    switch self {
    case .count(let most): count > most
    case .share(let share): Double(count) * 1_000_000 > Double(share) * Double(whole)
    }
  }
}
