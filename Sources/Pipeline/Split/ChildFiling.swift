import JSONTree

/// Says to which keys the children of a gathered join belong: what their `by` gives.
///
///     /comments/{cid}, by: "post"       {"c1":{"post":"p1"}}  → c1 under p1
///     by: "tags"                        {"c2":{"tags":["x","y"]}} → c2 under x and under y
final class ChildFiling {
  enum Outcome {
    /// Under as many keys as `by` gives; none where it is absent.
    case filed
    /// The child is no JSON.
    case unparsable
    /// `by` fails, or gives what is no key.
    case unplaced
  }

  private let gathering: Gathering
  private let endsWithCapture: Bool
  private let names: [Constant]
  private let parser: RunParser
  private var canonicaliser: Canonicaliser
  private var scope: Scope
  /// The parts of the keys that are the same for all children of a segment.
  private let shared = ByteBuffer(capacity: 64)
  /// The path of the segment, and behind it the child's.
  private let path = ByteBuffer()
  private var pathCount = 0

  init(_ gathering: Gathering, _ pattern: Pattern, _ environment: Environment, _ policy: Policy) {
    parser = RunParser(policy)
    canonicaliser = Canonicaliser(policy)
    self.gathering = gathering
    endsWithCapture = pattern.endsWithCapture
    names = gathering.slots.map { Constant($0) }
    scope = Scope(arena: Arena(), environment: environment)
  }

  func begin(_ segment: Run.Segment, _ run: Run) {
    parser.load(run.bytes[segment.bytes])
    scope.captures = segment.captures.map { run.keys[$0] }
    if endsWithCapture { scope.captures.append(.empty) }
    shared.reset()
    for capture in gathering.shared { shared.append(keyPart: scope.captures[capture.own]) }
    path.reset()
    path.append(run.keys[segment.path])
    path.append(0x2F)
    pathCount = path.count
  }

  /// Appends the captures above the child that are not the rule's, with `/` between them: they tell children
  /// of one key apart.
  func appendParents(to bytes: ByteBuffer) {
    var isFirst = true
    for index in 0..<max(0, scope.captures.count - 1)
    where !gathering.shared.contains(where: { $0.own == index }) {
      if !isFirst { bytes.append(0x2F) }
      isFirst = false
      bytes.append(scope.captures[index])
    }
  }

  /// Calls `body` for each key that a child of the segment in hand belongs to.
  func file(
    _ index: Int, _ segment: Run.Segment, _ run: Run, _ body: (_ shared: Bytes, _ by: Bytes) -> Void
  ) -> Outcome {
    let child = run.children[index]
    let start = segment.bytes.lowerBound
    let node: Node
    do throws(ParseFault) {
      node = try parser.value(
        index - segment.children.lowerBound,
        at: child.value.lowerBound - start..<child.value.upperBound - start)
    } catch {
      return .unparsable
    }
    begin(node, run.key(index))
    switch JoinKeyValue(gathering.by(&scope), scope.arena) {
    case .absent: break
    case .text(let key): body(shared.bytes, key)
    case .list(let keys):
      for item in 0..<keys.count {
        if let key = keys[item].asText { body(shared.bytes, key) }
      }
    case .noKey: return .unplaced
    }
    return .filed
  }

  private func begin(_ node: Node, _ key: Bytes) {
    scope.arena.reset()
    let findings = canonicaliser.canonicalise(node)
    let value: Value = node.kind == .null ? .absent : .node(node)
    scope.key = key
    if endsWithCapture { scope.captures[scope.captures.count - 1] = key }
    path.truncate(to: pathCount)
    path.append(key)
    scope.path = path.bytes
    scope.value = value
    scope.priority = findings.priority.map { .node(node.at($0)) } ?? .absent
    scope.slots.removeAll(keepingCapacity: true)
    for name in names { scope.slots.append(value.child(PathKey(name.bytes))) }
    scope.forgetMemos()
  }
}
