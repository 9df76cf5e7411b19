import JSONTree

/// One step of the expression language: everything that is known of it, in one place.
///
/// From an entry come parsing, type check, did-you-mean, the reference page and the test that runs its example. A new
/// step is one file with an entry and one line in `StepEntry.all`.
package struct StepEntry: Sendable {
  package var name: String
  /// One line for the reference, without a full stop.
  package var summary: String
  package var input: Kinds
  package var output: Kinds
  /// What it gives for these kinds of input and arguments, where that says more than `output`.
  package var outputOf: (@Sendable (_ input: Kinds, _ arguments: [Kinds]) -> Kinds)?
  package var parameters: [Parameter] = []
  /// Whether `code` is asked for an absent value, too; other steps give absent for it.
  package var takesAbsent = false
  /// Whether it needs to know the clocks of the mapping's time zone.
  package var usesZone = false
  /// Whether it looks at the keys of a container only, and at none of its values.
  package var readsOnlyKeys = false
  package var example: Example
  /// Makes the code of one call, with its arguments; done once, when the mapping is compiled.
  package var code: @Sendable (StepArguments) -> StepCode

  /// `expression` over the record `given` (JSON) gives `result` (JSON; `null` for absent).
  package struct Example: Sendable {
    package var expression: String
    package var given: String
    package var result: String

    package init(_ expression: String, given: String, result: String) {
      self.expression = expression
      self.given = given
      self.result = result
    }
  }

  package struct Parameter: Sendable {
    package var name: String
    package var form: Form
    package var isOptional = false
    /// May be given again and again (only the last parameter).
    package var isRepeated = false
    /// What is wrong with a text in quotes, where not every one will do.
    package var check: (@Sendable (_ text: [UInt8]) -> TextFault?)?

    package enum Form: Sendable {
      /// A text in quotes, where not empty one of `choices`.
      case text(choices: [String])
      /// A text, a number, true or false, written out.
      case literal
      /// An integer of a range.
      case integer(ClosedRange<Int64>)
      /// Any expression that may give one of these kinds.
      case expression(Kinds)
      /// An expression that is evaluated for each element, which is its `$value`.
      case element(Kinds)
      /// `{ name: literal, … }`.
      case table
    }
  }
}

/// What is wrong with a text in the mapping, and at which of its bytes if that is known.
package struct TextFault: Error, Sendable {
  package var message: String
  package var offset: Int?

  package init(_ message: String, at offset: Int? = nil) {
    self.message = message
    self.offset = offset
  }
}

/// What a step does to one value, which has not failed and, unless the step `takesAbsent`, is not absent.
package typealias StepCode = @Sendable (Value, inout Scope) -> Value

/// The arguments of one call, checked against the parameters.
package struct StepArguments: Sendable {
  package var values: [Argument]
  /// The mapping's time zone.
  package var zone: Zone

  package enum Argument: Sendable {
    case literal(Syntax.Literal)
    case expression(Evaluator)
    case table([Syntax.TableRow])
  }

  /// The text at a position, which the type check has seen to be one.
  package func text(_ index: Int) -> [UInt8] {
    guard index < values.count, case .literal(.text(let text)) = values[index] else { return [] }
    return text
  }

  /// The integer at a position, which the type check has seen to be one.
  package func integer(_ index: Int) -> Int {
    guard index < values.count, case .literal(.integer(let value)) = values[index] else { return 0 }
    return Int(value)
  }

  package func evaluator(_ index: Int) -> Evaluator {
    guard index < values.count, case .expression(let evaluator) = values[index] else {
      return { _ in .absent }
    }
    return evaluator
  }
}

extension StepEntry {
  /// The step of a name, or nil.
  package static func named(_ name: String) -> StepEntry? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
