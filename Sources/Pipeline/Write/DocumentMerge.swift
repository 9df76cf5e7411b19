import JSONTree

/// What a document holds, encoded.
package struct DocumentBody: Sendable, Equatable {
  /// A JSON object.
  package var data: [UInt8]
  /// The types that JSON cannot say, as a JSON object (`{"date":"timestamp"}`), or empty.
  package var types: [UInt8]

  package init(data: [UInt8], types: [UInt8] = []) {
    self.data = data
    self.types = types
  }

  /// As a worker computes it of a document that it delivers.
  package var hash: ContentHash { ContentHash(of: data + Array("}\n".utf8) + types) }

  /// The NDJSON line of the document at `path`, `\n` included.
  package func line(path: [UInt8]) -> [UInt8] {
    let line = ByteBuffer(capacity: data.count + 2 * path.count + 40)
    path.withBytes { path in
      let id = path.count - 1 - (path.array.lastIndex(of: 0x2F) ?? -1)
      line.append("{\"path\":")
      line.append(jsonText: path)
      line.append(",\"id\":")
      line.append(jsonText: path[path.count - id..<path.count])
    }
    line.append(",\"data\":")
    line.append(data)
    line.append("}\n")
    return line.bytes.array
  }

  /// Whether it is a JSON object: what somebody else wrote may be anything.
  package var isReadable: Bool {
    var parser = ExactParser(dialect: .json)
    return data.withBytes { bytes in
      guard let node = try? parser.parse(bytes) else { return false }
      return node.kind == .object
    }
  }
}

/// Merges what a rule gives into the document that is there (`mode: "merge"` and `"deepMerge"`).
///
///     there   {"n":"Ann","m":{"a":1,"b":2},"l":[1]}
///     given   {"m":{"b":3},"l":[2],"posts":3}
///     merge       {"n":"Ann","m":{"b":3},"l":[2],"posts":3}
///     deepMerge   {"n":"Ann","m":{"a":1,"b":3},"l":[2],"posts":3}
///
/// Fields stay in the order they have; new ones come behind them in theirs. Values are copied as they are written. A
/// geo point is a value and no map. No recursion: open maps lie on a stack. Both are well-formed
/// (`DocumentBody.isReadable`).
package struct DocumentMerge {
  private let isDeep: Bool
  private let there: DocumentBody
  private let given: DocumentBody
  private var notes = (there: TypeNotes(), given: TypeNotes())
  private let output = ByteBuffer(capacity: 1024)
  /// Of the member in hand: names with `.` between.
  private let pattern = ByteBuffer(capacity: 64)
  private var frames: [Frame] = []
  private var isChanged = false
  /// Patterns whose value is the given one now.
  private var replaced: [[UInt8]] = []

  private struct Frame {
    var there: [Member]
    var given: [Member]
    var places: [[UInt8]: Int]
    var isUsed: [Bool]
    var next = 0
    var isFirst = true
    var patternEnd: Int

    init(there: [Member], given: [Member], patternEnd: Int) {
      self.there = there
      self.given = given
      self.patternEnd = patternEnd
      isUsed = Array(repeating: false, count: given.count)
      places = Dictionary(given.indices.map { (given[$0].key, $0) }) { $1 }
    }
  }

  private init(_ given: DocumentBody, into there: DocumentBody, isDeep: Bool) {
    self.isDeep = isDeep
    self.there = there
    self.given = given
    there.types.withBytes { notes.there.read(Self.inside($0)) }
    given.types.withBytes { notes.given.read(Self.inside($0)) }
  }

  /// The document as it is afterwards, or nil if that is as it was.
  package static func merge(
    _ given: DocumentBody, into there: DocumentBody, isDeep: Bool
  ) -> DocumentBody? {
    var merge = DocumentMerge(given, into: there, isDeep: isDeep)
    merge.mergeData()
    let types = merge.mergedTypes()
    if !merge.isChanged, types == there.types { return nil }
    return DocumentBody(data: merge.isChanged ? merge.output.bytes.array : there.data, types: types)
  }

  private static func inside(_ types: Bytes) -> Bytes {
    types.count > 2 ? types[1..<types.count - 1] : .empty
  }

  // MARK: Data

  private mutating func mergeData() {
    there.data.withBytes { there in
      given.data.withBytes { given in
        open(Member.all(in: there, from: 0), Member.all(in: given, from: 0))
        while let top = frames.indices.last {
          if frames[top].next < frames[top].there.count {
            mergeNext(top, there, given)
          } else {
            addRest(top, given)
            output.append(0x7D)
            frames.removeLast()
          }
        }
      }
    }
  }

  private mutating func open(_ there: [Member], _ given: [Member]) {
    output.append(0x7B)
    frames.append(Frame(there: there, given: given, patternEnd: pattern.count))
  }

  /// The next member that is there.
  private mutating func mergeNext(_ top: Int, _ there: Bytes, _ given: Bytes) {
    let member = frames[top].there[frames[top].next]
    frames[top].next += 1
    begin(member, there, top)
    guard let place = frames[top].places[member.key] else {
      output.append(there[member.value])
      return
    }
    frames[top].isUsed[place] = true
    let new = frames[top].given[place]
    let isMap = { (bytes: Bytes, value: Range<Int>) in bytes[value.lowerBound] == 0x7B }
    if isDeep, isMap(there, member.value), isMap(given, new.value), !isPoint {
      open(
        Member.all(in: there, from: member.value.lowerBound),
        Member.all(in: given, from: new.value.lowerBound))
    } else {
      if there[member.value] != given[new.value] { isChanged = true }
      replaced.append(pattern.bytes.array)
      output.append(given[new.value])
    }
  }

  private var isPoint: Bool {
    notes.there.type(of: pattern.bytes) == .geopoint
      || notes.given.type(of: pattern.bytes) == .geopoint
  }

  /// Members that are new.
  private mutating func addRest(_ top: Int, _ given: Bytes) {
    for (place, member) in frames[top].given.enumerated() where !frames[top].isUsed[place] {
      begin(member, given, top)
      replaced.append(pattern.bytes.array)
      output.append(given[member.value])
      isChanged = true
    }
  }

  private mutating func begin(_ member: Member, _ bytes: Bytes, _ top: Int) {
    if !frames[top].isFirst { output.append(0x2C) }
    frames[top].isFirst = false
    output.append(bytes[member.name])
    output.append(0x3A)
    pattern.truncate(to: frames[top].patternEnd)
    if top > 0 { pattern.append(0x2E) }
    pattern.append(member.key)
  }

  // MARK: Types

  /// The notes of what stays and those of what is given, each where it stood.
  private func mergedTypes() -> [UInt8] {
    if there.types.isEmpty { return given.types }
    let old = entries(there.types)
    let new = entries(given.types)
    var merged: [[UInt8]] = []
    for entry in old {
      if let same = new.first(where: { $0.pattern == entry.pattern }) {
        merged.append(same.text)
      } else if !replaced.contains(where: { Self.covers($0, entry.pattern) }) {
        merged.append(entry.text)
      }
    }
    for entry in new where !old.contains(where: { $0.pattern == entry.pattern }) {
      merged.append(entry.text)
    }
    return merged.isEmpty ? [] : [0x7B] + merged.joined(separator: [0x2C]) + [0x7D]
  }

  private func entries(_ types: [UInt8]) -> [(pattern: [UInt8], text: [UInt8])] {
    if types.isEmpty { return [] }
    return types.withBytes { bytes in
      Member.all(in: bytes, from: 0).map {
        ($0.key, bytes[$0.name].array + [0x3A] + bytes[$0.value].array)
      }
    }
  }

  /// Whether a pattern is that of a value, or of something in it.
  private static func covers(_ value: [UInt8], _ pattern: [UInt8]) -> Bool {
    pattern.starts(with: value) && (pattern.count == value.count || pattern[value.count] == 0x2E)
  }
}

