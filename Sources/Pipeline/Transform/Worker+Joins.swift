import JSONTree

extension Worker {
  /// Puts the joined parts where the expressions read them, like fields of the record.
  mutating func fillJoins(_ record: RecordInHand) {
    if !joinFaults.isEmpty { joinFaults.removeAll() }
    for index in record.plan.joinSlots.indices {
      let joined = record.job.joined[index]
      let place = Int(joined.places[record.index])
      guard place >= 0 else { continue }
      let child = joined.children[place]
      do throws(ParseFault) {
        let node = try joinParsers[index].value(place, at: child.value)
        let findings = canonicaliser.canonicalise(node)
        tally.placeholders += findings.placeholders
        if findings.duplicateKeyAt != nil {
          joinFault(
            record, index, .duplicateKey, "a key stands twice in one object of the joined part")
        } else if node.kind != .null {
          scope.slots[record.plan.joinSlots[index]] = .node(node)
        }
      } catch {
        joinFault(
          record, index, error.code == .invalidUnicode ? .invalidUnicode : .syntax,
          "\(error.message) at byte \(child.valueOffset + error.offset)"
            + (record.job.fileName(child.file).map { " of \($0)" } ?? ""))
      }
    }
  }

  private mutating func joinFault(
    _ record: RecordInHand, _ index: Int, _ code: Code, _ message: String
  ) {
    joinFaults.append((code, "join \(record.plan.rule.joins[index].name): \(message)"))
  }

  /// Counts what was found. A partner that must be there and is not costs the record.
  mutating func checkJoins(_ record: inout RecordInHand) {
    for fault in joinFaults {
      // What was joined cannot be shown, so the record cannot be fed back with it: its bytes are kept instead.
      record.isRaw = true
      refuse(&record, fault.code, fault.message)
    }
    for index in record.plan.joinSlots.indices {
      guard scope.slots[record.plan.joinSlots[index]].isAbsent else {
        tally.joins[index].matched += 1
        continue
      }
      tally.joins[index].missing += 1
      let join = record.plan.rule.joins[index]
      if join.missing == .reject {
        refuse(&record, .joinMissing, "join \(join.name): \(join.source) is not in the export")
      }
    }
  }
}
