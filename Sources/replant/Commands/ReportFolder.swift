import Interop
import Pipeline

/// The folder of `--report`.
struct ReportFolder {
  static let reportName = "report.json"

  let path: String

  /// Creates the folder if need be, and takes away the report of an earlier run: whatever happens from here on,
  /// it does not tell of this one.
  init(_ path: String) throws(SystemFault) {
    self.path = path
    try Folder.create(path)
    try File.remove(file)
  }

  private var file: String { path + (path.hasSuffix("/") ? "" : "/") + Self.reportName }

  /// Writes `report.json`: whole or not at all under its name.
  func write(_ report: Report) throws(SystemFault) {
    let partial = file + ".partial"
    do throws(SystemFault) {
      let output = try File(partial, .replace())
      try output.write(Array(ReportJSON(report).text.utf8))
      try output.sync()
      try output.close()
      try File.rename(partial, to: file)
      // Then the target may note that the outcome is told.
      try Folder.sync(path)
    } catch {
      try? File.remove(partial)
      // The name that the user knows.
      throw SystemFault(operation: "write", path: file, code: error.code)
    }
  }
}
