import Interop
import JSONTree

/// A join on the same keys where order does not help: the joined children's places are put into a database
/// on disk first, by key, and each record looks its own up.
///
/// A child's key in the index is the keys that the pattern captures, each with a NUL behind it: `room\0id\0`. Of
/// repeated children the first stands (contract 2.6).
final class IndexJoin {
  private let content: Content
  private let database: Database
  private let lookup: Statement
  private let captures: [Int]
  /// Rows that a record has asked for, by row number.
  private var asked: [UInt64] = []
  private var askedCount = 0
  private var rows = 0
  /// Joined children that stand twice in the export; the first stands.
  private(set) var repeated = 0
  private var key: [UInt8] = []

  /// `captures` tells which of the record's captures the pattern's are, in order.
  init(
    _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor], captures: [Int]
  ) throws(ScanFault) {
    self.content = content
    self.captures = captures
    do throws(DatabaseFault) {
      database = try Database("", .temporary)
      try database.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
        PRAGMA cache_size = -8000;
        CREATE TABLE child (
          key BLOB PRIMARY KEY, row INTEGER NOT NULL, start INTEGER NOT NULL, count INTEGER NOT NULL
        ) WITHOUT ROWID;
        """)
      lookup = try database.prepare("SELECT row, start, count FROM child WHERE key = ?1")
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
    try build(pattern, anchors)
  }

  private func build(
    _ pattern: Pattern, _ anchors: [Catalogue.Anchor]
  ) throws(ScanFault) {
    let reader = RuleReader(content, pattern, anchors, batch: 500)
    var run = Run()
    do {
      let insert = try database.prepare(
        "INSERT OR IGNORE INTO child (key, row, start, count) VALUES (?1, ?2, ?3, ?4)")
      try database.execute("BEGIN")
      while try reader.fill(&run) {
        for segment in run.segments {
          for index in segment.children {
            let child = run.children[index]
            if isAbsent(run.bytes[child.value]) { continue }
            key.removeAll(keepingCapacity: true)
            for capture in segment.captures { append(run.keys[capture]) }
            if pattern.endsWithCapture { append(run.key(index)) }
            try insert.bind(1, blob: key)
            try insert.bind(2, rows)
            try insert.bind(3, content.parts[child.file].base + child.valueOffset)
            try insert.bind(4, child.value.count)
            try insert.run()
            rows += database.changes
            repeated += 1 - database.changes
          }
        }
        run.reset()
      }
      try database.execute("COMMIT")
    } catch let fault as ScanFault {
      throw fault
    } catch {
      throw ScanFault(.spool("\(error)"), at: 0)
    }
    asked = Array(repeating: 0, count: rows / 64 + 1)
  }

  /// Literally `null`, `{}` or `[]`.
  private func isAbsent(_ value: Bytes) -> Bool {
    switch value.count > 0 ? value[0] : 0 {
    case 0x6E: true
    case 0x7B, 0x5B:
      unsafe value[1..<value.count - 1].buffer.allSatisfy {
        $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
      }
    default: false
    }
  }

  private func append(_ bytes: Bytes) {
    unsafe key.append(contentsOf: bytes.buffer)
    key.append(0)
  }

  func gather(for run: Run, into joined: inout JoinedRun) throws(ScanFault) {
    joined.reset()
    for segment in run.segments {
      for index in segment.children {
        key.removeAll(keepingCapacity: true)
        for capture in captures {
          append(
            capture < segment.captures.count
              ? run.keys[segment.captures[capture]] : run.key(index))
        }
        joined.places.append(try find(into: &joined))
      }
    }
    joined.end()
  }

  private func find(into joined: inout JoinedRun) throws(ScanFault) -> Int32 {
    let found: (row: Int, start: Int, count: Int)?
    do throws(DatabaseFault) {
      try lookup.bind(1, blob: key)
      found = try lookup.first { ($0.int(0), $0.int(1), $0.int(2)) }
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
    guard let found else { return -1 }
    let bit = UInt64(1) << UInt64(found.row % 64)
    if asked[found.row / 64] & bit == 0 {
      asked[found.row / 64] |= bit
      askedCount += 1
    }
    joined.beginChild(at: content.place(of: found.start))
    let place = unsafe joined.bytes.reserve(found.count)
    let part = unsafe UnsafeMutableRawBufferPointer(start: place, count: found.count)
    joined.bytes.commit(try unsafe content.read(into: part, at: found.start))
    joined.endChild()
    return Int32(joined.children.count - 1)
  }

  func orphans() throws(ScanFault) -> Int { rows - askedCount }
}

extension Pattern {
  /// Whether the last key is captured: each child is a record; otherwise the pattern names one record.
  var endsWithCapture: Bool {
    if case .capture = segments.last { true } else { false }
  }
}