/// A member of a JSON object that is known to be well-formed, blanks allowed.
private struct Member {
  /// With its quotes.
  var name: Range<Int>
  /// Decoded.
  var key: [UInt8]
  var value: Range<Int>

  /// The members of the object whose `{` is the first thing at or behind `start`.
  static func all(in bytes: Bytes, from start: Int) -> [Member] {
    var members: [Member] = []
    let key = ByteBuffer(capacity: 64)
    var at = skipBlanks(bytes, start) + 1
    while true {
      at = skipBlanks(bytes, at)
      guard at < bytes.count, bytes[at] != 0x7D else { return members }
      if bytes[at] == 0x2C {
        at += 1
        continue
      }
      let name = at..<bytes.endOfText(at: at)
      key.reset()
      key.append(unescaping: bytes[name.lowerBound + 1..<name.upperBound - 1])
      let colon = skipBlanks(bytes, name.upperBound)
      let start = skipBlanks(bytes, colon + 1)
      at = end(of: bytes, start)
      members.append(Member(name: name, key: key.bytes.array, value: start..<at))
    }
  }

  private static func skipBlanks(_ bytes: Bytes, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
    return at
  }

  /// Behind the value that begins at `start`.
  private static func end(of bytes: Bytes, _ start: Int) -> Int {
    var at = start
    var depth = 0
    while at < bytes.count {
      switch bytes[at] {
      case 0x22:
        at = bytes.endOfText(at: at)
        if depth == 0 { return at }
        continue
      case 0x7B, 0x5B: depth += 1
      case 0x7D, 0x5D:
        if depth == 0 { return at }
        depth -= 1
        if depth == 0 { return at + 1 }
      case 0x2C, 0x20, 0x09, 0x0A, 0x0D: if depth == 0 { return at }
      default: break
      }
      at += 1
    }
    return at
  }
}
