import Interop
import JSONTree

extension StepEntry {
  static let distinct = StepEntry(
    name: "distinct",
    summary: "each item of a list once, where it came first; numbers are equal by value",
    input: .container, output: .list,
    example: Example("tags | distinct", given: #"{"tags":["b","a","b"]}"#, result: #"["b","a"]"#),
    code: { _ in
      { value, scope in
        let arena = scope.arena
        let mark = arena.stack.count
        guard value.pushItems(on: arena) else {
          return .failed(Failure("expected a list or a map"))
        }
        Distinct.keepFirst(arena, from: mark)
        return .items(arena, from: mark)
      }
    })
}

/// Takes repeated values out of a list that is being put together.
enum Distinct {
  /// Up to here, comparing each with each is faster than hashing.
  private static let few = 32

  /// Of equal values above `mark` on the stack only the first stays; the order does, too.
  static func keepFirst(_ arena: Arena, from mark: Int) {
    let count = arena.stack.count - mark
    if count <= few {
      keepFirstOfFew(arena, from: mark)
    } else {
      keepFirstOfMany(arena, from: mark, count: count)
    }
  }

  /// Compares each with each, by a few bytes first: equal values have equal marks.
  private static func keepFirstOfFew(_ arena: Arena, from mark: Int) {
    var marks = InlineArray<32, UInt64>(repeating: 0)
    /// One of 64 bits for each mark: most values differ from all before them in theirs.
    var bits: UInt64 = 0
    var kept = mark
    for index in mark..<arena.stack.count {
      let value = arena.stack[index]
      let own = value.mark
      let bit: UInt64 = 1 &<< ((own &* 0x9E37_79B9_7F4A_7C15) >> 58)
      var isNew = true
      for earlier in mark..<(bits & bit == 0 ? mark : kept) where marks[earlier - mark] == own {
        if arena.stack[earlier].equals(value) {
          isNew = false
          break
        }
      }
      guard isNew else { continue }
      bits |= bit
      marks[kept - mark] = own
      arena.stack[kept] = value
      kept += 1
    }
    arena.discard(to: kept)
  }

  /// A table of 32-bit places, twice as many as values, open addressing. Its memory is the arena's.
  private static func keepFirstOfMany(_ arena: Arena, from mark: Int, count: Int) {
    var size = 64
    while size < 2 * count { size *= 2 }
    _ = unsafe arena.text(capacity: size * MemoryLayout<Int32>.size) { start in
      let table = UnsafeMutableRawPointer(start)
      unsafe table.initializeMemory(
        as: UInt8.self, repeating: 0, count: size * MemoryLayout<Int32>.size)
      var kept = mark
      for index in mark..<mark + count {
        let value = arena.stack[index]
        var place = value.quickHash & (size - 1)
        var isNew = true
        while true {
          // 0 is free, else one more than the place above `mark`.
          let entry = unsafe Int(table.loadUnaligned(fromByteOffset: 4 * place, as: Int32.self))
          if entry == 0 { break }
          if arena.stack[mark + entry - 1].equals(value) {
            isNew = false
            break
          }
          place = (place + 1) & (size - 1)
        }
        guard isNew else { continue }
        unsafe table.storeBytes(
          of: Int32(truncatingIfNeeded: kept - mark + 1), toByteOffset: 4 * place, as: Int32.self)
        arena.stack[kept] = value
        kept += 1
      }
      arena.discard(to: kept)
      return 0
    }
  }
}

extension Value {
  /// Equal values have equal hashes; of a text XXH3's, which takes a tenth of the time of the standard one.
  fileprivate var quickHash: Int {
    if let text = asText {
      return Int(truncatingIfNeeded: text.withSpan { ContentHash(of: $0).low })
    }
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  /// Of a text its length and its first and last bytes; 0 for all else.
  fileprivate var mark: UInt64 {
    guard let text = asText, text.count >= 4 else { return 0 }
    let first = unsafe UnsafeRawPointer(text.pointer).loadUnaligned(as: UInt32.self)
    let last = unsafe UnsafeRawPointer(text.pointer + text.count - 4)
      .loadUnaligned(as: UInt32.self)
    return UInt64(first ^ UInt32(truncatingIfNeeded: text.count)) << 32 | UInt64(last)
  }
}
