import JSONTree

/// Keeps the documents of one run in memory.
package final class MemorySink: Sink {
  package let url = "memory:"
  /// In the order of delivery.
  package private(set) var documents: [Document] = []
  /// The rule that made the document of each path.
  private var rules: [[UInt8]: Int] = [:]

  package struct Document: Sendable {
    package var path: [UInt8]
    /// Its data as JSON.
    package var data: [UInt8]
    /// Its NDJSON line, without the newline.
    package var line: [UInt8]
    /// The types that JSON cannot say, as a JSON object, or nothing.
    package var types: [UInt8]
  }

  package init() {}

  package func begin(_ plan: Plan) {}

  package func commit(_ batch: borrowing Batch) -> [Change] {
    var changes: [Change] = []
    for document in batch.documents {
      let path = batch.output[document.path.range].array
      if let earlier = rules[path] {
        changes.append(.collision(earlier: .rule(earlier)))
        continue
      }
      rules[path] = document.rule
      documents.append(
        Document(
          path: path, data: batch.output[document.data.range].array,
          line: batch.output[document.line.range].array.dropLast(),
          types: batch.output[document.types.range].array))
      changes.append(.created)
    }
    return changes
  }

  package func finish() -> Ending { Ending() }
  package func abandon() -> Int { 0 }
  package func read(path: [UInt8]) -> [UInt8]? { documents.first { $0.path == path }?.data }
}

/// Keeps the rejects of one run in memory.
package final class MemoryRejects: RejectWriter {
  package private(set) var rejects: [Reject] = []

  package init() {}

  package func write(_ reject: Reject, rule: Rule) { rejects.append(reject) }
  package func finish() {}
}

/// Shows nobody how far a run is.
package final class Unwatched: ProgressObserver {
  package init() {}
  package func update(_ progress: Progress) {}
}
