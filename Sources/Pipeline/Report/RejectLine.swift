/// A line of `rejects.ndjson` (contract 5): what is wrong with a record, and the record, so that it can be
/// repaired and read again.
package enum RejectLine {
  /// Puts the line and its newline at the end of `line`. `from` is the rule's, as written; the reject's `value` and
  /// `joins` are compact JSON already.
  package static func append(_ reject: Reject, from: String, to line: inout [UInt8]) {
    let fault = reject.fault
    var text = "{\"source\":" + quoted(reject.source)
    text += ",\"rule\":\(fault.rule),\"from\":" + JSONText.quoted(from)
    if let to = reject.to { text += ",\"to\":" + quoted(to) }
    text += ",\"code\":" + JSONText.quoted(fault.code.rawValue)
    if !fault.field.isEmpty { text += ",\"field\":" + JSONText.quoted(fault.field) }
    text += ",\"message\":" + JSONText.quoted(fault.message)
    text += ",\"offset\":\(fault.offset)"
    if let file = fault.file { text += ",\"file\":" + JSONText.quoted(file) }
    line += text.utf8
    switch reject.content {
    case .value(let json):
      line += ",\"value\":".utf8
      line += json
    case .raw(let bytes):
      line += ",\"raw\":\"".utf8
      line += Base64.encode(bytes)
      line.append(UInt8(ascii: "\""))
    }
    for (index, join) in reject.joins.enumerated() {
      line += ((index == 0 ? ",\"joins\":{" : ",") + JSONText.quoted(join.name) + ":").utf8
      line += join.json
    }
    line += (reject.joins.isEmpty ? "}\n" : "}}\n").utf8
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    JSONText.quoted(String(decoding: bytes, as: UTF8.self))
  }
}
