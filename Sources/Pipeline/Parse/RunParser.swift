import JSONTree

/// Parses the values of a segment: all at once by simdjson, or, when that refuses, one by one by the exact parser,
/// so that one bad record costs one record.
///
/// A worker has one for records and one for each join. A node is valid until the next `load`, and after
/// a refusal until the next `value`.
final class RunParser {
  private let fast = FastParser()
  private var exact: ExactParser
  private var bytes: Bytes = .empty
  /// The tape and where each value begins on it, if simdjson took the segment.
  private var root: Node?
  private var places: [Int] = []

  init(_ policy: Policy = Policy()) {
    exact = ExactParser(dialect: .json, replacesInvalid: policy.invalidUnicode == .replace)
  }

  /// Takes a segment, `[value,value]`, behind which 64 bytes are readable. `count` is how many values it is to have:
  /// bytes that were set aside as broken and come back may look like more or fewer.
  func load(_ bytes: Bytes, count: Int? = nil) {
    self.bytes = bytes
    places.removeAll(keepingCapacity: true)
    root = fast.parse(bytes)
    guard let root else { return }
    let end = root.end
    var index = root.firstChild
    while index < end {
      places.append(index)
      index = root.at(index).after
    }
    if let count, places.count != count { self.root = nil }
  }

  /// Takes one value that stands alone, behind which 64 bytes are readable.
  func parse(_ bytes: Bytes) throws(ParseFault) -> Node {
    root = nil
    return if let node = fast.parse(bytes) { node } else { try exact.parse(bytes) }
  }

  /// The value at `position` of the segment, which stands at `range` of the buffer that was loaded.
  func value(_ position: Int, at range: Range<Int>) throws(ParseFault) -> Node {
    if let root, position < places.count { return root.at(places[position]) }
    return try exact.parse(bytes[range])
  }
}
