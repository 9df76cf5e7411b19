import Interop
import Pipeline

/// `ndjson:DIR`: a file a collection, a line a document.
///
///     build/news/articleData.ndjson          {"path":"articleData/-Lx","id":"-Lx","data":{…}}
///     build/news/.users.ndjson.partial       while a run is writing
///     build/news.state                       the ledger, an SQLite file
///
/// Each run writes its files anew under hidden names. A checkpoint syncs them and commits the ledger with their lengths:
/// the run that continues cuts them back to that. `finish` completes and syncs them, commits, and then renames them and
/// syncs the folder. So a run that is killed leaves the old files and hidden ones. A file with the same bytes as the
/// published one is dropped, so that a run in which nothing changed leaves files and times alone; no checkpoint is made
/// while nothing has.
///
/// Every collection of the mapping gets a file, an empty one if it has no documents, so that a
/// reader can rely on it. Collections whose id comes from data get theirs with the first document.
/// Documents that this run did not deliver are carried over behind the others from the last
/// published file: those that the export no longer gives, those of rejected records, and those
/// that the ledger does not know, which somebody else wrote. A file with a line that is no
/// document is refused.
///
/// A kill between the commit and the last rename leaves the new ledger and old files. The next run renames the rest before
/// anything else.
package final class NDJSONSink: Sink {
  package let url: String
  package let canContinue = true
  let place: NDJSONPlace
  let rewrites: Bool
  private let mostOpenFiles: Int
  var folder: String { place.folder }
  var statePath: String { place.state }
  var run: Run?
  var hasFailed = false
  /// Since the last checkpoint.
  var pending = 0
  var commits = 0
  /// What the ledger's file holds of this run's progress; nil before the first checkpoint.
  var entry: RunRecord.Entry?
  /// Whether a commit of such progress was begun: one that fails may be in the file all the same, if only the end of the
  /// journal could not be written. Then the hidden files stay, and the next run sees whether they are known.
  var mayHaveSaved = false
  package private(set) var lastState: [UInt8]?
  package var isAlwaysRecorded = false
  /// Held from the ledger's opening, or the folder's making, to the end.
  private(set) var lock: FolderLock?
  var hasCreatedState = false
  var hasCreatedFolder = false

  struct Run {
    let database: Database
    let ledger: LedgerTable
    let models: Models
    /// The documents of merging rules, written at the end.
    let aside: HeldAside?
    let files: PartialFiles
    let others: OtherMappings
    let progress: NDJSONProgress
    let plan: Plan

    /// Nil where no progress is kept.
    var fingerprint: Fingerprint? { plan.isRecorded ? plan.fingerprint : nil }
  }

  /// - Parameters:
  ///   - folder: created by `begin` if it is missing.
  ///   - state: the ledger's file; nil for `FOLDER.state` beside the folder.
  ///   - rewrites: whether files are published anew even if their bytes are the same.
  ///   - mostOpenFiles: descriptors that partial files may take at a time.
  package init(
    folder: String, state: String? = nil, rewrites: Bool = false, mostOpenFiles: Int = 64
  ) {
    place = NDJSONPlace(folder: folder, state: state)
    self.rewrites = rewrites
    self.mostOpenFiles = mostOpenFiles
    url = "ndjson:\(folder)"
  }

  /// Reads the published file from its beginning: for a few documents, not for all.
  package func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]? {
    try stopping { () throws(SystemFault) in
      let file = place.file(of: NDJSONFileName.collection(ofDocument: path))
      guard try File.exists(file) else { return nil }
      var lines = try LineReader(file)
      while let line = try lines.next() {
        if let parts = NDJSONLine(line.dropLast()), parts.path == path {
          return Array(line[parts.data])
        }
      }
      return nil
    }
  }
}

// MARK: - Beginning

