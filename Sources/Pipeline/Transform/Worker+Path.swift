import JSONTree

extension Worker {
  /// Fills the rule's `to` into `target`.
  ///
  /// - Returns: False if it is no path; the fault is noted.
  mutating func makePath(_ record: inout RecordInHand) -> Bool {
    target.reset()
    var start = 0
    for index in record.plan.target.indices {
      switch record.plan.target[index] {
      case .literal(let text): target.append(text)
      case .capture(let capture):
        if capture < scope.captures.count { target.append(scope.captures[capture]) }
      case .expression(let evaluate):
        let value = evaluate(&scope)
        guard append(value, &record) else { return false }
      case .endOfSegment:
        guard check(target[start..<target.count], &record) else { return false }
        idStart = start
        if index + 1 < record.plan.target.count { target.append(0x2F) }
        start = target.count
      }
    }
    record.hasTarget = true
    return true
  }

  /// Appends what an expression gave: a text or an integer. If it is absent, the id is empty, whatever stands beside it:
  /// records without the field must not share one (contract 2.1).
  private mutating func append(_ value: Value, _ record: inout RecordInHand) -> Bool {
    if let text = value.asText {
      target.append(text)
      return true
    }
    // An integer may be written with a point: 10.0 is 10.
    switch (value, ExactNumber(value)?.normalized) {
    case (.failed(let failure), _):
      refuse(&record, .convert, "to: \(failure.reason)")
      return false
    case (_, .integer(let number)): target.append(decimal: Int(number))
    case _ where value.isAbsent:
      refuseEmpty(&record)
      return false
    default:
      refuse(&record, .type, "to: expected text or integer, found \(value.kindName)")
      return false
    }
    return true
  }

  /// A segment must be something, and one segment (contract 5, for every target).
  private mutating func check(_ segment: Bytes, _ record: inout RecordInHand) -> Bool {
    if segment.isEmpty {
      refuseEmpty(&record)
      return false
    }
    if unsafe memchr(segment.pointer, 0x2F, segment.count) != nil {
      refuse(
        &record, .idSlash,
        #"an id in the path of the document holds a slash: replace it in `to`, by {= $key | replace("/", "_")} for example"#
      )
      return false
    }
    return true
  }

  private mutating func refuseEmpty(_ record: inout RecordInHand) {
    refuse(
      &record, .idEmpty,
      "an id in the path of the document is empty: take another then in `to`, by {= name ?? $key} for example"
    )
  }

  /// The collection ids of `target`, document ids left out: `rooms/messages`.
  mutating func appendGroup() -> Batch.Slice {
    let start = output.count
    var isCollection = true
    for index in 0..<target.count {
      let byte = target[index..<index + 1][0]
      if byte == 0x2F {
        isCollection.toggle()
      } else if isCollection {
        if index > 0, target[index - 1..<index][0] == 0x2F { output.append(0x2F) }
        output.append(byte)
      }
    }
    return Batch.Slice(start: start, count: output.count - start)
  }
}
