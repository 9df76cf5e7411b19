import Dispatch
import Interop
import JSONTree

/// Where the children of a joined part stand in the export, by key: a table on disk that workers ask for each record.
///
/// A key is its parts with a NUL behind each: `room\0id\0`. Where children are looked up by their own key, of several
/// that have one the first stands (contract 2.6). Memory is the page cache and one bit a child.
///
/// Any thread may ask: there is a connection for each, since waiting for one cost half of the time.
final class JoinIndex: @unchecked Sendable {
  /// A child in the export: its value, not its key.
  struct Place: BitwiseCopyable, Sendable {
    var row: Int
    var start: Int
    var count: Int
  }

  let content: Content
  private let readers: [JoinIndexReader]
  /// Children that a record has asked for.
  let asked: SharedRowSet
  /// What the children themselves had to be warned about.
  let findings: JoinIndexBuilder.Findings

  /// Reads all children of a pattern. `filing` says to which keys each belongs; without it they are known by the keys that
  /// the pattern captures. Of a child that stands twice the first counts or, with `keepsLast`, the last. `cacheBytes` is the memory for pages of the table, `threads` how many will ask at once, `number` that of the join in the mapping.
  init(
    number: Int, _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor],
    filing: ChildFiling?,
    keepsLast: Bool, cacheBytes: Int, threads: Int, isInterrupted: () -> Bool
  ) throws(ScanFault) {
    self.content = content
    let databases: [Database]
    do {
      databases = try SpoolFile.withPath { path in
        try (0...threads).map { _ in try Database(path, .readWrite) }
      }
      try databases[0].execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
        PRAGMA cache_size = -\(max(1, cacheBytes / 1024));
        """)
    } catch {
      throw ScanFault(.spool("\(error)"), at: 0)
    }
    var builder = JoinIndexBuilder(
      databases[0], content, pattern, anchors, filing, keepsLast: keepsLast)
    findings = try builder.build(isInterrupted)
    asked = SharedRowSet(number: number)
    do throws(DatabaseFault) {
      try databases[0].close()
      var readers: [JoinIndexReader] = []
      for database in databases.dropFirst() {
        readers.append(
          try JoinIndexReader(database, keepsLast: keepsLast, cacheBytes: cacheBytes / threads))
      }
      self.readers = readers
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
  }

  /// Gives a reader that nobody else uses to `body`.
  private func withReader<Result>(
    _ body: (JoinIndexReader) throws(DatabaseFault) -> Result
  ) throws(ScanFault) -> Result {
    let reader = readers.first { $0.lock.tryLock() }
    if reader == nil { readers[0].lock.lock() }
    let mine = reader ?? readers[0]
    defer { mine.lock.unlock() }
    do throws(DatabaseFault) {
      return try body(mine)
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
  }

  /// The child of a key, which counts as asked for.
  func find(_ key: Bytes) throws(ScanFault) -> Place? {
    let found = try withReader { reader throws(DatabaseFault) in try reader.find(key) }
    if let found { asked.insert(found.row) }
    return found
  }

  /// Adds the children that are filed under a key, in the order of the export, to `gathered`. All count as asked for.
  func gather(_ key: Bytes, into gathered: GatheredChildren) throws(ScanFault) {
    let before = gathered.children.count
    try withReader { reader throws(DatabaseFault) in
      try reader.forEach(key) { place, name, parents in
        if !findings.isRepeated(place.row) { gathered.add(place, name: name, parents: parents) }
      }
    }
    asked.insert(gathered.children[before...].lazy.map { $0.place.row })
  }

  /// How many children no record has asked for, those that repeat an earlier one left out.
  var orphans: Int { findings.children - findings.repeated - asked.count }

  /// Appends the bytes of a child to `bytes`.
  func read(_ place: Place, to bytes: ByteBuffer) throws(ScanFault) {
    let start = unsafe bytes.reserve(place.count)
    let part = unsafe UnsafeMutableRawBufferPointer(start: start, count: place.count)
    bytes.commit(try unsafe content.read(into: part, at: place.start))
  }
}

/// One connection to the table of a `JoinIndex`, for one thread at a time.
private final class JoinIndexReader {
  let lock = ReaderLock()
  private let database: Database
  private let one: Statement
  private let all: Statement

  init(_ database: Database, keepsLast: Bool, cacheBytes: Int) throws(DatabaseFault) {
    self.database = database
    // Within one transaction the file is locked and looked over once.
    try database.execute("PRAGMA cache_size = -\(max(64, cacheBytes / 1024)); BEGIN")
    one = try database.prepare(
      "SELECT row, start, count FROM child WHERE key = ?1 ORDER BY row \(keepsLast ? "DESC" : "") LIMIT 1"
    )
    all = try database.prepare(
      "SELECT row, start, count, name, parents FROM child WHERE key = ?1 ORDER BY row")
  }

  func find(_ key: Bytes) throws(DatabaseFault) -> JoinIndex.Place? {
    try key.withSpan { (span) throws(DatabaseFault) in
      try database.lend(span) { () throws(DatabaseFault) in
        try one.bind(1, blob: 0..<key.count)
        return try one.first {
          JoinIndex.Place(row: $0.int(0), start: $0.int(1), count: $0.int(2))
        }
      }
    }
  }

  func forEach(
    _ key: Bytes,
    _ body: (_ place: JoinIndex.Place, _ name: Span<UInt8>, _ parents: Span<UInt8>) -> Void
  ) throws(DatabaseFault) {
    try key.withSpan { (span) throws(DatabaseFault) in
      try database.lend(span) { () throws(DatabaseFault) in
        try all.bind(1, blob: 0..<key.count)
        try all.forEach { row in
          let place = JoinIndex.Place(row: row.int(0), start: row.int(1), count: row.int(2))
          row.withBytes(3) { name in row.withBytes(4) { body(place, name, $0) } }
        }
      }
    }
  }
}

/// A lock that one thread may find taken and go on.
private final class ReaderLock: Sendable {
  private let semaphore = DispatchSemaphore(value: 1)
  func tryLock() -> Bool { semaphore.wait(timeout: .now()) == .success }
  func lock() { semaphore.wait() }
  func unlock() { semaphore.signal() }
}

extension Pattern {
  /// Whether the last key is captured: each child is a record; otherwise the pattern names one record.
  var endsWithCapture: Bool {
    if case .capture = segments.last { true } else { false }
  }
}
