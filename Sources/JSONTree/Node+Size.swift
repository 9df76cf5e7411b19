extension Node {
  /// The bytes of the value as JSON without blanks, to tell how much is left behind: exact but for escapes in texts, and
  /// for numbers with a fraction, which count 8.
  ///
  ///     {"a":[10,true]}   15
  public var textSize: Int {
    var size = 0
    var at = index
    while at < after {
      let node = self.at(at)
      // A key and the colon behind it, or a value and the comma.
      size += 1
      switch node.kind {
      case .object, .array:
        // The closing bracket counts for itself and for what comes behind the container.
        size += node.firstChild < node.end ? -1 : 0
      case .endObject, .endArray: size += 1
      case .string: size += node.bytes.count + 2
      case .big: size += node.bytes.count
      case .int: size += node.int.digits
      case .uint: size += node.uint.digits
      case .double: size += 8
      case .yes, .null: size += 4
      case .no: size += 5
      case .skip:
        size -= 1
        at = node.next
        continue
      case .root: break
      }
      at += node.isContainer ? 1 : node.after - at
    }
    return size - 1
  }
}

extension FixedWidthInteger {
  /// How many characters it takes in decimal, a minus sign among them.
  fileprivate var digits: Int {
    var rest = magnitude
    var count = self < 0 ? 2 : 1
    while rest >= 10 {
      rest /= 10
      count += 1
    }
    return count
  }
}
