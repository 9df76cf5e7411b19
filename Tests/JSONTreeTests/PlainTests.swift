import JSONTree
import Testing

@Suite struct PlainTests {
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
