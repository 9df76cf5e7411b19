import Interop
import Pipeline

/// The collections of one mapping as small numbers, kept in the table `replant_collections`.
///
///     id  mapping  name
///      1  news     articleData
///      2  news     rooms/messages
///      3  shop     orders
///
/// A document's row says by its number which mapping wrote it and into which collection of the
/// model. Numbers are never given twice to different collections.
package final class Models {
  /// Creates the table where it is missing; one in `temp` hides the one in `main`.
  package static func table(in schema: String) -> String {
    """
    CREATE TABLE IF NOT EXISTS \(schema).replant_collections(id INTEGER PRIMARY KEY, \
    mapping TEXT NOT NULL, name TEXT NOT NULL, view TEXT, definition TEXT, UNIQUE(mapping, name))
    """
  }

  let mapping: String
  /// The number of each collection of the plan, in its order.
  private(set) var ids: [Int] = []
  /// The name of every collection of the mapping, earlier versions' included, in bytes.
  private(set) var names: [Int: [UInt8]] = [:]
  private var idByName: [[UInt8]: Int] = [:]
  private var planIndex: [Int: Int] = [:]
  /// The last collection whose id came from data: documents of one mostly follow each other.
  private var lastGroup: (name: [UInt8], id: Int)?
  private let insert: Statement

  /// Reads the numbers of the mapping and gives new ones to the plan's new collections.
  init(_ database: Database, plan: Plan) throws(DatabaseFault) {
    mapping = plan.name
    insert = try database.prepare(
      "INSERT INTO replant_collections(mapping, name) VALUES(?1, ?2) RETURNING id")
    let select = try database.prepare("SELECT id, name FROM replant_collections WHERE mapping = ?1")
    try select.bind(1, plan.name)
    try select.forEach { (row) throws(DatabaseFault) in add(row.int(0), name: row.bytes(1)) }
    for (index, collection) in plan.collections.enumerated() {
      let id = try id(named: Array(collection.name.utf8))
      ids.append(id)
      planIndex[id] = index
    }
  }

  /// The number of the collection that a document belongs to.
  func id(of document: Batch.Document, in bytes: Span<UInt8>) throws(DatabaseFault) -> Int {
    if document.collection >= 0 { return ids[document.collection] }
    let group = bytes.extracting(document.group.range)
    if let lastGroup, lastGroup.name.span.isEqual(to: group) { return lastGroup.id }
    let name = group.array
    let id = try id(named: name)
    lastGroup = (name, id)
    return id
  }

  private func id(named name: [UInt8]) throws(DatabaseFault) -> Int {
    if let id = idByName[name] { return id }
    try insert.bind(1, mapping)
    try insert.bind(2, text: name)
    let id = try insert.first { (row) throws(DatabaseFault) in row.int(0) } ?? 0
    add(id, name: name)
    return id
  }

  private func add(_ id: Int, name: [UInt8]) {
    names[id] = name
    idByName[name] = id
  }

  /// Whether rows with this number are this mapping's.
  func owns(_ id: Int) -> Bool { names[id] != nil }

  /// The collection's index in `Plan.collections`, or −1.
  func planIndex(of id: Int) -> Int { planIndex[id] ?? -1 }
}

extension Span<UInt8> {
  var array: [UInt8] {
    var array: [UInt8] = []
    array.reserveCapacity(count)
    for index in indices { array.append(self[index]) }
    return array
  }

  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }
}
