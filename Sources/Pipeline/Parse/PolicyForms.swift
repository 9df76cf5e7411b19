import JSONTree

extension Canonicaliser {
  /// One that does what a mapping's policy says of equal keys and empty texts.
  init(_ policy: Policy) {
    self.init(
      duplicates: policy.duplicateKey == .last ? .keepLast : .keepAll,
      emptyTextIsAbsent: policy.emptyText == .absent)
  }
}
