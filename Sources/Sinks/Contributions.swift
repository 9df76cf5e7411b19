import Interop
import Pipeline

/// What rules of the modes `merge`, `deepMerge` and `create` need besides a ledger's rows: who gave what to a document
/// that several may write, and what it holds.
///
///     path       model  rule  hash  source
///     users/u1       1     0  83fe…           /profiles/u1 gave it n
///     users/u1       1     1  1b02…           /stats/u1 gave it posts
///
/// A contribution that is the same as in the last run, to a document that is as that run left it, changes nothing: so two
/// rules that give one field differently do not take turns.
final class Contributions {
  let modes: [WriteMode]
  let held: any HeldDocuments
  /// Rows of documents that this run has changed.
  var touched = RowSet()
  /// By rule, the rows of documents that it gave something to in this run; nothing for rules that replace.
  var seen: [RowSet]
  /// Rows of documents that are there and that this run leaves as they are.
  var untouched = RowSet()
  /// Whether rows were added for documents that are there and in no ledger.
  var hasStrangers = false

  private let select: Statement
  private let upsert: Statement

  static let columns = """
    path TEXT NOT NULL, model INTEGER NOT NULL, rule INTEGER NOT NULL, hash BLOB NOT NULL, \
    source TEXT, PRIMARY KEY(path, model, rule)
    """

  /// Nil for a plan whose rules all replace.
  init?(
    _ database: Database, _ form: LedgerForm, _ plan: Plan,
    _ held: () throws(DatabaseFault) -> any HeldDocuments
  ) throws(DatabaseFault) {
    modes = plan.rules.map(\.mode)
    guard modes.contains(where: { $0 != .replace }) else { return nil }
    self.held = try held()
    seen = Array(repeating: RowSet(), count: modes.count)
    let schema = form.isReadOnly ? "temp" : "main"
    try database.execute(
      "CREATE TABLE IF NOT EXISTS \(schema).replant_parts(\(Self.columns)) WITHOUT ROWID")
    let known =
      "SELECT hash, source FROM main.replant_parts WHERE path = ?1 AND model = ?2 AND rule = ?3"
    if form.isReadOnly {
      let own = known.replacing("main.", with: "temp.")
      let hasParts = try database.hasTable("replant_parts")
      select = try database.prepare(own + (hasParts ? " UNION ALL \(known)" : "") + " LIMIT 1")
    } else {
      select = try database.prepare(known)
    }
    upsert = try database.prepare(
      """
      INSERT INTO \(schema).replant_parts VALUES(?1, ?2, ?3, ?4, ?5)
      ON CONFLICT DO UPDATE SET hash = excluded.hash, source = excluded.source
      """)
  }

  struct Part: Equatable {
    var hash: Hash128
    var source: [UInt8]
  }

  func part(_ path: [UInt8], _ model: Int, rule: Int) throws(DatabaseFault) -> Part? {
    try select.bind(1, text: path)
    try select.bind(2, model)
    try select.bind(3, rule)
    return try select.first { (row) throws(DatabaseFault) in
      row.hash(0).map { Part(hash: $0, source: row.bytes(1)) }
    } ?? nil
  }

  func save(_ part: Part, _ path: [UInt8], _ model: Int, rule: Int) throws(DatabaseFault) {
    try upsert.bind(1, text: path)
    try upsert.bind(2, model)
    try upsert.bind(3, rule)
    try upsert.bind(4, part.hash)
    try upsert.bind(5, text: part.source)
    try upsert.run()
  }

  /// The record that gave something to a row's document before in this run, if its rule is of these modes.
  func origin(_ slot: Int64, _ path: [UInt8], _ model: Int) throws(DatabaseFault) -> Change.Source?
  {
    for rule in seen.indices where seen[rule].contains(slot) {
      // A rule that only creates has none: the document's row tells.
      guard let part = try part(path, model, rule: rule) else { return nil }
      return part.source.isEmpty ? .rule(rule) : .path(part.source)
    }
    return nil
  }

  /// Whether a row's document is one that merging rules have made so far.
  func isJoint(_ slot: Int64) -> Bool {
    seen.indices.contains { modes[$0].isMerging && seen[$0].contains(slot) }
  }

  /// Whether a file's line is to be written as the document comes; else it stays, or is written at the end.
  func writesLine(_ rule: Int, _ change: Change) -> Bool {
    switch modes[rule] {
    case .replace: true
    case .create: change == .created
    case .merge, .deepMerge: false
    }
  }
}

/// What documents of a target hold.
protocol HeldDocuments: AnyObject {
  /// Whether the ledger's rows are the documents, so that one that has a row is there and no other is.
  var isLedger: Bool { get }
  /// Whether the target knows types beside the data.
  var keepsTypes: Bool { get }
  /// Nil if there is none.
  func body(_ path: [UInt8], _ model: Int) throws(DatabaseFault) -> DocumentBody?
  /// Takes in the body of a document whose row is new.
  func add(_ body: DocumentBody, _ path: [UInt8], _ model: Int) throws(DatabaseFault)
  /// Puts a body in its place.
  func hold(_ body: DocumentBody, _ path: [UInt8], _ model: Int) throws(DatabaseFault)
}

