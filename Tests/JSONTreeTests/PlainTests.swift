import JSONTree
import Testing

@Suite struct PlainTests {
  /// What is copied of `bytes`, and how many bytes that are, said of their copy in a larger buffer.
  private func copied(_ bytes: [UInt8]) -> (copy: [UInt8], tail: [UInt8]) {
    let room = 8
    var buffer = [UInt8](repeating: 0xAA, count: bytes.count + room)
    let count = bytes.withBytes { (bytes) in
      unsafe buffer.withUnsafeMutableBufferPointer { (buffer) in
        unsafe buffer.baseAddress.map { unsafe bytes.copyPlain(to: $0) } ?? 0
      }
    }
    return (Array(buffer.prefix(count)), Array(buffer.suffix(room)))
  }

  @Test func `copies up to the first byte that needs an escape`() {
    for length in 0...70 {
      let plain = (0..<length).map { UInt8(0x61 + $0 % 26) }
      #expect(copied(plain).copy == plain)
      for place in 0..<length {
        for byte: UInt8 in [0x00, 0x0A, 0x1F, 0x22, 0x5C] {
          var bytes = plain
          bytes[place] = byte
          let (copy, tail) = copied(bytes)
          #expect(copy == Array(plain.prefix(place)), "\(byte) at \(place) of \(length)")
          #expect(tail.allSatisfy { $0 == 0xAA }, "writes behind \(length)")
        }
        for byte: UInt8 in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF] {
          var bytes = plain
          bytes[place] = byte
          #expect(copied(bytes).copy == bytes, "\(byte) at \(place) of \(length)")
        }
      }
    }
  }

  @Test func `tells plain ASCII from all else, wherever the byte stands`() {
    for length in 0...26 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var bytes = [UInt8](repeating: 0x61, count: length)
          bytes[place] = byte
          let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
          #expect(bytes.withBytes { $0.isPlainASCII } == isPlain, "\(byte) at \(place)")
        }
      }
    }
  }
}
