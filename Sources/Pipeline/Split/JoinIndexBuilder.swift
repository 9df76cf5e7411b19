import Interop
import JSONTree

/// Fills the table of a `JoinIndex`: rows as they come, which are then sorted at once, however many they are.
///
/// Exports are in key order, and then no child stands twice (facts 7.1). Only where one is not are the children's paths sorted,
/// to find those that do.
struct JoinIndexBuilder {
  struct Findings {
    /// Children that are there at all, repeated ones among them.
    var children = 0
    /// Children that repeat an earlier one.
    var repeated = 0
    /// Children that are no JSON, so that nobody knows where they belong.
    var unparsable = 0
    /// Children for which `by` fails or gives no key.
    var unplaced = 0
    /// One bit for each repeated child; empty where there is none or where nobody would meet it.
    fileprivate var repeatedRows: [UInt64] = []

    func isRepeated(_ row: Int) -> Bool {
      !repeatedRows.isEmpty && repeatedRows[row / 64] & (1 << UInt64(row % 64)) != 0
    }
  }

  private let database: Database
  private let content: Content
  private let pattern: Pattern
  private let anchors: [Catalogue.Anchor]
  private let filing: ChildFiling?
  /// Of equal children the last counts, and not the first.
  private let keepsLast: Bool
  private var findings = Findings()
  private var order = PathOrder()
  /// Whether the paths of children are noted: some do not ascend.
  private var notesPaths = false
  // What goes into the table at once.
  private let bytes = ByteBuffer(capacity: 64 * 1024)
  private var rows: [Row] = []

  /// Ranges of `bytes`.
  private struct Row {
    var key: Range<Int>
    var name: Range<Int>
    var parents: Range<Int>
    var place: JoinIndex.Place
  }

