import Interop
import JSONTree

/// Records that stand twice, of which one counts (policy `duplicateKey`, contract 2.6): those before the last, or those
/// behind the first.
///
/// Only exports that no server made have them (facts 7.2), so all paths are sorted on disk only where they do not ascend.
final class SupersededRecords {
  private let database: Database
  private let keepsLast: Bool
  /// Gives the offsets of these records, in order; nil where no path can stand twice.
  private let offsets: Statement?
  /// The next of them, by its offset; nil when there is none any more.
  private var next: Int?

  init(
    _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor], keepsLast: Bool,
    _ isInterrupted: () -> Bool
  ) throws(ScanFault) {
    self.keepsLast = keepsLast
    do {
      database = try Database("", .temporary)
      try database.execute(
        """
        PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
        PRAGMA cache_size = -8000;
        CREATE TABLE record (path BLOB, offset INTEGER);
        BEGIN
        """)
      // Most keys ascend: only where they do not are all paths written down.
      if try Self.read(content, pattern, anchors, isInterrupted) {
        offsets = nil
        return
      }
      let insert = try database.prepare("INSERT INTO record VALUES (?1, ?2)")
      _ = try Self.read(content, pattern, anchors, isInterrupted) { run, segment, index in
        // An absent record is none, so that it cannot be the first; as the last it takes away those before.
        guard keepsLast || run.isRead(index) else { return }
        try insert.bind(1, blob: run.keys[segment.path].array + [0] + run.key(index).array)
        try insert.bind(2, content.offset(of: run.children[index]))
        try insert.run()
      }
      try database.execute("COMMIT")
      let superseded = try database.prepare(
        """
        SELECT offset FROM (
          SELECT offset, \(keepsLast ? "max" : "min")(offset) OVER (PARTITION BY path) AS one FROM record
        ) WHERE offset <> one ORDER BY offset
        """)
      offsets = superseded
      next = try superseded.step() ? superseded.int(0) : nil
    } catch let fault as ScanFault {
      throw fault
    } catch {
      throw ScanFault(.spool("\(error)"), at: 0)
    }
  }

  /// Gives each record to `body`; without one reads only until paths do not ascend.
  ///
  /// - Returns: Whether no path can stand twice, as they strictly ascend.
  private static func read(
    _ content: Content, _ pattern: Pattern, _ anchors: [Catalogue.Anchor],
    _ isInterrupted: () -> Bool,
    _ body: ((Run, Run.Segment, Int) throws -> Void)? = nil
  ) throws -> Bool {
    let reader = RuleReader(content, pattern, anchors, batch: 500)
    var order = PathOrder()
    var run = Run()
    while try reader.fill(&run) {
      if isInterrupted() { throw ScanFault(.interrupted, at: 0) }
      for segment in run.segments {
        order.begin(segment.captures.map { run.keys[$0] })
        for index in segment.children {
          order.note(run.key(index))
          try body?(run, segment, index)
        }
        if body == nil, !order.isAscending { return false }
      }
      run.reset()
    }
    return order.isAscending
  }

  /// Marks those of the run's records that do not count. Runs come in the order of the export.
  func mark(in run: inout Run, _ content: Content) throws(ScanFault) {
    guard let offsets else { return }
    for index in run.children.indices {
      guard let next else { return }
      guard content.offset(of: run.children[index]) == next else { continue }
      if keepsLast {
        run.children[index].isSuperseded = true
      } else {
        run.children[index].isRepeated = true
      }
      do throws(DatabaseFault) {
        self.next = try offsets.step() ? offsets.int(0) : nil
      } catch {
        throw ScanFault(.spool(error.description), at: 0)
      }
    }
  }
}

extension Content {
  /// Where a record begins among all files.
  fileprivate func offset(of child: Run.Child) -> Int { parts[child.file].base + child.offset }
}
