import JSONTree

/// From an export to documents, stage by stage:
///
///     read → split → parse → transform → validate → write → report
///
/// The first look (`Catalogue`) reads the export once at scanner speed and finds all that would refuse it as a
/// whole. Then each rule in turn, in the order in which their records begin: this thread cuts its records into runs (`Split/`) and commits finished batches in
/// order (`Write/`); workers parse, transform and validate the runs between (`Parse/`, `Transform/`,
/// `Validate/`). Memory is bounded by the runs on their way, not by the export.
package enum Migration {
  /// Runs to the end or to the first thing that stops it. Never throws: a run that failed is a report that says so.
  ///
  /// `tell` writes the report down, and answers whether it could. Only then is the run over: one that is killed before, or
  /// could not tell, can be continued, and tells the same.
  @discardableResult
  package static func run(_ request: RunRequest, telling tell: (Report) -> Bool = { _ in true })
    -> Report
  {
    let conversion = Conversion(request)
    do throws(RunStop) {
      if request.isFromRejects {
        let feed = try conversion.lookAtRejects()
        try conversion.beginWriting()
        try conversion.convert(feed, stage: 0)
      } else {
        let catalogue = try conversion.look()
        try conversion.requirePaths(catalogue)
        try conversion.beginWriting()
        for (number, rules) in conversion.stages(catalogue).enumerated() {
          try conversion.convert(rules, stage: number, catalogue)
        }
      }
      try conversion.finishWriting()
      conversion.conclude()
    } catch {
      conversion.stop(error)
      _ = tell(conversion.report)
      return conversion.report
    }
    conversion.close(isTold: tell(conversion.report))
    return conversion.report
  }
}

/// Why a run ends before its end.
enum RunStop: Error {
  /// `file` is the one that was being read; where it is nil, the fault's offset tells.
  case unreadable(ScanFault, file: Int?)
  /// Files that stand inside records: ready sentences.
  case badMounts([String])
  /// A path of the mapping that is not in the export: ready sentences.
  case missingPaths([String])
  /// A line of a rejects file that is none, told by its number.
  case damagedReject(line: Int, reason: String)
  /// One that this mapping cannot read, or not without the export.
  case foreignReject(line: Int, reason: String, advice: String)
  /// More than the user allows.
  case tooManyRejects(Int, read: Int, String)
  case target(TargetFault)
  case rejects(TargetFault)
  case interrupted
}
