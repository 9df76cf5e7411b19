import CScan
import Testing

/// The masks of the scan, by a reader that goes byte by byte.
private struct SlowScan {
  var isInString = false
  var isEscaped = false

  mutating func block(_ bytes: ArraySlice<UInt8>) -> [UInt64] {
    var quotes: UInt64 = 0
    var opens: UInt64 = 0
    var closes: UInt64 = 0
    for (position, byte) in bytes.enumerated() {
      let bit: UInt64 = 1 << UInt64(position)
      if isEscaped {
        isEscaped = false
        // An escaped bracket outside a string is a bracket; only quotes are escaped.
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { continue }
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      } else if byte == UInt8(ascii: "\"") {
        quotes |= bit
        isInString.toggle()
        continue
      }
      guard !isInString else { continue }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { opens |= bit }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { closes |= bit }
    }
    return [quotes, opens, closes]
  }
}

@Suite struct ScanTests {
  private enum Kernel {
    case chosen, plain
  }

  /// Scans in calls of `step` blocks, carrying the state.
  private func scan(_ bytes: [UInt8], step: Int, with kernel: Kernel) -> [UInt64] {
    var state = replant_scan_state()
    let blocks = bytes.count / 64
    var out = [replant_scan_block](repeating: replant_scan_block(), count: blocks)
    for first in stride(from: 0, to: blocks, by: step) {
      let count = min(step, blocks - first)
      var part = [replant_scan_block](repeating: replant_scan_block(), count: count)
      unsafe Array(bytes[first * 64..<(first + count) * 64]).withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        switch kernel {
        case .chosen: unsafe replant_scan(&state, start, count, &part)
        case .plain: unsafe replant_scan_plain(&state, start, count, &part)
        }
      }
      out.replaceSubrange(first..<first + count, with: part)
    }
    return out.flatMap { [$0.quotes, $0.opens, $0.closes] }
  }

  private func slowScan(_ bytes: [UInt8]) -> [UInt64] {
    var scan = SlowScan()
    return stride(from: 0, to: bytes.count, by: 64).flatMap { scan.block(bytes[$0..<$0 + 64]) }
  }

  private func expectAgreement(_ bytes: [UInt8], step: Int, _ comment: Comment) {
    let expected = slowScan(bytes)
    #expect(scan(bytes, step: step, with: .chosen) == expected, comment)
    #expect(scan(bytes, step: step, with: .plain) == expected, comment)
  }

  @Test(arguments: 1...4)
  func `finds the same in random bytes however the blocks come`(_ step: Int) {
    let alphabets = [
      Array(#""\"#.utf8), Array(#""\{}[]a "#.utf8), Array(UInt8.min...UInt8.max),
      Array(#"\\\\\\\\\\\\\""#.utf8), Array(#"{[}]"abcdefghijklmnopqrstuvwxyz"#.utf8),
    ]
    for seed in UInt64(1)...100 {
      var random = SeededGenerator(seed: seed)
      let alphabet = alphabets[Int(seed) % alphabets.count]
      let bytes = (0..<64 * 7).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      expectAgreement(bytes, step: step, "seed \(seed)")
    }
  }

  @Test func `carries a run of backslashes over the border of a block`() {
    for start in 50...70 {
      for length in 0...20 {
        var bytes = [UInt8](repeating: UInt8(ascii: "{"), count: 64 * 3)
        bytes[10] = UInt8(ascii: "\"")
        for index in start..<start + length { bytes[index] = UInt8(ascii: "\\") }
        bytes[start + length] = UInt8(ascii: "\"")
        expectAgreement(bytes, step: 1, "\(length) backslashes from \(start)")
      }
    }
  }

  @Test func `names a kernel`() {
    let name = unsafe String(cString: replant_scan_kernel())
    #expect(["avx2", "neon", "plain"].contains(name))
  }
}
