import JSONTree

/// How a worker finds what belongs to a record by a `JoinIndex`.
struct JoinLookup: Sendable {
  /// What gives the parts of the key, in order.
  let keys: [JoinKey]
  /// Several children may have the key: an object of them.
  let isGathered: Bool
  /// Whether it pays to remember what was found: many records may have the same key.
  let isRemembered: Bool

  init(_ kind: Join.Kind) {
    switch kind {
    case .sameKey(_, let captures):
      keys = captures.map { .capture($0) }
      isGathered = false
      isRemembered = false
    case .byKey(_, let keys):
      self.keys = keys
      isGathered = false
      isRemembered = true
    case .gathered(_, let gathering):
      let by = gathering.equals ?? { $0.key.isEmpty ? .absent : .text($0.key) }
      keys = gathering.shared.map { .capture($0.rule) } + [.expression(by)]
      isGathered = true
      isRemembered = gathering.equals != nil
    }
  }
}

extension Join.Kind {
  var pattern: Pattern {
    switch self {
    case .sameKey(let pattern, _): pattern
    case .byKey(let pattern, _): pattern
    case .gathered(let pattern, _): pattern
    }
  }
}

/// What a worker has found for one join of the record in hand.
final class JoinFinding {
  /// A child, or an object of children.
  let bytes = ByteBuffer()
  fileprivate(set) var isFound = false
  /// Whether it is worth remembering, once it is known to be right: of an object that is not, each child's place
  /// matters.
  fileprivate var isNews = false
  /// Where each child's value begins: in `bytes` and in the export.
  private var parts: [(start: Int, offset: Int)] = []
  fileprivate let children = GatheredChildren()
  /// What it was looked up by, as long as what was found is at hand: neighbours often belong together, messages to
  /// one room, and what they share is then parsed once.
  private let key = ByteBuffer(capacity: 64)
  private var isAtHand = false
  private(set) var value: Value = .absent
  private(set) var placeholders = 0

  fileprivate func isAtHand(_ key: Bytes) -> Bool { isAtHand && self.key.bytes == key }

  /// Keeps what was found under a key, parsed, until the next lookup.
  func keep(_ value: Value, placeholders: Int, under key: Bytes) {
    self.key.reset()
    self.key.append(key)
    self.value = value
    self.placeholders = placeholders
    isAtHand = true
  }

  func reset() {
    isAtHand = false
    bytes.reset()
    isFound = false
    isNews = false
    parts.removeAll(keepingCapacity: true)
  }

  fileprivate func beginPart(at offset: Int) { parts.append((bytes.count, offset)) }

  fileprivate func beginMember(_ name: Bytes) {
    bytes.append(parts.isEmpty ? 0x7B : 0x2C)
    bytes.append(jsonText: name)
    bytes.append(0x3A)
  }

  fileprivate func endMembers() {
    isFound = !parts.isEmpty
    if isFound { bytes.append(0x7D) }
  }

  /// Where in the export a byte of `bytes` stands.
  func offset(of byte: Int) -> Int {
    guard let part = parts.last(where: { $0.start <= byte }) ?? parts.first else { return byte }
    return part.offset + byte - part.start
  }
}

/// What came of a lookup.
enum LookupOutcome {
  /// What was found, if anything, lies in the finding. It was one key if `joinKey` is all of it.
  case done(isOneKey: Bool)
  /// The same key as the last time.
  case same
  /// What the record gives is no key: why.
  case noKey(String)
}

