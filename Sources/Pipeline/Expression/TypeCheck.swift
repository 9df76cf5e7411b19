/// Finds what cannot work in an expression before any data is read: unknown steps and captures, wrong arguments,
/// pipes whose kinds cannot meet.
///
/// All faults are collected. An unknown part counts as `any`, so that one mistake gives one message.
struct TypeCheck {
  /// The captures of the rule's `from`; nil when that is itself wrong, so that any name may be one.
  let captures: [String]?
  /// Whether this machine knows the mapping's time zone.
  private let hasZone: Bool
  /// Whether the expression stands in the fields of a list's maps, where `$index` has a meaning.
  private let isInList: Bool
  /// The expression as written, for the place of a fault inside a text.
  private let text: [UInt8]
  /// Fields that must not be read here, each with the sentence that says why.
  private let hidden: [[UInt8]: String]
  private(set) var faults: [ExpressionFault] = []
  /// Whether `$value` is read where it means the record.
  private(set) var readsValue = false
  private(set) var readsPriority = false
  private(set) var readsNow = false
  /// How many steps around this part give `$value` and `$index` a meaning of their own.
  private var elementDepth = 0

  init(
    captures: [String]?, hasZone: Bool, isInList: Bool = false, text: [UInt8],
    hidden: [[UInt8]: String] = [:]
  ) {
    self.hidden = hidden
    self.captures = captures
    self.hasZone = hasZone
    self.isInList = isInList
    self.text = text
  }

  /// The names behind `$` that every rule has.
  static let variables: [String: Kinds] = [
    "key": .text, "path": .text, "priority": [.text, .number], "now": .timestamp, "index": .text,
    "value": .any,
  ]

  private mutating func report(_ range: Range<Int>, _ message: String) {
    faults.append(ExpressionFault(range, message))
  }

  @discardableResult
  mutating func kinds(of syntax: Syntax) -> Kinds {
    switch syntax.form {
    case .or(let parts), .and(let parts):
      for part in parts { requireBoolean(part) }
      return .boolean
    case .not(let part):
      requireBoolean(part)
      return .boolean
    case .compare(let comparison, let left, let right):
      check(comparison, left, right)
      return .boolean
    case .first(let parts):
      return parts.reduce(into: Kinds()) { $0.formUnion(kinds(of: $1)) }
    case .list(let items):
      for item in items { kinds(of: item) }
      return .list
    case .literal(let literal):
      return literal.kinds
    case .path(let start, let segments):
      return kinds(of: start, segments, in: syntax)
    case .pipe(let input, let calls):
      var present = kinds(of: input)
      for call in calls { present = kinds(of: call, input: present) }
      return present
    }
  }

  // MARK: Operators

  private mutating func requireBoolean(_ part: Syntax) {
    let found = kinds(of: part)
    if found.isDisjoint(with: .boolean), found != [] {
      report(part.range, "expected true or false, but this is \(found.phrase)")
    }
  }

  private mutating func check(_ comparison: Syntax.Comparison, _ left: Syntax, _ right: Syntax) {
    let nulls = [left, right].filter { $0.literal == .null }
    for null in nulls {
      report(
        null.range, "nothing compares with null; ask whether a value is there with \"| exists\"")
    }
    let (a, b) = (kinds(of: left), kinds(of: right))
    guard comparison != .equal, comparison != .notEqual, nulls.isEmpty else { return }
    let ordered: Kinds = [.number, .text, .timestamp]
    for (part, found) in [(left, a), (right, b)]
    where found.isDisjoint(with: ordered) && found != [] {
      report(
        part.range,
        "\"\(comparison.rawValue)\" orders numbers, texts and timestamps, but this is \(found.phrase)"
      )
      return
    }
    if a.isDisjoint(with: b), a != [], b != [] {
      report(
        left.range.lowerBound..<right.range.upperBound,
        "\"\(comparison.rawValue)\" cannot order \(a.phrase) and \(b.phrase)")
    }
  }

  // MARK: Paths

  private mutating func kinds(
    of start: Syntax.Start, _ segments: [Syntax.Segment], in syntax: Syntax
  ) -> Kinds {
    var present = Kinds.any
    var isSpread = false
    switch start {
    case .field(let name), .rootField(let name):
      guard let sentence = hidden[name] else { break }
      report(
        syntax.range.lowerBound..<(segments.first?.range.lowerBound ?? syntax.range.upperBound),
        sentence)
    case .variable: break
    }
    if case .variable(let name) = start {
      let end = segments.first?.range.lowerBound ?? syntax.range.upperBound
      present = kinds(ofVariable: name, at: syntax.range.lowerBound..<end)
    }
    for segment in segments {
      switch segment.form {
      case .name: break
      case .all: isSpread = true
      case .index(let index):
        let found = kinds(of: index)
        if found.isDisjoint(with: [.text, .number]), found != [] {
          report(index.range, "expected an index or a key in brackets, but this is \(found.phrase)")
        }
      }
    }
    if isSpread { return .list }
    return segments.isEmpty ? present : .any
  }

  private mutating func kinds(ofVariable name: String, at range: Range<Int>) -> Kinds {
    if let kinds = Self.variables[name] {
      // As a capture, `key` is the last segment and means the same.
      if name != "key", captures?.contains(name) == true {
        report(range, "$\(name) has a meaning of its own: choose another name for the capture")
      }
      if name == "value", elementDepth == 0 { readsValue = true }
      if name == "priority" { readsPriority = true }
      if name == "now" { readsNow = true }
      if name == "index", elementDepth == 0, !isInList {
        report(range, "$index has a meaning only for the elements of a list")
      }
      return kinds
    }
    guard let captures else { return .any }
    guard captures.contains(name) else {
      let known = captures + Self.variables.keys.sorted()
      report(range, "\"from\" captures no \(quoted(name))" + Suggestion.sentence(name, in: known))
      return .any
    }
    return .text
  }

