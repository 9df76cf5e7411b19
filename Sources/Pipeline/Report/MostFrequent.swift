/// What a report lists of counts that data can make many: the most frequent, and the sum of the rest.

extension NameCounts {
  /// The most frequent names as text, and how often the others were seen together.
  ///
  /// Names that are no UTF-8 become equal by U+FFFD: they are listed as one, since a JSON object names a
  /// member once. (Texts are told apart by their bytes here, too: Swift's `==` would take "é" and "e\u{301}"
  /// for the same.)
  package func listed(_ most: Int) -> (names: [Listed], more: Int) {
    var shown: [Listed] = []
    var places: [[UInt8]: Int] = [:]
    for (name, count, bytes) in mostFrequent(most) {
      let text = String(decoding: name, as: UTF8.self)
      let place = places[Array(text.utf8), default: shown.count]
      if place < shown.count {
        shown[place].count += count
        shown[place].bytes += bytes
      } else {
        places[Array(text.utf8)] = place
        shown.append(Listed(name: text, count: count, bytes: bytes))
      }
    }
    let all = counts.reduce(others, +)
    return (shown, all - shown.reduce(0) { $0 + $1.count })
  }

  package struct Listed: Sendable {
    package var name: String
    package var count: Int
    package var bytes: Int
  }
}

extension Violations {
  package var isEmpty: Bool { groups.isEmpty && others == 0 }

  /// The largest groups, of equals the earlier seen, and how many violations the others hold together.
  package func mostFrequent(_ most: Int) -> (groups: [Group], more: Int) {
    let listed = groups.indices.sorted {
      groups[$0].count == groups[$1].count ? $0 < $1 : groups[$0].count > groups[$1].count
    }.prefix(most).map { groups[$0] }
    let all = groups.reduce(others) { $0 + $1.count }
    return (listed, all - listed.reduce(0) { $0 + $1.count })
  }
}
