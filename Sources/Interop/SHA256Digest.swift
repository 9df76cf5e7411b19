internal import CCrypto

/// SHA-256 (FIPS 180-4), by OpenSSL.
package enum SHA256 {
  private static let size = 32

  /// Looked up once: OpenSSL's simpler calls look it up each time, under a lock, which takes longer than a short
  /// text's digest. Nil where the machine's configuration forbids it.
  private nonisolated(unsafe) static let algorithm = unsafe EVP_MD_fetch(nil, "SHA256", nil)

  /// 64 hexadecimal digits in small letters; nil where OpenSSL has no SHA-256 to give, or no memory.
  package static func hex(of bytes: Span<UInt8>) -> [UInt8]? {
    guard let algorithm = unsafe algorithm else { return nil }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { digest in
      let status = unsafe bytes.withUnsafeBufferPointer { input in
        unsafe EVP_Digest(
          input.baseAddress, input.count, digest.baseAddress, nil, algorithm, nil)
      }
      guard status == 1 else { return nil }
      return unsafe [UInt8](unsafeUninitializedCapacity: 2 * size) { hex, count in
        for index in 0..<size {
          unsafe hex[2 * index] = digit(digest[index] >> 4)
          unsafe hex[2 * index + 1] = digit(digest[index] & 15)
        }
        count = 2 * size
      }
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
