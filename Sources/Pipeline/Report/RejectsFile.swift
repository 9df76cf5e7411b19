import Interop

/// `rejects.ndjson`: readable by its owner only, since it holds records of the export.
///
/// It is written in place as rejects come, so that a crash leaves those it had. A file of an earlier run
/// makes room when this run's first reject comes, or at `open`.
package final class RejectsFile: RejectWriter {
  package static let name = "rejects.ndjson"

  package let path: String
  /// Rejects written so far.
  package private(set) var count = 0
  /// In a report folder every `rejects.ndjson` is ours. Beside a target one that does not look like it is
  /// the user's, and stays.
  private let isInReportFolder: Bool
  private var file: File?
  private var isRegular = true
  private var buffer: [UInt8] = []
  /// Bytes in the file.
  private var length = 0
  private static let room = 64 * 1024

  /// In a folder given with `--report`.
  package init(reportFolder: String) {
    path = reportFolder + (reportFolder.hasSuffix("/") ? "" : "/") + Self.name
    isInReportFolder = true
  }

  /// Beside a target; a folder of `.` is not named.
  package init(besideTargetIn folder: String) {
    path =
      folder == "." ? Self.name : folder + (folder.hasSuffix("/") ? "" : "/") + Self.name
    isInReportFolder = false
  }

  /// Creates the file now, with or without rejects to come.
  package func open() throws(TargetFault) { _ = try opened() }

  package func write(_ reject: Reject, rule: Rule) throws(TargetFault) {
    try write(reject, from: rule.from)
  }

  func write(_ reject: Reject, from: String) throws(TargetFault) {
    _ = try opened()
    RejectLine.append(reject, from: from, to: &buffer)
    count += 1
    if buffer.count >= Self.room { try flush() }
  }

  package func finish() throws(TargetFault) {
    guard let file else { return }
    try flush()
    try translated { () throws(SystemFault) in
      if isRegular { try file.sync() }
      try file.close()
    }
    self.file = nil
  }

  /// Removes the file of an earlier run that would be taken for this one's; for runs that had no rejects.
  package func removeLeftover() throws(TargetFault) {
    guard count == 0, !isInReportFolder else { return }
    try translated { () throws(SystemFault) in
      if try File.status(path)?.kind == .regular, try isOurs() { try File.remove(path) }
    }
  }

  private func opened() throws(TargetFault) -> File {
    if let file { return file }
    let file = try translated { () throws(SystemFault) in
      switch try File.status(path)?.kind {
      case nil: return try File(path, .createNew(mode: 0o600)) as File?
      case .regular?:
        guard isInReportFolder ? true : try isOurs() else { return nil }
        // Not cut to nothing: the old one may be readable by others, or open in a program.
        try File.remove(path)
        return try File(path, .createNew(mode: 0o600))
      default:
        isRegular = false
        return try File(path, .replace(mode: 0o600))
      }
    }
    guard let file else {
      throw TargetFault(
        action: "write", target: path, reason: "a file that is not replant's has this name",
        advice: "Move it, or give a folder for rejects with --report DIR.")
    }
    self.file = file
    return file
  }

  private func flush() throws(TargetFault) {
    guard let file, !buffer.isEmpty else { return }
    try translated { () throws(SystemFault) in
      do throws(SystemFault) {
        try file.write(buffer)
      } catch {
        // Whole lines only, also on a full disk.
        if isRegular { try? file.truncate(to: length) }
        throw error
      }
    }
    length += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Whether the file is empty or begins as rejects do.
  private func isOurs() throws(SystemFault) -> Bool {
    let beginning = Array("{\"source\":".utf8)
    let found = try File(path).bytes(at: 0, count: beginning.count)
    return found.isEmpty || found == beginning
  }

  private func translated<Result>(
    _ body: () throws(SystemFault) -> Result
  ) throws(TargetFault) -> Result {
    do throws(SystemFault) {
      return try body()
    } catch {
      throw TargetFault(
        action: error.operation, target: error.path, reason: error.reason,
        advice: "Rejects are kept in this file; give another folder with --report DIR.")
    }
  }
}
