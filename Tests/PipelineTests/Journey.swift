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
  var limits: TargetLimits?
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
    let sink = MemorySink()
    sink.failsAfter = failsAfter
    sink.limits = limits
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
    return Arrival(report: report, lines: sink.lines, rejects: rejects.rejects)
  }
}

/// A sink in memory that keeps the law of `Sink` for one run.
final class MemorySink: Sink {
  let url = "memory:"
  private(set) var lines: [String] = []
  private var written: [[UInt8]: Batch.Document] = [:]

  var failsAfter = Int.max
  var limits: TargetLimits?
  private var commits = 0

  func begin(_ plan: Plan) {}

  func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard commits < failsAfter else {
      throw .stop(TargetFault(action: "write", target: url, reason: "No space left on device"))
    }
    commits += 1
    var changes: [Change] = []
    for document in batch.documents {
      let path = batch.output[document.path.range].array
      if let earlier = written[path] {
        changes.append(.collision(earlier: .rule(earlier.rule)))
        continue
      }
      written[path] = document
      lines.append(
        String(batch.output[document.line.range].text.dropLast()))
      changes.append(.created)
    }
    return changes
  }

  func finish() -> Ending { Ending() }
  func abandon() -> Int { commits }
  func read(path: [UInt8]) -> [UInt8]? { nil }
}

final class MemoryRejects: RejectWriter {
  private(set) var rejects: [Reject] = []
  func write(_ reject: Reject, rule: Pipeline.Rule) { rejects.append(reject) }
  func finish() {}
}

final class Unwatched: ProgressObserver {
  func update(_ progress: Pipeline.Progress) {}
}
