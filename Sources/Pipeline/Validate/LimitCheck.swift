import JSONTree

/// Measures an encoded document in one pass over its bytes.
///
///     {"a":{"b":1},"l":[[1],"xyz"]}
///      +2  +2  8    +2   8   +4          26 bytes of fields, and an array in an array
///
/// Sizes are those of the published formula, which the emulator keeps to the byte (facts 2.2): a text its bytes and
/// one, numbers and times 8, an empty map or list 1. The bytes are replant's own JSON, so nothing is checked but what is
/// measured. Open containers lie on a stack.
struct LimitCheck {
  let limits: TargetLimits
  private(set) var faults: [LimitFault] = []
  /// Of the document, its name included.
  private(set) var size = 0
  private(set) var indexEntries = 0
  private(set) var indexBytes = 0
  /// Fields by pattern whose text is longer than an index entry holds.
  private(set) var cutFields: [[UInt8]] = []

  private var notes = TypeNotes()
  private var frames: [Frame] = []
  /// The value in hand by pattern: `items.*.at`.
  private let pattern = ByteBuffer(capacity: 256)
  /// Bytes of the names in it, `.` between.
  private var nameBytes = 0
  /// Of an index entry: the names of the document and of the one above it, and the constant.
  private var entryBase = 0
  /// The top-level field in hand; faults of one kind in one field are told once.
  private var field = 0
  private var told: [(code: Code, field: Int)] = []
  private var largest: (name: [UInt8], size: Int) = ([], 0)

  private struct Frame {
    var isArray: Bool
    var isEmpty = true
    var size = 0
    var depth: Int
    /// Whether its values have index entries: not in a container that stands in a list.
    var isIndexed: Bool
    /// Of its own pattern and names.
    var patternEnd: Int
    var nameBytes: Int
  }

  /// The most faults that one document can bring.
  private static let mostFaults = 100

  init(_ limits: TargetLimits) { self.limits = limits }

  /// `data` is a JSON object, `types` the entries of the notes beside it.
  mutating func measure(_ data: Bytes, types: Bytes, of name: DocumentName) {
    reset()
    notes.read(types)
    let nameSize = name.size
    entryBase = nameSize + name.parentSize + 32
    frames.append(
      Frame(isArray: false, depth: 0, isIndexed: true, patternEnd: 0, nameBytes: 0))
    var at = 1
    while let frame = frames.last {
      switch data[at] {
      case 0x2C: at += 1
      case 0x7D, 0x5D:
        at += 1
        close(frame, nameSize)
      default:
        at = frame.isArray ? beginItem(in: frame, at) : beginMember(data, in: frame, at)
        at = value(data, in: frame, at)
      }
    }
  }

  private mutating func reset() {
    faults.removeAll()
    told.removeAll()
    cutFields.removeAll()
    frames.removeAll(keepingCapacity: true)
    pattern.reset()
    (indexEntries, indexBytes, field) = (0, 0, 0)
    largest = ([], 0)
  }

  // MARK: Names

  private mutating func beginItem(in frame: Frame, _ at: Int) -> Int {
    pattern.truncate(to: frame.patternEnd)
    pattern.append(".*")
    nameBytes = frame.nameBytes
    return at
  }

  /// - Returns: Where the member's value begins.
  private mutating func beginMember(_ data: Bytes, in frame: Frame, _ at: Int) -> Int {
    let end = data.endOfText(at: at)
    pattern.truncate(to: frame.patternEnd)
    if frames.count > 1 { pattern.append(0x2E) } else { field += 1 }
    let start = pattern.count
    pattern.append(unescaping: data[at + 1..<end - 1])
    let name = pattern[start..<pattern.count]
    nameBytes = frame.nameBytes + (frames.count > 1 ? 1 : 0) + name.count
    frames[frames.count - 1].size += name.count + 1
    check(name)
    return end + 1
  }

  private mutating func check(_ name: Bytes) {
    let advice = ": give it another name in `fields`, or leave it out (`drop`)"
    if name.isEmpty {
      refuse(.fieldName, "the name of a field is empty, which \(limits.target) refuses" + advice)
    } else if DocumentName.isReserved(name) {
      refuse(
        .fieldName,
        "the name of a field is reserved: \(limits.target) keeps `__…__` for itself" + advice)
    } else if name.count > limits.fieldNameBytes {
      refuse(
        .fieldName,
        "the name of a field has \(Quantity.count(name.count)) bytes, and \(limits.target) takes "
          + Quantity.count(limits.fieldNameBytes) + advice)
    } else if nameBytes > limits.fieldPathBytes {
      refuse(
        .fieldName,
        "the names down to a nested field have \(Quantity.count(nameBytes)) bytes together, and "
          + "\(limits.target) takes \(Quantity.count(limits.fieldPathBytes))" + advice)
    }
  }

  // MARK: Values

