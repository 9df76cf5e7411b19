import JSONTree

extension DatePattern {
  /// The text of a time as clocks of the zone show it; nil where that is outside the years 1 to 9999.
  func write(_ time: Timestamp, in zone: Zone, _ arena: Arena) -> Bytes? {
    let (second, micros) = time.microseconds.flooredDivision(by: 1_000_000)
    let offset = zone.offset(at: Int(second))
    let (days, secondOfDay) = (Int(second) + offset).flooredDivision(by: 86_400)
    let date = CivilDate(daysSince1970: days)
    guard (1...9999).contains(date.year) else { return nil }
    let clock = Clock(
      date: date, secondOfDay: secondOfDay, micros: Int(micros), offset: offset)
    return unsafe arena.text(capacity: capacity) { start in
      var writer = unsafe Writer(start: start)
      for part in parts { writer.append(part, clock) }
      return writer.count
    }
  }

  /// What clocks show.
  private struct Clock {
    var date: CivilDate
    var secondOfDay: Int
    var micros: Int
    var offset: Int

    var hour: Int { secondOfDay / 3600 }

    func value(_ field: Field) -> Int {
      switch field {
      case .year: date.year
      case .month: date.month
      case .day: date.day
      case .hour: hour
      case .minute: secondOfDay / 60 % 60
      case .second: secondOfDay % 60
      case .fraction, .half, .zone: 0
      }
    }
  }

  /// Writes into memory of the pattern's capacity.
  @safe
  private struct Writer {
    private let start: UnsafeMutablePointer<UInt8>
    private(set) var count = 0

    init(start: UnsafeMutablePointer<UInt8>) { unsafe self.start = start }

    mutating func append(_ part: Part, _ clock: Clock) {
      switch part {
      case .literal(let text): append(text.bytes)
      case .number(let field, let digits): append(clock.value(field), digits)
      case .halfDayHour(let digits): append((clock.hour + 11) % 12 + 1, digits)
      case .monthName(let isFull):
        let name = Bytes(months[clock.date.month - 1])
        append(isFull ? name : name[0..<3])
      case .fraction(let digits): appendFraction(clock.micros, digits)
      case .half: append(clock.hour < 12 ? "AM" : "PM")
      case .zone(let hasColon): appendZone(clock.offset, hasColon)
      case .optional: break
      }
    }

    private mutating func append(_ byte: UInt8) {
      unsafe start[count] = byte
      count += 1
    }

    private mutating func append(_ text: Bytes) {
      unsafe (start + count).update(from: text.pointer, count: text.count)
      count += text.count
    }

    private mutating func append(_ value: Int, _ digits: Int) {
      var unit = 1
      for _ in 1..<digits { unit *= 10 }
      while value >= unit * 10 { unit *= 10 }
      while unit > 0 {
        append(0x30 + UInt8(truncatingIfNeeded: value / unit % 10))
        unit /= 10
      }
    }

    /// One `S`: as many digits as it takes, at least one.
    private mutating func appendFraction(_ micros: Int, _ digits: Int) {
      var rest = micros
      var written = 0
      while digits == 1 ? written == 0 || rest > 0 : written < digits {
        rest *= 10
        append(0x30 + UInt8(truncatingIfNeeded: rest / 1_000_000))
        rest %= 1_000_000
        written += 1
      }
    }

    /// Seconds of an offset, as of the days before zones, are left out.
    private mutating func appendZone(_ offset: Int, _ hasColon: Bool) {
      let minutes = Int(offset.magnitude) / 60
      guard minutes > 0 else { return append(UInt8(ascii: "Z")) }
      append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      append(minutes / 60, 2)
      guard hasColon || minutes % 60 > 0 else { return }
      if hasColon { append(UInt8(ascii: ":")) }
      append(minutes % 60, 2)
    }
  }
}
