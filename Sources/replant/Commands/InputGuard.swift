import Interop

/// Keeps a run from writing over what it reads: `--report .` where the export is called `report.json`, or
/// `--to ndjson:out` for an export in `out`.
enum InputGuard {
  /// The first input that an output would replace, or nil.
  ///
  /// Files are compared by device and inode, so that links and other spellings of a path count.
  static func endangered(
    inputs: [String], targets: [TargetChoice], reportFolder: String?
  ) -> String? {
    for (index, target) in targets.enumerated() {
      let input = endangered(
        inputs: inputs, target: target, reportFolder: reportFolder, hasRejects: index == 0)
      if let input { return input }
    }
    return nil
  }

  /// `hasRejects`: rejects go beside this target, if they go beside one.
  private static func endangered(
    inputs: [String], target: TargetChoice, reportFolder: String?, hasRejects: Bool
  ) -> String? {
    var outputs: [String] = []
    if let reportFolder {
      outputs += ["report.json", "rejects.ndjson"].map { "\(reportFolder)/\($0)" }
    } else if !target.isPlan, hasRejects {
      outputs.append("\(target.rejectsFolder)/rejects.ndjson")
    }
    let place = target.isPlan ? "" : target.place
    outputs += [place, place + ".state"].filter { !$0.isEmpty }
    let folder = target.isFolder && !target.isPlan ? identity(place) : nil
    let written = outputs.compactMap(identity)
    return inputs.first { input in
      guard input != "-", let own = identity(input) else { return false }
      let isInFolder =
        folder != nil && input.hasSuffix(".ndjson") && identity(Folder.parent(of: input)) == folder
      return isInFolder || written.contains { $0 == own }
    }
  }

  private static func identity(_ path: String) -> [UInt64]? {
    guard let status = try? File.status(path) else { return nil }
    return [status.device, status.inode]
  }
}
