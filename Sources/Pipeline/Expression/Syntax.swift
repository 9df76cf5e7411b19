/// The tree of one expression: what was written, and where.
///
///     likes | members | count
///     ^^^^^ path  ^^^^^^^  ^^^^^ two calls of one pipe
///
/// Ranges are byte offsets in the expression's text, for the caret of a message. Chains of one operator are one
/// node with many parts, so that a long `??` is no deep tree.
package struct Syntax: Sendable {
  package var range: Range<Int>
  package var form: Form

  package indirect enum Form: Sendable {
    case or([Syntax])
    case and([Syntax])
    case not(Syntax)
    case compare(Comparison, Syntax, Syntax)
    /// `??`: the first that is neither absent nor failed.
    case first([Syntax])
    case pipe(Syntax, [Call])
    case path(Start, [Segment])
    case literal(Literal)
    case list([Syntax])
  }

  package enum Comparison: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// Where a path begins.
  package enum Start: Sendable, Equatable {
    /// A field of the record, or of the map inside nested `fields`.
    case field([UInt8])
    /// `$.name`: a field of the record, also inside nested `fields`.
    case rootField([UInt8])
    /// `$key`, `$value`, `$id` …, without the `$`.
    case variable(String)
  }

  package struct Segment: Sendable {
    package var range: Range<Int>
    package var form: Form

    package enum Form: Sendable {
      case name([UInt8])
      /// `[expression]`: an index or a key.
      case index(Syntax)
      /// `.*`: every child.
      case all
    }
  }

  /// `| name(arguments)`.
  package struct Call: Sendable {
    package var name: String
    package var nameRange: Range<Int>
    package var range: Range<Int>
    package var arguments: [Argument]
  }

  package struct Argument: Sendable {
    package var range: Range<Int>
    package var form: Form

    package enum Form: Sendable {
      case expression(Syntax)
      case table([TableRow])
    }
  }

  /// `name: literal` inside an argument.
  package struct TableRow: Sendable {
    package var key: [UInt8]
    package var keyRange: Range<Int>
    package var value: Literal
  }

  package enum Literal: Sendable, Equatable {
    case text([UInt8])
    case integer(Int64)
    case double(Double)
    case boolean(Bool)
    case null
  }

  /// The literal that this is, or nil.
  package var literal: Literal? {
    if case .literal(let literal) = form { literal } else { nil }
  }
}

/// What is wrong with an expression: a sentence and the part of the text it is about.
package struct ExpressionFault: Error, Sendable, Equatable {
  package var range: Range<Int>
  package var message: String

  package init(_ range: Range<Int>, _ message: String) {
    self.range = range
    self.message = message
  }
}

/// Everything that is wrong with one expression.
package struct ExpressionFaults: Error, Sendable, Equatable {
  package var faults: [ExpressionFault]
}
