import JSONTree

extension Worker {
  /// Notes a fault of the record as a whole or, with `name`, of a field that no rule declares.
  mutating func refuse(
    _ record: inout RecordInHand, _ code: Code, _ message: String, name: Bytes? = nil
  ) {
    var source = scope.path.array
    if let name { source += [0x2F] + name.array }
    note(
      &record,
      Violation(
        code: code, rule: record.plan.index, field: name?.text ?? "", source: source,
        message: message, offset: record.child.offset, file: record.job.fileName(record.child.file))
    )
  }

  /// Notes a fault of a field.
  mutating func refuse(
    _ record: inout RecordInHand, _ code: Code, _ message: String, field: FieldPlan,
    suffix: String = ""
  ) {
    let name = record.plan.name(of: field) + suffix
    if nest.takes(Converter.Fault(code: code, message: message, field: name)) { return }
    var source = scope.path.array
    if !field.startsAtRecord { source += nestPath[0..<nest.depth].array }
    if field.startsAtRecord || nest.isKnown, !field.sourceKeys.isEmpty {
      source += [0x2F] + field.sourceKeys.array
    }
    note(
      &record,
      Violation(
        code: code, rule: record.plan.index, field: name,
        source: source,
        message: message, offset: record.child.offset, file: record.job.fileName(record.child.file))
    )
  }

  /// Notes a limit of the target that the document does not keep.
  mutating func refuse(_ record: inout RecordInHand, _ fault: LimitFault) {
    note(
      &record,
      Violation(
        code: fault.code, rule: record.plan.index, field: fault.field, source: scope.path.array,
        message: fault.message, offset: record.child.offset,
        file: record.job.fileName(record.child.file)))
  }

  private mutating func note(_ record: inout RecordInHand, _ violation: Violation) {
    violations.add(violation)
    record.faults.append(violation.place)
    if record.fault == nil { record.fault = violation }
  }

  /// Sets the record aside whole, with the parts that were joined to it.
  mutating func finishRejected(_ record: RecordInHand) {
    var record = record
    let faults = record.faults
    guard let fault = record.fault else { return }
    tally.totals.rejected += 1
    if !record.hasTarget, record.plan.isIdFromCaptures {
      // Known without the record; a fault in it is the record's second.
      var probe = record
      let counted = violations
      _ = makePath(&probe)
      violations = counted
      record.hasTarget = probe.hasTarget
    }
    let to = record.hasTarget ? target.bytes.array : nil
    if let to {
      kept.append(Batch.Slice(start: output.count, count: to.count))
      output.append(to)
    }
    if !record.plan.isDerivable {
      keptSources.append(Batch.Slice(start: output.count, count: scope.path.count))
      output.append(scope.path)
    }
    var reject = Reject(
      fault: fault, source: scope.path.array, to: to, content: content(of: record),
      joins: record.isRaw || !record.hasJoins ? [] : joins(of: record))
    reject.record = record.index
    reject.faults = faults
    rejects.append(reject)
  }

  private mutating func content(of record: RecordInHand) -> Reject.Content {
    let bytes = record.job.run.bytes[record.child.value]
    if record.isRaw { return .raw(bytes.array) }
    // What was read as U+FFFD is written so: the line is JSON.
    let json = bytes.withoutBlanks
    return .value(
      policy.invalidUnicode == .replace ? Array(String(decoding: json, as: UTF8.self).utf8) : json)
  }
}

extension Bytes {
  /// The same JSON text without the blanks between its tokens, so that it stands in one line.
  var withoutBlanks: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var isInText = false
    var isEscaped = false
    for index in 0..<count {
      let byte = self[index]
      if isInText {
        isInText = isEscaped || byte != 0x22
        isEscaped = !isEscaped && byte == 0x5C
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      } else {
        isInText = byte == 0x22
      }
      result.append(byte)
    }
    return result
  }
}
