import Interop

/// `rejects.ndjson`: readable by its owner only, since it holds records of the export.
///
/// It is written in place as rejects come, so that a crash leaves those it had. A file of an earlier run
/// makes room when this run's first reject comes, or at `open`.
///
/// Where the run reads the old file, repaired, the new one grows beside it (`rejects.ndjson.partial`) and takes its place in
/// `settle`: until the run has come to its end, every record is in the old one.
package final class RejectsFile: RejectWriter {
  package static let name = "rejects.ndjson"

  package let path: String
  /// Whether the run reads the file that is there.
  package let isReread: Bool
  /// Rejects written so far.
  package private(set) var count = 0
  /// In a report folder every `rejects.ndjson` is ours. Beside a target one that does not look like it is
  /// the user's, and stays.
  private let isInReportFolder: Bool
  private var file: File?
  /// Whether there is one to settle.
  private var hasOpened = false
  private var isRegular = true
  private var buffer: [UInt8] = []
  /// Bytes in the file.
  private var length = 0
  /// Of them, those that would survive a power cut.
  private var synced = 0
  /// Of the bytes in the file: a run that goes on takes up no other run's rejects.
  private var hasher: Hasher128?
  private static let room = 64 * 1024

  /// In a folder given with `--report`.
  package init(reportFolder: String, isReread: Bool = false) {
    path = reportFolder + (reportFolder.hasSuffix("/") ? "" : "/") + Self.name
    isInReportFolder = true
    self.isReread = isReread
  }

  /// Beside a target; a folder of `.` is not named.
  package init(besideTargetIn folder: String, isReread: Bool = false) {
    path =
      folder == "." ? Self.name : folder + (folder.hasSuffix("/") ? "" : "/") + Self.name
    isInReportFolder = false
    self.isReread = isReread
  }

  /// Where rejects are written to.
  private var writtenPath: String { isReread ? path + ".partial" : path }

  /// Refuses a folder in the file's place, before anything is done.
  package func requireRoom() throws(TargetFault) {
    try translated { () throws(SystemFault) in
      if let status = try File.status(writtenPath), status.kind == .folder {
        throw SystemFault(operation: "write", path: writtenPath, code: SystemErrors.isAFolder)
      }
    }
  }

  package func write(_ reject: Reject, rule: Rule) throws(TargetFault) {
    try write(reject, from: rule.from)
  }

  func write(_ reject: Reject, from: String) throws(TargetFault) {
    _ = try opened()
    RejectLine.append(reject, from: from, to: &buffer)
    count += 1
    if buffer.count >= Self.room { try flush() }
  }

  /// In a report folder the file is there even if nothing was rejected.
  package func mark() throws(TargetFault) -> RejectsMark? {
    if isInReportFolder, !isReread { _ = try opened() }
    guard let file else { return nil }
    try flush()
    if isRegular, length > synced {
      try translated { () throws(SystemFault) in try file.sync() }
      synced = length
    }
    return RejectsMark(
      path: writtenPath, folder: writtenPath.hasPrefix("/") ? "" : Folder.working ?? "",
      length: length, count: count, hash: hasher?.finish() ?? ContentHash(of: []))
  }

  /// A run that goes on with another `--report` takes over a copy; one in another working folder finds the file, too.
  package func resume(at mark: RejectsMark?) throws(TargetFault) -> Bool {
    guard let mark else { return true }
    return try translated { () throws(SystemFault) in
      guard let (path, hasher) = try find(mark) else { return false }
      self.hasher = hasher
      if path != writtenPath {
        try? File.remove(writtenPath)
        try copy(mark, from: path)
      }
      let file = try File(writtenPath, .append)
      try file.truncate(to: mark.length)
      self.file = file
      hasOpened = true
      (length, synced, count) = (mark.length, 0, mark.count)
      return true
    }
  }

  /// Where the bytes up to a mark lie, and their hash; nil if they are nowhere any more. This run's own file comes first: by
  /// another name it may be the one.
  private func find(_ mark: RejectsMark) throws(SystemFault) -> (path: String, Hasher128)? {
    let places =
      [writtenPath, mark.path] + (mark.folder.isEmpty ? [] : ["\(mark.folder)/\(mark.path)"])
    for path in places {
      guard let status = try File.status(path), status.kind == .regular,
        status.size >= mark.length
      else { continue }
      let hasher = try Hasher128()
      try forEachBlock(of: mark, in: path) { block throws(SystemFault) in
        hasher.update(block.span)
      }
      if hasher.finish() == mark.hash { return (path, hasher) }
    }
    return nil
  }

  private func copy(_ mark: RejectsMark, from path: String) throws(SystemFault) {
    let copy = try File(writtenPath, .createNew(mode: 0o600))
    try forEachBlock(of: mark, in: path) { block throws(SystemFault) in try copy.write(block) }
    try copy.close()
  }

  /// Gives what was in the file at a mark.
  private func forEachBlock(
    of mark: RejectsMark, in path: String, _ body: ([UInt8]) throws(SystemFault) -> Void
  ) throws(SystemFault) {
    let source = try File(path)
    var offset = 0
    while offset < mark.length {
      let block = try source.bytes(at: offset, count: min(1 << 18, mark.length - offset))
      if block.isEmpty { break }
      try body(block)
      offset += block.count
    }
  }

  /// In a report folder the file is there after every command. One that did not come to begin leaves the one that is there:
  /// it may be that of a run which is still at work, or not finished.
  package func provide() throws(TargetFault) {
    guard isInReportFolder, !isReread, !hasOpened else { return }
    let isThere = try translated { () throws(SystemFault) in try File.status(path) != nil }
    if !isThere { _ = try opened() }
    try finish()
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
      if try File.status(path)?.kind == .regular, try isOurs(path) { try File.remove(path) }
    }
  }

  /// Ends a file that the run has read: the rejects of this run take its place if the run came to its end and there are
  /// any. Else it stays as it is; its records are in it still. What a run that can be continued has written stays beside it.
  package func settle(isDone: Bool, canContinue: Bool = false) throws(TargetFault) {
    guard isReread, hasOpened, isDone || !canContinue else { return }
    hasOpened = false
    try translated { () throws(SystemFault) in
      do throws(SystemFault) {
        guard isDone, count > 0 else { return try File.remove(writtenPath) }
        try File.rename(writtenPath, to: path)
      } catch {
        try? File.remove(writtenPath)
        throw error
      }
    }
  }

  private func opened() throws(TargetFault) -> File {
    if let file { return file }
    let path = writtenPath
    let file = try translated { () throws(SystemFault) in
      switch try File.status(path)?.kind {
      case nil: return try File(path, .createNew(mode: 0o600)) as File?
      case .regular?:
        guard isInReportFolder ? true : try isOurs(path) else { return nil }
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
    hasOpened = true
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
    try translated { () throws(SystemFault) in
      if hasher == nil { hasher = try Hasher128() }
    }
    hasher?.update(buffer.span)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Whether the file is empty or begins as rejects do.
  private func isOurs(_ path: String) throws(SystemFault) -> Bool {
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
