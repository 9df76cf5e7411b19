import Pipeline

/// The file of a collection: its ids with `.` between, all else but letters, digits, `_` and `-` as
/// `%XX`.
///
///     rooms/messages   rooms.messages.ndjson
///     a.b/c d          a%2Eb.c%20d.ndjson
///
/// Different collections get different names, and no name begins with `.` or leaves the folder.
package enum NDJSONFileName {
  static let ending = ".ndjson"

  /// - Parameter collection: collection ids with `/` between them, UTF-8.
  /// - Returns: The name, without a folder.
  package static func name(of collection: [UInt8]) -> String {
    var name: [UInt8] = []
    for byte in collection {
      switch byte {
      case UInt8(ascii: "/"): name.append(UInt8(ascii: "."))
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: name.append(byte)
      default: name += [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)]
      }
    }
    return String(decoding: name, as: UTF8.self) + ending
  }

  /// The name while the file is being written: hidden, and in the same folder, so that a rename
  /// puts it in place.
  static func partial(_ name: String) -> String { ".\(name).partial" }

  /// Whether a file system takes the names: 255 bytes is what all of them do.
  static func fits(_ collection: Span<UInt8>) -> Bool {
    partial(name(of: collection.indices.map { collection[$0] })).utf8.count <= 255
  }

  /// The documents, by index, whose collection's id comes from data and makes too long a name.
  static func unnamable(_ batch: borrowing Batch) -> [Int] {
    batch.withBytes { (bytes) in
      var unnamable: [Int] = []
      for (index, document) in batch.documents.enumerated()
      where document.collection < 0 && !fits(bytes.extracting(document.group.range)) {
        unnamable.append(index)
      }
      return unnamable
    }
  }

  static func isPartial(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix("\(ending).partial")
  }

  /// The collection of a document's path: every other segment.
  static func collection(ofDocument path: [UInt8]) -> [UInt8] {
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let ids = stride(from: 0, to: segments.count, by: 2).map { segments[$0] }
    return Array(ids.joined(separator: [UInt8(ascii: "/")]))
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }
}
