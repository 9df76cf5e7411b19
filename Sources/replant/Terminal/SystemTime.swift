import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Seconds on a clock that nobody sets; only differences mean something. Passed in, so that tests have their own.
typealias Stopwatch = () -> Double

enum SystemTime {
  static func monotonic() -> Double {
    let parts = start.duration(to: .now).components
    return Double(parts.seconds) + Double(parts.attoseconds) / 1e18
  }

  private static let start = ContinuousClock.now

  /// Nil if the clock is beyond the year 9999, or cannot be read.
  static func now() -> Timestamp? {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return nil }
    return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }

  /// Processors that are on; as many workers as `--workers` allows at most.
  static var cores: Int { min(256, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
