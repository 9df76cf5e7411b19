import JSONTree

/// Where a value stands that is being written: policy `nestedArray` is about lists directly in lists.
enum ListPlace: BitwiseCopyable {
  case free
  case inList
  /// Anywhere in a text of JSON, in which lists may stand as they like.
  case inText

  /// Of what stands in a map at this place.
  var inMap: ListPlace { self == .inText ? .inText : .free }
}

/// Writes a list, or what the policy makes of one that stands directly in another:
///
///     [["a"],["b"]]    map: [{"0":"a"},{"0":"b"}]    string: ["[\"a\"]","[\"b\"]"]
struct ListWriter {
  let output: ByteBuffer
  private let start: Int
  private let form: Policy.NestedArray
  /// The place of its items.
  let inside: ListPlace
  /// Items written so far.
  private(set) var count = 0
  /// Where they are, if somebody wants to know.
  private(set) var places: [Range<Int>] = []
  private let keepsPlaces: Bool
  private var mark = 0
  private var itemStart = 0

  /// What has been written of the item in hand.
  var item: Bytes { output[itemStart..<output.count] }

  init(
    _ place: ListPlace, _ policy: Policy.NestedArray, _ output: ByteBuffer,
    keepsPlaces: Bool? = nil
  ) {
    self.output = output
    self.keepsPlaces = keepsPlaces ?? false
    start = output.count
    form = place == .inList ? policy : .reject
    inside =
      switch form {
      case .string: .inText
      case .map: .free
      case .reject: place == .inText ? .inText : .inList
      }
    output.append(form == .map ? 0x7B : 0x5B)
  }

  mutating func beginItem() {
    mark = output.count
    if count > 0 { output.append(0x2C) }
    if form == .map {
      output.append(0x22)
      output.append(decimal: count)
      output.append("\":")
    }
    itemStart = output.count
  }

  /// Takes an item back that is not kept.
  mutating func endItem(isKept: Bool) {
    guard isKept else { return output.truncate(to: mark) }
    if keepsPlaces { places.append(itemStart..<output.count) }
    count += 1
  }

  func end() {
    output.append(form == .map ? 0x7D : 0x5D)
    if form == .string { output.quote(from: start) }
  }
}

extension ByteBuffer {
  /// Makes what stands behind `start` the contents of a JSON text.
  func quote(from start: Int) {
    let inside = self[start..<count].array
    truncate(to: start)
    inside.withBytes { append(jsonText: $0) }
  }
}
