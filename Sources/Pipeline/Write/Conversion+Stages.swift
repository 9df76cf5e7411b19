/// In which order rules are done.
extension Conversion {
  /// Of two records that make one document the later in the file is the reject, so rules go by where their records
  /// begin; those that begin at one place, by the mapping. Rules whose records interleave and may make the same document
  /// are a stage together.
  func stages(_ catalogue: Catalogue) -> [[Rule]] {
    var stages: [[Rule]] = []
    for rule in rulesInFileOrder(catalogue) {
      let reach = range(of: rule, catalogue)
      let meets = stages.indices.filter { stage in
        stages[stage].contains { other in
          reach.overlaps(range(of: other, catalogue)) && rule.mayCollide(with: other)
        }
      }
      guard let first = meets.first else {
        stages.append([rule])
        continue
      }
      stages[first] = meets.flatMap { stages[$0] } + [rule]
      for stage in meets.dropFirst().reversed() { stages.remove(at: stage) }
    }
    return stages
  }

  private func rulesInFileOrder(_ catalogue: Catalogue) -> [Rule] {
    request.mapping.rules.sorted {
      (range(of: $0, catalogue).lowerBound, $0.index)
        < (range(of: $1, catalogue).lowerBound, $1.index)
    }
  }

  /// From a rule's first record to its last.
  private func range(of rule: Rule, _ catalogue: Catalogue) -> Range<Int> {
    let anchors = catalogue.anchors[rule.index]
    guard let first = anchors.first, let last = anchors.last else { return .max ..< .max }
    return first.range.lowerBound..<last.range.upperBound
  }
}

extension Rule {
  fileprivate func mayCollide(with other: Rule) -> Bool {
    !(mode.isMerging && other.mode.isMerging) && target.mayMeet(other.target)
  }
}
