import Foundation
import Interop
import Testing

@Suite struct GzipTests {
  /// A member, by gzip(1): the reference that wrote the files of users.
  static func member(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TestFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder("plain")))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-cn", folder("plain")]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return Array(output.fileHandleForReading.readDataToEndOfFile())
  }

  /// Inflates data that come in pieces of `step` bytes, into a buffer of `room` bytes.
  static func inflate(_ data: [UInt8], step: Int = 1 << 16, room: Int = 1 << 16) throws -> [UInt8] {
    let gzip = try Gzip(bufferSize: step)
    var result: [UInt8] = []
    var at = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { unsafe buffer.deallocate() }
    while true {
      let count = try unsafe gzip.read(into: buffer) { (target) in
        let piece = min(target.count, data.count - at)
        unsafe target.copyBytes(from: data[at..<at + piece])
        at += piece
        return piece
      }
      if count == 0 {
        #expect(gzip.consumed == data.count)
        return result
      }
      unsafe result.append(contentsOf: buffer[..<count])
    }
  }

  let text = Array(#"{"users":{"ann":{"age":31},"bob":{"age":44}}}"#.utf8)

  @Test(arguments: [1, 2, 7, 1 << 16], [1, 3, 1 << 16])
  func `inflates members and padding however the bytes arrive`(_ step: Int, _ room: Int) throws {
    let (a, b, empty) = (
      try Self.member(text), try Self.member(Array("second".utf8)), try Self.member([])
    )
    let zeros = [UInt8](repeating: 0, count: 512)
    #expect(try Self.inflate(a, step: step, room: room) == text)
    #expect(try Self.inflate(a + b, step: step, room: room) == text + Array("second".utf8))
    #expect(try Self.inflate(empty, step: step, room: room) == [])
    #expect(
      try Self.inflate(a + empty + b + zeros, step: step, room: room) == text + Array("second".utf8)
    )
  }

  @Test func `inflates megabytes`() throws {
    let big = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    #expect(try Self.inflate(try Self.member(big)) == big)
  }

  @Test func `refuses data that end anywhere inside a member`() throws {
    let member = try Self.member(text)
    for count in 0..<member.count {
      #expect(throws: GzipFault.truncated(offset: count)) {
        try Self.inflate(Array(member[..<count]))
      }
      if count > 0 {
        #expect(throws: GzipFault.truncated(offset: member.count + count)) {
          try Self.inflate(member + member[..<count])
        }
      }
    }
  }

  @Test func `a flipped bit is refused, or harmless`() throws {
    let member = try Self.member(text)
    var harmless: Set<Int> = []
    for index in member.indices {
      for bit in 0..<8 {
        var damaged = member
        damaged[index] ^= 1 << bit
        do {
          let result = try Self.inflate(damaged)
          #expect(result == text)
          harmless.insert(index)
        } catch let fault as GzipFault {
          if case .outOfMemory = fault { Issue.record("no memory") }
        }
      }
    }
    // The flag "is text", the time, the extra flags and the system's name say nothing about the
    // content, nor do the bits behind the last code, in the byte before the checksum and the
    // length.
    #expect(harmless.isSubset(of: Set(3...9).union([member.count - 9])))
  }

  @Test(arguments: [[UInt8]("x".utf8), [0, 0, 1], [0x1F, 0x8C, 8, 0], [0x1F, 0x1F]])
  func `refuses what follows the last member`(_ garbage: [UInt8]) throws {
    let member = try Self.member(text)
    let start = member.count + (garbage[0] == 0 ? 2 : 0)
    #expect(throws: GzipFault.trailingGarbage(offset: start)) { try Self.inflate(member + garbage) }
    #expect(throws: GzipFault.trailingGarbage(offset: start)) {
      try Self.inflate(member + garbage, step: 1, room: 1)
    }
  }

  @Test func `says where damaged data lie`() throws {
    var member = try Self.member(text)
    member[member.count - 8] ^= 1
    #expect(throws: GzipFault.damaged(offset: member.count - 4, reason: "incorrect data check")) {
      try Self.inflate(member)
    }
  }

  @Test func `what the source throws comes through`() throws {
    let gzip = try Gzip()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 8, alignment: 1)
    defer { unsafe buffer.deallocate() }
    #expect(throws: CancellationError.self) {
      try unsafe gzip.read(into: buffer) { (_) in throw CancellationError() }
    }
  }
}
