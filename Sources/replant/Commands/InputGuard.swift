import Interop
import Pipeline

/// Keeps a run from writing over what it reads: `--report .` where the export is called `report.json`, or
/// `--to ndjson:out` for an export in `out`.
enum InputGuard {
  /// The first input that an output would replace, or nil.
  ///
  /// Files are compared by device and inode, so that links and other spellings of a path count. `sparesRejects`: the
  /// rejects file is not written over if it is an input.
  static func endangered(
    inputs: [String], target: TargetChoice, reportFolder: String?, sparesRejects: Bool = false
  ) -> String? {
    var outputs = reportFolder.map { folder in ReportFolder.names.map { "\(folder)/\($0)" } } ?? []
    if !sparesRejects, let rejects = rejects(target, reportFolder) { outputs.append(rejects) }
    let places = target.isPlan ? [] : target.places
    outputs += places.flatMap { [$0.path, $0.path + ".state"] }
    let folders = places.filter(\.isFolder).compactMap { identity($0.path) }
    let written = outputs.compactMap(identity)
    return inputs.first { input in
      guard input != "-", let own = identity(input) else { return false }
      let isInFolder =
        input.hasSuffix(".ndjson")
        && identity(Folder.parent(of: input)).map { folders.contains($0) } == true
      return isInFolder || written.contains { $0 == own }
    }
  }

  /// Whether a run reads the very file that its rejects would go to, as after
  /// `run m.json e.json --to sqlite:k.db`, which leaves `rejects.ndjson`, and its repair.
  static func isRejectsFile(
    _ input: String, target: TargetChoice, reportFolder: String?
  ) -> Bool {
    guard input != "-", let rejects = rejects(target, reportFolder), let own = identity(input),
      let status = try? File.status(rejects)
    else { return false }
    return status.kind == .regular && identity(rejects) == own
  }

  /// Where the rejects go; nil if no file of them is written.
  private static func rejects(_ target: TargetChoice, _ reportFolder: String?) -> String? {
    if let reportFolder { return "\(reportFolder)/\(RejectsFile.name)" }
    return target.isPlan ? nil : "\(target.rejectsFolder)/\(RejectsFile.name)"
  }

  private static func identity(_ path: String) -> [UInt64]? {
    guard let status = try? File.status(path) else { return nil }
    return [status.device, status.inode]
  }
}
