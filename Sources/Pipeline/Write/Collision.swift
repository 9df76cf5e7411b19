import JSONTree

extension Conversion {
  /// The reject of a record whose document has been written by this run already.
  func collision(_ document: Batch.Document, _ earlier: Change.Source, _ job: Job) -> Reject {
    let plan = plans[job.rule]
    let child = job.run.children[document.record]
    let path = job.batch.output[document.path.range].array
    let source = sourcePath(of: document.record, in: job)
    let other: [UInt8] =
      switch earlier {
      case .path(let path): path
      case .rule(let rule): plans[rule].source(ofDocument: path)
      }
    // Of an export the splitter has found those already; of a rejects file a line may have been put in twice. Another rule
    // may have made it of the same record, which then stands there but once.
    let isRepeated =
      other == source
      && !plans.contains { $0.index != job.rule && $0.rule.pattern.mayMeet(plan.rule.pattern) }
    // The document's path may be made of data: only the records' places are named.
    let message =
      isRepeated
      ? "the record stands twice in the export; the first one stands"
      : "the document was already made from \(quoted(other))"
    let fault = Violation(
      code: isRepeated ? .duplicateKey : .idCollision, rule: job.rule, field: "", source: source,
      message: message, offset: child.offset,
      file: job.fileName(child.file))
    var reject = Reject(
      fault: fault, source: source, to: path,
      content: .value(job.run.bytes[child.value].withoutBlanks),
      joins: machinery?.joinRepeater.joins(of: document.record, in: job, plan) ?? [])
    reject.record = document.record
    return reject
  }

  private func sourcePath(of record: Int, in job: Job) -> [UInt8] {
    let segment = job.run.segments.first { $0.children.contains(record) }
    guard let segment, !plans[job.rule].rule.pattern.isRoot else { return Array("/".utf8) }
    return job.run.keys[segment.path].array + [0x2F] + job.run.key(record).array
  }
}

extension RulePlan {
  /// The record's path, derived from its document's: `articleData/-Lx` came from `/ArticleData/-Lx`.
  ///
  /// Only for rules whose target is derivable.
  func source(ofDocument path: [UInt8]) -> [UInt8] {
    var captures: [Int: ArraySlice<UInt8>] = [:]
    let segments = path.split(separator: 0x2F, omittingEmptySubsequences: false)
    for (segment, text) in zip(rule.target.segments, segments) {
      if case .capture(let index)? = segment.parts.first { captures[index] = text }
    }
    var source: [UInt8] = []
    var capture = 0
    for segment in rule.pattern.segments {
      source.append(0x2F)
      switch segment {
      case .literal(let key): source += key
      case .capture:
        source += captures[capture] ?? []
        capture += 1
      }
    }
    return source.isEmpty ? [0x2F] : source
  }

  /// Fields that other rules claim and no expression of this one reads: they need not be held in memory.
  var leftOut: [[UInt8]] {
    guard !rule.readsAll, !rule.claimsAll else { return [] }
    return rule.claimed.filter { name in
      !rule.partsOfValue.contains(name)
        && !rule.slots.names.indices.contains {
          rule.slots.names[$0] == name && !rule.slots.joins.contains($0)
        }
    }
  }
}

extension Catalogue {
  /// Whether two cursors suffice for a join: one capture at the end on both sides, the same key, and keys that
  /// ascend in one container each.
  func canMerge(_ rule: Int, _ from: Pattern, with join: Int, _ pattern: Pattern) -> Bool {
    ascends(rule, from) && ascends(join, pattern)
  }

  /// Whether a record may stand twice: where keys ascend, above records as well, none does.
  func mayRepeat(_ index: Int, _ pattern: Pattern) -> Bool {
    !pattern.isRoot && (!isAscending[index] || anchors[index].count > 1)
  }

  /// Whether the keys of a pattern are known to ascend: it has one capture, at its end, in one container.
  func ascends(_ index: Int, _ pattern: Pattern) -> Bool {
    pattern.hasOneLastCapture && isAscending[index] && anchors[index].count <= 1
  }
}

extension Pattern {
  /// Whether a record may fit both patterns.
  fileprivate func mayMeet(_ other: Pattern) -> Bool {
    segments.count == other.segments.count
      && zip(segments, other.segments).allSatisfy { $0.mayMeet($1) }
  }

  fileprivate var hasOneLastCapture: Bool {
    endsWithCapture && literalPrefix == segments.count - 1
  }
}

/// Looks up once more what was joined to a record, for rejects that only the target finds out.
final class JoinRepeater {
  private var worker: Worker

  init(_ plans: [RulePlan], _ environment: Environment, _ policy: Policy) {
    worker = Worker(plans: plans, environment: environment, policy: policy)
  }

  func joins(of record: Int, in job: Job, _ plan: RulePlan) -> [(name: String, json: [UInt8])] {
    plan.joinSlots.isEmpty ? [] : worker.joins(of: record, in: job, plan)
  }
}
