import Interop
import JSONTree

/// A run of finished documents, encoded by a worker and committed as one by the writer.
///
/// All bytes lie in one buffer, and each document is a few ranges of it:
///
///     {"path":"users/ann","id":"ann","data":{"age":31}}\n
///     ^ line                              ^ data     ^
///
/// Documents stand in the order of the export. The same records give the same bytes, whichever worker
/// made them. The buffer is the job's: what a worker has encoded there a sink reads there.
package struct Batch {
  let output = ByteBuffer(capacity: 1 << 20)
  package var documents: [Document] = []
  /// Paths of documents whose record was rejected: what an earlier run delivered there stays.
  package var kept: [Slice] = []
  /// The places in the export of rejected records whose document may have had another path in an earlier run, or whose
  /// path is not known now: what came from there stays, too.
  package var keptSources: [Slice] = []
  /// Where the export has been read to when this batch is committed.
  package var position = Position.start

  package init() {}

  /// Lends all bytes, of which documents are ranges.
  package func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try output.bytes.withSpan(body)
  }

  /// Puts bytes behind those that are there.
  package func append(_ bytes: [UInt8]) -> Slice {
    output.append(bytes)
    return Slice(start: output.count - bytes.count, count: bytes.count)
  }

  /// A range of a batch's bytes.
  package struct Slice: Sendable, Equatable {
    package var start: Int
    package var count: Int

    package init(start: Int, count: Int) {
      self.start = start
      self.count = count
    }

    package static let empty = Slice(start: 0, count: 0)
    package var range: Range<Int> { start..<start + count }
    package var isEmpty: Bool { count == 0 }
  }

  package struct Document: Sendable {
    /// The rule that made it: an index into `Plan.rules`.
    package var rule: Int
    /// The collection of the model it belongs to: an index into `Plan.collections`, or −1 when
    /// the collection's id comes from data and is in `group`.
    package var collection: Int
    /// `articleData/-Lx`, raw UTF-8; a range of `line` where it needs no escapes.
    package var path: Slice
    /// The last segment of `path`.
    package var id: Slice
    /// The collection's ids with `/` between, document ids left out; only with `collection` −1.
    package var group: Slice = .empty
    /// The NDJSON line, `\n` included.
    package var line: Slice
    /// The object behind `"data":` inside the line.
    package var data: Slice
    /// The types that JSON cannot say, as a JSON object (`{"date":"timestamp"}`), or empty. Documents with the same ones
    /// may share a range.
    package var types: Slice
    /// The record's path in the export, where the rule cannot derive it from `path`; else empty.
    package var source: Slice = .empty
    /// Of `data` and `types`: the document as delivered.
    package var hash: ContentHash
    /// Of the fields alone that come of what is joined to the record; 0 where there are none.
    package var joined: UInt64 = 0
    /// The month of its date, numbered from January of year 0, or `noMonth`.
    package var month = noMonth
    /// Which record of the run it came from, for a reject.
    package var record: Int

    package static let noMonth: Int32 = .min
  }
}

/// 128 bits (XXH3) of a document as delivered, of a mapping, of an export.
package typealias ContentHash = Hash128
