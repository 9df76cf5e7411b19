import JSONTree

/// Keeps the documents of one run in memory.
package final class MemorySink: Sink {
  package let url = "memory:"
  /// In the order of delivery.
  package private(set) var documents: [Document] = []
  /// Of each path its place in `documents`, and the rules that made it.
  private var makers: [[UInt8]: (place: Int, rules: [Int], source: Change.Source)] = [:]
  private var modes: [WriteMode] = []

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

  @discardableResult
  package func begin(_ plan: Plan) -> Checkpoint? {
    modes = plan.rules.map(\.mode)
    return nil
  }

  package func commit(_ batch: borrowing Batch) -> [Change] {
    var changes: [Change] = []
    for document in batch.documents {
      let path = batch.output[document.path.range].array
      let made = Document(
        path: path, data: batch.output[document.data.range].array,
        line: batch.output[document.line.range].array.dropLast(),
        types: batch.output[document.types.range].array)
      if let maker = makers[path] {
        changes.append(
          merge(made, of: document.rule, into: maker.place) ?? .collision(earlier: maker.source))
        continue
      }
      let source = batch.output[document.source.range].array
      makers[path] = (
        documents.count, [document.rule], source.isEmpty ? .rule(document.rule) : .path(source)
      )
      documents.append(made)
      changes.append(.created)
    }
    return changes
  }

  /// A document that this run has made already: rules that merge add to it; nil for others, which collide.
  private func merge(_ document: Document, of rule: Int, into place: Int) -> Change? {
    let rules = (makers[document.path]?.rules ?? []) + [rule]
    guard !rules.dropLast().contains(rule), rules.allSatisfy({ modes[$0].isMerging }) else {
      return nil
    }
    makers[document.path]?.rules = rules
    let there = documents[place]
    let merged = DocumentMerge.merge(
      DocumentBody(data: document.data, types: document.types),
      into: DocumentBody(data: there.data, types: there.types), isDeep: modes[rule] == .deepMerge)
    if let merged {
      documents[place] = Document(
        path: document.path, data: merged.data,
        line: merged.line(path: document.path).dropLast(), types: merged.types)
    }
    return .modified
  }

  package func finish(removing removal: Removal?, state: [UInt8]) -> Ending { Ending() }
  package func abandon(forgetting: Bool) -> Remainder { .all }
  package func read(path: [UInt8]) -> [UInt8]? { documents.first { $0.path == path }?.data }
}

/// Keeps the rejects of one run in memory.
package final class MemoryRejects: RejectWriter {
  package private(set) var rejects: [Reject] = []

  package init() {}

  package func write(_ reject: Reject, rule: Rule) { rejects.append(reject) }
  package func mark() -> RejectsMark? { nil }
  package func resume(at mark: RejectsMark?) -> Bool { mark == nil }
  package func finish() {}
}

/// Shows nobody how far a run is.
package final class Unwatched: ProgressObserver {
  package init() {}
  package func update(_ progress: Progress) {}
}
