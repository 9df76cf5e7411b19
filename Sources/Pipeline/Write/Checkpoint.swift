/// How far into an export a target has got: every record that begins before it is committed, and none that begins at or
/// behind it.
///
///     {"users":{"ann":{"age":31},"bob":{"age":44},"eve":{"age":27}}}
///     0         10               27               44
///
/// After the batch with `ann` and `bob` the offset is 28. Rules are done in order, each from its first record to its last:
/// in stages, of which those whose records interleave share one.
package struct Position: Sendable, Comparable {
  package var stage: Int
  package var offset: Int

  package init(stage: Int, offset: Int) {
    self.stage = stage
    self.offset = offset
  }

  package static let start = Position(stage: 0, offset: 0)

  package static func < (a: Position, b: Position) -> Bool {
    (a.stage, a.offset) < (b.stage, b.offset)
  }
}

/// What a target keeps of a run beside the run's documents, so that the same command can go on from there.
package struct Checkpoint: Sendable, Equatable {
  package var phase = Phase.running
  package var position: Position
  /// What the run has counted so far (`RunState`).
  package var state: [UInt8]
  /// Of a run that is not running any more.
  package var ending: Ending?

  package init(
    phase: Phase = .running, position: Position, state: [UInt8], ending: Ending? = nil
  ) {
    self.phase = phase
    self.position = position
    self.state = state
    self.ending = ending
  }

  package enum Phase: Int, Sendable, Comparable {
    /// Documents before the position are in.
    case running
    /// All are in, and what has to go is gone. The run may not have told so yet.
    case delivered
    /// The run has come to its end: what is left of it tells whether there is anything to do.
    case complete

    package static func < (a: Phase, b: Phase) -> Bool { a.rawValue < b.rawValue }
  }
}

/// What a run is a run of: only the same can be continued.
package struct Fingerprint: Sendable, Equatable {
  /// What each part is called in messages, and the hash or the value of it.
  package private(set) var parts: [Part]

  package struct Part: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package init(_ parts: [(name: String, value: String)] = []) {
    self.parts = parts.map { Part(name: $0.name, value: $0.value) }
  }

  package mutating func add(_ name: String, _ value: String) {
    parts.append(Part(name: name, value: value))
  }

  /// A line a part, as a target keeps it.
  package var text: String { parts.map { "\($0.name)=\($0.value)\n" }.joined() }

  package init(text: String) {
    parts = text.split(separator: "\n").map { line in
      let halves = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return Part(name: String(halves[0]), value: halves.count > 1 ? String(halves[1]) : "")
    }
  }

  /// The names of the parts that are not the same: "export", "mapping".
  package func differences(from other: Fingerprint) -> [String] {
    let theirs = parts.map { other.parts.contains($0) ? nil : $0.name }.compactMap { $0 }
    let missing = other.parts.filter { part in !parts.contains { $0.name == part.name } }
    return theirs + missing.map(\.name)
  }
}
