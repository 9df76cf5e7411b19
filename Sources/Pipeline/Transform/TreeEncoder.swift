import JSONTree

/// Writes a tree of the export as it is, absent parts left out: `any`, `map`, and fields kept as unknown.
///
///     {"z":1,"n":null,"l":["a",null,"c"]}  →  {"z":1,"l":{"0":"a","2":"c"}}
///
/// An array with holes becomes a map by index, so that no position is lost. No recursion: open
/// containers lie on a stack.
struct TreeEncoder {
  private var frames: [Frame] = []
  private let nestedArray: Policy.NestedArray
  private let bigNumber: Policy.BigNumber

  init(policy: Policy = Policy()) {
    nestedArray = policy.nestedArray
    bigNumber = policy.bigNumber
  }

  private struct Frame {
    var end: Int
    var isArray: Bool
    /// Written as a map: an object, an array with holes, or an array that is wanted as a map.
    var isMap: Bool
    /// The place of its children.
    var inside: ListPlace
    /// Where a list began that becomes a text, or −1.
    var textStart = -1
    var position = 0
    var isFirst = true
  }

  /// Appends a canonicalised value that is not null.
  ///
  /// With `asMap` an array at the top becomes a map by index.
  ///
  /// - Returns: False if a number in it is neither a 64-bit integer nor a double; `output` then holds a part.
  mutating func encode(
    _ root: Node, asMap: Bool = false, _ place: ListPlace = .free, to output: ByteBuffer
  ) -> Bool {
    guard root.isContainer else { return output.append(scalar: root, bigNumber: bigNumber) }
    frames.removeAll(keepingCapacity: true)
    var index = open(root, asMap: asMap, place, output)
    while let frame = frames.last {
      if index == frame.end {
        output.append(frame.isMap ? 0x7D : 0x5D)
        if frame.textStart >= 0 { output.quote(from: frame.textStart) }
        frames.removeLast()
        index = root.at(index).next
        continue
      }
      let key = root.at(index)
      let value = frame.isArray ? key : root.at(key.next)
      if value.kind == .null {
        if frame.isArray { frames[frames.count - 1].position += 1 }
        index = value.next
        continue
      }
      begin(key, in: frame, output)
      if value.isContainer {
        index = open(value, asMap: false, frame.inside, output)
      } else {
        guard output.append(scalar: value, bigNumber: bigNumber) else { return false }
        index = value.next
      }
    }
    return true
  }

  /// Writes the comma and, in a map, the key of the next child.
  private mutating func begin(_ key: Node, in frame: Frame, _ output: ByteBuffer) {
    let last = frames.count - 1
    if !frame.isFirst { output.append(0x2C) }
    frames[last].isFirst = false
    if frame.isArray {
      frames[last].position += 1
      if frame.isMap {
        output.append(0x22)
        output.append(decimal: frame.position)
        output.append("\":")
      }
    } else {
      output.append(jsonText: key.bytes)
      output.append(0x3A)
    }
  }

  /// - Returns: The index of the first child.
  private mutating func open(
    _ node: Node, asMap: Bool, _ place: ListPlace, _ output: ByteBuffer
  ) -> Int {
    let isArray = node.kind == .array
    var isMap = !isArray || asMap || node.hasHoles
    let isNested = !isMap && place == .inList
    if isNested, nestedArray == .map { isMap = true }
    var frame = Frame(
      end: node.end, isArray: isArray, isMap: isMap, inside: isMap ? place.inMap : .inList)
    if place == .inText { frame.inside = .inText }
    if isNested, nestedArray == .string {
      frame.textStart = output.count
      frame.inside = .inText
    }
    frames.append(frame)
    output.append(isMap ? 0x7B : 0x5B)
    return node.firstChild
  }
}

extension Node {
  /// Whether an element of an array is absent.
  var hasHoles: Bool {
    let end = end
    var index = firstChild
    while index < end {
      let element = at(index)
      if element.kind == .null { return true }
      index = element.next
    }
    return false
  }
}

extension ByteBuffer {
  /// Appends a scalar of the export; false if it is a number that no 64-bit integer and no double holds, and that the
  /// policy does not let pass as something else.
  func append(scalar node: Node, bigNumber: Policy.BigNumber) -> Bool {
    switch node.kind {
    case .string: append(jsonText: node.bytes)
    case .int: append(decimal: Int(node.int))
    case .double: append(double: node.double)
    case .yes: append("true")
    case .no: append("false")
    case .uint, .big: return append(big: node, bigNumber)
    default: return false
    }
    return true
  }

  private func append(big node: Node, _ policy: Policy.BigNumber) -> Bool {
    switch policy {
    case .reject: return false
    case .double:
      let nearest = node.kind == .uint ? Double(node.uint) : Double(node.bytes.text)
      guard let nearest, nearest.isFinite else { return false }
      append(double: nearest)
    case .string:
      if node.kind == .uint {
        append("\"")
        append(Array(String(node.uint).utf8))
        append("\"")
      } else {
        append(jsonText: node.bytes)
      }
    }
    return true
  }
}
