import JSONTree

/// A value of the mapping file and its JSON path.
///
/// Unlike the records of an export its objects keep members that are null: in a mapping they are mistakes.
struct Element {
  let node: Node
  /// `rules[0].fields.date`; empty for the whole file.
  let path: String

  var bytes: [UInt8] { node.bytes.array }
  var text: String { node.bytes.text }

  /// What it is, in a message: "a number".
  var phrase: String {
    switch node.kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a text"
    case .int, .uint, .double, .big: "a number"
    case .yes, .no: "true or false"
    default: "null"
    }
  }

  /// The elements of an array; none of other values.
  var elements: [Element] {
    guard node.kind == .array else { return [] }
    var result: [Element] = []
    var index = node.firstChild
    while index < node.end {
      result.append(Element(node: node.at(index), path: "\(path)[\(result.count)]"))
      index = node.at(index).next
    }
    return result
  }

  /// The members of an object in the order of the file; none of other values.
  var members: [Member] {
    guard node.kind == .object else { return [] }
    var result: [Member] = []
    var index = node.firstChild
    while index < node.end {
      let key = node.at(index)
      let value = node.at(key.next)
      let path = Self.path(path, key: key.bytes.array)
      result.append(
        Member(key: Element(node: key, path: path), value: Element(node: value, path: path)))
      index = value.next
    }
    return result
  }

  struct Member {
    let key: Element
    let value: Element
    var name: String { key.text }
  }

  /// What it says, however it is spelled: values and names with their kind and length in front.
  var meaning: [UInt8] {
    let inner =
      members.flatMap { $0.key.meaning + $0.value.meaning } + elements.flatMap { $0.meaning }
    let own: [UInt8] =
      switch node.kind {
      case .object, .array: inner
      case .int: Array("\(node.int)".utf8)
      case .uint: Array("\(node.uint)".utf8)
      case .double: Array("\(node.double)".utf8)
      case .yes: Array("true".utf8)
      case .no: Array("false".utf8)
      default: bytes
      }
    return Array("\(phrase) \(own.count) ".utf8) + own
  }

  /// `base.key`, or `base["odd key"]`.
  static func path(_ base: String, key: [UInt8]) -> String {
    let text = String(decoding: key, as: UTF8.self)
    guard key == Array("$schema".utf8) || Lexer.isName(key) else {
      return base + "[" + JSONText.quoted(text) + "]"
    }
    return base.isEmpty ? text : base + "." + text
  }
}

// MARK: Reading with complaints

extension MappingSource {
  /// The members of an object by their names, each once; what is no object, a repeated and an unknown name are reported.
  func members(
    of element: Element, as what: String, known: [String]
  ) -> [String: Element]? {
    guard let members = distinctMembers(of: element, as: what) else { return nil }
    var result: [String: Element] = [:]
    for member in members {
      if known.contains(member.name) {
        result[member.name] = member.value
      } else {
        let suggestion = Suggestion.sentence(member.name, in: known)
        report(member.key, "unknown key \(quoted(member.name))" + suggestion)
      }
    }
    return result
  }

  /// The members of an object in order; repeated keys are reported and left out.
  func distinctMembers(of element: Element, as what: String) -> [Element.Member]? {
    guard element.node.kind == .object else {
      report(element, "\(what) is an object, but this is \(element.phrase)")
      return nil
    }
    var seen: Set<[UInt8]> = []
    return element.members.filter { member in
      if seen.insert(member.key.bytes).inserted { return true }
      report(member.key, "the key \(quoted(member.name)) is repeated")
      return false
    }
  }

  /// A text, or nil and a report.
  func text(_ element: Element, as what: String) -> [UInt8]? {
    guard element.node.kind == .string else {
      report(element, "\(what) is a text, but this is \(element.phrase)")
      return nil
    }
    return element.bytes
  }

  func flag(_ element: Element, as what: String) -> Bool {
    switch element.node.kind {
    case .yes: return true
    case .no: return false
    default:
      report(element, "\(what) is true or false, but this is \(element.phrase)")
      return false
    }
  }

  /// One word of a list, or nil and a report.
  func word(_ element: Element, as what: String, of words: [String]) -> String? {
    guard text(element, as: what) != nil else { return nil }
    let word = element.text
    if words.contains(word) { return word }
    let list = words.map { quoted($0) }.joined(separator: ", ")
    report(
      element,
      "\(what) is one of \(list), not \(quoted(word))" + Suggestion.sentence(word, in: words))
    return nil
  }
}
