import Interop
import Pipeline

/// How far a run into an NDJSON folder got, kept in the ledger's file: besides the record the hidden files and their
/// lengths, and what the ledger was before.
///
/// Of all mappings that write into a folder one at a time may have an unfinished run: its hidden files are the folder's.
struct NDJSONProgress {
  let record: RunRecord
  let undo: LedgerUndo
  private let database: Database
  private let place: NDJSONPlace

  static let tables = """
    \(RunRecord.tables); \(LedgerUndo.tables);
    CREATE TABLE IF NOT EXISTS replant_files(name TEXT PRIMARY KEY, model INTEGER NOT NULL, \
    length INTEGER NOT NULL) WITHOUT ROWID
    """

  init(_ database: Database, _ place: NDJSONPlace, mapping: String) {
    self.database = database
    self.place = place
    record = RunRecord(database: database, mapping: mapping)
    undo = LedgerUndo(database: database)
  }

  /// A hidden file that a run has left.
  struct Left {
    var name: String
    var model: Int
    var length: Int
  }

  /// What to do about the mapping's last run. Names that it has not given to its files any more are given; what it has
  /// left unfinished is taken back if this run starts over.
  func begin(_ plan: Plan) throws(SinkFailure) -> (Beginning, last: RunRecord.Entry?) {
    let other = try stopping { () throws(DatabaseFault) in try record.unfinishedOther() }
    if let other { throw .stop(.otherUnfinished(place.folder, other)) }
    var last = try stopping { () throws(DatabaseFault) in try record.load() }
    // Those of another mapping's run, too: hidden files are the folder's.
    if last?.checkpoint.phase != .running, try !publishLeft() { last = nil }
    let beginning = try Beginning(plan, last: last, in: place.folder)
    try stopping { () throws(DatabaseFault) in
      switch beginning {
      case .over:
        try undo.takeBack(firstNewSlot: last?.firstNewSlot ?? .max)
        try record.forget()
        try save([])
        try HeldAside.forget(database)
      case .anew where last?.checkpoint.phase == .delivered:
        last?.checkpoint.phase = .complete
        if let last { try record.save(last) }
      case .anew, .goingOn: break
      }
    }
    return (beginning, last)
  }

  /// The run was killed between its last commit and the last of its renames.
  ///
  /// - Returns: Whether all files are there now. If not, somebody has removed one, and the run is forgotten: it is made
  ///   again.
  private func publishLeft() throws(SinkFailure) -> Bool {
    let files = try stopping { () throws(DatabaseFault) in try left() }
    if files.isEmpty { return true }
    var isWhole = true
    try stopping { () throws(SystemFault) in
      for file in files {
        let partial = "\(place.folder)/\(NDJSONFileName.partial(file.name))"
        let path = "\(place.folder)/\(file.name)"
        if try File.exists(partial) {
          try File.rename(partial, to: path)
        } else if try File.status(path)?.size != file.length {
          // What is hidden no more should have its name.
          isWhole = false
        }
      }
      try Folder.sync(place.folder)
    }
    // At once: hidden files of those names may be another run's from now on.
    try stopping { () throws(DatabaseFault) in
      try save([])
      if !isWhole { try record.forget() }
      try database.execute("COMMIT; BEGIN EXCLUSIVE")
    }
    return isWhole
  }

  func left() throws(DatabaseFault) -> [Left] {
    let select = try database.prepare("SELECT name, model, length FROM replant_files")
    var files: [Left] = []
    try select.forEach { (row) throws(DatabaseFault) in
      files.append(Left(name: row.text(0), model: row.int(1), length: row.int(2)))
    }
    return files
  }

  func save(_ files: [Left]) throws(DatabaseFault) {
    try database.execute("DELETE FROM replant_files")
    let insert = try database.prepare("INSERT INTO replant_files VALUES(?1, ?2, ?3)")
    for file in files {
      try insert.bind(1, file.name)
      try insert.bind(2, file.model)
      try insert.bind(3, file.length)
      try insert.run()
    }
  }

  /// The run is delivered: nothing of it will be taken back.
  func close(_ entry: RunRecord.Entry, publishing files: [Left]) throws(DatabaseFault) {
    try record.save(entry)
    try record.forgetSeen()
    try undo.forget()
    try save(files)
    try HeldAside.forget(database)
  }

  /// The published files as they are: a run finds out what else was done to them.
  func stamp(_ models: Models) throws(SystemFault) -> [UInt8] {
    var text = ""
    for (_, collection) in models.names.sorted(by: { $0.key < $1.key }) {
      let path = place.file(of: collection)
      guard let status = try File.status(path) else { continue }
      text += "\(path) \(status.size) \(status.modified) \(status.inode)\n"
    }
    return Array(text.utf8)
  }
}
