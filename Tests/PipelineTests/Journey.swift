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
  /// Where the export stands in the tree, as behind `@` on the command line.
  var mount = "/"
  /// Further files of the export, each with its place in the tree.
  var others: [(mount: String, bytes: [UInt8])] = []
  /// `export` is a rejects file.
  var isFromRejects = false
  var maxRejects: String?
  /// The text of a file of known rejects.
  var known: String?
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
    /// The types beside each document.
    var types: [String] = []

    /// What `rejects.ndjson` would hold.
    var rejectLines: String {
      var text: [UInt8] = []
      for reject in rejects {
        RejectLine.append(reject, from: report.rules[reject.fault.rule].from, to: &text)
      }
      return String(decoding: text, as: UTF8.self)
    }

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
    var operands: [String] = []
    defer {
      for number in 0...others.count {
        try? FileManager.default.removeItem(atPath: path + "-\(number)")
      }
    }
    for (number, file) in ([(mount: mount, bytes: export)] + others).enumerated() {
      try Data(file.bytes).write(to: URL(filePath: path + "-\(number)"))
      operands.append(path + "-\(number)" + (file.mount == "/" ? "" : "@" + file.mount))
    }
    let (compiled, plan) = try MappingCompiler.compile(
      file: "mapping.json", bytes: Array(mapping.utf8))
    let sink = FailingSink(after: failsAfter)
    sink.limits = limits
    let rejects = MemoryRejects()
    var request = RunRequest(
      command: "run", mapping: compiled, plan: plan,
      exports: try ExportFile.resolve(operands, mount: nil), sink: sink, rejects: rejects,
      workers: workers, batch: batch, now: try #require(Timestamp(microseconds: now)),
      progress: Unwatched())
    request.isFromRejects = isFromRejects
    request.maxRejects = maxRejects.flatMap { RejectLimit($0) }
    if let known {
      try Data(known.utf8).write(to: URL(filePath: path + "-known"))
      defer { try? FileManager.default.removeItem(atPath: path + "-known") }
      request.knownRejects = try KnownRejects(file: path + "-known")
    }
    var report = Migration.run(request)
    #expect(report.totals.isBalanced, "the books do not balance: \(report.totals)")
    for rule in report.rules { #expect(rule.tally.totals.isBalanced) }
    func tidy(_ text: String) -> String {
      var text = text.replacing(path + "-0", with: "export.json")
      for number in 0..<others.count {
        text = text.replacing(path + "-\(number + 1)", with: "other\(number + 1).json")
      }
      return text
    }
    report.fault = report.fault.map { Report.Fault(message: tidy($0.message)) }
    report.sources = report.sources.map {
      Report.Source(name: tidy($0.name), bytes: $0.bytes, hash: $0.hash)
    }
    let tidied = rejects.rejects.map { reject in
      var reject = reject
      reject.fault.file = reject.fault.file.map(tidy)
      reject.fault.message = tidy(reject.fault.message)
      return reject
    }
    return Arrival(
      report: report, lines: sink.documents.map { String(decoding: $0.line, as: UTF8.self) },
      rejects: tidied, types: sink.documents.map { String(decoding: $0.types, as: UTF8.self) })
  }
}

/// After so many batches it fails, and keeps nothing.
final class FailingSink: Sink {
  private let inner = MemorySink()
  private let failsAfter: Int
  var limits: TargetLimits?
  private var commits = 0
  var url: String { inner.url }
  var documents: [MemorySink.Document] { inner.documents }

  init(after batches: Int) { failsAfter = batches }

  func begin(_ plan: Plan) -> Checkpoint? { inner.begin(plan) }

  func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard commits < failsAfter else {
      throw .stop(TargetFault(action: "write", target: url, reason: "No space left on device"))
    }
    commits += 1
    return inner.commit(batch)
  }

  func finish(removing removal: Removal?, state: [UInt8]) -> Ending {
    inner.finish(removing: removal, state: state)
  }
  func abandon(forgetting: Bool) -> Remainder { .nothing }
  func read(path: [UInt8]) -> [UInt8]? { inner.read(path: path) }
}
