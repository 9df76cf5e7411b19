import JSONTree

/// What the expressions of a rule see of one record. A worker keeps one and fills it anew.
package struct Scope {
  package let arena: Arena
  package let environment: Environment
  /// `$key`: the record's key.
  package var key: Bytes = .empty
  /// `$id`, `$room` …: the captures of `from` in order, the record's key among them.
  package var captures: [Bytes] = []
  /// The record's fields and joins that the rule's expressions name, by `SlotTable` index: `.absent`
  /// or `.node`.
  package var slots: [Value] = []
  /// `$value`: the record itself; inside `each` and its like the element.
  package var value: Value = .absent
  /// Inside nested `fields`: the map at which paths start. At the top paths start at `slots`.
  package var base: Value = .absent
  /// `$index`: key or index of the element, inside lists.
  package var index: Value = .absent
  /// `$priority` of the record.
  package var priority: Value = .absent
  /// `$path`: the record's path in the export.
  package var path: Bytes = .empty
  /// Whether `??` replaced a failure in the field just evaluated.
  package var recovered = false

  /// What shared pipes gave for this record, by their place in `SharedPipes`.
  var memos: [Memo?] = []

  package init(arena: Arena, environment: Environment) {
    self.arena = arena
    self.environment = environment
  }
}

/// What is the same for a whole run.
package struct Environment: Sendable {
  /// `$now`: the run's recorded start.
  package var now: Timestamp

  package init(now: Timestamp) {
    self.now = now
  }
}

/// A compiled expression. It is pure: the same record gives the same value.
package typealias Evaluator = @Sendable (inout Scope) -> Value
