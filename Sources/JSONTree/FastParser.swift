internal import CSimdJSON

/// simdjson, for text that is expected to be right.
///
/// Its tape is not copied: a node is valid until the next parse. When it refuses a text it says
/// neither where nor why, and refuses numbers that are legal JSON (beyond 64 bits, `1e400`);
/// `ExactParser` then decides.
///
/// One thread at a time may use it.
@safe
public final class FastParser {
  private let parser: OpaquePointer?

  /// simdjson's code for the last parse, 0 if it went well (facts 8: 3 structure, 4 depth, 5
  /// string, 9 number, 10 UTF-8); 1 if there was no memory for the parser.
  public private(set) var lastError: Int32 = 0

  public init() {
    unsafe parser = replant_parser_new()
  }

  deinit {
    if let parser = unsafe parser { unsafe replant_parser_free(parser) }
  }

  /// Parses exactly one value with blanks around it; nil if simdjson refuses.
  ///
  /// 64 bytes behind the end of `bytes` must be readable, whatever they hold.
  public func parse(_ bytes: Bytes) -> Node? {
    guard let parser = unsafe parser else {
      lastError = 1
      return nil
    }
    lastError = unsafe replant_parser_parse(parser, bytes.pointer, bytes.count)
    guard lastError == 0, let words = unsafe replant_parser_tape(parser),
      let strings = unsafe replant_parser_strings(parser)
    else { return nil }
    return unsafe Node(words: words, strings: strings, index: 1)
  }
}
