internal import CZlib

/// Why compressed data cannot be read.
package enum GzipFault: Error, Equatable, CustomStringConvertible {
  /// The data ends inside a member, after `offset` compressed bytes.
  case truncated(offset: Int)
  /// The data near `offset` is not what was compressed: a checksum or a length differs, or a code
  /// is impossible.
  case damaged(offset: Int, reason: String)
  /// What begins at `offset`, behind a complete member, is neither another member nor zero padding.
  case trailingGarbage(offset: Int)
  case outOfMemory

  package var description: String {
    switch self {
    case .truncated(let offset): "the gzip data ends early, after \(offset) bytes"
    case .damaged(let offset, let reason):
      "the gzip data is damaged near byte \(offset): \(reason)"
    case .trailingGarbage(let offset): "something that is not gzip data follows at byte \(offset)"
    case .outOfMemory: "there is no memory left to inflate gzip data"
    }
  }
}

/// Inflates gzip data that a source gives piece by piece.
///
///     [header deflate CRC length] [header deflate CRC length] 00 00 00
///      member                      member                      padding
///
/// The members' contents follow each other as one stream. Zeros after the last member are skipped,
/// as gzip(1) does (tapes pad); anything else there is refused. Bytes that were inflated before a
/// fault have been given out already: only a read that returns 0 says that everything was complete
/// and every checksum right.
@safe
package final class Gzip {
  /// On the heap, since zlib remembers the address of its stream.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableRawBufferPointer
  private let inputSize: Int
  private var isSourceAtEnd = false
  private var place = Place.member
  /// Where the member that is being read began.
  private var memberStart = 0
  /// Compressed bytes used so far, all members together.
  package private(set) var consumed = 0

  private enum Place { case member, between, padding, end }

  /// - Parameter bufferSize: compressed bytes asked of the source at a time.
  /// - Throws: `GzipFault.outOfMemory`.
  package init(bufferSize: Int = 1 << 17) throws(GzipFault) {
    inputSize = max(1, bufferSize)
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe input = .allocate(byteCount: inputSize, alignment: 16)
    let isReady = unsafe replant_inflate_init(stream) == Z_OK
    guard isReady else { throw .outOfMemory }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe input.deallocate()
  }

  /// Inflates into `buffer` until it is full, the source has to be asked again, or the data ends.
  ///
  /// - Parameters:
  ///   - buffer: at least one byte.
  ///   - source: fills its argument with compressed bytes and returns how many; 0 at the end.
  /// - Returns: How many bytes were written to `buffer`; 0 when the data has come to a good end.
  /// - Throws: `GzipFault`, or what `source` throws.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer,
    from source: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> Int {
    while true {
      switch place {
      case .member:
        let count = try unsafe inflateMember(into: buffer)
        if count > 0 { return count }
        if place == .member, try unsafe !refill(from: source) {
          throw GzipFault.truncated(offset: consumed)
        }
      case .between:
        if try unsafe refill(from: source) {
          try startNextMember()
        } else {
          place = .end
        }
      case .padding:
        if try unsafe refill(from: source) { try skipPadding() } else { place = .end }
      case .end:
        return 0
      }
    }
  }

  /// Makes sure that there is input.
  ///
  /// - Returns: Whether there is.
  private func refill(
    from source: (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws -> Bool {
    if unsafe stream.pointee.avail_in > 0 { return true }
    if isSourceAtEnd { return false }
    let count = try unsafe source(input)
    precondition(count >= 0 && count <= inputSize, "a source gave more than there is room for")
    isSourceAtEnd = count == 0
    unsafe stream.pointee.next_in = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = UInt32(count)
    return count > 0
  }

  private func inflateMember(into buffer: UnsafeMutableRawBufferPointer) throws(GzipFault) -> Int {
    let room = UInt32(min(buffer.count, Int(Int32.max)))
    let available = unsafe stream.pointee.avail_in
    unsafe stream.pointee.next_out = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = room
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    consumed += Int(available - (unsafe stream.pointee.avail_in))
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: place = .between
    case Z_MEM_ERROR: throw .outOfMemory
    default: throw fault()
    }
    return Int(room - (unsafe stream.pointee.avail_out))
  }

  /// What zlib's refusal means: the wrong first two bytes of a later member are no member at all.
  private func fault() -> GzipFault {
    if memberStart > 0, unsafe stream.pointee.total_in <= 2, unsafe stream.pointee.total_out == 0 {
      return .trailingGarbage(offset: memberStart)
    }
    let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
    return .damaged(offset: consumed, reason: reason ?? "unexpected data")
  }

  /// Called with at least one byte of input.
  private func startNextMember() throws(GzipFault) {
    let first = unsafe stream.pointee.next_in.pointee
    switch first {
    case 0: place = .padding
    case 0x1F:
      memberStart = consumed
      unsafe inflateReset(stream)
      place = .member
    default: throw .trailingGarbage(offset: consumed)
    }
  }

  private func skipPadding() throws(GzipFault) {
    while unsafe stream.pointee.avail_in > 0 {
      let byte = unsafe stream.pointee.next_in.pointee
      if byte != 0 { throw .trailingGarbage(offset: consumed) }
      unsafe stream.pointee.next_in += 1
      unsafe stream.pointee.avail_in -= 1
      consumed += 1
    }
  }
}
