import JSONTree

/// The records of a rejects file with the parts that were joined to them, in the order of its lines.
///
/// A job takes lines of one rule, siblings as one segment:
///
///     {"source":"/c/a",…,"value":{"v":1},"joins":{"j":5}}     bytes: [{"v":1},{"v":2}]
///     {"source":"/c/b",…,"value":{"v":2}}                     joined: [5], places 0, −1
///
/// A `raw` record stands in a segment of its own: whatever is wrong with its bytes, they cannot be taken for a sibling.
final class RejectedFeed: RecordFeed {
  private let plans: [RulePlan]
  private let rules: RejectRules
  private let lines: LineSplitter
  private let batch: Int
  private var reader = RejectReader()
  /// The line read last, if no job has it yet.
  private var pending: RejectedRecord?
  private var pendingRule = 0
  private var pendingOffset = 0
  /// The container of the open segment.
  private var container: [UInt8]?

  init(_ content: Content, _ range: Range<Int>, _ plans: [RulePlan], batch: Int) {
    self.plans = plans
    self.batch = batch
    rules = RejectRules(plans.map { $0.rule })
    lines = LineSplitter(RangeSource(content, range))
  }

  var passedBytes: Int { lines.offset }
  /// All that was joined stands in the lines.
  var indexes: [JoinIndex] { [] }

  func fill(_ job: Job, before limit: Int) throws(ScanFault) -> Bool {
    guard try advance(), pendingOffset < limit else { return false }
    let rule = pendingRule
    let plan = plans[rule]
    let joins = plan.rule.joins
    job.prepare(for: plan, joins.map { _ in nil })
    job.files = []
    for index in joins.indices { job.joined[index].reset() }
    container = nil
    while job.run.children.count < batch, job.run.bytes.count < RuleReader.targetBytes {
      guard try advance(), pendingRule == rule, pendingOffset < limit, let record = pending else {
        break
      }
      try append(record, plan, to: job)
      job.reached = pendingOffset + 1
      pending = nil
    }
    if container != nil { job.run.endSegment() }
    for index in joins.indices { job.joined[index].end() }
    return true
  }

  /// Reads the next line unless one waits. False at the end.
  private func advance() throws(ScanFault) -> Bool {
    if pending != nil { return true }
    guard let line = try lines.next() else { return false }
    do throws(RejectFault) {
      let record = try reader.read(line, checksJSON: false)
      pendingRule = try rules.rule(of: record)
      pending = record
      pendingOffset = lines.lineOffset
      return true
    } catch {
      throw changed
    }
  }

  /// Every line has been looked at before.
  private var changed: ScanFault {
    ScanFault(.unreadable("it has changed since it was looked at"), at: lines.lineOffset)
  }

  private func append(_ record: RejectedRecord, _ plan: RulePlan, to job: Job) throws(ScanFault) {
    guard let keys = RejectRules.keys(of: record.source, plan.rule.pattern) else { throw changed }
    let key = keys.last ?? []
    let above = Array(record.source.dropLast(plan.isRoot ? record.source.count : key.count + 1))
    if record.raw != nil || container != above {
      if container != nil { job.run.endSegment() }
      begin(above, keys, plan, in: &job.run)
      container = above
    }
    let content = record.value?.withoutBlanks ?? record.raw ?? []
    key.withBytes {
      job.run.beginChild(
        key: $0, offset: record.offset, valueOffset: valueOffset(of: record, content),
        file: fileNumber(record.file, job))
    }
    job.run.bytes.append(content)
    job.run.endChild()
    // Nothing may be left of a record whose fields other rules claim.
    if content == Array("{}".utf8), !plan.leftOut.isEmpty { job.run.markThinned() }
    if record.raw != nil {
      job.run.endSegment()
      container = nil
    }
    for (index, join) in plan.rule.joins.enumerated() {
      let name = Array(join.name.utf8)
      append(record.joins.first { $0.name == name }?.json, to: &job.joined[index])
    }
  }

  private func begin(_ path: [UInt8], _ keys: [[UInt8]], _ plan: RulePlan, in run: inout Run) {
    var captures: [[UInt8]] = []
    for (segment, key) in zip(plan.rule.pattern.segments, keys) {
      if case .capture = segment { captures.append(key) }
    }
    // The last one is the record's own key.
    if plan.endsWithCapture { captures.removeLast() }
    let kept = captures.map { key in
      let buffer = ByteBuffer(capacity: max(1, key.count))
      buffer.append(key)
      return buffer
    }
    path.withBytes { run.beginSegment(path: $0, captures: kept.map { $0.bytes }) }
  }

  private func append(_ json: Bytes?, to joined: inout JoinedRun) {
    guard let json else {
      joined.places.append(-1)
      return
    }
    joined.beginChild(at: (file: -1, byte: 0))
    joined.bytes.append(json)
    joined.endChild()
    joined.places.append(Int32(joined.children.count - 1))
  }

  /// Where the record's value began: what it was when the message "… at byte 37" was made, so that a record which is still
  /// wrong gives the same line.
  private func valueOffset(of record: RejectedRecord, _ content: [UInt8]) -> Int {
    guard record.raw != nil, let digits = record.message.split(separator: 0x20).last,
      let byte = Int(String(decoding: digits, as: UTF8.self)),
      let fault = content.withBytes({ faultOffset($0) })
    else { return record.offset }
    return max(record.offset, byte - fault)
  }

  private func faultOffset(_ bytes: Bytes) -> Int? {
    var parser = ExactParser(dialect: .json)
    do throws(ParseFault) {
      _ = try parser.parse(bytes)
      return nil
    } catch {
      return error.offset
    }
  }

  /// The place of a file's name in the job's list; −1 for a line without one.
  private func fileNumber(_ name: String?, _ job: Job) -> Int {
    guard let name else { return -1 }
    if let known = job.files.lastIndex(where: { $0.utf8.elementsEqual(name.utf8) }) { return known }
    job.files.append(name)
    return job.files.count - 1
  }
}

/// Finds the rule of a reject, and the keys that led to its record.
struct RejectRules {
  private let rules: [Rule]

  init(_ rules: [Rule]) { self.rules = rules }

  func rule(of record: RejectedRecord) throws(RejectFault) -> Int {
    let fitting = rules.indices.filter { rules[$0].from.utf8.elementsEqual(record.from) }
    guard let first = fitting.first else {
      throw RejectFault("no rule of the mapping has \"from\": \(quoted(record.from))")
    }
    var found = first
    if fitting.count > 1 {
      guard let rule = record.rule, fitting.contains(rule) else {
        throw RejectFault(
          "several rules have \"from\": \(quoted(record.from)), and its \"rule\" is none of them")
      }
      found = rule
    }
    guard Self.keys(of: record.source, rules[found].pattern) != nil else {
      throw RejectFault("its \"source\" is no record of rules[\(found)].from")
    }
    return found
  }

  /// The keys of a source path, as many as the pattern has segments; nil if it does not fit.
  ///
  /// A key in an export that no database made may hold a `/`: what is too much belongs to the last key.
  static func keys(of source: [UInt8], _ pattern: Pattern) -> [[UInt8]]? {
    guard source.first == 0x2F else { return nil }
    if pattern.isRoot { return source.count == 1 ? [] : nil }
    let keys = source.dropFirst().split(
      separator: 0x2F, maxSplits: pattern.segments.count - 1, omittingEmptySubsequences: false
    ).map { Array($0) }
    guard keys.count == pattern.segments.count else { return nil }
    for (segment, key) in zip(pattern.segments, keys) {
      if case .literal(let literal) = segment, literal != key { return nil }
    }
    return keys
  }
}
