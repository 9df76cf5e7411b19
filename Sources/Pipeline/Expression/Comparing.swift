import JSONTree

/// What the comparison operators see of a value: its kind and, of scalars, what it holds.
enum Comparand {
  case nothing
  case boolean(Bool)
  case number(ExactNumber)
  case text(Bytes)
  case timestamp(Timestamp)
  case container
  case geopoint(latitude: Double, longitude: Double)
  case reference(Bytes)

  init(_ value: Value) {
    switch value {
    case .absent, .failed: self = .nothing
    case .boolean(let flag): self = .boolean(flag)
    case .integer, .double: self = ExactNumber(value).map { .number($0) } ?? .nothing
    case .timestamp(let time): self = .timestamp(time)
    case .text(let bytes): self = .text(bytes)
    case .list, .map: self = .container
    case .geopoint(let latitude, let longitude):
      self = .geopoint(latitude: latitude, longitude: longitude)
    case .reference(let path): self = .reference(path)
    case .node(let node):
      switch node.kind {
      case .object, .array: self = .container
      case .string: self = .text(node.bytes)
      case .yes: self = .boolean(true)
      case .no: self = .boolean(false)
      case .int, .uint, .double, .big: self = ExactNumber(value).map { .number($0) } ?? .nothing
      default: self = .nothing
      }
    }
  }

  /// Whether two scalars are equal, or nil where both are containers.
  static func equal(_ a: Comparand, _ b: Comparand) -> Bool? {
    switch (a, b) {
    case (.boolean(let x), .boolean(let y)): x == y
    case (.number(let x), .number(let y)): ExactNumber.compare(x, y) == 0
    case (.text(let x), .text(let y)): x == y
    case (.timestamp(let x), .timestamp(let y)): x == y
    case (.geopoint(let x, let y), .geopoint(let otherX, let otherY)): x == otherX && y == otherY
    case (.reference(let x), .reference(let y)): x == y
    case (.container, .container): nil
    default: false
    }
  }

  /// The order of two numbers, texts or timestamps; nil for other pairs, which have none.
  static func order(_ a: Comparand, _ b: Comparand) -> Int? {
    switch (a, b) {
    case (.number(let x), .number(let y)): ExactNumber.compare(x, y)
    case (.text(let x), .text(let y)): x == y ? 0 : x < y ? -1 : 1
    case (.timestamp(let x), .timestamp(let y)): x == y ? 0 : x < y ? -1 : 1
    default: nil
    }
  }
}

extension Value {
  /// Equal by kind and value; containers by what is in them, an array like the object of its indices.
  func equals(_ other: Value) -> Bool {
    if let text = asText { return other.asText == text }
    if let equal = Comparand.equal(Comparand(self), Comparand(other)) { return equal }
    return Self.equalContainers(self, other)
  }

  /// Two cursors a level on a stack of our own: the depth of the data is anybody's.
  private static func equalContainers(_ a: Value, _ b: Value) -> Bool {
    guard let first = ChildCursor(a), let second = ChildCursor(b) else { return false }
    var stack = [(first, second)]
    while var (left, right) = stack.popLast() {
      while true {
        guard let x = left.advance() else {
          if right.advance() != nil { return false }
          break
        }
        guard let y = right.advance(), x.key.equals(y.key) else { return false }
        if let equal = Comparand.equal(Comparand(x.value), Comparand(y.value)) {
          guard equal else { return false }
          continue
        }
        guard let inner = ChildCursor(x.value), let otherInner = ChildCursor(y.value) else {
          return false
        }
        stack.append((left, right))
        (left, right) = (inner, otherInner)
      }
    }
    return true
  }

  /// Equal values give equal hashes.
  func hash(into hasher: inout Hasher) {
    if let text = asText { return hasher.combine(text) }
    Self.hashScalar(Comparand(self), into: &hasher)
    guard let cursor = ChildCursor(self) else { return }
    var stack = [cursor]
    while var top = stack.popLast() {
      while let child = top.advance() {
        child.key.hash(into: &hasher)
        Self.hashScalar(Comparand(child.value), into: &hasher)
        guard let inner = ChildCursor(child.value) else { continue }
        stack.append(top)
        top = inner
      }
      hasher.combine(UInt8.max)
    }
  }

  private static func hashScalar(_ value: Comparand, into hasher: inout Hasher) {
    switch value {
    case .nothing, .container: hasher.combine(0 as UInt8)
    case .boolean(let flag): hasher.combine(flag)
    case .number(let number):
      switch number.normalized {
      case .integer(let integer): hasher.combine(integer)
      case .unsigned(let unsigned): hasher.combine(unsigned)
      // A big number may equal a double, so its digits cannot be hashed; there are few.
      case .double(let double) where double.magnitude < 0x1p63: hasher.combine(double)
      case .double, .big: hasher.combine(1 as UInt8)
      }
    case .text(let bytes): hasher.combine(bytes)
    case .timestamp(let time): hasher.combine(time.microseconds)
    case .geopoint(let latitude, let longitude):
      hasher.combine(latitude)
      hasher.combine(longitude)
    case .reference(let path): hasher.combine(path)
    }
  }
}

extension ChildCursor.Key {
  func equals(_ other: ChildCursor.Key) -> Bool {
    switch (self, other) {
    case (.text(let a), .text(let b)): a == b
    case (.index(let a), .index(let b)): a == b
    case (.text(let a), .index(let b)), (.index(let b), .text(let a)): KeyOrder.index(a) == b
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .index(let index): hasher.combine(index)
    case .text(let bytes):
      if let index = KeyOrder.index(bytes) { hasher.combine(index) } else { hasher.combine(bytes) }
    }
  }

  /// The key as a text, in the arena where it is an index.
  func text(_ arena: Arena) -> Bytes {
    switch self {
    case .text(let bytes): bytes
    case .index(let index): arena.decimal(Int64(index))
    }
  }
}
