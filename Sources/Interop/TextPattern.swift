internal import CPCRE2
internal import Synchronization

/// A compiled regular expression: PCRE2 with UTF and UCP, searched for in texts.
///
/// Several threads may search at once: what a search needs for itself is lent from a list of spare ones.
@safe
package final class TextPattern: Sendable {
  /// Why a pattern is none, and at which of its bytes.
  package struct Fault: Error, Equatable {
    package var message: String
    package var offset: Int
  }

  package enum Outcome: Equatable {
    /// Where the first group matched, or the whole where there are no groups.
    case found(Range<Int>)
    case nothing
    /// The search took too many steps or too much memory, or the text is no UTF-8.
    case failed
  }

  /// Steps of one search. PCRE2's own limit, ten times as much, lets a hostile text hold a worker for a second.
  private static let matchLimit: UInt32 = 1_000_000
  /// In KiB.
  private static let heapLimit: UInt32 = 65_536

  @safe private struct Spare: @unchecked Sendable {
    var blocks: [OpaquePointer] = unsafe []
  }

  private nonisolated(unsafe) let code: OpaquePointer
  private nonisolated(unsafe) let context: OpaquePointer
  private let hasGroups: Bool
  private let spare = Mutex(Spare())

  package init(_ pattern: [UInt8]) throws(Fault) {
    var error: Int32 = 0
    var offset = 0
    // \C would cut characters.
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C
    let compiled = unsafe pattern.withUnsafeBufferPointer { text in
      unsafe replant_pcre2_compile(text.baseAddress, text.count, options, &error, &offset)
    }
    guard let compiled = unsafe compiled, let context = unsafe pcre2_match_context_create_8(nil)
    else { throw Fault(message: Self.message(error), offset: offset) }
    unsafe code = compiled
    unsafe self.context = context
    unsafe pcre2_set_match_limit_8(context, Self.matchLimit)
    unsafe pcre2_set_heap_limit_8(context, Self.heapLimit)
    var groups: UInt32 = 0
    unsafe pcre2_pattern_info_8(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    hasGroups = groups > 0
  }

  deinit {
    spare.withLock { spare in
      while let block = unsafe spare.blocks.popLast() { unsafe pcre2_match_data_free_8(block) }
    }
    unsafe pcre2_match_context_free_8(context)
    unsafe pcre2_code_free_8(code)
  }

  package func search(_ text: Span<UInt8>) -> Outcome {
    let block = unsafe spare.withLock { unsafe $0.blocks.popLast() }
    let data = unsafe block ?? pcre2_match_data_create_from_pattern_8(code, nil)
    guard let data = unsafe data else { return .failed }
    defer { spare.withLock { unsafe $0.blocks.append(data) } }
    let result = unsafe text.withUnsafeBufferPointer { buffer in
      unsafe replant_pcre2_match(code, buffer.baseAddress, buffer.count, data, context)
    }
    if result == PCRE2_ERROR_NOMATCH { return .nothing }
    guard result > 0, let places = unsafe pcre2_get_ovector_pointer_8(data) else { return .failed }
    let group = hasGroups ? 1 : 0
    // A group that took no part has no place; `\K` may put the start behind the end.
    guard group < result else { return .nothing }
    let (start, end) = unsafe (places[2 * group], places[2 * group + 1])
    guard start >= 0, start <= end, end <= text.count else { return .nothing }
    return .found(start..<end)
  }

  private static func message(_ code: Int32) -> String {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      let length = unsafe pcre2_get_error_message_8(code, buffer.baseAddress, buffer.count)
      count = max(0, Int(length))
    }
    return bytes.isEmpty ? "the pattern cannot be used" : String(decoding: bytes, as: UTF8.self)
  }
}
