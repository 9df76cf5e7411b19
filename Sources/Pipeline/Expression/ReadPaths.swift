/// Which parts of its records a rule's expressions read, to tell what nobody reads.
///
///     items.*.price | sum     reads items.*.price, whole
///     items | count           reads items, but nothing in it
struct ReadPaths {
  enum Step: Equatable {
    case name([UInt8])
    /// Any child: `.*`, an index, a computed key.
    case each

    fileprivate func mayBe(_ other: Step) -> Bool {
      if case .name(let a) = self, case .name(let b) = other { return a == b }
      return true
    }

    func mayBe(_ key: Pattern.Segment) -> Bool {
      if case .name(let a) = self, case .literal(let b) = key { return a == b }
      return true
    }
  }

  private var paths: [(steps: [Step], isWhole: Bool)] = []

  /// With `isWhole` all that lies below is read, too.
  mutating func add(_ steps: [Step], isWhole: Bool) { paths.append((steps, isWhole)) }

  /// The names that are read of the maps at `place`; nil if all may be.
  func names(at place: [Step]) -> [[UInt8]]? {
    var names: [[UInt8]] = []
    for (steps, isWhole) in paths where zip(steps, place).allSatisfy({ $0.mayBe($1) }) {
      if steps.count <= place.count {
        if isWhole { return nil }
        continue
      }
      guard case .name(let name) = steps[place.count] else { return nil }
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// A path of an expression: from the record's top, or from the map in hand.
struct RelativePath {
  var start: Syntax.Start
  /// A field's name that it starts with among them; none of `$value`.
  var steps: [ReadPaths.Step]

  init(start: Syntax.Start, steps: [ReadPaths.Step]) {
    self.start = start
    self.steps = steps
  }

  /// Nil where the path starts neither at a field nor at the record.
  init?(_ start: Syntax.Start, _ segments: [Syntax.Segment]) {
    switch start {
    case .field(let name), .rootField(let name): steps = [.name(name)]
    case .variable("value"): steps = []
    case .variable: return nil
    }
    self.start = start
    for segment in segments {
      switch segment.form {
      case .name(let name): steps.append(.name(name))
      case .index(let index):
        if case .text(let name)? = index.literal {
          steps.append(.name(name))
        } else {
          steps.append(.each)
        }
      case .all: steps.append(.each)
      }
    }
  }

  /// Nil where the expression is more than a path.
  init?(_ syntax: Syntax) {
    guard case .path(let start, let segments) = syntax.form else { return nil }
    self.init(start, segments)
  }

  /// The keys from the start on, `/` between; nil where one of them is not fixed, or none is on the way.
  var keys: [UInt8]? {
    if steps.isEmpty { return nil }
    var keys: [UInt8] = []
    for step in steps {
      guard case .name(let name) = step else { return nil }
      if !keys.isEmpty { keys.append(0x2F) }
      keys += name
    }
    return keys
  }
}

/// Where the expressions of nested `fields` stand.
struct Nesting {
  /// The maps at which paths start, from the record on; nil where they are computed.
  var place: [ReadPaths.Step]?
  /// Whether a list is around them, so that there is an `$index`.
  var isInList: Bool
}
