import Interop
import JSONTree

/// Compiles a mapping file: from its bytes to the rules that the pipeline runs and the plan that sinks need.
///
/// Nothing of the file is ignored, and everything that is wrong with it is reported at once.
package enum MappingCompiler {
  /// `file` is the file's name, for messages. `hash` tells mappings apart; by default it is made of the bytes.
  package static func compile(
    file: String, bytes: [UInt8], hash: ContentHash? = nil
  ) throws(MappingFaults) -> (CompiledMapping, Plan) {
    let source = MappingSource(file: file, bytes: bytes)
    let mapping = source.withTree { compile($0, hash: hash ?? ContentHash(of: bytes), source) }
    if let faults = source.faults { throw faults }
    // Without a fault there is a mapping.
    guard let mapping = mapping.flatMap(\.self) else { throw MappingFaults(diagnostics: []) }
    return (mapping, Plan(of: mapping))
  }

  /// Top-level keys; editors learn them from `schema/mapping.schema.json`, which a test holds equal.
  static let known = ["name", "rules", "timeZone", "root", "policy", "tests", "$schema"]

  private static func compile(
    _ file: Element, hash: ContentHash, _ source: MappingSource
  ) -> CompiledMapping? {
    guard let members = source.members(of: file, as: "a mapping", known: known) else {
      return nil
    }
    if let schema = members["$schema"] { _ = source.text(schema, as: "\"$schema\"") }
    let name = required("name", in: members, of: file, source).flatMap {
      source.text($0, as: "\"name\"")
    }
    if name?.isEmpty == true, let element = members["name"] {
      source.report(element, "the name is empty; what was delivered is remembered under it")
    }
    let timeZone = members["timeZone"].map { zone($0, source) } ?? "UTC"
    let clocks = TimeZones.isKnown(timeZone) ? ZoneFile.read(timeZone) : .utc
    let policy = members["policy"].map { Policy($0, source) } ?? Policy()
    let root = members["root"].map { self.root($0, source) } ?? []

    var rules: [Rule] = []
    var elements: [Element] = []
    var comparable: Set<Int> = []
    if let list = required("rules", in: members, of: file, source) {
      elements = ruleElements(list, source)
      for element in elements {
        var compiler = RuleCompiler(
          index: rules.count, root: root, zone: clocks, source: source)
        rules.append(compiler.compile(element))
        let common = "\(timeZone) \(policy) \(root)"
        rules[rules.count - 1].meaning = ContentHash(of: Array(common.utf8) + element.meaning)
        if compiler.hasPaths { comparable.insert(rules.count - 1) }
      }
    }
    var crosscheck = Crosscheck(
      rules: rules, comparable: comparable, elements: elements, source: source)
    crosscheck.run()
    let targets =
      source.faults == nil && comparable.count == elements.count
      ? crosscheck.rules.map(\.target) : nil
    let tests = TestCompiler(root: root, targets: targets, source: source)
    return CompiledMapping(
      name: String(decoding: name ?? [], as: UTF8.self), hash: hash, timeZone: timeZone,
      policy: policy, rules: crosscheck.rules,
      tests: members["tests"].map { tests.compile($0) } ?? [])
  }

  private static func required(
    _ name: String, in members: [String: Element], of file: Element, _ source: MappingSource
  ) -> Element? {
    if let element = members[name] { return element }
    source.report(file, "the mapping has no \(quoted(name))")
    return nil
  }

  private static func ruleElements(_ list: Element, _ source: MappingSource) -> [Element] {
    guard list.node.kind == .array else {
      source.report(list, "\"rules\" is an array, but this is \(list.phrase)")
      return []
    }
    let elements = list.elements
    if elements.isEmpty { source.report(list, "there are no rules") }
    return elements
  }

  private static func zone(_ element: Element, _ source: MappingSource) -> String {
    guard source.text(element, as: "\"timeZone\"") != nil else { return "UTC" }
    let name = element.text
    if !TimeZones.isKnown(name) {
      let suggestion = TimeZones.nearest(to: name).map { ". Did you mean \(quoted($0))?" } ?? ""
      source.report(element, "\(quoted(name)) is no IANA time zone" + suggestion)
    }
    return name
  }

  private static func root(_ element: Element, _ source: MappingSource) -> [Pattern.Segment] {
    guard let text = source.text(element, as: "\"root\"") else { return [] }
    let pattern = SourcePattern(text)
    source.report(element, ExpressionFaults(faults: pattern.faults))
    for (segment, range) in zip(pattern.segments, pattern.ranges) {
      if case .capture = segment {
        source.report(element, part: range, "the root is one place and has no captures")
      }
    }
    return pattern.segments
  }
}
