import JSONTree

/// The types that JSON cannot say, read back from the notes beside a document's data.
///
///     "date":"timestamp","tags.*":"reference"
///
/// Most documents of a rule have the same notes: those are read once.
struct TypeNotes {
  private var source: [UInt8] = []
  private var entries: [(pattern: [UInt8], type: FlatType.Scalar)] = []

  /// Reads the entries of a JSON object, without its braces.
  mutating func read(_ notes: Bytes) {
    if source.withBytes({ $0 == notes }) { return }
    source = notes.array
    entries.removeAll()
    var at = 0
    while at < notes.count {
      let pattern = notes[at + 1..<notes.endOfText(at: at) - 1]
      at += pattern.count + 3
      let end = notes.endOfText(at: at)
      let name = notes[at + 1..<end - 1]
      let types: [FlatType.Scalar] = [.timestamp, .bytes, .geopoint, .reference]
      if let type = types.first(where: { Array($0.name.utf8).withBytes { $0 == name } }) {
        let buffer = ByteBuffer(capacity: pattern.count)
        buffer.append(unescaping: pattern)
        entries.append((buffer.bytes.array, type))
      }
      at = end + 1
    }
  }

  /// The noted type of the values with this pattern (`tags.*`).
  func type(of pattern: Bytes) -> FlatType.Scalar? {
    for entry in entries where entry.pattern.count == pattern.count {
      if entry.pattern.withBytes({ $0 == pattern }) { return entry.type }
    }
    return nil
  }
}
