#if REPLANT_MUTANTS
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  /// Deliberate faults of the build that tests use, to prove that `scripts/crash` finds such: `REPLANT_MUTANT=no-sync`.
  package enum Mutant: String, Sendable {
    /// A checkpoint's position is saved before the lines that it is behind.
    case positionFirst = "position-first"
    /// Half-written files are not synced.
    case noSync = "no-sync"
    /// The lines of the last batch before a checkpoint are not written.
    case lostBatch = "lost-batch"
    /// A run that continues counts from nothing.
    case noCounters = "no-counters"
    /// What joins have been asked for before is not put back.
    case lostRows = "lost-rows"

    package static let present: Mutant? = unsafe getenv("REPLANT_MUTANT").flatMap {
      unsafe Mutant(rawValue: String(cString: $0))
    }
  }
#endif