extension NDJSONSink {
  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    precondition(run == nil, "begin comes first, or behind a run's end")
    forgetLastRun()
    try stopping { () throws(SystemFault) in
      try place.requireFolder()
      try Folder.create(Folder.parent(of: statePath))
      hasCreatedState = try !File.exists(statePath)
    }
    var hasLock = false
    do throws(SinkFailure) {
      let database = try openLedger()
      hasLock = true
      lock = try place.lock()
      return try begin(plan, database)
    } catch {
      run?.files.leave()
      run = nil
      lock = nil
      // Without the lock the state file is another run's. The folder goes only if it is ours and
      // empty.
      if hasCreatedFolder { try? Folder.remove(folder) }
      if hasCreatedState, hasLock { try? Database.remove(statePath) }
      throw error
    }
  }

  /// A run that has ended tells the next one nothing but what is in the folder and the ledger.
  private func forgetLastRun() {
    (entry, lastState, mayHaveSaved, isAlwaysRecorded) = (nil, nil, false, false)
    (pending, commits) = (0, 0)
    (hasCreatedFolder, hasCreatedState, hasFailed) = (false, false, false)
  }

  private func openLedger() throws(SinkFailure) -> Database {
    try stopping { () throws(DatabaseFault) in
      let database = try Database(statePath, .create)
      try database.execute(SQLiteSchema.settings(pageSize: SQLiteSchema.ledgerPages))
      try database.execute("BEGIN EXCLUSIVE")
      try database.execute(
        "\(LedgerForm.ownTables); \(Models.table(in: "main")); \(NDJSONProgress.tables)")
      return database
    }
  }

  private func begin(_ plan: Plan, _ database: Database) throws(SinkFailure) -> Checkpoint? {
    let progress = NDJSONProgress(database, place, mapping: plan.name)
    let (beginning, last) = try progress.begin(plan)
    lastState = last?.finishedState
    let run = try stopping { () throws(DatabaseFault) in try prepare(plan, database, progress) }
    self.run = run
    for collection in plan.collections { try run.others.refuse(Array(collection.name.utf8)) }
    var checkpoint: Checkpoint?
    if case .goingOn(let last) = beginning { checkpoint = try goOn(last, run) }
    if checkpoint?.phase == .delivered { return checkpoint }
    try prepareFolder(keepsPartialFiles: checkpoint?.phase == .running)
    do throws(SinkFailure) {
      for model in run.models.ids { _ = try file(model, run) }
    } catch {
      if checkpoint?.phase != .running { run.files.dropAll() }
      throw error
    }
    try stopping { () throws(DatabaseFault) in
      try progress.undo.watch(
        firstNewSlot: run.ledger.firstNewSlot, parts: run.ledger.contributions != nil)
    }
    return checkpoint
  }

  private func prepare(
    _ plan: Plan, _ database: Database, _ progress: NDJSONProgress
  ) throws(DatabaseFault) -> Run {
    let models = try Models(database, plan: plan)
    var aside: HeldAside?
    let contributions = try Contributions(database, .own, plan) { () throws(DatabaseFault) in
      let published = try PublishedLines(database, models, place)
      let held = try HeldAside(database, above: published, keepsTypes: false, isTemporary: false)
      aside = held
      return held
    }
    return Run(
      database: database, ledger: try LedgerTable(database, .own, models, contributions),
      models: models, aside: aside, files: PartialFiles(folder: folder, mostOpen: mostOpenFiles),
      others: try OtherMappings(database, plan, place), progress: progress,
      plan: plan)
  }

  /// Creates the folder, and removes what killed runs have left in it and no run continues.
  private func prepareFolder(keepsPartialFiles: Bool) throws(SinkFailure) {
    let isNew = try stopping { () throws(SystemFault) in try Folder.create(folder) }
    if lock == nil { lock = try place.lock() }
    // Not before: somebody else may have locked it at once.
    hasCreatedFolder = isNew
    let kept = keepsPartialFiles ? run?.files.byModel.values.map(\.name) ?? [] : []
    try stopping { () throws(SystemFault) in
      for name in try Folder.names(in: folder) where NDJSONFileName.isPartial(name) {
        if kept.contains(where: { NDJSONFileName.partial($0) == name }) { continue }
        try File.remove("\(folder)/\(name)")
      }
    }
  }

  func unlock() { lock = nil }

  private func file(
    of document: Batch.Document, _ bytes: Span<UInt8>, _ run: Run
  ) throws(SinkFailure) -> PartialFile {
    let model = try stopping { () throws(DatabaseFault) in
      try run.models.id(of: document, in: bytes)
    }
    return try file(model, run)
  }

  /// The partial file of a collection number, created when it is first asked for.
  func file(_ model: Int, _ run: Run) throws(SinkFailure) -> PartialFile {
    if let file = try stopping({ () throws(SystemFault) in try run.files.reopened(model) }) {
      return file
    }
    let collection = run.models.names[model] ?? []
    try run.others.refuse(collection)
    return try stopping { () throws(SystemFault) in
      try run.files.create(model, named: NDJSONFileName.name(of: collection))
    }
  }
}

// MARK: - Delivering

extension NDJSONSink {
  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard let run, !hasFailed else {
      preconditionFailure("commit comes between begin and the first failure")
    }
    return try batch.withBytes { (bytes) throws(SinkFailure) in try commit(batch, bytes, run) }
  }

  private func commit(
    _ batch: borrowing Batch, _ bytes: Span<UInt8>, _ run: Run
  ) throws(SinkFailure) -> [Change] {
    let refusal = try failing { () throws(DatabaseFault) in
      try run.database.lend(bytes) { () throws(DatabaseFault) in
        try run.ledger.refusal(batch, folder)
      }
    }
    if let refusal { throw refusal }
    let unnamable = NDJSONFileName.unnamable(batch)
    if !unnamable.isEmpty { throw .rejected(unnamable, .longName(folder)) }
    let changes = try failing { () throws(DatabaseFault) in
      try run.database.lend(bytes) { () throws(DatabaseFault) in try run.ledger.deliver(batch) }
    }
    pending += bytes.count
    do throws(SinkFailure) {
      // Documents of one collection mostly follow each other, and so do their lines.
      var latest: (collection: Int, file: PartialFile)?
      var lines = 0..<0
      func writeLines() throws(SinkFailure) {
        #if REPLANT_MUTANTS
          if Mutant.present == .lostBatch, commits + 1 == Self.enoughBatches { return }
        #endif
        guard let latest, !lines.isEmpty else { return }
        try stopping { () throws(SystemFault) in
          try latest.file.append(bytes.extracting(lines))
        }
        lines = 0..<0
      }
      for index in batch.documents.indices {
        if case .collision = changes[index] { continue }
        let document = batch.documents[index]
        let parts = run.ledger.contributions
        if parts?.writesLine(document.rule, changes[index]) == false {
          if document.collection < 0 {
            try writeLines()
            _ = try file(of: document, bytes, run)
          }
          continue
        }
        let line = document.line.range
        if latest?.collection == document.collection, document.collection >= 0,
          lines.upperBound == line.lowerBound
        {
          lines = lines.lowerBound..<line.upperBound
          continue
        }
        // Another file may take this one's descriptor.
        try writeLines()
        if latest?.collection != document.collection || document.collection < 0 {
          latest = (document.collection, try file(of: document, bytes, run))
        }
        lines = line
      }
      try writeLines()
    } catch {
      hasFailed = true
      throw error
    }
    commits += 1
    return changes
  }

  /// Runs `body`; a fault ends the run.
  func failing<Result, Failure: Fault>(
    _ body: () throws(Failure) -> Result
  ) throws(SinkFailure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      hasFailed = true
      throw .stop(error.targetFault)
    }
  }
}
