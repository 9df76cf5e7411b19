/// "Did you mean …?": the nearest of the names that would have been right.
package enum Suggestion {
  /// ` Did you mean "x"?` behind a full stop, or nothing where no name is near.
  package static func sentence(_ word: String, in names: [String]) -> String {
    nearest(to: word, in: names).map { ". Did you mean \(quoted($0))?" } ?? ""
  }

  /// The name with the fewest edits, at most a third of the word's letters; the first of several. Else the one name that
  /// the word begins.
  package static func nearest(to word: String, in names: [String]) -> String? {
    let letters = Array(word.lowercased().unicodeScalars.prefix(64))
    let limit = max(1, letters.count / 3)
    var best: (name: String, distance: Int)?
    for name in names where name != word {
      let others = Array(name.lowercased().unicodeScalars.prefix(64))
      let found = distance(letters, others)
      // Names of one letter each are one edit apart, and nothing alike.
      if found == max(letters.count, others.count) { continue }
      if found <= limit, found < best?.distance ?? .max { best = (name, found) }
    }
    if let best { return best.name }
    let longer = names.filter { word.count > 2 && $0.hasPrefix(word) }
    return longer.count == 1 ? longer.first : nil
  }

  /// Insertions, deletions, substitutions and swaps of neighbours.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}

/// The user's own words in a message: in quotes, control characters made visible.
func quoted(_ word: String) -> String {
  "\"" + word.visible + "\""
}

func quoted(_ bytes: some Collection<UInt8>) -> String {
  quoted(String(decoding: bytes, as: UTF8.self))
}
