import JSONTree

/// A text of the mapping, at one address for as long as the evaluator that holds it.
@safe
final class Constant: @unchecked Sendable {
  private let storage: UnsafeMutablePointer<UInt8>
  let bytes: Bytes

  init(_ text: [UInt8]) {
    let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: max(text.count, 1))
    text.withBytes { unsafe storage.update(from: $0.pointer, count: $0.count) }
    unsafe self.storage = storage
    unsafe bytes = Bytes(start: UnsafePointer(storage), count: text.count)
  }

  deinit { unsafe storage.deallocate() }
}
