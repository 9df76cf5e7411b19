import Interop
import JSONTree

/// Turns runs of records into documents. Each thread has one, with its own parsers and buffers.
///
/// A record is judged in the order of contract 2.6: syntax, `where`, `notARecord`, joins, id, fields in the
/// mapping's order, unknown fields. The first fault is the reject's; all of them are counted.
///
/// A struct, not a class: what is read and written for each node must not be checked for overlapping access at
/// run time.
struct Worker: ~Copyable {
  let plans: [RulePlan]
  let arena = Arena()
  let policy: Policy
  let parser: RunParser
  var joinParsers: [RunParser] = []
  /// For each join of the run in hand what was joined already, and where to look the rest up. The job's, which is a class:
  /// here they are read without a check and without counting references.
  var joined: [JoinedRun] = []
  var indexes: [JoinIndex?] = []
  var canonicaliser: Canonicaliser
  var scope: Scope
  /// The batch being made: the buffer of the job in hand.
  var output = ByteBuffer(capacity: 0)
  let typeNotes = ByteBuffer()
  var converter: Converter
  var encoder: TreeEncoder
  /// Where in nested `fields` the one in hand stands.
  var nest = Nest()
  /// The keys from the record to the map in hand, each with `/` in front, and perhaps left-overs.
  let nestPath = ByteBuffer(capacity: 256)
  /// Only where the target has limits.
  var limitCheck: LimitCheck?
  /// Faults of joined parts, which count only when the record has passed `where`.
  var joinFaults: [JoinFault] = []
  /// For each join what was looked up for the record in hand.
  var findings: [JoinFinding] = []
  var joinCache = JoinCache()
  /// The key of the join in hand, and one with an item of a list in it.
  let joinKey = ByteBuffer(capacity: 256)
  let listedKey = ByteBuffer(capacity: 256)
  /// Members of the record that no slot took: key, value.
  var unmatched: [(key: Bytes, value: Node)] = []
  /// What becomes of the run in hand: handed to its job at the end.
  var documents: [Batch.Document] = []
  /// Of the last document in the batch that has any.
  var latestTypes = Batch.Slice.empty
  var kept: [Batch.Slice] = []
  var keptSources: [Batch.Slice] = []
  var tally = Tally(joins: 0, fields: 0)
  var violations = Violations()
  var rejects: [Reject] = []
  /// Where the last unread field was found among the counted names.
  var unreadHint = 0
  /// Of the document in hand, by its date (`Batch.Document.month`).
  var month = Batch.Document.noMonth
  /// Source path of the record; its key's own path is built behind the segment's.
  let path = ByteBuffer()
  /// Path of the document, and where its last segment begins.
  let target = ByteBuffer()
  var idStart = 0

  init(
    plans: [RulePlan], environment: Environment, policy: Policy, limits: TargetLimits? = nil
  ) {
    self.plans = plans
    limitCheck = limits.map { LimitCheck($0) }
    scope = Scope(arena: arena, environment: environment)
    converter = Converter(typeNotes: typeNotes, policy: policy)
    encoder = TreeEncoder(policy: policy)
    parser = RunParser(policy)
    canonicaliser = Canonicaliser(policy)
    self.policy = policy
  }

  mutating func process(_ job: Job) {
    let plan = plans[job.rule]
    output = job.batch.output
    output.reset()
    latestTypes = .empty
    tally = Tally(joins: plan.joinSlots.count, fields: plan.fields.count)
    tally.droppedPriorities = job.run.droppedPriorities
    violations = Violations()
    prepareJoins(plan, job)
    let run = job.run
    var record = RecordInHand(job: job, plan: plan)
    for segment in run.segments {
      parser.load(run.bytes[segment.bytes], count: segment.children.count)
      begin(segment, run, plan)
      for index in segment.children where !run.children[index].isSuperseded {
        record.begin(index, run.children[index])
        begin(record, segment, run)
        process(&record, position: index - segment.children.lowerBound, segment)
      }
    }
    swap(&job.batch.documents, &documents)
    documents.removeAll(keepingCapacity: true)
    swap(&job.batch.kept, &kept)
    kept.removeAll(keepingCapacity: true)
    swap(&job.batch.keptSources, &keptSources)
    keptSources.removeAll(keepingCapacity: true)
    forgetJoins()
    job.tally = tally
    job.violations = violations
    job.rejects = rejects
    rejects.removeAll()
  }

  mutating func prepareJoins(_ plan: RulePlan, _ job: Job) {
    if joinCache.begin(plan.index) { for finding in findings { finding.reset() } }
    while joinParsers.count < plan.joinSlots.count {
      joinParsers.append(RunParser(policy))
      findings.append(JoinFinding())
    }
    joined = job.joined
    indexes = job.indexes
    for join in plan.joinSlots.indices where indexes[join] == nil {
      joinParsers[join].load(joined[join].bytes.bytes)
    }
  }

  /// Leaves the job alone with its parts, so that it can fill them again without copying them.
  mutating func forgetJoins() {
    joined = []
    indexes = []
  }

