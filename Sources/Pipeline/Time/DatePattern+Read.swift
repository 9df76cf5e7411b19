import JSONTree

/// What a text says of a time; what it leaves out begins: the year's first month, the day's first hour.
struct DateFields {
  var year = 1
  var month = 1
  var day = 1
  var hour = 0
  /// 1 to 12, with `isAfternoon`.
  var halfDayHour: Int?
  var isAfternoon = false
  var minute = 0
  var second = 0
  var micros = 0
  /// Of the text's own zone: hours and minutes, and whether to the west.
  var zone: (hours: Int, minutes: Int, isWest: Bool)?

  /// The instant, in the zone where the text has none of its own.
  func time(in zone: Zone) -> Value {
    let date = CivilDate(year: year, month: month, day: day)
    guard date.isValid, hour < 24, minute < 60, second < 60, let hour = hourOfDay,
      self.zone.map({ $0.hours < 24 && $0.minutes < 60 }) ?? true
    else { return .failed(Failure("there is no such date or time")) }
    let local = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    var instant: Int? = zone.instant(ofLocal: local)
    if let own = self.zone {
      let offset = own.hours * 3600 + own.minutes * 60
      instant = own.isWest ? local + offset : local - offset
    }
    guard let instant else {
      return .failed(Failure("clocks in the mapping's time zone skip this time"))
    }
    guard let time = Timestamp(microseconds: Int64(instant) * 1_000_000 + Int64(micros)) else {
      return .failed(Failure("the time lies outside the years 1 to 9999"))
    }
    return .timestamp(time)
  }

  /// 12 AM is midnight, 12 PM noon.
  private var hourOfDay: Int? {
    guard let halfDayHour else { return hour }
    guard (1...12).contains(halfDayHour) else { return nil }
    return halfDayHour % 12 + (isAfternoon ? 12 : 0)
  }
}

extension DatePattern {
  /// The fields of a text that has the pattern's shape; nil for others.
  func read(_ text: Bytes) -> DateFields? {
    var fields = DateFields()
    return match(0, text, 0, &fields) ? fields : nil
  }

  /// Whether the parts from `part` on fit the text from `index` on. The depth is the pattern's length.
  private func match(
    _ part: Int, _ text: Bytes, _ index: Int, _ fields: inout DateFields
  ) -> Bool {
    guard part < parts.count else { return index == text.count }
    switch parts[part] {
    case .literal(let literal):
      let end = index + literal.bytes.count
      return end <= text.count && text[index..<end] == literal.bytes
        && match(part + 1, text, end, &fields)
    case .optional(let end):
      let before = fields
      if match(part + 1, text, index, &fields) { return true }
      fields = before
      return match(end, text, index, &fields)
    case .number(let field, let digits):
      return matchNumber(digits, part, text, index, &fields) { $0.set(field, to: $1) }
    case .halfDayHour(let digits):
      return matchNumber(digits, part, text, index, &fields) { $0.halfDayHour = $1 }
    case .monthName(let isFull):
      guard let (month, end) = Self.monthName(text, index, isFull) else { return false }
      fields.month = month
      return match(part + 1, text, end, &fields)
    case .fraction(let digits):
      guard let end = Self.fraction(text, index, digits, &fields) else { return false }
      return match(part + 1, text, end, &fields)
    case .half:
      guard index + 2 <= text.count, text[index + 1] | 0x20 == UInt8(ascii: "m") else {
        return false
      }
      let first = text[index] | 0x20
      guard first == UInt8(ascii: "a") || first == UInt8(ascii: "p") else { return false }
      fields.isAfternoon = first == UInt8(ascii: "p")
      return match(part + 1, text, index + 2, &fields)
    case .zone(let hasColon):
      return matchZone(hasColon, part, text, index, &fields)
    }
  }

  /// One digit that may have a second is tried with two first.
  private func matchNumber(
    _ digits: Int, _ part: Int, _ text: Bytes, _ index: Int, _ fields: inout DateFields,
    _ set: (inout DateFields, Int) -> Void
  ) -> Bool {
    if let value = Self.number(text, index, digits == 1 ? 2 : digits) {
      let before = fields
      set(&fields, value)
      if match(part + 1, text, index + (digits == 1 ? 2 : digits), &fields) { return true }
      fields = before
    }
    guard digits == 1, let value = Self.number(text, index, 1) else { return false }
    set(&fields, value)
    return match(part + 1, text, index + 1, &fields)
  }

  private func matchZone(
    _ hasColon: Bool, _ part: Int, _ text: Bytes, _ index: Int, _ fields: inout DateFields
  ) -> Bool {
    guard index < text.count else { return false }
    if text[index] == UInt8(ascii: "Z") {
      fields.zone = (0, 0, false)
      return match(part + 1, text, index + 1, &fields)
    }
    let isWest = text[index] == UInt8(ascii: "-")
    guard isWest || text[index] == UInt8(ascii: "+"), let hours = Self.number(text, index + 1, 2)
    else { return false }
    let end = index + 3
    if hasColon {
      guard end < text.count, text[end] == UInt8(ascii: ":"),
        let minutes = Self.number(text, end + 1, 2)
      else { return false }
      fields.zone = (hours, minutes, isWest)
      return match(part + 1, text, end + 3, &fields)
    }
    if let minutes = Self.number(text, end, 2) {
      let before = fields
      fields.zone = (hours, minutes, isWest)
      if match(part + 1, text, end + 2, &fields) { return true }
      fields = before
    }
    fields.zone = (hours, 0, isWest)
    return match(part + 1, text, end, &fields)
  }

  /// Exactly so many digits.
  private static func number(_ text: Bytes, _ start: Int, _ digits: Int) -> Int? {
    guard start + digits <= text.count else { return nil }
    var value = 0
    for index in start..<start + digits {
      let digit = text[index] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Microseconds, rounded down; `digits` 1 takes as many as there are.
  private static func fraction(
    _ text: Bytes, _ start: Int, _ digits: Int, _ fields: inout DateFields
  ) -> Int? {
    var micros = 0
    var index = start
    while index < text.count, digits == 1 || index < start + digits, text[index] &- 0x30 <= 9 {
      if index < start + 6 { micros = micros * 10 + Int(text[index] - 0x30) }
      index += 1
    }
    guard index > start, digits == 1 || index == start + digits else { return nil }
    for _ in min(index - start, 6)..<6 { micros *= 10 }
    fields.micros = micros
    return index
  }

  /// An English name in large or small letters, and where it ends.
  private static func monthName(
    _ text: Bytes, _ start: Int, _ isFull: Bool
  ) -> (month: Int, end: Int)? {
    for (month, name) in months.enumerated() {
      let name = isFull ? Bytes(name) : Bytes(name)[0..<3]
      guard start + name.count <= text.count else { continue }
      let isEqual = (0..<name.count).allSatisfy { text[start + $0] | 0x20 == name[$0] | 0x20 }
      if isEqual { return (month + 1, start + name.count) }
    }
    return nil
  }
}

extension DateFields {
  fileprivate mutating func set(_ field: DatePattern.Field, to value: Int) {
    switch field {
    case .year: year = value
    case .month: month = value
    case .day: day = value
    case .hour: hour = value
    case .minute: minute = value
    case .second: second = value
    case .fraction, .half, .zone: break
    }
  }
}
