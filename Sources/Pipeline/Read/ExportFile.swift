import Interop

/// One of the files that make the tree, and where in the tree it stands.
///
///     one.json         the whole tree, or, of several such files, a part of it with its keys from the root on
///     two.json@/c      the value at /c
///     -@/c             the same of standard input
package struct ExportFile: Sendable, Equatable {
  /// `-` is standard input.
  package var path: String
  /// The keys that lead to the value which the file is; none: it is the root.
  package var mount: [[UInt8]]

  package init(_ path: String, mount: [[UInt8]] = []) {
    self.path = path
    self.mount = mount
  }

  /// For messages and reports.
  package var name: String { path == "-" ? "standard input" : path }

  /// `/c/a`; `/` for the root.
  package var mountPath: String {
    mount.isEmpty
      ? "/" : mount.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
  }

  /// Reads what the user named: files, folders of the emulator, `FILE@/path`. `mount` is the path of those without one
  /// of their own.
  package static func resolve(
    _ operands: [String], mount: String?
  ) throws(ExportProblem) -> [ExportFile] {
    let common = try mount.map { text throws(ExportProblem) in try keys(of: text, in: "--mount") }
    var files: [ExportFile] = []
    for operand in operands {
      var file = try split(operand) ?? ExportFile(operand, mount: common ?? [])
      file.path = try EmulatorExport.database(in: file.path) ?? file.path
      files.append(file)
    }
    if files.count(where: { $0.path == "-" }) > 1 { throw .severalInputs }
    return files
  }

  /// At the last `@/`, unless a file has the whole name.
  private static func split(_ operand: String) throws(ExportProblem) -> ExportFile? {
    let bytes = Array(operand.utf8)
    let place = bytes.indices.dropLast().last {
      $0 > 0 && bytes[$0] == UInt8(ascii: "@") && bytes[$0 + 1] == UInt8(ascii: "/")
    }
    guard let place, (try? File.exists(operand)) != true else { return nil }
    let path = String(decoding: bytes[..<place], as: UTF8.self)
    let mount = String(decoding: bytes[(place + 1)...], as: UTF8.self)
    return ExportFile(path, mount: try keys(of: mount, in: operand))
  }

  private static func keys(
    of path: String, in operand: String
  ) throws(ExportProblem) -> [[UInt8]] {
    let pattern = SourcePattern(Array(path.utf8))
    if let fault = pattern.faults.first {
      throw .badMount(operand, path: path, reason: fault.message)
    }
    var keys: [[UInt8]] = []
    for segment in pattern.segments {
      guard case .literal(let key) = segment else {
        throw .badMount(
          operand, path: path,
          reason: "a capture has no place in it; a brace in a key is written \\{ or \\}")
      }
      keys.append(key)
    }
    return keys
  }
}

/// Why what the user named as exports cannot be read, as facts; `message` makes the sentences.
package enum ExportProblem: Error, Equatable {
  case badMount(String, path: String, reason: String)
  case severalInputs
  case notOneRejectsFile
  /// A folder of the emulator with more than one database in it.
  case severalDatabases(folder: String, files: [String])
  case noEmulatorExport(folder: String)
  case noDatabase(folder: String)
  case unreadable(SystemFault)

  /// Whether the command line is wrong, rather than what lies on disk.
  package var isUsage: Bool {
    switch self {
    case .badMount, .severalInputs, .severalDatabases, .notOneRejectsFile: true
    case .noEmulatorExport, .noDatabase, .unreadable: false
    }
  }

  package var message: String {
    switch self {
    case .badMount(let operand, let path, let reason):
      "error: \(operand.visible): the path \"\(path.visible)\" is none: \(reason)\n"
        + "  Nothing was read or written. A path names keys from the root on: /users/ann."
    case .severalInputs:
      "error: standard input (-) is given twice, and can be read once\n"
        + "  Nothing was read or written. Give the other export as a file."
    case .notOneRejectsFile:
      "error: --from-rejects takes one rejects file, without --mount\n"
        + "  Nothing was read or written. Rejects files can be put together with `cat`."
    case .severalDatabases(let folder, let files):
      "error: \(folder.visible) holds several databases\n"
        + "  Nothing was read or written. Give one of them:\n"
        + files.map { "    \($0.visible)" }.joined(separator: "\n")
    case .noEmulatorExport(let folder):
      "\(folder.visible)\nerror: cannot read the export: it is a folder, and no export of the emulator: "
        + "there is no \(EmulatorExport.metadata) in it\n"
        + "  Nothing was written. Give the JSON file."
    case .noDatabase(let folder):
      "\(folder.visible)\nerror: cannot read the export: the emulator's folder has no database in it "
        + "(database_export/NAME.json)\n"
        + "  Nothing was written. Export again while the database emulator runs."
    case .unreadable(let fault):
      "\(fault.path.visible)\nerror: cannot read the export: \(fault.reason)\n"
        + "  Nothing was written. Check the name and the permissions."
    }
  }
}
