import Interop

/// What a run has counted when a target's checkpoint is made: with it the report of a run that continues is that of one
/// which nothing has stopped.
struct RunState {
  /// Of the bytes' form: a run that another version of replant began cannot be continued.
  static let form = 6

  /// What was asked for besides: a run that has only to tell its outcome tells it to the same command.
  var command: String
  /// `$now` of the run.
  var now: Timestamp
  var tallies: [Tally]
  var violations: Violations
  var warnings: [Report.Warning]
  var knownRejects: Int?
  /// Why the target did not take some documents, of the first of them.
  var refusal: TargetFault?
  /// How long the rejects file is; nil if there is none.
  var rejects: RejectsMark?
  var rules: [RuleIdentity]
  var histories: [RuleHistory]

  var bytes: [UInt8] {
    var writer = StateWriter()
    writer.put(command)
    writer.put(Int(now.microseconds))
    writer.put(tallies)
    writer.put(violations)
    writer.put(warnings)
    writer.put(knownRejects)
    writer.put(refusal)
    writer.put(rejects)
    writer.put(rules)
    writer.put(histories.map(\.rawValue))
    return writer.bytes
  }

  init(
    command: String, now: Timestamp, report: Report, refusal: TargetFault?, rejects: RejectsMark?,
    rules: [Rule], histories: [RuleHistory]
  ) {
    self.command = command
    self.now = now
    tallies = report.rules.map(\.tally)
    violations = report.violations
    warnings = report.warnings
    knownRejects = report.knownRejects
    self.refusal = refusal
    self.rejects = rejects
    self.rules = rules.map { RuleIdentity($0) }
    self.histories = histories
  }

  init(_ bytes: [UInt8]) throws(StateFault) {
    var reader = StateReader(bytes)
    command = try reader.string()
    guard let now = Timestamp(microseconds: Int64(try reader.int())) else { throw StateFault() }
    self.now = now
    tallies = try reader.list()
    violations = try Violations(from: &reader)
    warnings = try reader.list()
    knownRejects = try reader.optional()
    refusal = try reader.optional()
    rejects = try reader.optional()
    rules = try reader.list()
    histories = try reader.list(Int.self).map { RuleHistory(rawValue: $0) ?? .first }
    try reader.end()
  }

  func restore(_ report: inout Report) {
    for (index, tally) in zip(report.rules.indices, tallies) { report.rules[index].tally = tally }
    report.violations = violations
    report.warnings = warnings
    report.knownRejects = knownRejects
  }
}

/// How far a rejects file has got.
package struct RejectsMark: Sendable, Equatable {
  /// As the run that wrote it names it.
  package var path: String
  /// The working folder of that run, if the path begins there. For the run that goes on; no report tells it.
  package var folder: String
  package var length: Int
  package var count: Int
  /// Of the bytes up to there.
  package var hash: ContentHash

  package init(path: String, folder: String = "", length: Int, count: Int, hash: ContentHash) {
    self.path = path
    self.folder = folder
    self.length = length
    self.count = count
    self.hash = hash
  }
}

extension RejectsMark: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(path)
    writer.put(folder)
    writer.put(length)
    writer.put(count)
    writer.put(hash)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init(
      path: try reader.string(), folder: try reader.string(), length: try reader.int(),
      count: try reader.int(), hash: try ContentHash(from: &reader))
  }
}

// MARK: - What targets keep

extension Report.Target {
  /// What a further target of a run did, as it keeps it itself.
  package var saved: [UInt8] {
    var writer = StateWriter()
    writer.put(totals)
    writer.put(refusal)
    return writer.bytes
  }

  /// Nil for bytes that are none.
  package init?(url: String, saved: [UInt8]) {
    do throws(StateFault) {
      var reader = StateReader(saved)
      self.init(url: url, totals: try Totals(from: &reader), refusal: try reader.optional())
      try reader.end()
    } catch {
      return nil
    }
  }
}

extension Ending {
  package var saved: [UInt8] {
    var writer = StateWriter()
    for counts in [stale, removed] {
      writer.put(counts.count)
      for (collection, count) in counts.sorted(by: { $0.key < $1.key }) {
        writer.put(collection)
        writer.put(count)
      }
    }
    writer.put(heldBack)
    writer.put(written.count)
    for line in written { writer.put(line) }
    return writer.bytes
  }

  /// Nil for bytes that are none.
  package init?(saved: [UInt8]) {
    self.init()
    do throws(StateFault) {
      var reader = StateReader(saved)
      for counts in [\Ending.stale, \Ending.removed] {
        for _ in 0..<(try reader.int()) {
          let collection = try reader.int()
          self[keyPath: counts][collection] = try reader.int()
        }
      }
      heldBack = try reader.list()
      for _ in 0..<(try reader.int()) { written.append(try reader.string()) }
      try reader.end()
    } catch {
      return nil
    }
  }
}

extension Removal.HeldBack: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(collection)
    for number in [count, of, wouldEmpty ? 1 : 0] { writer.put(number) }
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init(
      collection: try reader.string(), count: try reader.int(), of: try reader.int(),
      wouldEmpty: try reader.int() == 1)
  }
}
