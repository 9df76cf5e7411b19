/// When clocks change each year, as the last line of a zone's file says it (RFC 9636, 3.3.1; POSIX's TZ).
///
///     CET-1CEST,M3.5.0,M10.5.0/3
///     ^^^^^ one hour east            (POSIX counts to the west)
///          ^^^^ summer time, one hour more where no offset follows
///               ^^^^^^ from the last (5) Sunday (0) of March (3), 02:00
///                      ^^^^^^^^ to the last Sunday of October, 03:00
struct ZoneRule: Sendable {
  /// A day of a year, and the second of its local time, which may lie on another day.
  struct Change: Sendable {
    enum Day: Sendable {
      /// `J60`: 1 to 365, 29 February never counted.
      case withoutLeapDay(Int)
      /// `59`: 0 to 365.
      case ofYear(Int)
      /// `M3.5.0`: of a month, the how-manieth of a weekday; 5 is the last, 0 Sunday.
      case ofMonth(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    var second: Int

    /// In seconds since 1970, as the local clock counts them.
    func local(in year: Int) -> Int { daysSince1970(in: year) * 86_400 + second }

    private func daysSince1970(in year: Int) -> Int {
      let newYear = CivilDate(year: year, month: 1, day: 1).daysSince1970
      switch day {
      case .ofYear(let day): return newYear + day
      case .withoutLeapDay(let day):
        let march = CivilDate(year: year, month: 3, day: 1).daysSince1970
        return day < 60 ? newYear + day - 1 : march + day - 60
      case .ofMonth(let month, let week, let weekday):
        let first = CivilDate(year: year, month: month, day: 1).daysSince1970
        // 1970-01-01 was a Thursday.
        let firstWeekday = (first + 4).flooredDivision(by: 7).remainder
        var result = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        let next =
          CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
          .daysSince1970
        while result >= next { result -= 7 }
        return result
      }
    }
  }

  /// Seconds east of Greenwich.
  var standard: Int
  var summer: (offset: Int, start: Change, end: Change)?

  func offset(at second: Int) -> Int {
    guard let summer else { return standard }
    let day = (second + standard).flooredDivision(by: 86_400).quotient
    let year = CivilDate(daysSince1970: day).year
    let start = summer.start.local(in: year) - standard
    let end = summer.end.local(in: year) - summer.offset
    // In the south summer spans the new year.
    let isSummer =
      start < end ? start <= second && second < end : start <= second || second < end
    return isSummer ? summer.offset : standard
  }
}

extension ZoneRule {
  /// Reads the rule; nil when it is none.
  init?(_ text: [UInt8]) {
    var reader = ZoneRuleReader(text)
    guard reader.name(), let west = reader.time() else { return nil }
    standard = -west
    if reader.isAtEnd { return }
    guard reader.name() else { return nil }
    var offset = standard + 3600
    if !reader.isAt(",") {
      guard let west = reader.time() else { return nil }
      offset = -west
    }
    guard reader.take(","), let start = reader.change(), reader.take(","),
      let end = reader.change(), reader.isAtEnd
    else { return nil }
    summer = (offset, start, end)
  }
}

private struct ZoneRuleReader {
  private let text: [UInt8]
  private var index = 0

  init(_ text: [UInt8]) { self.text = text }

  var isAtEnd: Bool { index == text.count }

  func isAt(_ character: Unicode.Scalar) -> Bool {
    index < text.count && text[index] == UInt8(ascii: character)
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isAt(character) else { return false }
    index += 1
    return true
  }

  /// `CET`, `<+0330>`: at least three characters.
  mutating func name() -> Bool {
    let start = index
    if take("<") {
      while !isAtEnd, !isAt(">") { index += 1 }
      return take(">")
    }
    while !isAtEnd, text[index] | 0x20 >= UInt8(ascii: "a"), text[index] | 0x20 <= UInt8(ascii: "z")
    {
      index += 1
    }
    return index - start >= 3
  }

  mutating func number() -> Int? {
    let start = index
    var value = 0
    while !isAtEnd, text[index] &- 0x30 <= 9, index - start < 4 {
      value = value * 10 + Int(text[index] - 0x30)
      index += 1
    }
    return index > start ? value : nil
  }

  /// `-1`, `5:30`, `-167:59:59`, in seconds.
  mutating func time() -> Int? {
    let isNegative = isAt("-")
    if isNegative || isAt("+") { index += 1 }
    guard let hours = number() else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number() else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = number() else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  mutating func change() -> ZoneRule.Change? {
    guard let day = day() else { return nil }
    guard take("/") else { return ZoneRule.Change(day: day, second: 7200) }
    return time().map { ZoneRule.Change(day: day, second: $0) }
  }

  private mutating func day() -> ZoneRule.Change.Day? {
    if take("J") {
      guard let day = number(), (1...365).contains(day) else { return nil }
      return .withoutLeapDay(day)
    }
    guard take("M") else {
      guard let day = number(), day <= 365 else { return nil }
      return .ofYear(day)
    }
    guard let month = number(), (1...12).contains(month), take("."), let week = number(),
      (1...5).contains(week), take("."), let weekday = number(), weekday <= 6
    else { return nil }
    return .ofMonth(month: month, week: week, weekday: weekday)
  }
}
