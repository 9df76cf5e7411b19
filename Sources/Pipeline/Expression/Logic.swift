/// The operators, as evaluators.
enum Logic {
  /// What a value means where true or false is asked for.
  enum Truth {
    case yes
    case no
    case failed(Failure)

    /// An absent value counts as false, any other that is no boolean fails.
    init(_ value: Value) {
      if let flag = value.asBoolean {
        self = flag ? .yes : .no
      } else if case .failed(let failure) = value {
        self = .failed(failure)
      } else {
        self = value.isAbsent ? .no : .failed(Failure("expected true or false"))
      }
    }
  }

  /// `||`: what follows the first true part is not evaluated.
  static func any(_ parts: [Evaluator]) -> Evaluator {
    { scope in
      for part in parts {
        switch Truth(part(&scope)) {
        case .yes: return .boolean(true)
        case .no: continue
        case .failed(let failure): return .failed(failure)
        }
      }
      return .boolean(false)
    }
  }

  /// `&&`: what follows the first false part is not evaluated.
  static func all(_ parts: [Evaluator]) -> Evaluator {
    { scope in
      for part in parts {
        switch Truth(part(&scope)) {
        case .yes: continue
        case .no: return .boolean(false)
        case .failed(let failure): return .failed(failure)
        }
      }
      return .boolean(true)
    }
  }

  static func not(_ part: @escaping Evaluator) -> Evaluator {
    { scope in
      switch Truth(part(&scope)) {
      case .yes: .boolean(false)
      case .no: .boolean(true)
      case .failed(let failure): .failed(failure)
      }
    }
  }

  /// `??`: the first value that is neither absent nor failed, else the last failure.
  static func first(_ parts: [Evaluator]) -> Evaluator {
    if parts.count == 2 {
      let (first, second) = (parts[0], parts[1])
      return { scope in
        let value = first(&scope)
        guard case .failed = value else { return value.isAbsent ? second(&scope) : value }
        let other = second(&scope)
        if other.isAbsent { return value }
        if case .failed = other { return other }
        scope.recovered = true
        return other
      }
    }
    return { scope in
      var failure: Failure?
      for part in parts {
        let value = part(&scope)
        if case .failed(let reason) = value {
          failure = reason
        } else if !value.isAbsent {
          if failure != nil { scope.recovered = true }
          return value
        }
      }
      return failure.map { .failed($0) } ?? .absent
    }
  }

  /// `[a, b]`: absent items are left out.
  static func list(_ items: [Evaluator]) -> Evaluator {
    // Pairs are common, and closures that a closure holds are called without being retained.
    if items.count == 2 {
      let (first, second) = (items[0], items[1])
      return { scope in
        let a = first(&scope)
        if case .failed = a { return a }
        let b = second(&scope)
        if case .failed = b { return b }
        let arena = scope.arena
        let mark = arena.stack.count
        if !a.isAbsent { arena.stack.append(a) }
        if !b.isAbsent { arena.stack.append(b) }
        return .items(arena, from: mark)
      }
    }
    return { scope in
      let arena = scope.arena
      let mark = arena.stack.count
      for item in items {
        let value = item(&scope)
        if case .failed = value {
          arena.discard(to: mark)
          return value
        }
        if !value.isAbsent { arena.stack.append(value) }
      }
      return .items(arena, from: mark)
    }
  }

  static func compare(
    _ comparison: Syntax.Comparison, _ left: @escaping Evaluator, _ right: @escaping Evaluator
  ) -> Evaluator {
    { scope in
      let a = left(&scope)
      if case .failed = a { return a }
      let b = right(&scope)
      if case .failed = b { return b }
      switch comparison {
      case .equal: return .boolean(!a.isAbsent && !b.isAbsent && a.equals(b))
      case .notEqual: return .boolean(a.isAbsent || b.isAbsent || !a.equals(b))
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        if a.isAbsent || b.isAbsent { return .boolean(false) }
        guard let order = Comparand.order(Comparand(a), Comparand(b)) else {
          return .failed(Failure("expected two numbers, two texts or two timestamps to compare"))
        }
        return .boolean(comparison.holds(order))
      }
    }
  }
}

extension Syntax.Comparison {
  /// Whether it holds for two values in this order: negative when the first is less.
  fileprivate func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
