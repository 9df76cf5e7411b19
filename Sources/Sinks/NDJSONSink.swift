import Interop
import Pipeline

/// `ndjson:DIR`: a file a collection, a line a document.
///
///     build/news/articleData.ndjson          {"path":"articleData/-Lx","id":"-Lx","data":{…}}
///     build/news/.users.ndjson.partial       while a run is writing
///     build/news.state                       the ledger, an SQLite file
///
/// Each run writes its files anew under hidden names. `finish` completes and syncs them, commits the
/// ledger, whose changes are one transaction, and then renames them and syncs the folder: a run
/// that is killed before leaves the old files and the old ledger, and hidden files that the next
/// run removes. A file with the same bytes as the published one is dropped, so that a run in which
/// nothing changed leaves files and times alone.
///
/// Every collection of the mapping gets a file, an empty one if it has no documents, so that a
/// reader can rely on it. Collections whose id comes from data get theirs with the first document.
/// Documents that this run did not deliver are carried over behind the others from the last
/// published file: those that the export no longer gives, those of rejected records, and those
/// that the ledger does not know, which somebody else wrote. A file with a line that is no
/// document is refused.
///
/// A kill between the commit and the last rename leaves the new ledger and old files. The next run
/// mends that: it writes every document anew, and carries over by what the published files hold.
package final class NDJSONSink: Sink {
  package let url: String
  private let place: NDJSONPlace
  private let rewrites: Bool
  private let mostOpenFiles: Int
  private var folder: String { place.folder }
  private var statePath: String { place.state }
  private var run: Run?
  private var hasFailed = false
  /// Batches since `begin`: none of them stays unless `finish` comes to its end.
  private var commits = 0
  private var hasCreatedState = false
  private var hasCreatedFolder = false

  private struct Run {
    let database: Database
    let ledger: LedgerTable
    let models: Models
    /// The documents of merging rules, written at the end.
    let aside: HeldAside?
    let files: PartialFiles
    let others: OtherMappings
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
  package func begin(_ plan: Plan) throws(SinkFailure) {
    precondition(run == nil, "begin comes once")
    try stopping { () throws(SystemFault) in
      try place.requireFolder()
      try Folder.create(Folder.parent(of: statePath))
      hasCreatedState = try !File.exists(statePath)
    }
    var database: Database?
    do throws(SinkFailure) {
      run = try open(plan, &database)
    } catch {
      // Without the lock the state file is another run's. The folder goes only if it is ours and
      // empty.
      if hasCreatedFolder { try? Folder.remove(folder) }
      if hasCreatedState, database != nil { try? Database.remove(statePath) }
      throw error
    }
  }

  /// Opens the ledger, then the folder. `locked` is set as soon as the state file is ours for the
  /// run.
  private func open(_ plan: Plan, _ locked: inout Database?) throws(SinkFailure) -> Run {
    let database = try stopping { () throws(DatabaseFault) in
      let database = try Database(statePath, .create)
      try database.execute(SQLiteSchema.settings(pageSize: SQLiteSchema.ledgerPages))
      try database.execute("BEGIN EXCLUSIVE")
      return database
    }
    locked = database
    var aside: HeldAside?
    let (models, ledger) = try stopping { () throws(DatabaseFault) in
      try database.execute("\(LedgerForm.ownTables); \(Models.table(in: "main"))")
      let models = try Models(database, plan: plan)
      let contributions = try Contributions(database, .own, plan) { () throws(DatabaseFault) in
        let published = try PublishedLines(database, models, place)
        let held = try HeldAside(database, above: published, keepsTypes: false)
        aside = held
        return held
      }
      return (models, try LedgerTable(database, .own, models, contributions))
    }
    let run = Run(
      database: database, ledger: ledger, models: models, aside: aside,
      files: PartialFiles(folder: folder, mostOpen: mostOpenFiles),
      others: try stopping { () throws(DatabaseFault) in
        try OtherMappings(database, plan, place)
      })
    do throws(SinkFailure) {
      for collection in plan.collections { try run.others.refuse(Array(collection.name.utf8)) }
      try stopping { () throws(SystemFault) in try prepareFolder() }
      for model in models.ids { _ = try file(model, run) }
    } catch {
      run.files.dropAll()
      throw error
    }
    return run
  }

  /// Creates the folder, and removes what killed runs have left in it.
  private func prepareFolder() throws(SystemFault) {
    hasCreatedFolder = try Folder.create(folder)
    for name in try Folder.names(in: folder) where NDJSONFileName.isPartial(name) {
      try File.remove("\(folder)/\(name)")
    }
  }

  private func file(
    of document: Batch.Document, _ bytes: Span<UInt8>, _ run: Run
  ) throws(SinkFailure) -> PartialFile {
    let model = try stopping { () throws(DatabaseFault) in
      try run.models.id(of: document, in: bytes)
    }
    return try file(model, run)
  }

  /// The partial file of a collection number, created when it is first asked for.
  private func file(_ model: Int, _ run: Run) throws(SinkFailure) -> PartialFile {
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
    do throws(SinkFailure) {
      // Documents of one collection mostly follow each other, and so do their lines.
      var latest: (collection: Int, file: PartialFile)?
      var lines = 0..<0
      func writeLines() throws(SinkFailure) {
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
  private func failing<Result, Failure: Fault>(
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

// MARK: - Ending

extension NDJSONSink {
  package func finish(removing removal: Removal?) throws(SinkFailure) -> Ending {
    let ending: Ending
    do throws(SinkFailure) {
      ending = try conclude(removal)
    } catch {
      hasFailed = true
      throw error
    }
    hasCreatedState = false
    hasCreatedFolder = false
    try failing { () throws(DatabaseFault) in try close() }
    return ending
  }

  private func conclude(_ removal: Removal?) throws(SinkFailure) -> Ending {
    guard let run, !hasFailed else {
      preconditionFailure("finish comes after begin, without a failure")
    }
    var leftovers = try stopping { () throws(DatabaseFault) in
      try run.ledger.leftovers(removing: removal)
    }
    try writeAside(run)
    // Collections that the mapping no longer has: their files change, too, if documents of theirs go.
    if leftovers.removing.count > 0 {
      for model in leftovers.byModel.keys.sorted() { _ = try file(model, run) }
    }
    let carryOver = CarryOver(ledger: run.ledger, aside: run.aside)
    for (model, file) in run.files.byModel {
      // The same bytes as before: nothing stands there that would have to be carried over.
      if leftovers.byModel[model, default: 0] == 0, try isSettled(file) { continue }
      try carryOver.append(linesOf: file.path, to: file, model: model, &leftovers)
    }
    let changed = try stopping { () throws(SystemFault) in try complete(run.files) }
    try stopping { () throws(DatabaseFault) in
      try run.ledger.saveSlots()
      try run.database.execute("COMMIT")
    }
    try stopping { () throws(SystemFault) in
      for file in changed { try file.publish() }
      if !changed.isEmpty { try Folder.sync(folder) }
    }
    return Ending(
      stale: leftovers.stale, removed: leftovers.removed, heldBack: leftovers.heldBack,
      written: changed.map(\.path))
  }

  /// Documents that several rules may have made come behind those of single records.
  private func writeAside(_ run: Run) throws(SinkFailure) {
    try run.aside?.forEachLine { (line, model) throws(SinkFailure) in
      let file = try file(model, run)
      try stopping { () throws(SystemFault) in try file.append(line.span) }
    }
    try stopping { () throws(DatabaseFault) in try run.ledger.removeStrangers() }
  }

  private func isSettled(_ file: PartialFile) throws(SinkFailure) -> Bool {
    if rewrites { return false }
    return try stopping { () throws(SystemFault) in
      try file.suspend()
      return try file.equalsPublished()
    }
  }

  /// Completes all files before the first appears, and makes sure that each can.
  ///
  /// - Returns: The files that are new or different.
  private func complete(_ files: PartialFiles) throws(SystemFault) -> [PartialFile] {
    var changed: [PartialFile] = []
    for file in files.byModel.values.sorted(by: { $0.path < $1.path }) {
      try file.suspend()
      let isEqual = rewrites ? false : try file.equalsPublished()
      if isEqual {
        file.drop()
      } else {
        try file.complete()
        changed.append(file)
      }
    }
    for file in changed { try NDJSONPlace.requireNoFolder(file.path) }
    return changed
  }

  @discardableResult
  package func abandon() -> Int {
    guard let run else { return 0 }
    run.files.dropAll()
    if run.database.isInTransaction { try? run.database.execute("ROLLBACK") }
    if hasCreatedFolder { try? Folder.remove(folder) }
    if hasCreatedState { try? Database.remove(statePath) }
    self.run = nil
    return commits
  }

  private func close() throws(DatabaseFault) {
    guard let database = run?.database else { return }
    run = nil
    try database.close()
  }
}
