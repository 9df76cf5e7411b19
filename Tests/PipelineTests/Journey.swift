import Foundation
import Interop
import JSONTree
import Testing

@testable import Pipeline

/// A run of the whole pipeline over an export in a file of its own, into memory.
struct Journey {
  var mapping: String
  var export: [UInt8]
  var workers = 2
  var batch = 500
  /// After so many batches the target fails, and keeps nothing.
  var failsAfter = Int.max
  /// 2026-01-01.
  var now: Int64 = 1_767_225_600_000_000

  init(_ mapping: String, _ export: String) {
    self.mapping = mapping
    self.export = Array(export.utf8)
  }

  init(_ mapping: String, bytes: [UInt8]) {
    self.mapping = mapping
    export = bytes
  }

  /// A rule that keeps everything below `/c`.
  static func keep(_ export: String) -> Journey {
    Journey(
      #"{name:"t",rules:[{from:"/c/{id}",to:"c/{id}",unknown:"keep",fields:{}}]}"#, export)
  }

  struct Arrival {
    var report: Report
    /// NDJSON lines in the order of delivery.
    var lines: [String]
    var rejects: [Reject]
    /// The types beside each document.
    var types: [String] = []

    /// Path → data.
    var documents: [String: String] {
      var found: [String: String] = [:]
      for line in lines {
        let parts = line.split(separator: "\",\"data\":", maxSplits: 1)
        let path = parts[0].dropFirst(#"{"path":""#.count).split(separator: "\",\"id\":")[0]
        found[String(path)] = String(parts[1].dropLast())
      }
      return found
    }

    /// `code source` of each reject.
    var faults: [String] {
      rejects.map { "\($0.fault.code.rawValue) \(String(decoding: $0.source, as: UTF8.self))" }
    }
  }

  func run() throws -> Arrival {
    let path = NSTemporaryDirectory() + "/replant-journey-\(UInt64.random(in: 0...UInt64.max))"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(export).write(to: URL(filePath: path))
    let (compiled, plan) = try MappingCompiler.compile(
      file: "mapping.json", bytes: Array(mapping.utf8))
    let sink = FailingSink(after: failsAfter)
    let rejects = MemoryRejects()
    var report = Migration.run(
      RunRequest(
        command: "run", mapping: compiled, plan: plan, exports: [path], sink: sink,
        rejects: rejects, workers: workers, batch: batch,
        now: try #require(Timestamp(microseconds: now)), progress: Unwatched()))
    #expect(report.totals.isBalanced, "the books do not balance: \(report.totals)")
    for rule in report.rules { #expect(rule.tally.totals.isBalanced) }
    let message = report.fault?.message.replacing(path, with: "export.json")
    report.fault = message.map { Report.Fault(message: $0) }
    return Arrival(
      report: report, lines: sink.documents.map { String(decoding: $0.line, as: UTF8.self) },
      rejects: rejects.rejects,
      types: sink.documents.map { String(decoding: $0.types, as: UTF8.self) })
  }
}

/// After so many batches it fails, and keeps nothing.
final class FailingSink: Sink {
  private let inner = MemorySink()
  private let failsAfter: Int
  private var commits = 0
  var url: String { inner.url }
  var documents: [MemorySink.Document] { inner.documents }

  init(after batches: Int) { failsAfter = batches }

  func begin(_ plan: Plan) { inner.begin(plan) }

  func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard commits < failsAfter else {
      throw .stop(TargetFault(action: "write", target: url, reason: "No space left on device"))
    }
    commits += 1
    return inner.commit(batch)
  }

  func finish() -> Ending { inner.finish() }
  func abandon() -> Int { commits }
  func read(path: [UInt8]) -> [UInt8]? { inner.read(path: path) }
}
