import JSONTree

extension Worker {
  /// How many bytes the last segment of `target` has.
  var lastSegmentCount: Int {
    var count = 0
    let bytes = target.bytes
    while count < bytes.count, bytes[bytes.count - 1 - count] != 0x2F { count += 1 }
    return count
  }

  /// Fills the rule's `to` into `target`.
  ///
  /// - Returns: False if it is no path; the fault is noted.
  func makePath(_ record: inout RecordInHand) -> Bool {
    target.reset()
    for segment in record.plan.rule.target.segments {
      if target.count > 0 { target.append(0x2F) }
      let start = target.count
      for part in segment.parts {
        guard append(part, &record) else { return false }
      }
      let bytes = target[start..<target.count]
      if bytes.isEmpty {
        refuse(&record, .idEmpty, "an id in the path of the document is empty")
        return false
      }
      if unsafe memchr(bytes.pointer, 0x2F, bytes.count) != nil {
        refuse(&record, .idSlash, "an id in the path of the document holds a slash")
        return false
      }
    }
    record.hasTarget = true
    return true
  }

  private func append(_ part: Template.Part, _ record: inout RecordInHand) -> Bool {
    switch part {
    case .literal(let text): target.append(text)
    case .capture(let index):
      if index < scope.captures.count { target.append(scope.captures[index]) }
    case .expression(let evaluate):
      let value = evaluate(&scope)
      if value.isAbsent { return true }
      if let text = value.asText {
        target.append(text)
        return true
      }
      switch (value, value.asNumber) {
      case (.failed(let failure), _):
        refuse(&record, .convert, "to: \(failure.reason)")
        return false
      case (_, .integer(let number)): target.append(decimal: Int(number))
      default:
        refuse(&record, .type, "to: expected text or integer, found \(value.kindName)")
        return false
      }
    }
    return true
  }

  /// The collection ids of `target`, document ids left out: `rooms/messages`.
  func appendGroup() -> Batch.Slice {
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
