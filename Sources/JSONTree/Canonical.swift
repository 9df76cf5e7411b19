/// What canonicalisation found in one value.
public struct Findings: Equatable, Sendable {
  /// The tape index of the first key that repeats an earlier one of its object (equal bytes), at
  /// any depth.
  public var duplicateKeyAt: Int?
  /// The tape index of the value's own priority: a scalar.
  public var priority: Int?
  /// How many priorities of values further inside were left out.
  public var droppedPriorities = 0
  /// How many `.sv` placeholders became absent.
  public var placeholders = 0

  public init() {}
}

/// Brings one value of a tape, in place, into the form in which the database holds it (facts 1.1),
/// so that nothing behind it need know `.value`, `.priority`, `.sv`, and absent is always null:
///
///     {"a":{"b":null},"c":{".value":5,".priority":1},"d":[{}, 2]}
///     {"a":null,      "c":5,                         "d":[null,2]}
///
/// A container in which nothing is left becomes null; an object with a scalar `.value` becomes that
/// scalar; an object with a `.sv` becomes null; a `.priority` is taken out. Elements of arrays keep
/// their positions. What is left over of the tape is covered by holes (`Kind.skip`), which a node's
/// `firstChild` and `next` pass over.
///
/// One pass, bottom-up, in time linear in the tape (objects whose keys do not ascend are sorted by
/// key). Doing it again changes nothing. The memory it needs is kept for the next value.
public struct Canonicaliser: ~Copyable, Sendable {
  /// Which of an object's equal keys stay. Either way the second is found.
  public enum Duplicates: Sendable {
    case keepAll
    case keepLast
  }

  private let duplicates: Duplicates
  private let emptyTextIsAbsent: Bool
  private var frames = GrowingBuffer<WalkedContainer>()
  private var keys = GrowingBuffer<ComparedKey>()

  public init(duplicates: Duplicates = .keepAll, emptyTextIsAbsent: Bool = false) {
    self.duplicates = duplicates
    self.emptyTextIsAbsent = emptyTextIsAbsent
  }

  public mutating func canonicalise(_ value: Node) -> Findings {
    var findings = Findings()
    guard value.isContainer else {
      if emptyTextIsAbsent, value.isEmptyText { value.write(.null, payload: 0) }
      return findings
    }
    frames.reset()
    var frame = WalkedContainer(value)
    var index = value.index + 1
    while true {
      if index == frame.end {
        let isPresent = close(frame, in: value, &findings)
        guard let parent = frames.popLast() else { return findings }
        index = frame.end + 1
        frame = parent
        frame.isPresent = frame.isPresent || isPresent
        continue
      }
      var node = value.at(index)
      if node.tag == Kind.skip.rawValue {
        index = Int(node.word & 0x00FF_FFFF_FFFF_FFFF)
        continue
      }
      if frame.isObject {
        frame.note(node)
        node = value.at(index + 1)
      }
      switch node.tag {
      case Kind.object.rawValue, Kind.array.rawValue:
        frames.append(frame)
        frame = WalkedContainer(node)
        index = node.index + 1
      case Kind.null.rawValue:
        index = node.index + 1
      case Kind.string.rawValue where emptyTextIsAbsent && node.isEmptyText:
        node.write(.null, payload: 0)
        index = node.index + 1
      case Kind.int.rawValue, Kind.uint.rawValue, Kind.double.rawValue:
        frame.isPresent = true
        index = node.index + 2
      default:
        frame.isPresent = true
        index = node.index + 1
      }
    }
  }

  /// Ends a container whose children are done. True if something is left of it.
  private mutating func close(_ frame: WalkedContainer, in value: Node, _ findings: inout Findings)
    -> Bool
  {
    let container = value.at(frame.open)
    var isPresent = frame.isPresent
    if !frame.isAscending, frame.mayRepeat, removeDuplicates(of: container, &findings) {
      isPresent = false
      container.forEachRawMember { _, member in isPresent = isPresent || member.kind != .null }
    }
    if frame.isDotted {
      isPresent = resolve(container, isTop: frame.open == value.index, &findings)
    }
    if !isPresent { container.clear() }
    return isPresent
  }
}

