import JSONTree

/// Cuts an object's text into its members, without a parse of what they are.
///
///     {"source":"/c/a","value":{"v":[1,2]}}      "source" → "/c/a", "value" → {"v":[1,2]}
///
/// The parts of a line of `rejects.ndjson` are texts of their own: a record may be nested as deep as a parser goes, and
/// its bytes are kept as they are.
struct MemberCutter {
  private let text: Bytes
  private var at: Int
  private var count = 0

  /// The object begins at `start`, and the text ends where it does.
  init(_ text: Bytes, at start: Int = 0) {
    self.text = text
    at = start
  }

  /// Where the last member's value ends.
  var offset: Int { at }

  /// The next member, its key in quotes as written; nil behind the last, where the text must end.
  mutating func next() throws(RejectFault) -> (key: Bytes, value: Bytes)? {
    if count == 0 {
      guard peek() == 0x7B else { throw RejectFault("it is no JSON object") }
      at += 1
    }
    if peek() == 0x7D {
      at += 1
      guard peek() == nil else { throw RejectFault("something follows the object") }
      return nil
    }
    if count > 0 {
      guard peek() == 0x2C else { throw expected("',' or '}'") }
      at += 1
    }
    count += 1
    guard peek() == 0x22 else { throw expected("a key in quotes") }
    let key = try cut()
    guard peek() == 0x3A else { throw expected("':'") }
    at += 1
    guard peek() != nil else { throw expected("a value") }
    return (key, try cut())
  }

  private func expected(_ what: String) -> RejectFault {
    RejectFault("expected \(what) at byte \(at) of the line")
  }

  /// The next byte that is no blank; nil at the end.
  private mutating func peek() -> UInt8? {
    while at < text.count {
      let byte = text[at]
      guard byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A else { return byte }
      at += 1
    }
    return nil
  }

  /// The value that begins here.
  private mutating func cut() throws(RejectFault) -> Bytes {
    let start = at
    var depth = 0
    while at < text.count {
      switch text[at] {
      case 0x22:
        try passText()
        if depth == 0 { return text[start..<at] }
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        if depth == 0 { return text[start..<at] }
        depth -= 1
        if depth == 0 {
          at += 1
          return text[start..<at]
        }
      case 0x2C, 0x20, 0x09, 0x0D, 0x0A: if depth == 0 { return text[start..<at] }
      default: break
      }
      at += 1
    }
    throw RejectFault("the line ends before the object does")
  }

  private mutating func passText() throws(RejectFault) {
    at += 1
    while at < text.count {
      if text[at] == 0x22 {
        at += 1
        return
      }
      at += text[at] == 0x5C ? 2 : 1
    }
    throw RejectFault("the line ends inside a text")
  }
}

/// What is wrong with a line of a rejects file.
struct RejectFault: Error, Equatable {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