extension HeldDocuments {
  func add(_ body: DocumentBody, _ path: [UInt8], _ model: Int) throws(DatabaseFault) {
    try hold(body, path, model)
  }
}

/// Those of `sqlite:FILE`: a row holds the document.
final class HeldRows: HeldDocuments {
  let isLedger = true
  let keepsTypes = true
  private let select: Statement
  private let update: Statement

  init(_ database: Database) throws(DatabaseFault) {
    select = try database.prepare("SELECT data, types FROM documents WHERE path = ?1")
    update = try database.prepare("UPDATE documents SET data = ?1, types = ?2 WHERE path = ?3")
  }

  func body(_ path: [UInt8], _ model: Int) throws(DatabaseFault) -> DocumentBody? {
    try select.bind(1, text: path)
    return try select.first { (row) throws(DatabaseFault) in
      DocumentBody(data: row.bytes(0), types: row.bytes(1))
    }
  }

  /// The row holds it already.
  func add(_ body: DocumentBody, _ path: [UInt8], _ model: Int) {}

  func hold(_ body: DocumentBody, _ path: [UInt8], _ model: Int) throws(DatabaseFault) {
    try update.bind(1, text: body.data)
    if body.types.isEmpty { try update.bindNull(2) } else { try update.bind(2, text: body.types) }
    try update.bind(3, text: path)
    try update.run()
  }
}

/// Documents set aside in a table until the run's end, above those that are there. A run that can be continued keeps the
/// table in its ledger's file.
final class HeldAside: HeldDocuments {
  var isLedger: Bool { below?.isLedger ?? true }
  private let below: (any HeldDocuments)?
  let keepsTypes: Bool
  private let select: Statement
  private let upsert: Statement
  private let selectModel: Statement
  private var sequence: Int64 = 0

  init(
    _ database: Database, above below: (any HeldDocuments)?, keepsTypes: Bool,
    isTemporary: Bool = true
  ) throws(DatabaseFault) {
    self.below = below
    self.keepsTypes = keepsTypes
    let schema = isTemporary ? "temp" : "main"
    let table = "\(schema).replant_held"
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS \(table)(path TEXT PRIMARY KEY, number INTEGER NOT NULL, \
      model INTEGER NOT NULL, data TEXT NOT NULL, types TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS \(schema).replant_held_number ON replant_held(number)
      """)
    select = try database.prepare("SELECT data, types FROM \(table) WHERE path = ?1")
    upsert = try database.prepare(
      """
      INSERT INTO \(table) VALUES(?1, ?2, ?3, ?4, ?5)
      ON CONFLICT(path) DO UPDATE SET data = excluded.data, types = excluded.types
      """)
    selectModel = try database.prepare(
      """
      SELECT number, path, model, data FROM \(table)
      WHERE number > ?1 ORDER BY number LIMIT 1
      """)
    let last = try database.prepare("SELECT max(number) FROM \(table)")
    sequence = try last.first { (row) throws(DatabaseFault) in row.int64(0) } ?? 0
  }

  /// Empties the table of a run that keeps it in its ledger's file.
  static func forget(_ database: Database) throws(DatabaseFault) {
    if try database.hasTable("replant_held") { try database.execute("DELETE FROM replant_held") }
  }

  func body(_ path: [UInt8], _ model: Int) throws(DatabaseFault) -> DocumentBody? {
    try select.bind(1, text: path)
    let body = try select.first { (row) throws(DatabaseFault) in
      DocumentBody(data: row.bytes(0), types: row.bytes(1))
    }
    if let body { return body }
    return try below?.body(path, model)
  }

  func contains(_ path: [UInt8]) throws(DatabaseFault) -> Bool {
    try select.bind(1, text: path)
    return try select.first { (_) throws(DatabaseFault) in true } ?? false
  }

  func hold(_ body: DocumentBody, _ path: [UInt8], _ model: Int) throws(DatabaseFault) {
    sequence += 1
    try upsert.bind(1, text: path)
    try upsert.bind(2, sequence)
    try upsert.bind(3, model)
    try upsert.bind(4, text: body.data)
    try upsert.bind(5, text: body.types)
    try upsert.run()
  }

  /// Gives the line of each document, in the order in which they were first set aside.
  func forEachLine(
    _ body: (_ line: [UInt8], _ model: Int) throws(SinkFailure) -> Void
  ) throws(SinkFailure) {
    var last: Int64 = 0
    while true {
      let next = try stopping { () throws(DatabaseFault) in
        try selectModel.bind(1, last)
        return try selectModel.first { (row) throws(DatabaseFault) in
          (row.int64(0), row.bytes(1), row.int(2), row.bytes(3))
        }
      }
      guard let (number, path, model, data) = next else { return }
      try body(DocumentBody(data: data).line(path: path), model)
      last = number
    }
  }
}
