import JSONTree

/// Children that were found for one record, before they are read: where they stand and what they are called.
///
/// Children of several places may have one key. These are told apart by the captures above them; a `/` stands in no
/// key of a database (facts 1.1):
///
///     /votes/{poll}/{user}, by: "$key"      {"poll1/ann":{…},"poll2/ann":{…}}
final class GatheredChildren {
  struct Child {
    var place: JoinIndex.Place
    /// Ranges of `bytes`.
    var name: Range<Int>
    var parents: Range<Int>
  }

  private let bytes = ByteBuffer()
  private(set) var children: [Child] = []

  func reset() {
    bytes.reset()
    children.removeAll(keepingCapacity: true)
  }

  func add(_ place: JoinIndex.Place, name: Span<UInt8>, parents: Span<UInt8>) {
    children.append(Child(place: place, name: append(name), parents: append(parents)))
  }

  private func append(_ span: Span<UInt8>) -> Range<Int> {
    let start = bytes.count
    let place = unsafe bytes.reserve(span.count)
    for index in 0..<span.count { unsafe place[index] = span[index] }
    bytes.commit(span.count)
    return start..<bytes.count
  }

  func name(_ child: Child) -> Bytes { bytes[child.name] }

  /// Brings the children into key order, each once, and tells those of one key apart.
  func arrange() {
    sort()
    var hasTwins = false
    var index = 0
    while index < children.count {
      var end = index + 1
      while end < children.count, name(children[end]) == name(children[index]) { end += 1 }
      if end - index > 1 {
        removeTwice(&end, from: index)
        if end - index > 1 { hasTwins = true }
        for twin in index..<end where end - index > 1 { lengthen(twin) }
      }
      index = end
    }
    if hasTwins { sort() }
  }

  /// By key, those of one key in the order of the export.
  private func sort() {
    var isSorted = true
    for index in 1..<max(1, children.count) where !precedes(children[index - 1], children[index]) {
      isSorted = false
      break
    }
    if isSorted { return }
    var keys = children.map { (child: $0, key: OrderedKey(name($0))) }
    keys.sort {
      if $0.key < $1.key { return true }
      if $1.key < $0.key { return false }
      return $0.child.place.row < $1.child.place.row
    }
    for (index, key) in keys.enumerated() { children[index] = key.child }
  }

  private func precedes(_ a: Child, _ b: Child) -> Bool {
    let (first, second) = (name(a), name(b))
    return first == second ? a.place.row < b.place.row : KeyOrder.precedes(first, second)
  }

  /// A child that several keys of a list gave is one child.
  private func removeTwice(_ end: inout Int, from start: Int) {
    var kept = start + 1
    for index in start + 1..<end
    where children[index].place.row != children[kept - 1].place.row {
      children[kept] = children[index]
      kept += 1
    }
    children.removeSubrange(kept..<end)
    end = kept
  }

  private func lengthen(_ index: Int) {
    let child = children[index]
    if child.parents.isEmpty { return }
    let start = bytes.count
    let copy = bytes[child.parents].array + [0x2F] + bytes[child.name].array
    bytes.append(copy)
    children[index].name = start..<bytes.count
  }
}
