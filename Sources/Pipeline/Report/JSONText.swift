/// A JSON value to be printed in a report: members stand in the order they were given.
///
/// Documents do not come this way: their encoder works on bytes, without a tree.
package enum JSONValue {
  case integer(Int)
  case text(String)
  case list([JSONValue])
  case object([(name: String, value: JSONValue)])

  /// Over several lines, two blanks a level, with a newline at the end.
  package var pretty: String {
    var text = ""
    write(to: &text, depth: 0)
    return text + "\n"
  }

  /// On one line, without blanks and without a newline at the end.
  package var compact: String {
    var text = ""
    writeCompact(to: &text)
    return text
  }

  private func writeCompact(to text: inout String) {
    switch self {
    case .integer, .text: write(to: &text, depth: 0)
    case .list(let items):
      text += "["
      for (index, item) in items.enumerated() {
        if index > 0 { text += "," }
        item.writeCompact(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONText.quote(member.name, into: &text)
        text += ":"
        member.value.writeCompact(to: &text)
      }
      text += "}"
    }
  }

  private func write(to text: inout String, depth: Int) {
    switch self {
    case .integer(let value): text += String(value)
    case .text(let value): JSONText.quote(value, into: &text)
    case .list(let items):
      Self.wrap(items, in: ("[", "]"), to: &text, depth: depth) { item, text in
        item.write(to: &text, depth: depth + 1)
      }
    case .object(let members):
      Self.wrap(members, in: ("{", "}"), to: &text, depth: depth) { member, text in
        JSONText.quote(member.name, into: &text)
        text += ": "
        member.value.write(to: &text, depth: depth + 1)
      }
    }
  }

  private static func wrap<Item>(
    _ items: [Item], in brackets: (String, String), to text: inout String, depth: Int,
    _ write: (Item, inout String) -> Void
  ) {
    text += brackets.0
    for (index, item) in items.enumerated() {
      text += (index == 0 ? "\n" : ",\n") + String(repeating: "  ", count: depth + 1)
      write(item, &text)
    }
    if !items.isEmpty { text += "\n" + String(repeating: "  ", count: depth) }
    text += brackets.1
  }
}

/// How texts stand in JSON: `"`, `\` and control characters escaped, all else as it is.
package enum JSONText {
  package static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<"\u{20}": text += "\\u00" + hex(UInt64(scalar.value), digits: 2)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  package static func quoted(_ value: String) -> String {
    var text = ""
    quote(value, into: &text)
    return text
  }

  /// The bytes of a text in quotes; what is no UTF-8 stays as it is.
  package static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = [0x22]
    for byte in bytes {
      switch byte {
      case 0x22, 0x5C: text += [0x5C, byte]
      case 0..<0x20: text += ("\\u00" + hex(UInt64(byte), digits: 2)).utf8
      default: text.append(byte)
      }
    }
    return text + [0x22]
  }

  /// Lower case, with zeros in front.
  package static func hex(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

extension ContentHash {
  /// The 128 bits as 32 hexadecimal digits.
  package var text: String { JSONText.hex(high, digits: 16) + JSONText.hex(low, digits: 16) }
}
