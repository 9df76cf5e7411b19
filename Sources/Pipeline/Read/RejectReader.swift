import JSONTree

/// A line of `rejects.ndjson` (contract 5): what stands in it that a record is made of again.
struct RejectedRecord {
  /// `/c/a`.
  var source: [UInt8]
  /// The rule's, as written.
  var from: [UInt8]
  var rule: Int?
  var code: [UInt8] = []
  var message: [UInt8] = []
  var offset = 0
  var file: String?
  /// The record's text, or its bytes where it is no JSON; parts of the line.
  var value: Bytes?
  var raw: [UInt8]?
  var joins: [(name: [UInt8], json: Bytes)] = []
}

/// Reads lines of rejects files.
struct RejectReader: ~Copyable {
  private var parser = ExactParser(dialect: .json)

  /// The record is valid as long as the line is. `checksJSON`: whether record and joined parts are parsed, too.
  mutating func read(_ line: Bytes, checksJSON: Bool) throws(RejectFault) -> RejectedRecord {
    var record = RejectedRecord(source: [], from: [])
    var seen: Set<[UInt8]> = []
    var cutter = MemberCutter(line)
    while let (key, value) = try cutter.next() {
      guard seen.insert(key.array).inserted else {
        throw RejectFault("the key \(key.text.visible) stands twice in it")
      }
      switch key {
      case "\"source\"": record.source = try text(value, "source")
      case "\"from\"": record.from = try text(value, "from")
      case "\"code\"": record.code = try text(value, "code")
      case "\"message\"": record.message = try text(value, "message")
      case "\"file\"": record.file = String(decoding: try text(value, "file"), as: UTF8.self)
      case "\"rule\"": record.rule = try integer(value, "rule")
      case "\"offset\"": record.offset = try integer(value, "offset")
      case "\"value\"":
        record.value = value
        if checksJSON { try check(value, "\"value\"") }
      case "\"raw\"":
        guard let bytes = Base64.decode(try text(value, "raw")) else {
          throw RejectFault("\"raw\": expected bytes in base64")
        }
        record.raw = bytes
      case "\"joins\"":
        guard !value.isEmpty, value[0] == 0x7B else {
          throw RejectFault("\"joins\": expected an object")
        }
        let end = cutter.offset
        record.joins = try joins(line[0..<end], at: end - value.count, checksJSON)
      default: if checksJSON { try check(value, key.text.visible) }
      }
    }
    for (key, name) in [("\"source\"", "source"), ("\"from\"", "from")] {
      if !seen.contains(Array(key.utf8)) { throw RejectFault("there is no \"\(name)\" in it") }
    }
    guard (record.value == nil) != (record.raw == nil) else {
      throw RejectFault(
        "expected either \"value\" or \"raw\" in it, found \(record.raw == nil ? "neither" : "both")"
      )
    }
    return record
  }

  private mutating func joins(
    _ text: Bytes, at start: Int, _ checksJSON: Bool
  ) throws(RejectFault) -> [(name: [UInt8], json: Bytes)] {
    var joins: [(name: [UInt8], json: Bytes)] = []
    var cutter = MemberCutter(text, at: start)
    while let (key, value) = try cutter.next() {
      if checksJSON { try check(value, "\"joins\": \(key.text.visible)") }
      joins.append((try self.text(key, "joins"), value))
    }
    return joins
  }

  /// `place` is the member as it is written: `"value"`.
  private mutating func check(_ text: Bytes, _ place: String) throws(RejectFault) {
    do throws(ParseFault) {
      _ = try parser.parse(text)
    } catch {
      throw RejectFault("\(place): \(error.message) at byte \(error.offset) of it")
    }
  }

  private mutating func text(_ value: Bytes, _ name: String) throws(RejectFault) -> [UInt8] {
    do throws(ParseFault) {
      let node = try parser.parse(value)
      if node.kind == .string { return node.bytes.array }
    } catch {
      throw RejectFault("\"\(name)\": \(error.message) at byte \(error.offset) of it")
    }
    throw RejectFault("\"\(name)\": expected a text")
  }

  private mutating func integer(_ value: Bytes, _ name: String) throws(RejectFault) -> Int {
    guard let node = try? parser.parse(value), node.kind == .int, node.int >= 0 else {
      throw RejectFault("\"\(name)\": expected an integer from 0 on")
    }
    return Int(node.int)
  }
}
