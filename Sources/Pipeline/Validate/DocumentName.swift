import JSONTree

/// The name of a document, as Firestore counts and restricts it (facts 2.2).
struct DocumentName {
  /// `users/jeff/tasks/my_task_id`
  let path: Bytes

  /// By the size formula: 44 for `users/jeff/tasks/my_task_id`.
  var size: Int {
    var size = 16
    forEachSegment { segment, _ in size += Self.isNumeric(segment) ? 8 : segment.count + 1 }
    return size
  }

  /// That of the document above, or of the root.
  var parentSize: Int {
    var sizes = [16, 16, 16]
    forEachSegment { segment, _ in
      sizes = [sizes[1], sizes[2], sizes[2] + (Self.isNumeric(segment) ? 8 : segment.count + 1)]
    }
    return sizes[0]
  }

  /// What is wrong with it, the first fault of each kind.
  func faults(_ limits: TargetLimits) -> [LimitFault] {
    var faults: [LimitFault] = []
    func add(_ code: Code, _ message: String) {
      if !faults.contains(where: { $0.code == code }) {
        faults.append(LimitFault(code: code, field: "", message: message))
      }
    }
    var count = 0
    forEachSegment { segment, position in
      count += 1
      let name = position % 2 == 0 ? "a collection id" : "a document id"
      if Self.isReserved(segment) || segment == "." || segment == ".." {
        add(
          .idReserved,
          "\(name) is reserved in \(limits.target), which keeps `.`, `..` and `__…__` for itself: "
            + "put a letter before it in `to`")
      }
      if segment.count > limits.idBytes {
        add(
          .idTooLong,
          "\(name) has \(Quantity.count(segment.count)) bytes, and \(limits.target) takes "
            + "\(Quantity.count(limits.idBytes)): shorten it in `to`, by `sha256` for example")
      }
    }
    if size > limits.nameBytes {
      add(
        .pathTooLong,
        "the name of the document has \(Quantity.count(size)) bytes, and \(limits.target) takes "
          + "\(Quantity.count(limits.nameBytes)): shorten its ids in `to`")
    } else if count > 2 * limits.pathPairs {
      add(
        .pathTooLong,
        "the path of the document has \(Quantity.count(count)) segments, and \(limits.target) takes "
          + "\(Quantity.count(2 * limits.pathPairs)): write to a path with fewer of them")
    }
    return faults
  }

  /// `__…__`: what is between may be nothing.
  static func isReserved(_ name: Bytes) -> Bool {
    let count = name.count
    return count >= 4 && name[0] == 0x5F && name[1] == 0x5F && name[count - 1] == 0x5F
      && name[count - 2] == 0x5F
  }

  /// `__id7__`, an id that is a number.
  private static func isNumeric(_ id: Bytes) -> Bool {
    guard id.count > 6, isReserved(id), id[2..<4] == "id", id[4] != 0x30 else { return false }
    return (4..<id.count - 2).allSatisfy { (0x30...0x39).contains(id[$0]) }
  }

  private func forEachSegment(_ body: (Bytes, Int) -> Void) {
    var start = 0
    var position = 0
    while start <= path.count {
      let end = path.firstIndex(of: 0x2F, from: start) ?? path.count
      body(path[start..<end], position)
      position += 1
      start = end + 1
    }
  }
}

/// A limit of the target that a document does not keep.
struct LimitFault: Equatable {
  var code: Code
  /// By pattern (`items.*.at`); empty for the document as a whole.
  var field: String
  /// What it is and what to do about it; never a value.
  var message: String
}
