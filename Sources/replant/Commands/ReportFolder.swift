import Interop
import Pipeline

/// The folder of `--report`.
struct ReportFolder {
  let path: String

  /// Creates the folder if need be, and takes away the report of an earlier run: whatever happens from here on,
  /// it does not tell of this one.
  init(_ path: String) throws(SystemFault) {
    self.path = path
    try Folder.create(path)
    for name in Self.names { try File.remove(file(name)) }
  }

  /// What is written there besides the rejects.
  static var names: [String] { ReportFormat.all.map(\.name) }

  private func file(_ name: String) -> String { path + (path.hasSuffix("/") ? "" : "/") + name }

  /// Writes the report in all its forms: each file whole or not at all under its name.
  func write(_ report: Report) throws(SystemFault) {
    for format in ReportFormat.all {
      guard let bytes = format.bytes(report) else {
        throw SystemFault(operation: "write", path: file(format.name), code: SystemFault.noMemory)
      }
      try write(bytes, to: file(format.name))
    }
    // Then the target may note that the outcome is told.
    do throws(SystemFault) { try Folder.sync(path) } catch {
      throw SystemFault(operation: "write", path: file(ReportFormat.all[0].name), code: error.code)
    }
  }

  private func write(_ bytes: [UInt8], to file: String) throws(SystemFault) {
    let partial = file + ".partial"
    do throws(SystemFault) {
      let output = try File(partial, .replace())
      try output.write(bytes)
      try output.sync()
      try output.close()
      try File.rename(partial, to: file)
    } catch {
      try? File.remove(partial)
      // The name that the user knows.
      throw SystemFault(operation: "write", path: file, code: error.code)
    }
  }
}