  // MARK: Steps

  private mutating func kinds(of call: Syntax.Call, input: Kinds) -> Kinds {
    guard let step = StepEntry.named(call.name) else {
      reportUnknown(call)
      for argument in call.arguments {
        if case .expression(let syntax) = argument.form { checkElement(syntax) }
      }
      return .any
    }
    if input.isDisjoint(with: step.input), input != [] {
      report(
        call.nameRange, "\(quoted(step.name)) takes \(step.input.phrase), but gets \(input.phrase)")
    }
    if step.usesZone, !hasZone {
      report(
        call.nameRange,
        "this machine does not know the clocks of the mapping's time zone: install tzdata")
    }
    let arguments = checkArguments(of: call, step)
    return step.outputOf?(input, arguments) ?? step.output
  }

  private mutating func reportUnknown(_ call: Syntax.Call) {
    let known = StepEntry.all.map(\.name)
    report(
      call.nameRange,
      "unknown step \(quoted(call.name))" + Suggestion.sentence(call.name, in: known))
  }

  /// The kinds of the arguments.
  private mutating func checkArguments(of call: Syntax.Call, _ step: StepEntry) -> [Kinds] {
    let needed = step.parameters.filter { !$0.isOptional }.count
    let isOpen = step.parameters.last?.isRepeated ?? false
    if call.arguments.count < needed || call.arguments.count > step.parameters.count && !isOpen {
      let message = step.parameters.isEmpty ? "takes no arguments" : "is called as \(step.usage)"
      report(call.range, "\(quoted(step.name)) \(message)")
      return []
    }
    var kinds: [Kinds] = []
    for (index, argument) in call.arguments.enumerated() {
      kinds.append(
        check(argument, step.parameters[min(index, step.parameters.count - 1)], step))
    }
    return kinds
  }

  private mutating func check(
    _ argument: Syntax.Argument, _ parameter: StepEntry.Parameter, _ step: StepEntry
  ) -> Kinds {
    switch (parameter.form, argument.form) {
    case (.text(let choices), .expression(let syntax)):
      checkText(syntax, choices, parameter, step)
      return .text
    case (.literal, .expression(let syntax)):
      let kinds = syntax.literal?.kinds ?? []
      if kinds == [] {
        report(
          argument.range, "\(quoted(step.name)) takes a text, a number, true or false here")
      }
      return kinds
    case (.integer(let range), .expression(let syntax)):
      if case .integer(let value)? = syntax.literal, range.contains(value) { return .number }
      report(
        argument.range,
        "\(quoted(step.name)) takes an integer from \(range.lowerBound) to \(range.upperBound) here"
      )
      return .number
    case (.expression(let accepted), .expression(let syntax)):
      return require(accepted, of: syntax, step)
    case (.element(let accepted), .expression(let syntax)):
      elementDepth += 1
      defer { elementDepth -= 1 }
      return require(accepted, of: syntax, step)
    case (.table, .table(let rows)):
      var seen: Set<[UInt8]> = []
      for row in rows where !seen.insert(row.key).inserted {
        report(row.keyRange, "\(quoted(row.key)) stands in the table twice")
      }
      return rows.reduce(into: Kinds()) { $0.formUnion($1.value.kinds) }
    case (.table, .expression):
      report(argument.range, "\(quoted(step.name)) takes a table { name: literal, … } here")
    case (_, .table):
      report(argument.range, "\(quoted(step.name)) takes no table here")
    }
    return .any
  }

  private mutating func checkText(
    _ syntax: Syntax, _ choices: [String], _ parameter: StepEntry.Parameter, _ step: StepEntry
  ) {
    guard case .text(let text)? = syntax.literal else {
      return report(syntax.range, "\(quoted(step.name)) takes a text in quotes here")
    }
    let word = String(decoding: text, as: UTF8.self)
    if !choices.isEmpty, !choices.contains(word) {
      let list = choices.map { quoted($0) }.joined(separator: ", ")
      report(syntax.range, "expected one of \(list)" + Suggestion.sentence(word, in: choices))
    }
    guard let fault = parameter.check?(text) else { return }
    guard let offset = fault.offset else { return report(syntax.range, fault.message) }
    let place = QuotedText.place(of: offset, in: self.text, startingAt: syntax.range.lowerBound)
    report(place..<max(min(place + 1, syntax.range.upperBound), place), fault.message)
  }

  private mutating func require(
    _ accepted: Kinds, of syntax: Syntax, _ step: StepEntry
  ) -> Kinds {
    let found = kinds(of: syntax)
    if found.isDisjoint(with: accepted), found != [] {
      report(
        syntax.range,
        "\(quoted(step.name)) takes \(accepted.phrase) here, but this is \(found.phrase)")
    }
    return found
  }

  /// An argument of a step that nobody knows: it may well be one for elements.
  private mutating func checkElement(_ syntax: Syntax) {
    elementDepth += 1
    kinds(of: syntax)
    elementDepth -= 1
  }
}

extension Syntax.Literal {
  var kinds: Kinds {
    switch self {
    case .text: .text
    case .integer, .double: .number
    case .boolean: .boolean
    case .null: []
    }
  }
}
