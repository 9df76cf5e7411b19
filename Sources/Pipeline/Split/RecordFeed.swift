import JSONTree

/// Where jobs come from: the records of one rule of an export, or those of a rejects file.
protocol RecordFeed: AnyObject {
  /// Fills a job with the next records of one rule; false if there are none.
  func fill(_ job: Job) throws(ScanFault) -> Bool
  /// Bytes passed so far, for progress.
  var passedBytes: Int { get }
  /// Whether workers look something up: only when they are done has everything been asked for.
  var hasIndexes: Bool { get }
  /// For each join how many joined children no record asked for; when all records have been converted.
  func orphans() throws(ScanFault) -> [Int]
  /// What is to be said about the children of the joins.
  var warnings: [Report.Warning] { get }
}
