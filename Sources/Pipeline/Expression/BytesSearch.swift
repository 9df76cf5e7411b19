import JSONTree

extension Bytes {
  /// Where `part`, which is not empty, begins at or after `start`; nil if nowhere.
  func firstIndex(of part: Bytes, from start: Int = 0) -> Int? {
    guard !part.isEmpty, count >= part.count else { return nil }
    let first = part[0]
    var index = start
    while index + part.count <= count {
      if self[index] == first, self[index..<index + part.count] == part { return index }
      index += 1
    }
    return nil
  }

  func hasPrefix(_ other: Bytes) -> Bool {
    count >= other.count && self[0..<other.count] == other
  }

  func hasSuffix(_ other: Bytes) -> Bool {
    count >= other.count && self[count - other.count..<count] == other
  }

  /// The byte behind the scalar that begins at `index`: continuation bytes belong to it.
  func scalarEnd(_ index: Int) -> Int {
    var end = index + 1
    while end < count, self[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  /// The first byte of the scalar that ends before `end`.
  func scalarStart(_ end: Int) -> Int {
    var start = end - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}

extension Arena {
  /// Two texts as one.
  func joined(_ a: Bytes, _ b: Bytes) -> Bytes {
    unsafe text(capacity: a.count + b.count) { start in
      unsafe start.update(from: a.pointer, count: a.count)
      unsafe (start + a.count).update(from: b.pointer, count: b.count)
      return a.count + b.count
    }
  }
}
