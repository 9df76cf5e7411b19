import JSONTree

/// Where jobs come from: the records of one rule of an export, or those of a rejects file.
protocol RecordFeed: AnyObject {
  /// Fills a job with the next records of one rule; false if there are none.
  func fill(_ job: Job) throws(ScanFault) -> Bool
  /// Bytes passed so far, for progress.
  var passedBytes: Int { get }
  /// For each join how many children repeat an earlier one.
  var repeated: [Int] { get }
  /// For each join how many joined children no record asked for; behind the last run.
  func orphans() throws(ScanFault) -> [Int]
}
