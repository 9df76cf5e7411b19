import JSONTree

extension Timestamp {
  /// Reads RFC 3339 with a zone, as a `timestamp` field does: the value of `--now`. Nil for anything else.
  package init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    guard let time = bytes.withBytes({ try? RFC3339.parse($0) }) else { return nil }
    self = time
  }

  /// RFC 3339 in UTC, as documents have it.
  package var text: String {
    let output = ByteBuffer()
    output.append(timestamp: self)
    return output[1..<output.count - 1].text
  }
}
