import JSONTree

/// Finds equal items of a list in what was written of them. Numbers are compared by value, as JSON Schema's `uniqueItems`
/// does, also inside of lists and maps:
///
///     [1,1.0]          1, 1            equal
///     [[1e+2],[100]]   [100], [100]    equal
///     [1,"1"]          1, "1"          not
///
/// Everything but numbers is written alike where it is equal, and of those only doubles that are integers are not.
enum EqualItems {
  static func stand(at places: [Range<Int>], in output: ByteBuffer) -> Bool {
    if places.allSatisfy({ output[$0][0] == 0x22 }) { return repeats(places, output) }
    let copy = ByteBuffer(capacity: 256)
    let copies = places.map { place in
      let start = copy.count
      append(output[place], to: copy)
      return start..<copy.count
    }
    return repeats(copies, copy)
  }

  /// Sorted, equal items stand side by side.
  private static func repeats(_ places: [Range<Int>], _ bytes: ByteBuffer) -> Bool {
    let sorted = places.sorted { bytes[$0] < bytes[$1] }
    return sorted.indices.dropFirst().contains { bytes[sorted[$0 - 1]] == bytes[sorted[$0]] }
  }

  /// `item` is replant's own JSON.
  private static func append(_ item: Bytes, to copy: ByteBuffer) {
    var at = 0
    while at < item.count {
      let start = at
      switch item[at] {
      case 0x22:
        at = item.endOfText(at: at)
        copy.append(item[start..<at])
      case 0x2D, 0x30...0x39:
        var isDouble = false
        while at < item.count, item[at] != 0x2C, item[at] != 0x5D, item[at] != 0x7D {
          if item[at] == 0x2E || item[at] == 0x65 { isDouble = true }
          at += 1
        }
        let number = item[start..<at]
        if isDouble, let double = Double(number.text), let integer = Int64(exactly: double) {
          copy.append(decimal: Int(integer))
        } else {
          copy.append(number)
        }
      default:
        copy.append(item[at])
        at += 1
      }
    }
  }
}
