import JSONTree

/// Spells a value of the mapping file as JSON: the same keys, texts and numbers, nothing left out.
///
///     { v: 0x10, w: 'it', x: .5, y: 10.0, z: null, }   →   {"v":16,"w":"it","x":0.5,"y":10.0,"z":null}
///
/// No recursion: a test may give a record as deep as it likes.
struct LiteralEncoder {
  /// What is wrong, and with which part of the value.
  struct Fault: Error {
    var element: Element
    var message: String
  }

  /// Why a null is refused; nil where it is not.
  var nullFault: String?
  private var frames: [Frame] = []

  private struct Frame {
    var end: Int
    var isObject: Bool
    var count = 0
    var key: Node?
    var keys: Set<[UInt8]> = []
  }

  init(nullFault: String? = nil) { self.nullFault = nullFault }

  /// The JSON of a value of a document, for messages.
  static func text(_ node: Node) -> String {
    let output = ByteBuffer()
    var encoder = LiteralEncoder()
    // Nothing is repeated in a document, and there is no other fault.
    try? encoder.encode(Element(node: node, path: ""), to: output)
    return output.bytes.text
  }

  mutating func encode(_ element: Element, to output: ByteBuffer) throws(Fault) {
    frames.removeAll(keepingCapacity: true)
    let root = element.node
    var index = try write(root, of: element, output)
    while var frame = frames.popLast() {
      if index == frame.end {
        output.append(frame.isObject ? 0x7D : 0x5D)
        index = root.at(index).next
        continue
      }
      if frame.count > 0 { output.append(0x2C) }
      var value = root.at(index)
      if frame.isObject {
        frame.key = value
        output.append(jsonText: value.bytes)
        output.append(0x3A)
        value = root.at(value.next)
      }
      frame.count += 1
      let isRepeated = frame.key.map { !frame.keys.insert($0.bytes.array).inserted } ?? false
      frames.append(frame)
      if isRepeated, let key = frame.key {
        throw Fault(
          element: Element(node: key, path: path(of: element)),
          message: "the key \(quoted(key.bytes.array)) is repeated")
      }
      index = try write(value, of: element, output)
    }
  }

  /// Writes a scalar or opens a container.
  ///
  /// - Returns: The index behind a scalar, or of the container's first child.
  private mutating func write(
    _ node: Node, of element: Element, _ output: ByteBuffer
  ) throws(Fault) -> Int {
    switch node.kind {
    case .object, .array:
      frames.append(Frame(end: node.end, isObject: node.kind == .object))
      output.append(node.kind == .object ? 0x7B : 0x5B)
      return node.firstChild
    case .null:
      if let nullFault {
        throw Fault(element: Element(node: node, path: path(of: element)), message: nullFault)
      }
      output.append("null")
    case .uint: output.append(Array(String(node.uint).utf8))
    case .big: output.append(Self.number(node.bytes.array))
    default: _ = output.append(scalar: node, bigNumber: .reject)
    }
    return node.next
  }

  /// A number that no machine type holds, in JSON's spelling: JSON5 lets digits be missing at either side of the
  /// point.
  private static func number(_ text: [UInt8]) -> [UInt8] {
    let point = UInt8(ascii: ".")
    var result: [UInt8] = []
    for (index, byte) in text.enumerated() {
      let isDigitBefore = result.last.map { (0x30...0x39).contains($0) } ?? false
      if byte == point, !isDigitBefore { result.append(0x30) }
      result.append(byte)
      let isDigitBehind = index + 1 < text.count && (0x30...0x39).contains(text[index + 1])
      if byte == point, !isDigitBehind { result.append(0x30) }
    }
    return result
  }

  private func path(of element: Element) -> String {
    frames.reduce(element.path) { path, frame in
      frame.key.map { Element.path(path, key: $0.bytes.array) } ?? "\(path)[\(frame.count - 1)]"
    }
  }
}
