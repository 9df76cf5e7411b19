import JSONTree
import Testing

@testable import Pipeline

/// Runs expressions over one record, as a worker does: parsed, canonicalised, its fields in slots.
struct ExpressionRun {
  var record = "{}"
  var key = "k"
  var captures: [(name: String, value: String)] = []
  var joins: [(name: String, value: String)] = []
  var priority: Value = .absent
  var zone = Zone.utc
  /// 2026-01-01.
  var now = Timestamp(microseconds: 1_767_225_600_000_000)

  /// What the expression gives: JSON, `absent`, or `failed: …`; ` (recovered)` behind it where `??` replaced a failure.
  func callAsFunction(_ expression: String) throws -> String {
    var compiler = ExpressionCompiler(
      captures: captures.map(\.name), joins: joins.map { Array($0.name.utf8) }, zone: zone)
    let compiled = try compiler.compile(Array(expression.utf8))
    var scope = Scope(arena: Arena(), environment: Environment(now: try #require(now)))
    // Texts outlive the scope: constants of this function's frame.
    let held = Constant(Array(key.utf8))
    let heldCaptures = captures.map { Constant(Array($0.value.utf8)) }
    scope.key = held.bytes
    scope.captures = heldCaptures.map(\.bytes)
    scope.priority = priority
    var parsers: [Parsed] = [try Parsed(record)]
    let value = parsers[0].value
    scope.value = value
    for (index, name) in compiler.slots.names.enumerated() {
      if compiler.slots.joins.contains(index) {
        parsers.append(try Parsed(joins[index].value))
        scope.slots.append(parsers[parsers.count - 1].value)
      } else {
        let constant = Constant(name)
        scope.slots.append(withExtendedLifetime(constant) { value.child(PathKey(constant.bytes)) })
      }
    }
    let mark = scope.arena.stack.count
    let result = compiled.evaluate(&scope)
    #expect(scope.arena.stack.count == mark, "the stack is not balanced")
    let text = result.shown + (scope.recovered ? " (recovered)" : "")
    return withExtendedLifetime((parsers, held, heldCaptures)) { text }
  }
}

/// A parsed text that keeps its tape.
final class Parsed {
  private var parser = ExactParser(dialect: .json)
  private var canonicaliser = Canonicaliser()
  private let bytes: [UInt8]
  private(set) var value: Value = .absent

  init(_ text: String) throws {
    bytes = Array(text.utf8)
    let node = try bytes.withBytes { bytes throws(ParseFault) in try parser.parse(bytes) }
    _ = canonicaliser.canonicalise(node)
    value = node.kind == .null ? .absent : .node(node)
  }
}

extension Value {
  /// For messages of tests: compact JSON, children in key order.
  var shown: String {
    if case .failed(let failure) = self { return "failed: \(failure.reason)" }
    if isAbsent { return "absent" }
    if var cursor = ChildCursor(self) {
      var items: [String] = []
      var isMap = false
      while let child = cursor.advance() {
        if case .text(let key) = child.key {
          isMap = true
          items.append(JSONText.quoted(key.text) + ":" + child.value.shown)
        } else {
          items.append(child.value.shown)
        }
      }
      return isMap
        ? "{" + items.joined(separator: ",") + "}" : "[" + items.joined(separator: ",") + "]"
    }
    switch self {
    case .timestamp(let time):
      let text = ByteBuffer()
      text.append(timestamp: time)
      return text.bytes.text
    case .reference(let path): return "reference " + path.text
    case .geopoint(let latitude, let longitude): return "geopoint \(latitude) \(longitude)"
    default: break
    }
    if let text = asText { return JSONText.quoted(text.text) }
    if let flag = asBoolean { return flag ? "true" : "false" }
    let arena = Arena()
    return withExtendedLifetime(arena) { spelled(arena)?.text ?? "?" }
  }
}

/// The messages of a wrong expression, each with its excerpt; empty for a right one.
func expressionFaults(_ text: String, captures: [String] = ["id"]) -> String {
  var compiler = ExpressionCompiler(captures: captures)
  do {
    _ = try compiler.compile(Array(text.utf8))
    return ""
  } catch {
    return error.faults.map { "\($0.message)\n\(Excerpt(Array(text.utf8), marking: $0.range))" }
      .joined(separator: "\n")
  }
}

/// Compiles a mapping; its faults as text, or `right`.
func mappingFaults(_ text: String) -> String {
  do {
    _ = try MappingCompiler.compile(file: "m.json", bytes: Array(text.utf8))
    return "right"
  } catch {
    return error.description
  }
}

/// One case of a golden text: a mapping, a line with an arrow, and what is printed about it.
struct MappingGolden: CustomTestStringConvertible {
  var mapping: String
  var text: String

  var testDescription: String { mapping }

  /// Cases stand with an empty line between them.
  static func cases(_ golden: String) -> [MappingGolden] {
    golden.split(separator: "\n\n").compactMap { part in
      let halves = part.split(separator: "\n→\n", maxSplits: 1)
      return halves.count == 2
        ? MappingGolden(mapping: String(halves[0]), text: String(halves[1]))
        : part.hasPrefix("→\n") ? MappingGolden(mapping: "", text: String(part.dropFirst(2))) : nil
    }
  }
}
