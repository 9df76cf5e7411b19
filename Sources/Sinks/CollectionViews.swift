import Interop
import Pipeline

/// Keeps the views of a mapping's collections as the mapping says.
///
/// A view is ours as long as its SQL is what `replant_collections` says we wrote. One that is equal
/// is left alone; one that a user has changed is no longer ours, and ours takes another name. The
/// name is the collection ids joined by `_`, with `_2` … where a table, an index or another view
/// has it.
struct CollectionViews {
  let database: Database
  let models: Models

  /// Creates, replaces or leaves the view of each collection of the plan.
  func update(_ plan: Plan) throws(DatabaseFault) {
    let others = try objects()
    let recorded = try recordedViews()
    let isOurs = { (view: Recorded) in others[CollectionView.folded(view.name)] == view.definition }
    var taken = Set(others.keys)
    for (index, collection) in plan.collections.enumerated() {
      let model = models.ids[index]
      let old = recorded[model].flatMap { isOurs($0) ? $0 : nil }
      let name = old?.name ?? CollectionView.unique(Self.name(of: collection), in: &taken)
      let definition = CollectionView.sql(name: name, fields: collection.fields, model: model)
      if definition == old?.definition { continue }
      if old != nil { try database.execute("DROP VIEW \(CollectionView.identifier(name))") }
      try database.execute(definition)
      try record(Recorded(name: name, definition: definition), model)
    }
  }

  /// `rooms_messages` of `rooms/messages`. SQLite keeps names that begin with `sqlite_` for itself.
  private static func name(of collection: Plan.Collection) -> String {
    let name = String(decoding: collection.name.utf8.map { $0 == 0x2F ? 0x5F : $0 }, as: UTF8.self)
    return CollectionView.folded(name).hasPrefix("sqlite_") ? "_" + name : name
  }

  private struct Recorded {
    var name: String
    var definition: String
  }

  /// Everything in the database that has a name, folded, with its SQL.
  private func objects() throws(DatabaseFault) -> [String: String] {
    let select = try database.prepare("SELECT name, sql FROM sqlite_master")
    var objects: [String: String] = [:]
    try select.forEach { (row) throws(DatabaseFault) in
      objects[CollectionView.folded(row.text(0))] = row.text(1)
    }
    return objects
  }

  private func recordedViews() throws(DatabaseFault) -> [Int: Recorded] {
    let select = try database.prepare(
      "SELECT id, view, definition FROM replant_collections WHERE mapping = ?1 AND view NOTNULL")
    try select.bind(1, models.mapping)
    var views: [Int: Recorded] = [:]
    try select.forEach { (row) throws(DatabaseFault) in
      views[row.int(0)] = Recorded(name: row.text(1), definition: row.text(2))
    }
    return views
  }

  private func record(_ view: Recorded, _ model: Int) throws(DatabaseFault) {
    let update = try database.prepare(
      "UPDATE replant_collections SET view = ?2, definition = ?3 WHERE id = ?1")
    try update.bind(1, model)
    try update.bind(2, view.name)
    try update.bind(3, view.definition)
    try update.run()
  }
}
