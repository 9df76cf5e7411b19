// What canonicalisation reads and writes of a tape.

extension Node {
  /// The kind as a byte.
  var tag: UInt8 { UInt8(truncatingIfNeeded: word >> 56) }

  /// A string's first eight bytes, zeros behind a shorter one, as a number that orders like the
  /// bytes: where two differ, so do the strings and in this order.
  @inline(__always) var prefix: UInt64 {
    // A parser keeps eight readable bytes behind its last string.
    let at = unsafe UnsafeRawPointer(strings + Int(word & 0x00FF_FFFF_FFFF_FFFF))
    let count = unsafe UInt32(littleEndian: at.loadUnaligned(as: UInt32.self))
    let first = unsafe UInt64(bigEndian: at.loadUnaligned(fromByteOffset: 4, as: UInt64.self))
    return count >= 8 ? first : first & ~(UInt64.max >> (8 * UInt64(count)))
  }

  var isEmptyText: Bool { kind == .string && bytes.isEmpty }

  /// Makes a value null, with a hole over the words that it had besides.
  public func clear() {
    let after = after
    write(.null, payload: 0)
    if after > index + 1 { at(index + 1).write(.skip, payload: UInt64(after)) }
  }

  /// Makes an object the scalar `value`, which stands inside it. Another scalar inside, its
  /// priority, moves to where the object ended, out of the way of the hole between; the result is
  /// its new index.
  func collapse(to value: Node, keeping priority: Node?) -> Int? {
    let after = after
    let words = value.scalarWords
    let kept = priority?.scalarWords
    overwrite(with: words.first)
    if words.width == 2 { at(index + 1).overwrite(with: words.second) }
    at(index + words.width).write(.skip, payload: UInt64(after))
    // `{`, two keys, the two scalars and `}` are at least a word more than the scalars and the
    // hole.
    guard let kept else { return nil }
    at(after - 2).overwrite(with: kept.first)
    at(after - 1).overwrite(with: kept.second)
    return after - 2
  }

  /// The words of a scalar; if it has but one, the second is whatever follows.
  var scalarWords: (first: UInt64, second: UInt64, width: Int) {
    (word, at(index + 1).word, after - index)
  }

  /// Takes the member of which this is the key out of its object.
  func hide() {
    write(.skip, payload: UInt64(at(index + 1).after))
  }

  /// Calls `body` with each member of an object, also with those that are null.
  func forEachRawMember(_ body: (_ key: Node, _ value: Node) -> Void) {
    let end = end
    var index = firstChild
    while index < end {
      let value = at(index + 1)
      let next = value.next
      body(at(index), value)
      index = next
    }
  }
}
