internal import CScan

extension Bytes {
  /// How many bytes from the start on need no escape in a JSON text: none of `"`, `\` and U+0000 … U+001F.
  public var plainCount: Int { unsafe replant_plain_count(pointer, count) }
}