  init(
    _ database: Database, _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor],
    _ filing: ChildFiling?, keepsLast: Bool
  ) {
    self.keepsLast = keepsLast
    self.database = database
    self.content = content
    self.pattern = pattern
    self.anchors = anchors
    self.filing = filing
  }

  mutating func build(_ isInterrupted: () -> Bool) throws(ScanFault) -> Findings {
    do {
      try database.execute(
        """
        CREATE TABLE child (key BLOB, row INTEGER, start INTEGER, count INTEGER, name BLOB, parents BLOB);
        CREATE TABLE path (path BLOB);
        BEGIN
        """)
      if try !readChildren(isInterrupted) {
        try database.execute("DELETE FROM child")
        findings = Findings()
        notesPaths = true
        _ = try readChildren(isInterrupted)
      }
      // It holds all columns: the table itself is not read any more.
      try database.execute(
        "CREATE INDEX place ON child (key, row, start, count, name, parents); COMMIT")
      if !order.isAscending { try findRepeated() }
      return findings
    } catch let fault as ScanFault {
      throw fault
    } catch {
      throw ScanFault(.spool("\(error)"), at: 0)
    }
  }

  /// - Returns: False, and not all are read, if paths that must be noted were not.
  private mutating func readChildren(_ isInterrupted: () -> Bool) throws -> Bool {
    let insert = try database.prepare("INSERT INTO child VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
    let insertPath = try database.prepare("INSERT INTO path VALUES (?1)")
    let reader = RuleReader(content, pattern, anchors, batch: 500)
    var run = Run()
    while try reader.fill(&run) {
      if isInterrupted() { throw ScanFault(.interrupted, at: 0) }
      for segment in run.segments {
        order.begin(segment.captures.map { run.keys[$0] })
        filing?.begin(segment, run)
        for index in segment.children { try add(index, segment, run, insertPath) }
      }
      if filing != nil, !order.isAscending, !notesPaths { return false }
      try insertRows(insert)
      run.reset()
    }
    return true
  }

  private mutating func add(
    _ index: Int, _ segment: Run.Segment, _ run: Run, _ insertPath: Statement
  ) throws {
    let child = run.children[index]
    let key = run.key(index)
    if key.isMetadata || run.bytes[child.value].isLiterallyAbsent { return }
    order.note(key)
    let row = findings.children
    findings.children += 1
    let place = JoinIndex.Place(
      row: row, start: content.parts[child.file].base + child.valueOffset, count: child.value.count)
    guard let filing else {
      let start = bytes.count
      for capture in segment.captures { bytes.append(keyPart: run.keys[capture]) }
      if pattern.endsWithCapture { bytes.append(keyPart: key) }
      rows.append(Row(key: start..<bytes.count, name: 0..<0, parents: 0..<0, place: place))
      return
    }
    if notesPaths {
      var path: [UInt8] = []
      for capture in segment.captures { path += run.keys[capture].array + [0] }
      try insertPath.bind(1, blob: path + key.array)
      try insertPath.run()
    }
    let name = bytes.count
    bytes.append(key)
    let parents = bytes.count
    filing.appendParents(to: bytes)
    let end = bytes.count
    let outcome = filing.file(index, segment, run) { shared, by in
      let start = bytes.count
      bytes.append(shared)
      bytes.append(keyPart: by)
      rows.append(
        Row(key: start..<bytes.count, name: name..<parents, parents: parents..<end, place: place))
    }
    switch outcome {
    case .filed: break
    case .unparsable: findings.unparsable += 1
    case .unplaced: findings.unplaced += 1
    }
  }

  private mutating func insertRows(_ insert: Statement) throws {
    let (rows, bytes) = (rows, bytes)
    try bytes.bytes.withSpan { span in
      try database.lend(span) {
        for row in rows {
          try insert.bind(1, blob: row.key)
          try insert.bind(2, row.place.row)
          try insert.bind(3, row.place.start)
          try insert.bind(4, row.place.count)
          try insert.bind(5, blob: row.name)
          try insert.bind(6, blob: row.parents)
          try insert.run()
        }
      }
    }
    self.rows.removeAll(keepingCapacity: true)
    bytes.reset()
  }

  // MARK: Repeated children

  private mutating func findRepeated() throws {
    guard filing != nil else {
      // A key is a path; of each the first or the last row is found.
      let count = try database.prepare("SELECT count(*) FROM (SELECT 1 FROM child GROUP BY key)")
      findings.repeated = findings.children - (try count.first { $0.int(0) } ?? 0)
      return
    }
    var repeated = Array(repeating: UInt64(0), count: findings.children / 64 + 1)
    var count = 0
    var last: [UInt8]?
    let paths = try database.prepare(
      "SELECT path, rowid - 1 FROM path ORDER BY path, rowid \(keepsLast ? "DESC" : "")")
    try paths.forEach { row in
      let path = row.bytes(0)
      if path == last {
        repeated[row.int(1) / 64] |= 1 << UInt64(row.int(1) % 64)
        count += 1
      }
      last = path
    }
    try database.execute("DROP TABLE path")
    findings.repeated = count
    if count > 0 { findings.repeatedRows = repeated }
  }
}

/// Whether paths come in strictly ascending order, so that none comes twice.
struct PathOrder {
  private(set) var isAscending = true
  /// The captured keys above the last child, and its own.
  private var parents: [[UInt8]] = []
  private let last = ByteBuffer(capacity: 64)
  private var hasLast = false

  /// Begins with children below `captures`.
  mutating func begin(_ captures: [Bytes]) {
    defer { parents = captures.map(\.array) }
    for (earlier, later) in zip(parents, captures) {
      let order = earlier.withBytes { earlier in
        earlier == later ? 0 : KeyOrder.precedes(earlier, later) ? -1 : 1
      }
      if order == 0 { continue }
      if order > 0 { isAscending = false }
      hasLast = false
      return
    }
  }

  mutating func note(_ key: Bytes) {
    if hasLast, isAscending, !KeyOrder.precedes(last.bytes, key) { isAscending = false }
    last.reset()
    last.append(key)
    hasLast = true
  }
}

extension Bytes {
  /// `null`, `{}` or `[]`.
  var isLiterallyAbsent: Bool {
    switch count > 0 ? self[0] : 0 {
    case 0x6E: true
    case 0x7B, 0x5B:
      unsafe self[1..<count - 1].buffer.allSatisfy {
        $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09
      }
    default: false
    }
  }

  /// What stands beside children and is none (facts 1.1).
  var isMetadata: Bool {
    count > 0 && self[0] == 0x2E && (self == ".priority" || self == ".value" || self == ".sv")
  }
}

extension ByteBuffer {
  /// Appends a part of a key of a `JoinIndex`.
  func append(keyPart part: Bytes) {
    append(part)
    append(0)
  }
}
