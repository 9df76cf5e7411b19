#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The order of bytes, a prefix first: that of UTF-8, of code points, and of SQLite's BINARY
/// collation.
package enum ByteOrder {
  /// Whether `first` stands before `second`.
  package static func isAscending(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
    let order = unsafe first.withUnsafeBytes { (a) in
      unsafe second.withUnsafeBytes { (b) -> Int32 in
        guard let a = a.baseAddress, let b = b.baseAddress else { return 0 }
        return unsafe memcmp(a, b, min(first.count, second.count))
      }
    }
    return order == 0 ? first.count < second.count : order < 0
  }
}
