import JSONTree

/// Where jobs come from: the records of one rule of an export, those of several in turn, or those of a rejects file.
protocol RecordFeed: AnyObject {
  /// Fills a job with the next records of one rule, as far as they begin before `limit`; false if there are none.
  func fill(_ job: Job, before limit: Int) throws(ScanFault) -> Bool
  /// Bytes passed so far, for progress.
  var passedBytes: Int { get }
  /// Tables that workers look something up in: only when they are done has everything been asked for.
  var indexes: [JoinIndex] { get }
}

/// The records of several rules as if they were one's: always those that begin first.
///
///     /r/{q}/a/{id}     a1 a2          a5
///     /r/{q}/b/{id}           b3 b4
///
/// For rules whose records interleave and may make the same document, of which the later in the file is the reject
/// (contract 2.1). Jobs get as short as the stretches of one rule, which is why other rules go one after the other.
///
/// One record may be that of several rules: places are counted in turns, as many as there are rules to a byte.
final class BraidedFeed: RecordFeed {
  private let feeds: [JobFeed]

  init(_ feeds: [JobFeed]) { self.feeds = feeds }

  var passedBytes: Int { feeds.reduce(0) { $0 + $1.passedBytes } }
  var indexes: [JoinIndex] { feeds.flatMap { $0.indexes } }

  /// `limit` and what the job has reached are turns.
  func fill(_ job: Job, before limit: Int) throws(ScanFault) -> Bool {
    var first: (number: Int, turn: Int)?
    var limit = limit
    for (number, feed) in feeds.enumerated() {
      guard let record = try feed.nextRecord() else { continue }
      let turn = record * feeds.count + number
      if let best = first, best.turn < turn {
        limit = min(limit, turn)
      } else {
        if let best = first { limit = min(limit, best.turn) }
        first = (number, turn)
      }
    }
    guard let first, first.turn < limit else { return false }
    let bytes = limit == .max ? limit : (limit - first.number + feeds.count - 1) / feeds.count
    guard try feeds[first.number].fill(job, before: bytes) else { return false }
    job.reached = (job.reached - 1) * feeds.count + first.number + 1
    return true
  }
}

extension Template {
  /// Whether a document's path may fit both.
  func mayMeet(_ other: Template) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { own, their in
        guard let a = own.literal, let b = their.literal else { return true }
        return a == b
      }
  }
}

extension Template.Segment {
  /// Its text where all of it is literal.
  fileprivate var literal: [UInt8]? {
    var text: [UInt8] = []
    for part in parts {
      guard case .literal(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}
