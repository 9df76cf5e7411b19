import Interop

/// What can be written down and read back, so that a run which continues counts on where the interrupted one was.
///
/// Numbers of eight bytes and texts with their length, one behind the other in a fixed order: no names, since both sides
/// are the same version (`RunState.form`).
protocol Saved {
  func save(to writer: inout StateWriter)
  init(from reader: inout StateReader) throws(StateFault)
}

/// The record of an unfinished run cannot be read.
struct StateFault: Error {}

struct StateWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func put(_ text: [UInt8]) {
    put(text.count)
    bytes += text
  }

  mutating func put(_ text: String) { put(Array(text.utf8)) }

  mutating func put<Value: Saved>(_ value: Value) { value.save(to: &self) }

  mutating func put<Value: Saved>(_ values: [Value]) {
    put(values.count)
    for value in values { put(value) }
  }

  mutating func put<Value: Saved>(_ value: Value?) {
    let values: [Value] = value.map { [$0] } ?? []
    put(values)
  }
}

struct StateReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func int() throws(StateFault) -> Int {
    guard bytes.count - position >= 8 else { throw StateFault() }
    var number = 0
    for index in 0..<8 { number |= Int(bytes[position + index]) << (8 * index) }
    position += 8
    return number
  }

  mutating func text() throws(StateFault) -> [UInt8] {
    let count = try int()
    guard count >= 0, count <= bytes.count - position else { throw StateFault() }
    position += count
    return Array(bytes[position - count..<position])
  }

  mutating func string() throws(StateFault) -> String {
    String(decoding: try text(), as: UTF8.self)
  }

  mutating func list<Value: Saved>(_: Value.Type = Value.self) throws(StateFault) -> [Value] {
    let count = try int()
    // A value takes eight bytes at least.
    guard count >= 0, count <= bytes.count else { throw StateFault() }
    var values: [Value] = []
    for _ in 0..<count { values.append(try Value(from: &self)) }
    return values
  }

  mutating func optional<Value: Saved>(_: Value.Type = Value.self) throws(StateFault) -> Value? {
    try list(Value.self).first
  }

  mutating func end() throws(StateFault) {
    if position != bytes.count { throw StateFault() }
  }
}

extension Int: Saved {
  func save(to writer: inout StateWriter) { writer.put(self) }
  init(from reader: inout StateReader) throws(StateFault) { self = try reader.int() }
}

extension ContentHash: Saved {
  func save(to writer: inout StateWriter) {
    for half in [high, low] { writer.put(Int(truncatingIfNeeded: half)) }
  }

  init(from reader: inout StateReader) throws(StateFault) {
    let high = try reader.int()
    self.init(
      high: UInt64(bitPattern: Int64(high)), low: UInt64(bitPattern: Int64(try reader.int())))
  }
}

// MARK: - What a report counts

extension Totals: Saved {
  private static let counts: [WritableKeyPath<Totals, Int> & Sendable] = [
    \.read, \.created, \.modified, \.unchanged, \.filtered, \.rejected, \.failed, \.removed,
    \.stale,
  ]

  func save(to writer: inout StateWriter) {
    for count in Self.counts { writer.put(self[keyPath: count]) }
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init()
    for count in Self.counts { self[keyPath: count] = try reader.int() }
  }
}

extension JoinTally: Saved {
  func save(to writer: inout StateWriter) {
    for count in [matched, missing, orphans] { writer.put(count) }
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init()
    matched = try reader.int()
    missing = try reader.int()
    orphans = try reader.int()
  }
}

extension FieldTally: Saved {
  private static let counts: [WritableKeyPath<FieldTally, Int> & Sendable] = [
    \.present, \.absent, \.recovered, \.dropped, \.defaulted, \.watch.integers, \.watch.doubles,
    \.watch.implausible,
  ]

  func save(to writer: inout StateWriter) {
    for count in Self.counts { writer.put(self[keyPath: count]) }
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init()
    for count in Self.counts { self[keyPath: count] = try reader.int() }
  }
}

extension Tally: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(totals)
    writer.put(causes)
    writer.put(joins)
    writer.put(fields)
    writer.put(unread)
    writer.put(droppedPriorities)
    writer.put(placeholders)
    writer.put(limits)
    writer.put(shapes)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init(joins: 0, fields: 0)
    totals = try Totals(from: &reader)
    causes = try Causes(from: &reader)
    joins = try reader.list()
    fields = try reader.list()
    unread = try NameCounts(from: &reader)
    droppedPriorities = try reader.int()
    placeholders = try reader.int()
    limits = try LimitTally(from: &reader)
    shapes = try DocumentShapes(from: &reader)
  }
}

extension NameCounts: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(names.count)
    for (place, name) in names.enumerated() {
      writer.put(name)
      writer.put(counts[place])
      writer.put(bytes[place])
    }
    writer.put(others)
    writer.put(otherBytes)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init()
    for _ in 0..<(try reader.int()) {
      let name = try reader.text()
      let count = try reader.int()
      add(name, count, bytes: try reader.int())
    }
    let others = try reader.int()
    addOthers(others, bytes: try reader.int())
  }
}

extension Violation: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(code.rawValue)
    writer.put(rule)
    writer.put(field)
    writer.put(source)
    writer.put(message)
    writer.put(offset)
    writer.put(file == nil ? 0 : 1)
    writer.put(file ?? "")
  }

  init(from reader: inout StateReader) throws(StateFault) {
    guard let code = Code(rawValue: try reader.string()) else { throw StateFault() }
    self.init(
      code: code, rule: try reader.int(), field: try reader.string(), source: try reader.text(),
      message: try reader.string(), offset: try reader.int())
    let hasFile = try reader.int() == 1
    let name = try reader.string()
    file = hasFile ? name : nil
  }
}

extension Violations: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(groups.count)
    for group in groups {
      writer.put(group.count)
      writer.put(group.known)
      writer.put(group.samples)
    }
    writer.put(others)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init()
    for _ in 0..<(try reader.int()) {
      let count = try reader.int()
      let known = try reader.int()
      let samples: [Violation] = try reader.list()
      guard let first = samples.first else { throw StateFault() }
      add(
        Group(
          code: first.code, rule: first.rule, field: first.field, count: count, known: known,
          samples: samples))
    }
    addOthers(try reader.int())
  }
}

extension Report.Warning: Saved {
  func save(to writer: inout StateWriter) {
    writer.put(code)
    writer.put(message)
    writer.put(count)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    self.init(code: try reader.string(), message: try reader.string(), count: try reader.int())
  }
}

extension TargetFault: Saved {
  func save(to writer: inout StateWriter) {
    for part in [action, target, reason, advice] { writer.put(part) }
  }

  /// Only faults of single documents outlive a run, and these have failed.
  init(from reader: inout StateReader) throws(StateFault) {
    self.init(
      action: try reader.string(), target: try reader.string(), reason: try reader.string(),
      advice: try reader.string())
  }
}
