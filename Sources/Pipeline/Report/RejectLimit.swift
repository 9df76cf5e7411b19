/// How many rejects are too many (`--max-rejects`): more than a number, or than a share of the records read so far.
package struct RejectLimit: Sendable, Equatable {
  /// As the user wrote it: `10`, `2.5%`.
  package let text: String
  private let allowance: Allowance

  /// A share means nothing of a few records.
  private static let fewest = 100

  /// Nil for what is neither a number nor a percentage up to 100.
  package init?(_ text: String) {
    guard let allowance = Allowance(text) else { return nil }
    self.text = text
    self.allowance = allowance
  }

  package func isPassed(rejects: Int, read: Int) -> Bool {
    if case .share = allowance, read < Self.fewest { return false }
    return allowance.isPassed(by: rejects, of: read)
  }
}
