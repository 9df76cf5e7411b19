import JSONTree

extension Worker {
  /// What is wrong with a join of the record in hand. It counts only when the record has passed `where`.
  struct JoinFault {
    var code: Code
    var message: String
    /// What was joined cannot be shown, so the record cannot be fed back with it: its bytes are kept instead.
    var isRaw: Bool
  }

  /// Puts the joined parts where the expressions read them, like fields of the record: in order, since each may read
  /// those before it.
  mutating func fillJoins(_ record: RecordInHand) {
    if !joinFaults.isEmpty { joinFaults.removeAll() }
    let plan = record.plan
    for join in plan.joinSlots.indices {
      if let index = indexes[join] {
        fillFromIndex(record, join, index)
      } else {
        fillFromRun(record, join)
      }
    }
  }

  /// What was joined before: it lies beside the run.
  private mutating func fillFromRun(_ record: RecordInHand, _ join: Int) {
    let place = Int(joined[join].places[record.index])
    guard place >= 0 else { return }
    let child = joined[join].children[place]
    do throws(ParseFault) {
      fill(record, join, try joinParsers[join].value(place, at: child.value))
    } catch {
      note(record, join, error, at: (child.file, child.valueOffset + error.offset))
    }
  }

  private mutating func fillFromIndex(_ record: RecordInHand, _ join: Int, _ index: JoinIndex) {
    let finding = findings[join]
    let slot = record.plan.joinSlots[join]
    var isOneKey = false
    do throws(ScanFault) {
      switch try lookUp(record.plan.lookups[join], join: join, in: index) {
      case .done(let isOne): isOneKey = isOne
      case .same:
        tally.placeholders += finding.placeholders
        scope.slots[slot] = finding.value
        return
      case .noKey(let reason):
        let message = "join \(record.plan.rule.joins[join].name): \(reason)"
        joinFaults.append(JoinFault(code: .convert, message: message, isRaw: false))
        return
      }
    } catch {
      record.job.fault = record.job.fault ?? error
      return
    }
    let before = tally.placeholders
    if finding.isFound {
      do throws(ParseFault) {
        let node = try joinParsers[join].parse(finding.bytes.bytes)
        guard fill(record, join, node) else { return }
      } catch {
        note(record, join, error, at: index.content.place(of: finding.offset(of: error.offset)))
        return
      }
    }
    // What is wrong is found out for each record again.
    guard isOneKey else { return }
    finding.keep(
      scope.slots[slot], placeholders: tally.placeholders - before, under: joinKey.bytes)
    rememberGathered(join: join)
  }

  /// - Returns: False if a key stands twice in it.
  @discardableResult
  private mutating func fill(_ record: RecordInHand, _ join: Int, _ node: Node) -> Bool {
    let found = canonicaliser.canonicalise(node)
    tally.placeholders += found.placeholders
    if found.duplicateKeyAt != nil, policy.duplicateKey == .reject {
      let message =
        "join \(record.plan.rule.joins[join].name): a key stands twice in one object of the joined part"
      joinFaults.append(JoinFault(code: .duplicateKey, message: message, isRaw: true))
      return false
    }
    if node.kind != .null { scope.slots[record.plan.joinSlots[join]] = .node(node) }
    return true
  }

  private mutating func note(
    _ record: RecordInHand, _ join: Int, _ fault: ParseFault, at place: (file: Int, byte: Int)
  ) {
    joinFaults.append(
      JoinFault(
        code: fault.code == .invalidUnicode ? .invalidUnicode : .syntax,
        message: "join \(record.plan.rule.joins[join].name): \(fault.message) at byte \(place.byte)"
          + (record.job.fileName(place.file).map { " of \($0)" } ?? ""),
        isRaw: true))
  }

  /// Counts what was found. A partner that must be there and is not costs the record.
  mutating func checkJoins(_ record: inout RecordInHand) {
    for fault in joinFaults {
      if fault.isRaw { record.isRaw = true }
      refuse(&record, fault.code, fault.message)
    }
    for index in record.plan.joinSlots.indices {
      guard scope.slots[record.plan.joinSlots[index]].isAbsent else {
        tally.joins[index].matched += 1
        continue
      }
      tally.joins[index].missing += 1
      if record.plan.rule.joins[index].missing == .reject {
        let join = record.plan.rule.joins[index]
        refuse(&record, .joinMissing, "join \(join.name): \(join.source) is not in the export")
      }
    }
  }

  /// The joined parts of the record in hand, by name, as compact JSON.
  func joins(of record: RecordInHand) -> [(name: String, json: [UInt8])] {
    record.plan.joinSlots.indices.compactMap { join in
      let name = record.plan.rule.joins[join].name
      if indexes[join] != nil {
        return findings[join].isFound ? (name, findings[join].bytes.bytes.withoutBlanks) : nil
      }
      let place = Int(joined[join].places[record.index])
      guard place >= 0 else { return nil }
      return (name, joined[join].bytes[joined[join].children[place].value].withoutBlanks)
    }
  }

  /// The joined parts of a record that was converted before: what was looked up for it is not kept.
  mutating func joins(
    of index: Int, in job: Job, _ plan: RulePlan
  ) -> [(name: String, json: [UInt8])] {
    guard let segment = job.run.segments.first(where: { $0.children.contains(index) }) else {
      return []
    }
    var record = RecordInHand(job: job, plan: plan)
    record.begin(index, job.run.children[index])
    prepareJoins(plan, job)
    defer { forgetJoins() }
    begin(segment, job.run, plan)
    begin(record, segment, job.run)
    guard let node = try? parser.parse(job.run.bytes[record.child.value]) else { return [] }
    _ = canonicaliser.canonicalise(node)
    fillSlots(node, isScalar: !node.isContainer, plan)
    fillJoins(record)
    return joins(of: record)
  }
}
