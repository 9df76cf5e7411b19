import JSONTree

/// Paths as evaluators.
///
///     comments.*.userId
///     ^ start  ^ all children, in key order
///               ^ of each of them; what has none is left out
///
/// From the first `.*` on, every segment applies to each of the values so far.
enum PathEvaluator {
  enum Segment {
    case name(Constant)
    case index(Evaluator)
    case all
  }

  /// A segment with its key made ready.
  private enum Move: Sendable {
    case key(ConstantKey)
    case index(Evaluator)
    case all
  }

  static func make(from start: @escaping Evaluator, _ segments: [Segment]) -> Evaluator {
    guard !segments.isEmpty else { return start }
    let moves = segments.map { segment -> Move in
      switch segment {
      case .name(let constant): .key(ConstantKey(constant))
      case .index(let evaluator): .index(evaluator)
      case .all: .all
      }
    }
    let spread = moves.firstIndex { if case .all = $0 { true } else { false } } ?? moves.count
    let single = Array(moves[..<spread])
    let each = Array(moves[spread...])
    if moves.count == 1, case .key(let key) = moves[0] {
      return { scope in
        let value = start(&scope)
        if case .failed = value { return value }
        return value.isAbsent ? .absent : value.child(key.path)
      }
    }
    if moves.count == 2, case .all = moves[0], case .key(let key) = moves[1] {
      return { childrenOf(start(&$0), key.path, $0.arena) }
    }
    return { scope in
      var value = start(&scope)
      for move in single {
        if case .failed = value { return value }
        if value.isAbsent { return .absent }
        switch move {
        case .key(let key): value = value.child(key.path)
        case .index(let index): value = value.child(at: index(&scope))
        case .all: break
        }
      }
      return each.isEmpty ? value : Self.spread(value, each, &scope)
    }
  }

  /// `.*.name`, the commonest of its kind.
  private static func childrenOf(_ value: Value, _ key: PathKey, _ arena: Arena) -> Value {
    if case .failed = value { return value }
    guard var cursor = ChildCursor(value) else { return .absent }
    let stack = arena.stack
    let mark = stack.count
    while let child = cursor.advance() {
      let found = child.value.child(key)
      if !found.isAbsent { stack.append(found) }
    }
    return .items(arena, from: mark)
  }

  /// Follows moves, the first of them `.all`, from one value to many.
  private static func spread(_ value: Value, _ moves: [Move], _ scope: inout Scope) -> Value {
    if case .failed = value { return value }
    let arena = scope.arena
    let mark = arena.stack.count
    arena.stack.append(value)
    for move in moves {
      switch move {
      case .all:
        expand(arena, from: mark)
      case .key(let key):
        apply(arena, from: mark) { $0.child(key.path) }
      case .index(let index):
        let key = index(&scope)
        if case .failed = key {
          arena.discard(to: mark)
          return key
        }
        apply(arena, from: mark) { $0.child(at: key) }
      }
      if case .failed? = arena.stack.last, arena.stack.count > mark {
        let failure = arena.stack[arena.stack.count - 1]
        arena.discard(to: mark)
        return failure
      }
    }
    return .items(arena, from: mark)
  }

  /// Puts the children of each value above `mark` in the values' place.
  private static func expand(_ arena: Arena, from mark: Int) {
    let end = arena.stack.count
    for index in mark..<end { _ = arena.stack[index].pushItems(on: arena) }
    arena.stack.removeSubrange(mark..<end)
  }

  /// Replaces each value above `mark`; absent ones go. The first failure ends up on top.
  private static func apply(_ arena: Arena, from mark: Int, _ child: (Value) -> Value) {
    var kept = mark
    for index in mark..<arena.stack.count {
      let value = child(arena.stack[index])
      if value.isAbsent { continue }
      arena.stack[kept] = value
      kept += 1
      if case .failed = value { break }
    }
    arena.discard(to: kept)
  }
}

/// The key of a segment and the memory that it lies in.
struct ConstantKey: Sendable {
  private let constant: Constant
  let path: PathKey

  init(_ constant: Constant) {
    self.constant = constant
    path = PathKey(constant.bytes)
  }
}
