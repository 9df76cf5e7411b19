import Foundation
import Interop
@testable import Pipeline
import Sinks
import Testing

/// A folder that goes with the test.
final class TestFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/replant-test-\(UInt64.random(in: 0...UInt64.max))"
    try Folder.create(path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// Everything in the folder, hidden files and those of folders below included.
  var names: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).sorted()
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self(name)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A document of a test.
struct Doc {
  var path: String
  var data: String
  var rule = 0
  var source = ""
  var types = ""

  init(
    _ path: String, _ data: String = "{}", rule: Int = 0, source: String = "", types: String = ""
  ) {
    self.path = path
    self.data = data
    self.rule = rule
    self.source = source
    self.types = types
  }
}

extension Plan {
  /// A plan of collections with their fields.
  static func test(
    _ name: String = "news", _ collections: KeyValuePairs<String, [String]> = ["users": ["age"]],
    fingerprint: String? = nil
  ) -> Plan {
    Plan(
      name: name, collections: collections.map { Collection(name: $0.key, fields: $0.value) },
      rules: [Rule(isDerivable: true), Rule(isDerivable: true)],
      fingerprint: fingerprint.map { Fingerprint([("export", $0)]) })
  }
}

extension Batch {
  /// A batch as a worker would encode it; a collection that the plan lacks is one whose id comes
  /// from data.
  static func test(
    _ docs: [Doc], kept: [String] = [], keptSources: [String] = [], plan: Plan = .test(),
    end: Int = 0
  ) -> Batch {
    var batch = Batch()
    for doc in docs { batch.add(doc, plan) }
    for path in kept { batch.kept.append(batch.put(path)) }
    for source in keptSources { batch.keptSources.append(batch.put(source)) }
    batch.position = Position(stage: 0, offset: end)
    return batch
  }

  private mutating func put(_ text: String) -> Slice {
    append(Array(text.utf8))
  }

  private mutating func add(_ doc: Doc, _ plan: Plan) {
    let segments = doc.path.split(separator: "/", omittingEmptySubsequences: false)
    let group = stride(from: 0, to: segments.count, by: 2).map { segments[$0] }.joined(
      separator: "/")
    let index = plan.collections.firstIndex { Array($0.name.utf8) == Array(group.utf8) }
    let id = String(segments[segments.count - 1])
    let start = put("").start
    _ = put("{\"path\":\"\(escaped(doc.path))\",\"id\":\"\(escaped(id))\",\"data\":")
    let data = put(doc.data)
    let end = put("}\n")
    let line = Slice(start: start, count: end.start + end.count - start)
    let path = put(doc.path)
    let hash = Hash128(of: Array((doc.data + doc.types).utf8))
    documents.append(
      Document(
        rule: doc.rule, collection: index ?? -1, path: path,
        id: Slice(start: path.start + path.count - id.utf8.count, count: id.utf8.count),
        group: index == nil ? put(group) : .empty, line: line, data: data,
        types: doc.types.isEmpty ? .empty : put(doc.types),
        source: doc.source.isEmpty ? .empty : put(doc.source),
        hash: ContentHash(high: hash.high, low: hash.low), record: documents.count))
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
  }
}

/// A kind of target, and how to make a sink of it in a folder.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, ndjson, stream, null

  var testDescription: String { rawValue }

  /// Whether a later run knows what an earlier one delivered.
  var remembers: Bool { self == .sqlite || self == .ndjson }

  func sink(in folder: TestFolder) throws -> any Sink {
    switch self {
    case .sqlite: SQLiteSink(path: folder("news.db"))
    case .ndjson: NDJSONSink(folder: folder("news"), mostOpenFiles: 3)
    case .stream: NDJSONStream(try File(folder("out.ndjson"), .replace()))
    case .null: NullSink()
    }
  }

  /// Runs to the end with each batch in a commit of its own.
  @discardableResult
  func run(
    in folder: TestFolder, plan: Plan = .test(), _ batches: Batch...
  ) throws -> (changes: [Change], ending: Ending) {
    let sink = try sink(in: folder)
    try sink.begin(plan)
    let changes = try batches.flatMap { try sink.commit($0) }
    return (changes, try sink.end())
  }
}

extension Sink {
  /// To the end of a run whose outcome is told.
  func end(removing removal: Removal? = nil) throws(SinkFailure) -> Ending {
    let ending = try finish(removing: removal, state: [])
    try settle()
    return ending
  }

  @discardableResult
  func abandon() -> Remainder { abandon(forgetting: false) }

  /// A checkpoint behind the batch that ends there.
  func checkpoint(at end: Int, state: [UInt8] = []) throws(SinkFailure) {
    try checkpoint(Checkpoint(position: Position(stage: 0, offset: end), state: state), [])
  }
}

/// All rows of a query, each column as text, `nil` for NULL.
func rows(_ file: String, _ sql: String) throws -> [[String?]] {
  let database = try Database(file, .read)
  var rows: [[String?]] = []
  do {
    let statement = try database.prepare(sql)
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { statement.isNull($0) ? nil : statement.text($0) })
    }
  }
  try database.close()
  return rows
}
