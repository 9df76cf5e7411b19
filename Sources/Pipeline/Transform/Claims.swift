import JSONTree

extension Node {
  /// Cuts out of a field of a record, in place, what other rules claim of it.
  ///
  ///     halls: {"h1":{"name":"A","plan":{…}}}   without halls, any, plan:   {"h1":{"name":"A"}}
  ///
  /// - Returns: False if nothing is left.
  func isLeft(without claims: [[Pattern.Segment]], of key: Bytes) -> Bool {
    var isLeft = true
    for claim in claims {
      guard let field = claim.first else { return false }
      guard field.fits(key) else { continue }
      isLeft = isLeft && self.isLeft(without: claim[1...])
    }
    return isLeft
  }

  /// Recursion goes as deep as a path of the mapping.
  private func isLeft(without claim: ArraySlice<Pattern.Segment>) -> Bool {
    guard let step = claim.first else {
      clear()
      return false
    }
    guard isContainer else { return kind != .null }
    var isAnyLeft = false
    forEachChild { key, child in
      let isLeft =
        step.fits(key) ? child.isLeft(without: claim.dropFirst()) : child.kind != .null
      isAnyLeft = isAnyLeft || isLeft
    }
    if !isAnyLeft { clear() }
    return isAnyLeft
  }

  /// Children that are null, too; those of an array by their index.
  private func forEachChild(_ body: (Bytes, Node) -> Void) {
    let decimal = ByteBuffer(capacity: 20)
    let end = end
    var index = firstChild
    var position = 0
    while index < end {
      let isArray = kind == .array
      let child = isArray ? at(index) : at(at(index).next)
      // Asked before the child may become null, which takes less room.
      let next = child.next
      if isArray {
        decimal.reset()
        decimal.append(decimal: position)
        position += 1
        body(decimal.bytes, child)
      } else {
        body(at(index).bytes, child)
      }
      index = next
    }
  }
}

extension Pattern.Segment {
  fileprivate func fits(_ key: Bytes) -> Bool {
    switch self {
    case .literal(let name): name.withBytes { $0 == key }
    case .capture: true
    }
  }
}