/// A container that is open. (Not private, nor is `ComparedKey`: Swift 6.3.1 then fails to compile
/// owners.)
struct WalkedContainer: BitwiseCopyable {
  let open: Int
  let end: Int
  let isObject: Bool
  /// Whether a child is not null.
  var isPresent = false
  /// Whether each key was greater than the one before: then no two are equal.
  var isAscending = true
  /// Whether two keys may be equal: one of 128 bits for each says that most are not.
  var mayRepeat = false
  private var marks: (UInt64, UInt64) = (0, 0)
  /// Whether a key begins with a point.
  var isDotted = false
  /// The last key, 0 before the first.
  var key = 0
  var prefix: UInt64 = 0

  init(_ container: Node) {
    open = container.index
    end = container.end
    isObject = container.tag == Kind.object.rawValue
  }

  @inline(__always)
  mutating func note(_ next: Node) {
    let nextPrefix = next.prefix
    if nextPrefix >> 56 == 0x2E { isDotted = true }
    if nextPrefix <= prefix, key != 0, isAscending {
      isAscending = nextPrefix == prefix && next.at(key).bytes < next.bytes
    }
    key = next.index
    prefix = nextPrefix
    let hash = nextPrefix &* 0x9E37_79B9_7F4A_7C15
    let mark: UInt64 = 1 &<< (hash >> 58)
    if hash & 1 << 57 == 0 {
      mayRepeat = mayRepeat || marks.0 & mark != 0
      marks.0 |= mark
    } else {
      mayRepeat = mayRepeat || marks.1 & mark != 0
      marks.1 |= mark
    }
  }
}

// MARK: Keys with a meaning

extension Canonicaliser {
  /// Applies `.sv`, `.value` and `.priority` of an object. True if something is left of it.
  private func resolve(_ object: Node, isTop: Bool, _ findings: inout Findings) -> Bool {
    var isPresent = false
    var isPlaceholder = false
    var scalar: Node?
    var priority: Node?
    object.forEachRawMember { key, member in
      let name = key.bytes
      if name == Bytes(".priority") {
        key.hide()
        guard member.kind != .null else { return }
        if isTop, priority == nil, !member.isContainer {
          priority = member
        } else {
          findings.droppedPriorities += 1
        }
      } else if member.kind != .null {
        isPresent = true
        if name == Bytes(".sv") { isPlaceholder = true }
        if name == Bytes(".value"), !member.isContainer { scalar = scalar ?? member }
      }
    }
    if isPlaceholder { findings.placeholders += 1 }
    guard isPresent, !isPlaceholder else { return false }
    // Only at the top, which comes last, `priority` is not nil.
    if let scalar {
      findings.priority = object.collapse(to: scalar, keeping: priority)
    } else {
      findings.priority = priority?.index
    }
    return true
  }
}

// MARK: Equal keys

/// A key of the object whose keys are being compared.
struct ComparedKey: BitwiseCopyable {
  let prefix: UInt64
  let index: Int
}

extension Canonicaliser {
  /// Finds keys that are equal. True if members were taken out.
  private mutating func removeDuplicates(of object: Node, _ findings: inout Findings) -> Bool {
    collectKeys(of: object)
    // Every pair of a few; of many, neighbours after sorting.
    let isSorted = keys.count > 16
    if isSorted { sortKeys(of: object) }
    var isChanged = false
    /// One of 64 bits for each key so far: of a few, most differ in theirs from all before them.
    var bits: UInt64 = 0
    for later in 0..<keys.count {
      let second = keys[later]
      let bit: UInt64 = 1 &<< ((second.prefix &* 0x9E37_79B9_7F4A_7C15) >> 58)
      if bits & bit == 0 {
        bits |= bit
        continue
      }
      for earlier in (isSorted ? max(0, later - 1) : 0)..<later {
        let first = keys[earlier]
        guard first.prefix == second.prefix,
          object.at(first.index).bytes == object.at(second.index).bytes
        else { continue }
        findings.duplicateKeyAt = min(findings.duplicateKeyAt ?? second.index, second.index)
        guard duplicates == .keepLast else { continue }
        object.at(first.index).hide()
        isChanged = true
      }
    }
    return isChanged
  }

  private mutating func collectKeys(of object: Node) {
    keys.reset()
    let end = object.end
    var index = object.firstChild
    while index < end {
      let key = object.at(index)
      keys.append(ComparedKey(prefix: key.prefix, index: index))
      index = object.at(index + 1).next
    }
  }

  /// By their bytes, equal ones by their place.
  private mutating func sortKeys(of object: Node) {
    keys.sort { a, b in
      if a.prefix != b.prefix { return a.prefix < b.prefix }
      let (first, second) = (object.at(a.index).bytes, object.at(b.index).bytes)
      return first == second ? a.index < b.index : first < second
    }
  }
}
