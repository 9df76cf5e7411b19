import JSONTree

/// A checked expression of one rule, ready to run.
package struct CompiledExpression: Sendable {
  package var evaluate: Evaluator
  /// What it may give.
  package var kinds: Kinds
  /// Set when the expression is nothing but one field of the record.
  package var slot: Int?
  /// Set when it is nothing but a path that starts at the record or at the map in hand; what is joined is neither.
  var path: RelativePath?
}

/// Compiles the expressions of one rule and gives each field that they read a slot.
///
/// Evaluators are closures over closures: the work of looking at the tree is done once, here. An evaluator
/// allocates only in the scope's arena.
package struct ExpressionCompiler {
  /// The names that the expressions read so far.
  package private(set) var slots: SlotTable
  /// Whether one of them reads the record itself, or a part of it as one of `$value`.
  package private(set) var readsValue = false
  /// The fields that are read as parts of `$value`. They need no slot, and a join of their name does not hide them.
  private(set) var partsOfValue: [[UInt8]] = []
  /// Whether one that was compiled since this was set back reads something that is joined.
  var readsJoin = false
  /// Whether one of them reads `$priority`.
  private(set) var readsPriority = false
  /// Whether one of them reads `$now`.
  private(set) var readsNow = false
  /// What of the record they read; what is joined is another part of the tree, whose fields nobody misses here.
  private(set) var reads = ReadPaths()
  /// Inside nested `fields`: where the map stands at which paths start.
  private var nesting: Nesting?
  private let captures: [String]?
  private let zone: Zone?
  private let shared: SharedPipes
  /// The expression in hand.
  private var text: [UInt8] = []
  /// In how many arguments of steps the part in hand stands.
  private var argumentDepth = 0
  /// How many steps around the part in hand give `$value` a meaning of their own.
  private var elementDepth = 0

  /// `joins` have the first slots, in order. `captures` is nil when `from` is wrong: then any name may be one, and
  /// what is compiled is only good for finding faults. `zone` is the mapping's; nil where this machine does not know
  /// it, which is a fault only of steps that need it.
  package init(captures: [String]?, joins: [[UInt8]] = [], zone: Zone? = .utc) {
    self.init(captures: captures, joins: joins, zone: zone, sharing: .none)
  }

  /// `shared` says which pipes of the rule's expressions are evaluated once a record.
  init(captures: [String]?, joins: [[UInt8]], zone: Zone?, sharing shared: SharedPipes) {
    self.captures = captures
    self.zone = zone
    self.shared = shared
    slots = SlotTable(names: joins, joins: Set(joins.indices))
  }

  /// With `opensMap` the value's fields have expressions of their own, which tell what of it is read. `hidden` are names
  /// that the expression must not read yet, each with the sentence that says why.
  package mutating func compile(
    _ text: [UInt8], opensMap: Bool = false, hidden: [[UInt8]: String] = [:]
  ) throws(ExpressionFaults) -> CompiledExpression {
    let syntax: Syntax
    do {
      syntax = try ExpressionParser.parse(text)
    } catch {
      throw ExpressionFaults(faults: [error])
    }
    var check = TypeCheck(
      captures: captures, hasZone: zone != nil, isInList: nesting?.isInList ?? false, text: text,
      hidden: hidden)
    let kinds = check.kinds(of: syntax)
    guard check.faults.isEmpty else { throw ExpressionFaults(faults: check.faults) }
    readsValue = readsValue || check.readsValue
    readsPriority = readsPriority || check.readsPriority
    readsNow = readsNow || check.readsNow
    self.text = text
    var slot: Int?
    if nesting == nil, case .path(.field(let name), let segments) = syntax.form, segments.isEmpty {
      slot = self.slot(name)
    }
    let evaluate: Evaluator
    if opensMap, case .path(let start, let segments) = syntax.form {
      evaluate = path(start, segments, isWhole: false)
    } else {
      evaluate = evaluator(syntax)
    }
    var path: RelativePath?
    if case .path(let start, let segments) = syntax.form { path = self.path(start, segments) }
    return CompiledExpression(evaluate: evaluate, kinds: kinds, slot: slot, path: path)
  }

  /// A field of the record, or of the map in hand, by its name alone.
  package mutating func field(_ name: [UInt8], opensMap: Bool = false) -> CompiledExpression {
    note(.field(name), [], isWhole: !opensMap)
    return CompiledExpression(
      evaluate: start(.field(name)), kinds: .any, slot: nesting == nil ? slot(name) : nil,
      path: path(.field(name), []))
  }

  /// Compiles what `body` compiles as expressions over the maps that `path` gives: themselves or, with `isInList`,
  /// the items of a list of them. `path` is nil where the value is computed.
  mutating func nest<Result>(
    at path: RelativePath?, listDepth: Int, _ body: (inout ExpressionCompiler) -> Result
  ) -> Result {
    let outer = nesting
    defer { nesting = outer }
    var place = path.flatMap { absolute($0) }
    place?.append(contentsOf: repeatElement(.each, count: listDepth))
    nesting = Nesting(place: place, isInList: listDepth > 0 || outer?.isInList ?? false)
    return body(&self)
  }

  /// Where the maps stand at which paths start, from the record on; nil at the top and where they are computed.
  var place: [ReadPaths.Step]? { nesting?.place }

  /// Where a path leads, from the record on; nil where it starts at a computed map.
  private func absolute(_ path: RelativePath) -> [ReadPaths.Step]? {
    switch path.start {
    case .rootField, .variable: path.steps
    case .field: nesting == nil ? path.steps : nesting?.place.map { $0 + path.steps }
    }
  }

  /// Nil where the path leads into no part of the record that is known by its place.
  private func path(_ start: Syntax.Start, _ segments: [Syntax.Segment]) -> RelativePath? {
    switch start {
    case .field where nesting != nil: break
    case .field(let name), .rootField(let name):
      if slots.joins.contains(where: { slots.names[$0] == name }) { return nil }
    case .variable: if elementDepth > 0 { return nil }
    }
    return RelativePath(start, segments)
  }

  private mutating func note(_ start: Syntax.Start, _ segments: [Syntax.Segment], isWhole: Bool) {
    guard let path = path(start, segments), let place = absolute(path) else { return }
    // Who reads the record itself reads all of it, though it be only to count.
    reads.add(place, isWhole: isWhole || place.isEmpty)
    if case .variable = start, case .name(let name)? = place.first, !partsOfValue.contains(name) {
      partsOfValue.append(name)
    }
  }

  private mutating func slot(_ name: [UInt8]) -> Int {
    if let index = slots.names.firstIndex(of: name) {
      readsJoin = readsJoin || slots.joins.contains(index)
      return index
    }
    slots.names.append(name)
    return slots.names.count - 1
  }

  // MARK: Forms

  private mutating func evaluators(_ parts: [Syntax]) -> [Evaluator] {
    var result: [Evaluator] = []
    for part in parts { result.append(evaluator(part)) }
    return result
  }

  private mutating func evaluator(_ syntax: Syntax) -> Evaluator {
    switch syntax.form {
    case .or(let parts): return Logic.any(evaluators(parts))
    case .and(let parts): return Logic.all(evaluators(parts))
    case .not(let part): return Logic.not(evaluator(part))
    case .compare(let comparison, let left, let right):
      return Logic.compare(comparison, evaluator(left), evaluator(right))
    case .first(let parts): return Logic.first(evaluators(parts))
    case .list(let items): return Logic.list(evaluators(items))
    case .literal(let literal): return Self.constant(literal)
    case .path(let start, let segments):
      return path(start, segments, isWhole: true)
    case .pipe(let input, let calls): return pipe(input, calls[...])
    }
  }

  private mutating func path(
    _ start: Syntax.Start, _ segments: [Syntax.Segment], isWhole: Bool
  ) -> Evaluator {
    note(start, segments, isWhole: isWhole)
    return PathEvaluator.make(from: self.start(start), segments.map { segment($0) })
  }

  /// The longest shared part of a pipe becomes the start of the rest. Inside nested `fields` nothing is shared: there
  /// the same text means another field.
  private mutating func pipe(_ input: Syntax, _ calls: ArraySlice<Syntax.Call>) -> Evaluator {
    for end in calls.indices.reversed() where argumentDepth == 0 && nesting == nil {
      let range = input.range.lowerBound..<calls[end].range.upperBound
      guard let place = shared.place(of: range, in: text) else { continue }
      let start = SharedPipes.once(place, steps(calls[...end], behind: self.input(input, calls)))
      return end + 1 == calls.endIndex ? start : steps(calls[(end + 1)...], behind: start)
    }
    return steps(calls, behind: self.input(input, calls))
  }

  /// What a pipe starts with. To count children is not to read what is in them.
  private mutating func input(_ input: Syntax, _ calls: ArraySlice<Syntax.Call>) -> Evaluator {
    guard case .path(let start, let segments) = input.form else { return evaluator(input) }
    let isWhole = !(calls.first.flatMap { StepEntry.named($0.name) }?.readsOnlyKeys ?? false)
    return path(start, segments, isWhole: isWhole)
  }

  private mutating func steps(
    _ calls: ArraySlice<Syntax.Call>, behind start: @escaping Evaluator
  ) -> Evaluator {
    var steps: [PipedStep] = []
    for call in calls { if let step = piped(call) { steps.append(step) } }
    return PipedStep.pipe(start, steps)
  }

  private static func constant(_ literal: Syntax.Literal) -> Evaluator {
    switch literal {
    case .text(let text):
      let constant = Constant(text)
      return { _ in .text(constant.bytes) }
    case .integer(let value): return { _ in .integer(value) }
    case .double(let value): return { _ in .double(value) }
    case .boolean(let flag): return { _ in .boolean(flag) }
    case .null: return { _ in .absent }
    }
  }

  private mutating func start(_ start: Syntax.Start) -> Evaluator {
    switch start {
    case .field(let name) where nesting != nil:
      let key = ConstantKey(Constant(name))
      return { $0.base.child(key.path) }
    case .field(let name), .rootField(let name):
      let slot = slot(name)
      return { $0.slots[slot] }
    case .variable("key"): return { $0.key.isEmpty ? .absent : .text($0.key) }
    case .variable("value"): return { $0.value }
    case .variable("path"): return { .text($0.path) }
    case .variable("priority"): return { $0.priority }
    case .variable("now"): return { .timestamp($0.environment.now) }
    case .variable("index"): return { $0.index }
    case .variable(let name):
      guard let capture = captures?.firstIndex(of: name) else { return { _ in .absent } }
      return { .text($0.captures[capture]) }
    }
  }

  private mutating func segment(_ segment: Syntax.Segment) -> PathEvaluator.Segment {
    switch segment.form {
    case .name(let name): .name(Constant(name))
    case .all: .all
    case .index(let syntax):
      // A constant text in brackets is a name.
      if case .text(let name)? = syntax.literal {
        .name(Constant(name))
      } else {
        .index(evaluator(syntax))
      }
    }
  }

  // MARK: Steps

  private mutating func piped(_ call: Syntax.Call) -> PipedStep? {
    // The type check has seen that there is such a step and that the arguments fit.
    guard let step = StepEntry.named(call.name) else { return nil }
    argumentDepth += 1
    defer { argumentDepth -= 1 }
    var arguments: [StepArguments.Argument] = []
    for (index, argument) in call.arguments.enumerated() {
      let parameter = step.parameters[min(index, step.parameters.count - 1)]
      arguments.append(self.argument(argument, parameter))
    }
    return PipedStep(
      code: step.code(StepArguments(values: arguments, zone: zone ?? .utc)),
      takesAbsent: step.takesAbsent)
  }

  private mutating func argument(
    _ argument: Syntax.Argument, _ parameter: StepEntry.Parameter
  ) -> StepArguments.Argument {
    switch (argument.form, parameter.form) {
    case (.table(let rows), _): .table(rows)
    case (.expression(let syntax), .text), (.expression(let syntax), .integer),
      (.expression(let syntax), .literal):
      .literal(syntax.literal ?? .null)
    case (.expression(let syntax), .element):
      .expression(element(syntax))
    case (.expression(let syntax), _): .expression(evaluator(syntax))
    }
  }
  /// What is evaluated for each element, which is its `$value`.
  private mutating func element(_ syntax: Syntax) -> Evaluator {
    elementDepth += 1
    defer { elementDepth -= 1 }
    return evaluator(syntax)
  }
}

/// A step of a pipe with its arguments.
struct PipedStep: Sendable {
  let code: StepCode
  let takesAbsent: Bool

  /// What every step does with values that are none.
  func apply(_ value: Value, _ scope: inout Scope) -> Value {
    if case .failed = value { return value }
    guard value.isAbsent else { return code(value, &scope) }
    return takesAbsent ? code(.absent, &scope) : .absent
  }

  /// A loop, however long the pipe: a closure around a closure would take a frame of the stack for each step.
  static func pipe(_ input: @escaping Evaluator, _ steps: [PipedStep]) -> Evaluator {
    if steps.count == 1 {
      let step = steps[0]
      return { step.apply(input(&$0), &$0) }
    }
    if steps.count == 2 {
      let (first, second) = (steps[0], steps[1])
      return { second.apply(first.apply(input(&$0), &$0), &$0) }
    }
    return { scope in
      var value = input(&scope)
      for step in steps { value = step.apply(value, &scope) }
      return value
    }
  }
}
