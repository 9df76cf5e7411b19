import Interop
import Pipeline

/// Where the files of an NDJSON target lie.
struct NDJSONPlace {
  /// Without slashes at its end.
  let folder: String
  /// The ledger's file.
  let state: String

  /// `state` is nil for `FOLDER.state` beside the folder.
  init(folder: String, state: String?) {
    var bytes = Array(folder.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    self.folder = String(decoding: bytes, as: UTF8.self)
    self.state = state ?? Self.stateFile(beside: self.folder)
  }

  /// A folder that has no name of its own (`.`, `..`, `/`) holds the file itself.
  private static func stateFile(beside folder: String) -> String {
    let hasNoName =
      folder == "/" || folder == "." || folder == ".." || folder.hasSuffix("/.")
      || folder.hasSuffix("/..")
    return hasNoName ? "\(folder)/replant.state" : "\(folder).state"
  }

  /// The published file of a collection.
  func file(of collection: [UInt8]) -> String {
    "\(folder)/\(NDJSONFileName.name(of: collection))"
  }

  /// Refuses a file in the folder's place.
  func requireFolder() throws(SystemFault) {
    guard let status = try File.status(folder), status.kind != .folder else { return }
    throw SystemFault(
      operation: "write to", path: folder, code: SystemErrors.notAFolder,
      advice: "ndjson: wants a folder, and this is a file.")
  }

  /// Keeps other runs out of the folder, whichever ledger they have, while the lock is there; nil if there is no folder.
  /// With `isShared` only runs, not plans.
  func lock(isShared: Bool = false) throws(SinkFailure) -> FolderLock? {
    let isThere = try stopping { () throws(SystemFault) in
      try File.status(folder)?.kind == .folder
    }
    guard isThere else { return nil }
    let lock = try stopping { () throws(SystemFault) in
      try FolderLock(folder, isShared: isShared)
    }
    guard let lock else { throw .stop(.folderInUse(folder)) }
    return lock
  }

  /// Refuses what a run could not create folders in: a file above one of them.
  func requireParents() throws(SystemFault) {
    for path in [folder, Folder.parent(of: state)] {
      var above = path
      while try File.status(above) == nil, Folder.parent(of: above) != above {
        above = Folder.parent(of: above)
      }
      guard let status = try File.status(above), status.kind != .folder else { continue }
      throw SystemFault(operation: "create folder", path: above, code: SystemErrors.notAFolder)
    }
  }

  /// Refuses a folder in a file's place.
  static func requireNoFolder(_ file: String) throws(SystemFault) {
    if let status = try File.status(file), status.kind == .folder {
      throw SystemFault(operation: "replace", path: file, code: SystemErrors.isAFolder)
    }
  }
}

/// The mappings that write files into a folder besides this one.
struct OtherMappings {
  private let place: NDJSONPlace
  private var byCollection: [[UInt8]: String] = [:]

  init(_ database: Database, _ plan: Plan, _ place: NDJSONPlace) throws(DatabaseFault) {
    self.place = place
    let select = try database.prepare(
      "SELECT name, mapping FROM replant_collections WHERE mapping <> ?1")
    try select.bind(1, plan.name)
    var others: [[UInt8]: String] = [:]
    try select.forEach { (row) throws(DatabaseFault) in others[row.bytes(0)] = row.text(1) }
    byCollection = others
  }

  /// Refuses a collection whose file another mapping writes into the same folder.
  func refuse(_ collection: [UInt8]) throws(SinkFailure) {
    guard let mapping = byCollection[collection] else { return }
    throw .stop(
      TargetFault(
        .refused, action: "write", target: place.file(of: collection),
        reason: "the mapping \"\(mapping)\" writes this file",
        advice: "Choose another folder for this mapping."))
  }
}
