extension Bytes {
  /// Lends the bytes as a span for the time of `body`.
  @inlinable
  public func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let span = unsafe Span(_unsafeElements: buffer)
    return try body(span)
  }
}
