import Interop
import JSONTree
import Synchronization

/// Where the children of a joined part stand in the export, by key: a table on disk that workers ask for each record.
///
/// A key is its parts with a NUL behind each: `room\0id\0`. Where children are looked up by their own key, of several
/// that have one the first stands (contract 2.6). Memory is the page cache and one bit a child.
///
/// Any thread may ask, one at a time: what takes long, reading the children, happens outside.
final class JoinIndex: @unchecked Sendable {
  /// A child in the export: its value, not its key.
  struct Place: BitwiseCopyable, Sendable {
    var row: Int
    var start: Int
    var count: Int
  }

  let content: Content
  private let lock = Mutex(())
  // All of these under the lock.
  private let database: Database
  private let lookup: Statement
  private let askedFor: Statement
  /// Children that a record has asked for, by row.
  private var asked: [UInt64]
  private var askedCount = 0
  /// Children that belong to records: without those that repeat an earlier one.
  private let standing: Int
  /// What the children themselves had to be warned about.
  let findings: JoinIndexBuilder.Findings

  /// Reads all children of a pattern. `filing` says to which keys each belongs; without it they are known by the keys that
  /// the pattern captures. `cacheBytes` is the memory for pages of the table.
  init(
    _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor], filing: ChildFiling?,
    cacheBytes: Int, isInterrupted: () -> Bool
  ) throws(ScanFault) {
    self.content = content
    do throws(DatabaseFault) {
      database = try Database("", .temporary)
      try database.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
        PRAGMA cache_size = -\(max(1, cacheBytes / 1024));
        """)
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
    var builder = JoinIndexBuilder(database, content, pattern, anchors, filing)
    findings = try builder.build(isInterrupted)
    standing = findings.children - findings.repeated
    asked = Array(repeating: 0, count: findings.children / 64 + 1)
    do throws(DatabaseFault) {
      lookup = try database.prepare(
        "SELECT row, start, count FROM child WHERE key = ?1 ORDER BY row LIMIT 1")
      askedFor = try database.prepare(
        "SELECT row, start, count, name, parents FROM child WHERE key = ?1 ORDER BY row")
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
  }

  /// The child of a key, which counts as asked for.
  func find(_ key: Bytes) throws(ScanFault) -> Place? {
    try lock.withLock { _ throws(ScanFault) in
      do throws(DatabaseFault) {
        let found = try key.withSpan { (span) throws(DatabaseFault) in
          try database.lend(span) { () throws(DatabaseFault) in
            try lookup.bind(1, blob: 0..<key.count)
            return try lookup.first { Place(row: $0.int(0), start: $0.int(1), count: $0.int(2)) }
          }
        }
        if let found { note(found.row) }
        return found
      } catch {
        throw ScanFault(.spool(error.description), at: 0)
      }
    }
  }

  /// Adds the children that are filed under a key, in the order of the export, to `gathered`. All count as asked for.
  func gather(_ key: Bytes, into gathered: GatheredChildren) throws(ScanFault) {
    try lock.withLock { _ throws(ScanFault) in
      do throws(DatabaseFault) {
        try key.withSpan { (span) throws(DatabaseFault) in
          try database.lend(span) { () throws(DatabaseFault) in
            try askedFor.bind(1, blob: 0..<key.count)
            try askedFor.forEach { row in
              let place = Place(row: row.int(0), start: row.int(1), count: row.int(2))
              guard !findings.isRepeated(place.row) else { return }
              row.withBytes(3) { name in
                row.withBytes(4) { gathered.add(place, name: name, parents: $0) }
              }
              note(place.row)
            }
          }
        }
      } catch {
        throw ScanFault(.spool(error.description), at: 0)
      }
    }
  }

  private func note(_ row: Int) {
    let bit = UInt64(1) << UInt64(row % 64)
    if asked[row / 64] & bit == 0 {
      asked[row / 64] |= bit
      askedCount += 1
    }
  }

  /// How many children no record has asked for.
  var orphans: Int { lock.withLock { _ in standing - askedCount } }

  /// Appends the bytes of a child to `bytes`.
  func read(_ place: Place, to bytes: ByteBuffer) throws(ScanFault) {
    let start = unsafe bytes.reserve(place.count)
    let part = unsafe UnsafeMutableRawBufferPointer(start: start, count: place.count)
    bytes.commit(try unsafe content.read(into: part, at: place.start))
  }
}

extension Pattern {
  /// Whether the last key is captured: each child is a record; otherwise the pattern names one record.
  var endsWithCapture: Bool {
    if case .capture = segments.last { true } else { false }
  }
}