extension Worker {
  /// Looks up what belongs to the record by one of its joins.
  mutating func lookUp(
    _ lookup: JoinLookup, join: Int, in index: JoinIndex
  ) throws(ScanFault) -> LookupOutcome {
    let finding = findings[join]
    joinKey.reset()
    var isMissing = false
    var list: List?
    // Where the part of the key that a list gives belongs.
    var listAt = 0
    for key in lookup.keys {
      switch key {
      case .capture(let capture):
        if capture < scope.captures.count { joinKey.append(keyPart: scope.captures[capture]) }
      case .expression(let evaluate):
        switch JoinKeyValue(evaluate(&scope), arena) {
        case .absent: isMissing = true
        case .text(let text): joinKey.append(keyPart: text)
        case .noKey(let reason):
          finding.reset()
          return .noKey(reason)
        case .list(let keys):
          guard list == nil else {
            finding.reset()
            return .noKey("two expressions of the path give lists")
          }
          list = keys
          listAt = joinKey.count
        }
      }
    }
    if list == nil, !isMissing, finding.isAtHand(joinKey.bytes) { return .same }
    finding.reset()
    if isMissing { return .done(isOneKey: false) }
    if lookup.isGathered {
      try gather(lookup, join, in: index, list, at: listAt)
    } else if let list {
      for item in 0..<list.count {
        guard let name = list[item].asText else { continue }
        try find(completeKey(name, at: listAt), lookup, join, in: index, name: name)
      }
      finding.endMembers()
    } else {
      try find(joinKey.bytes, lookup, join, in: index, name: nil)
    }
    return .done(isOneKey: list == nil)
  }

  /// The key with an item of a list in its place.
  private func completeKey(_ item: Bytes, at place: Int) -> Bytes {
    listedKey.reset()
    listedKey.append(joinKey[0..<place])
    listedKey.append(keyPart: item)
    listedKey.append(joinKey[place..<joinKey.count])
    return listedKey.bytes
  }

  /// Appends the child of a key to the finding: as it is or, with a name, as a member of the object.
  private mutating func find(
    _ key: Bytes, _ lookup: JoinLookup, _ join: Int, in index: JoinIndex, name: Bytes?
  ) throws(ScanFault) {
    let finding = findings[join]
    if lookup.isRemembered, let entry = joinCache.find(key, join: join) {
      if entry.isMissing { return }
      if let name { finding.beginMember(name) }
      finding.beginPart(at: entry.offset)
      finding.bytes.append(joinCache.value(entry))
      finding.isFound = true
      return
    }
    guard let place = try index.find(key) else {
      if lookup.isRemembered { joinCache.add(key, join: join, value: nil, offset: 0) }
      return
    }
    if let name { finding.beginMember(name) }
    let start = finding.bytes.count
    finding.beginPart(at: place.start)
    try index.read(place, to: finding.bytes)
    finding.isFound = true
    if lookup.isRemembered {
      joinCache.add(
        key, join: join, value: finding.bytes[start..<finding.bytes.count], offset: place.start)
    }
  }

  /// Puts the object of the children that are filed under the key, or under those of a list.
  private mutating func gather(
    _ lookup: JoinLookup, _ join: Int, in index: JoinIndex, _ list: List?, at place: Int
  ) throws(ScanFault) {
    let finding = findings[join]
    let isRemembered = lookup.isRemembered && list == nil
    if isRemembered, let entry = joinCache.find(joinKey.bytes, join: join) {
      if entry.isMissing { return }
      finding.bytes.append(joinCache.value(entry))
      finding.isFound = true
      return
    }
    finding.isNews = isRemembered
    finding.children.reset()
    if let list {
      for item in 0..<list.count {
        guard let text = list[item].asText else { continue }
        try index.gather(completeKey(text, at: place), into: finding.children)
      }
    } else {
      try index.gather(joinKey.bytes, into: finding.children)
    }
    finding.children.arrange()
    for child in finding.children.children {
      finding.beginMember(finding.children.name(child))
      finding.beginPart(at: child.place.start)
      try index.read(child.place, to: finding.bytes)
    }
    finding.endMembers()
  }

  /// Remembers the object of children that the last `lookUp` gave.
  mutating func rememberGathered(join: Int) {
    let finding = findings[join]
    guard finding.isNews else { return }
    joinCache.add(
      joinKey.bytes, join: join, value: finding.isFound ? finding.bytes.bytes : nil, offset: 0)
  }
}