  /// - Returns: Where the value ends.
  private mutating func value(_ data: Bytes, in frame: Frame, _ at: Int) -> Int {
    switch data[at] {
    case 0x22:
      let end = data.endOfText(at: at)
      text(data[at + 1..<end - 1])
      return end
    case 0x7B:
      if notes.type(of: pattern.bytes) == .geopoint {
        add(16)
        return (data.firstIndex(of: 0x7D, from: at) ?? at) + 1
      }
      return open(data, in: frame, at, isArray: false)
    case 0x5B: return open(data, in: frame, at, isArray: true)
    case UInt8(ascii: "t"), UInt8(ascii: "n"):
      add(1)
      return at + 4
    case UInt8(ascii: "f"):
      add(1)
      return at + 5
    default:
      add(8)
      var end = at + 1
      while data[end] != 0x2C, data[end] != 0x7D, data[end] != 0x5D { end += 1 }
      return end
    }
  }

  private mutating func text(_ text: Bytes) {
    switch notes.type(of: pattern.bytes) {
    case .timestamp: add(8)
    case .reference:
      let path = ByteBuffer(capacity: text.count)
      path.append(unescaping: text)
      add(DocumentName(path: path.bytes).size)
    case .bytes:
      var padding = 0
      while padding < text.count, text[text.count - padding - 1] == 0x3D { padding += 1 }
      let length = text.count / 4 * 3 - padding
      check(length: length)
      add(length)
    default:
      let length = text.decodedLength
      check(length: length)
      add(length + 1)
    }
  }

  private mutating func check(length: Int) {
    if length > limits.valueBytes {
      refuse(
        .size,
        "the value has \(Quantity.count(length)) bytes, and \(limits.target) takes "
          + "\(Quantity.count(limits.valueBytes)) in one: shorten it, or leave the field out (`drop`)"
      )
    } else if length > limits.indexedBytes, let frame = frames.last, frame.isIndexed {
      let name = pattern.bytes.array
      if !cutFields.contains(name), cutFields.count < Self.mostFaults { cutFields.append(name) }
    }
  }

  private mutating func open(
    _ data: Bytes, in frame: Frame, _ at: Int, isArray: Bool
  ) -> Int {
    let isEmptyArray = isArray && data[at + 1] == 0x5D
    let depth = frame.depth + (isEmptyArray ? 0 : 1)
    if isArray, frame.isArray, !limits.nestedArrays {
      refuse(
        .nestedArray,
        "a list stands directly in a list, which \(limits.target) refuses: set "
          + "policy.nestedArray to \"map\" or \"string\", or leave the field out (`drop`)")
    }
    if depth == limits.depth + 1 {
      refuse(
        .depth,
        "maps and lists nest more than \(limits.depth) deep, which is all that \(limits.target) takes: "
          + "make a rule of its own for the inner part, or leave the field out (`drop`)")
    }
    frames.append(
      Frame(
        isArray: isArray, depth: depth, isIndexed: frame.isIndexed && !frame.isArray,
        patternEnd: pattern.count, nameBytes: nameBytes))
    return at + 1
  }

  private mutating func close(_ frame: Frame, _ nameSize: Int) {
    frames.removeLast()
    guard frames.isEmpty else {
      pattern.truncate(to: frame.patternEnd)
      nameBytes = frame.nameBytes
      add(frame.isEmpty ? 1 : frame.size)
      return
    }
    size = nameSize + frame.size + 32
    if size > limits.documentBytes { refuseSize() }
  }

  /// Counts a value of the container that is open.
  private mutating func add(_ size: Int) {
    let last = frames.count - 1
    frames[last].size += size
    frames[last].isEmpty = false
    if last == 0, size > largest.size { largest = (pattern.bytes.array, size) }
    guard frames[last].isIndexed else { return }
    // Two indexes for a field, ascending and descending; one for what a list contains.
    let entries = frames[last].isArray ? 1 : 2
    indexEntries += entries
    indexBytes += entries * (entryBase + nameBytes + 1 + min(size, limits.indexedBytes))
  }

  // MARK: Faults

  private mutating func refuseSize() {
    let name = String(decoding: largest.name.prefix(100), as: UTF8.self)
    faults.append(
      LimitFault(
        code: .size, field: "",
        message: "the document has \(Quantity.count(size)) bytes by the size formula, and "
          + "\(limits.target) takes \(Quantity.count(limits.documentBytes)); the largest field is "
          + "\(quoted(name)): shorten it, make documents of its own of it, or leave it out (`drop`)"
      ))
  }

  private mutating func refuse(_ code: Code, _ message: String) {
    guard !told.contains(where: { $0 == (code, field) }), faults.count < Self.mostFaults else {
      return
    }
    told.append((code, field))
    let name = pattern.bytes
    let text = name.count <= 1_000 ? name.text : name[0..<1_000].text + "…"
    faults.append(LimitFault(code: code, field: text, message: message))
  }
}
