/// The name that somebody probably meant.
enum NearName {
  /// The nearest of `names` by edits (a swap of neighbours is one), if a third of the letters or fewer are
  /// wrong, or if the word is the beginning of one name only.
  static func of(_ word: String, in names: [String]) -> String? {
    let nearest = names.map { (name: $0, distance: distance(word.lowercased(), $0)) }
      .min { $0.distance < $1.distance }
    if let nearest, nearest.distance <= max(1, word.count / 3) { return nearest.name }
    let longer = names.filter { word.count > 2 && $0.hasPrefix(word) }
    return longer.count == 1 ? longer.first : nil
  }

  /// Optimal string alignment: insertions, deletions, replacements and swaps of neighbours.
  private static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