  private mutating func process(
    _ record: inout RecordInHand, position: Int, _ segment: Run.Segment
  ) {
    let start = segment.bytes.lowerBound
    let child = record.child
    let node: Node
    do throws(ParseFault) {
      node = try parser.value(
        position, at: child.value.lowerBound - start..<child.value.upperBound - start)
    } catch {
      tally.totals.read += 1
      record.isRaw = true
      let code: Code =
        switch error.code {
        case .syntax: .syntax
        case .invalidUnicode: .invalidUnicode
        case .depth: .depth
        }
      refuse(
        &record, code, "\(error.message) at byte \(child.valueOffset + error.offset)")
      finishRejected(record)
      return
    }
    if node.isLiterallyAbsent, !child.isThinned { return }
    tally.totals.read += 1
    judge(node, &record)
    if record.isRefused { finishRejected(record) }
  }

  /// Sets what expressions see of all records of a segment.
  mutating func begin(_ segment: Run.Segment, _ run: Run, _ plan: RulePlan) {
    scope.captures.removeAll(keepingCapacity: true)
    for capture in segment.captures { scope.captures.append(run.keys[capture]) }
    if plan.endsWithCapture { scope.captures.append(.empty) }
  }

  /// Sets what expressions see of the record before its value.
  mutating func begin(_ record: RecordInHand, _ segment: Run.Segment, _ run: Run) {
    arena.reset()
    let key = run.key(record.index)
    scope.key = key
    if record.plan.endsWithCapture { scope.captures[segment.captures.count] = key }
    path.reset()
    path.append(run.keys[segment.path])
    if !record.plan.isRoot {
      path.append(0x2F)
      path.append(key)
    }
    scope.path = path.count > 0 ? path.bytes : "/"
    scope.forgetMemos()
    scope.index = .absent
    scope.priority = .absent
  }

  private mutating func judge(_ node: Node, _ record: inout RecordInHand) {
    let wasContainer = node.isContainer
    let found = canonicaliser.canonicalise(node)
    tally.placeholders += found.placeholders
    tally.droppedPriorities += found.droppedPriorities
    if let duplicate = found.duplicateKeyAt, policy.duplicateKey == .reject {
      record.isRaw = true
      refuse(
        &record, .duplicateKey,
        "the key \(quoted(node.at(duplicate).bytes.array)) stands twice in one object")
      return
    }
    if let priority = found.priority {
      scope.priority = .node(node.at(priority))
      if !record.plan.readsPriority { tally.droppedPriorities += 1 }
    }
    // What was a container may have become null: a record without fields, or a scalar: its `.value`.
    let isScalar = !node.isContainer && !(wasContainer && node.kind == .null)
    fillSlots(node, isScalar: isScalar, record.plan)
    fillJoins(record)
    record.hasJoins = true
    guard passesFilter(&record) else { return }
    if isScalar, record.plan.readsFields, !record.plan.readsValue {
      refuse(&record, .notARecord, "expected a record with fields, found \(node.kind.name)")
      return
    }
    checkJoins(&record)
    if record.isRefused { return }
    guard makePath(&record) else { return }
    write(&record)
  }

  /// - Returns: False if the record is filtered or rejected.
  private mutating func passesFilter(_ record: inout RecordInHand) -> Bool {
    guard let filter = record.plan.filter else { return true }
    let value = filter(&scope)
    if case .failed(let failure) = value {
      refuse(&record, .convert, "where: \(failure.reason)")
      return false
    }
    if value.asBoolean == true { return true }
    if value.isAbsent || value.asBoolean != nil {
      tally.totals.filtered += 1
      return false
    }
    refuse(&record, .convert, "where: expected true or false, found \(value.kindName)")
    return false
  }
}

/// The record that a worker has in hand. One for a run, filled anew: making one counts references.
struct RecordInHand {
  let job: Job
  let plan: RulePlan
  private(set) var index = 0
  private(set) var child = Run.Child.none
  /// The first fault.
  var fault: Violation?
  var faults: [Violation.Place] = []
  /// Without the comparison of two faults that `fault != nil` would be.
  var isRefused: Bool { if case .some = fault { true } else { false } }
  /// Its bytes are no JSON value that could be shown: `raw` in the rejects.
  var isRaw = false
  /// Whether `Worker.target` holds the document's path.
  var hasTarget = false
  /// Whether what was joined to it is at hand: not before it is parsed.
  var hasJoins = false

  init(job: Job, plan: RulePlan) {
    self.job = job
    self.plan = plan
  }

  mutating func begin(_ index: Int, _ child: Run.Child) {
    self.index = index
    self.child = child
    if isRefused {
      fault = nil
      faults.removeAll()
    }
    isRaw = false
    hasTarget = false
    hasJoins = false
  }
}

extension Node {
  /// `null`, `{}` or `[]` as the text has it: such a record does not exist (contract 2.2).
  var isLiterallyAbsent: Bool {
    kind == .null || (isContainer && after == index + 2)
  }
}
