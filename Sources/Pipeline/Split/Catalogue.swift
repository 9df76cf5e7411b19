import JSONTree

/// What a first look over a whole export found out: where rules and joins begin, whether their keys ascend,
/// what nobody reads.
///
/// Everything that would refuse the file as a whole shows in this pass, before anything is written.
struct Catalogue {
  /// For each pattern the containers behind its literal keys, in file order: more than one where a key above
  /// records is repeated (their contents are united, contract 2.6).
  var anchors: [[Anchor]]
  /// For each pattern: whether its keys from the first captured one on strictly ascend in each container, in the database's
  /// order.
  var isAscending: [Bool]
  /// For each pattern whose path is not there: how far it is, and what stands there instead.
  var missing: [Missing?]
  var unmapped: [Report.Unmapped]
  var unmappedMore: Int
  /// The root, or that of each file, is literally `null`, `{}` or `[]`: an empty database, in which no path is missing.
  var isEmpty: Bool

  struct Anchor: Equatable {
    /// Where the container begins and ends in the export.
    var range: Range<Int>
    /// Whether it is a container at all; a scalar has no records.
    var isContainer: Bool
  }

  struct Missing: Equatable {
    /// The deepest part of the path that is there: `/production`.
    var found: String
    /// The first key that is not.
    var key: String
    /// Keys that stand beside it.
    var siblings: [String]
  }
}

/// Subtrees that nobody reads, by pattern. At most a thousand are told apart.
struct UnmappedParts {
  private var names = NameCounts()
  private var parts: [Report.Unmapped] = []
  private var hint = 0

  /// `sample` is where the part stands, if `path` does not tell.
  mutating func add(_ path: [UInt8], children: Int, bytes: Int, sample: Bytes? = nil) {
    let place = path.withBytes { names.add($0, expectedAt: hint) }
    guard place < NameCounts.limit else { return }
    hint = place
    if place == parts.count {
      parts.append(
        Report.Unmapped(
          path: String(decoding: path, as: UTF8.self), children: 0, bytes: 0, sample: sample?.text))
    }
    parts[place].children += children
    parts[place].bytes += bytes
  }

  /// The largest, and how many there are beyond them.
  func largest(_ most: Int) -> ([Report.Unmapped], more: Int) {
    let order = parts.indices.sorted {
      parts[$0].bytes == parts[$1].bytes ? $0 < $1 : parts[$0].bytes > parts[$1].bytes
    }
    return (order.prefix(most).map { parts[$0] }, max(0, parts.count - most) + names.others)
  }
}
