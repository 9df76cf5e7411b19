#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension File {
  /// Whether both files hold the same first `count` bytes.
  package func holdsSame(as other: File, count: Int) throws(SystemFault) -> Bool {
    let size = 1 << 18
    let blocks = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 64)
    defer { unsafe blocks.deallocate() }
    let own = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[..<size])
    let others = unsafe UnsafeMutableRawBufferPointer(rebasing: blocks[size...])
    var offset = 0
    while offset < count {
      let length = min(size, count - offset)
      let a = unsafe UnsafeMutableRawBufferPointer(rebasing: own[..<length])
      let b = unsafe UnsafeMutableRawBufferPointer(rebasing: others[..<length])
      guard unsafe try read(into: a, at: offset) == length,
        unsafe try other.read(into: b, at: offset) == length,
        let start = a.baseAddress, let there = b.baseAddress,
        unsafe memcmp(start, there, length) == 0
      else { return false }
      offset += length
    }
    return true
  }
}
