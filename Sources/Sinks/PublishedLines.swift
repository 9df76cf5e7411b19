import Interop
import Pipeline

/// The documents in an NDJSON target's published files, found by path.
///
/// A file is read when the first document of its collection is asked for; where each line's data lie is kept in a
/// temporary table. Files do not change before the end of a run.
final class PublishedLines: HeldDocuments {
  let isLedger = false
  private let place: NDJSONPlace
  private let models: Models
  private let insert: Statement
  private let select: Statement
  private var loaded: Set<Int> = []
  /// The file read last.
  private var open: (model: Int, file: File)?

  init(_ database: Database, _ models: Models, _ place: NDJSONPlace) throws(DatabaseFault) {
    self.place = place
    self.models = models
    try database.execute(
      """
      CREATE TEMP TABLE replant_published(path TEXT PRIMARY KEY, start INTEGER NOT NULL, \
      length INTEGER NOT NULL) WITHOUT ROWID
      """)
    insert = try database.prepare(
      "INSERT OR IGNORE INTO temp.replant_published VALUES(?1, ?2, ?3)")
    select = try database.prepare(
      "SELECT start, length FROM temp.replant_published WHERE path = ?1")
  }

  func body(_ path: [UInt8], _ model: Int) throws(DatabaseFault) -> DocumentBody? {
    if loaded.insert(model).inserted { try load(model) }
    try select.bind(1, text: path)
    let range = try select.first { (row) throws(DatabaseFault) in (row.int(0), row.int(1)) }
    guard let (start, length) = range else { return nil }
    return try reading { () throws(SystemFault) in
      if open?.model != model { open = (model, try File(file(of: model))) }
      return DocumentBody(data: try open?.file.bytes(at: start, count: length) ?? [])
    }
  }

  /// What is published does not change here.
  func hold(_ body: DocumentBody, _ path: [UInt8], _ model: Int) {}

  private func file(of model: Int) -> String { place.file(of: models.names[model] ?? []) }

  private func load(_ model: Int) throws(DatabaseFault) {
    let path = file(of: model)
    let isThere = try reading { () throws(SystemFault) in
      try File.status(path)?.kind == .regular
    }
    guard isThere else { return }
    var lines = try reading { () throws(SystemFault) in try LineReader(path) }
    var start = 0
    while let line = try reading({ () throws(SystemFault) in try lines.next() }) {
      // A line that is no document refuses the run at its end.
      if let parts = NDJSONLine(line.dropLast()) {
        try insert.bind(1, text: parts.path)
        try insert.bind(2, start + parts.data.lowerBound - line.startIndex)
        try insert.bind(3, parts.data.count)
        try insert.run()
      }
      start += line.count
    }
  }

  private func reading<Result>(
    _ body: () throws(SystemFault) -> Result
  ) throws(DatabaseFault) -> Result {
    do throws(SystemFault) {
      return try body()
    } catch {
      throw DatabaseFault.reading(error.path, error.reason)
    }
  }
}
