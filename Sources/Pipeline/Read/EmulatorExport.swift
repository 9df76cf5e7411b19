import Interop
import JSONTree

/// The folder that `firebase emulators:export` makes (facts 1.2):
///
///     firebase-export-metadata.json        {"version":…,"database":{"version":…,"path":"database_export"}}
///     database_export/my-app.json          a file for each namespace
///
/// The emulator writes a file for every namespace that somebody asked for, if only by mistake; those hold `null` or
/// nothing (facts 7.2).
enum EmulatorExport {
  static let metadata = "firebase-export-metadata.json"
  private static let usualFolder = "database_export"

  /// The file of the one database in a folder; nil if the path is no folder.
  static func database(in path: String) throws(ExportProblem) -> String? {
    guard path != "-", try status(path)?.kind == .folder else { return nil }
    let folder = try databaseFolder(path)
    let files = try names(in: folder).filter { $0.hasSuffix(".json") && $0 != metadata }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder + "/" + $0 }
    guard let first = files.first else { throw .noDatabase(folder: path) }
    guard files.count > 1 else { return first }
    var filled: [String] = []
    for file in files where try !isAbsent(file) { filled.append(file) }
    guard filled.count == 1 else {
      throw .severalDatabases(folder: path, files: filled.isEmpty ? files : filled)
    }
    return filled[0]
  }

  /// The emulator's folder itself may be meant, or the part of it with the databases.
  private static func databaseFolder(_ path: String) throws(ExportProblem) -> String {
    var folder = path
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    let description = folder + "/" + metadata
    if try status(description)?.kind == .regular {
      guard let inside = try databasePath(description) else { throw .noDatabase(folder: path) }
      let databases = folder + "/" + inside
      guard try status(databases)?.kind == .folder else { throw .noDatabase(folder: path) }
      return databases
    }
    let isBeside =
      try status(Folder.parent(of: folder) + "/" + metadata)?.kind == .regular
    if isBeside || folder == usualFolder || folder.hasSuffix("/" + usualFolder) { return folder }
    throw .noEmulatorExport(folder: path)
  }

  /// What the description says of databases; nil if the export has none.
  private static func databasePath(_ description: String) throws(ExportProblem) -> String? {
    let bytes = try beginning(of: description, 1 << 20)
    return bytes.withBytes { bytes in
      var parser = ExactParser(dialect: .json)
      // A damaged description tells nothing; the folder may still be there.
      guard let root = try? parser.parse(bytes) else { return usualFolder }
      guard let database = root.member("database") else { return nil }
      let path = database.member("path")?.bytes.text ?? ""
      return path.isEmpty ? usualFolder : path
    }
  }

  /// Whether a file holds nothing, or nothing but `null`.
  private static func isAbsent(_ file: String) throws(ExportProblem) -> Bool {
    let text = try beginning(of: file, 64).filter { $0 > 0x20 }
    return text.isEmpty || text == Array("null".utf8)
  }

  private static func beginning(of path: String, _ count: Int) throws(ExportProblem) -> [UInt8] {
    do throws(SystemFault) { return try File(path).bytes(at: 0, count: count) } catch {
      throw .unreadable(error)
    }
  }

  private static func status(_ path: String) throws(ExportProblem) -> FileStatus? {
    do throws(SystemFault) { return try File.status(path) } catch { throw .unreadable(error) }
  }

  private static func names(in folder: String) throws(ExportProblem) -> [String] {
    do throws(SystemFault) { return try Folder.names(in: folder) } catch {
      throw .unreadable(error)
    }
  }
}

extension Node {
  /// The member of an object with this name, the first of several; nil in other values.
  func member(_ name: StaticString) -> Node? {
    guard kind == .object else { return nil }
    var found: Node?
    forEachMember { key, value in
      if key.bytes == Bytes(name) { found = value }
      return found == nil
    }
    return found
  }
}
