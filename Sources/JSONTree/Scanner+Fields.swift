extension Scanner {
  /// Copies the value that comes next, but for the members of these names at its top, if it is an object; a name
  /// counts however it is spelled.
  ///
  ///     {"title":"x","messages":{…10 GB…},"open":true}  →  {"title":"x","open":true}
  ///
  /// What is wrong inside the object stays for the parser to find: from the first thing on that does not look like a
  /// member, everything up to the object's end is copied as it is.
  ///
  /// - Returns: Whether a member was left out.
  @discardableResult
  public func copyObject(
    to buffer: ByteBuffer, leavingOut left: [[UInt8]]
  ) throws(ScanFault) -> Bool {
    guard try peek() == 0x7B else {
      try skipValue(copyingTo: buffer)
      return false
    }
    var hasLeft = false
    advance()
    buffer.append(0x7B)
    /// Members passed, copied or not; the comma that stands before the next one is copied with it.
    var passed = 0
    let start = buffer.count
    while true {
      guard let byte = try peek() else { throw ScanFault(.endsEarly, at: offset) }
      if byte == 0x7D {
        advance()
        buffer.append(0x7D)
        return hasLeft
      }
      let isFirst = buffer.count == start
      let before = buffer.count
      var isMember = byte == 0x22
      if passed > 0 {
        isMember = false
        if byte == 0x2C {
          advance()
          isMember = try peek() == 0x22
          // A comma in front of anything but a key is for the parser to refuse.
          if !isMember { buffer.append(0x2C) }
        }
      }
      guard isMember, try copyMember(to: buffer, leavingOut: left, isFirst: isFirst) else {
        beginCopy(to: buffer)
        try skipToClose(depth: 1)
        try endCopy()
        return hasLeft
      }
      hasLeft = hasLeft || buffer.count == before
      passed += 1
    }
  }

  /// Copies a member, at its key, or passes it.
  ///
  /// - Returns: False if no colon or nothing like a value is behind the key.
  private func copyMember(
    to buffer: ByteBuffer, leavingOut left: [[UInt8]], isFirst: Bool
  ) throws(ScanFault) -> Bool {
    let start = buffer.count
    if !isFirst { buffer.append(0x2C) }
    let key = buffer.count
    try skipText(copyingTo: buffer)
    let name = buffer[key + 1..<buffer.count - 1]
    let isLeft = left.contains { $0.withBytes { $0 == name } } || isSpelled(name, one: left)
    guard try peek() == 0x3A else { return false }
    advance()
    buffer.append(0x3A)
    switch try peek() {
    case 0x2C, 0x3A, 0x5D, 0x7D: return false
    default: break
    }
    if isLeft {
      buffer.truncate(to: start)
      try skipValue()
    } else {
      try skipValue(copyingTo: buffer)
    }
    return true
  }

  /// Whether a key with escapes is one of `names`.
  private func isSpelled(_ key: Bytes, one names: [[UInt8]]) -> Bool {
    guard unsafe memchr(key.pointer, 0x5C, key.count) != nil else { return false }
    let literal = ByteBuffer(capacity: key.count + 2)
    literal.append(0x22)
    literal.append(key)
    literal.append(0x22)
    var parser = ExactParser(dialect: .json)
    guard let text = try? parser.parse(literal.bytes) else { return false }
    return names.contains { $0.withBytes { $0 == text.bytes } }
  }
}
