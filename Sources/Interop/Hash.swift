internal import CXXHash

/// 128 bits of XXH3, without a seed.
///
/// Tells whether two pieces of data are equal, not whether somebody has made them look so. The same
/// on every machine and in every version of the library: it is stored in ledgers.
package struct Hash128: Sendable, Hashable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The hash of the bytes.
  package init(of bytes: Span<UInt8>) {
    self.init(
      unsafe bytes.withUnsafeBytes { (buffer) in
        unsafe XXH3_128bits(buffer.baseAddress, buffer.count)
      })
  }

  package init(of bytes: [UInt8]) { self.init(of: bytes.span) }

  init(_ hash: XXH128_hash_t) { self.init(high: hash.high64, low: hash.low64) }

  /// The 16 bytes in the library's canonical order, the highest first.
  package var bytes: [UInt8] {
    [high, low].flatMap { (word) in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) }
    }
  }

  /// 32 lowercase hexadecimal digits, as `xxh128sum` prints them.
  package var hex: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Hashes bytes as they come: a file, or a document in several pieces.
///
/// The pieces are not told apart: "ab" and "c" give the hash of "abc". `finish` may be called at
/// any time and more bytes may follow it.
@safe
package final class Hasher128 {
  private let state: OpaquePointer

  /// Throws if there is no memory for 576 bytes.
  package init() throws(SystemFault) {
    guard let state = unsafe XXH3_createState() else {
      throw SystemFault(operation: "allocate", path: "a hash state", code: SystemErrors.outOfMemory)
    }
    unsafe self.state = state
    reset()
  }

  deinit { unsafe _ = XXH3_freeState(state) }

  /// Forgets all bytes.
  package func reset() { unsafe _ = XXH3_128bits_reset(state) }

  package func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { (buffer) in
      unsafe _ = XXH3_128bits_update(state, buffer.baseAddress, buffer.count)
    }
  }

  package func update(_ bytes: [UInt8]) { update(bytes.span) }

  package func finish() -> Hash128 { unsafe Hash128(XXH3_128bits_digest(state)) }
}
