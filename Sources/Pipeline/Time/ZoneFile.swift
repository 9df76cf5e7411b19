import Interop

/// Reads the system's time zone database: compiled files (RFC 9636, "TZif"), one a zone.
///
///     TZif2  …  counts  …  times as 32 bits     for readers of old, skipped
///     TZif2  …  counts                          six 32-bit numbers, big-endian
///            transition times                   64 bits each
///            a type for each                    8 bits
///            types: offset, summer?, name       32 + 8 + 8 bits
///            names, leap seconds, indicators    not needed
///     \nCET-1CEST,M3.5.0,M10.5.0/3\n            the rule behind the last transition
///
/// Read here and not through Foundation, which this module does without: its `TimeZone` takes 13 MB of memory and has
/// data of its own, while these files are the system's to keep up to date.
enum ZoneFile {
  /// Linux and macOS alike.
  private static let folder = "/usr/share/zoneinfo/"
  /// The largest is 4 KB.
  private static let largest = 1 << 16

  /// The zone of a name that `TimeZones` knows; nil where the system has no (readable) file for it.
  static func read(_ name: String) -> Zone? {
    // What UTC means needs no database.
    if name == "UTC" { return .utc }
    guard let file = try? File(folder + name) else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < largest {
      var count = 0
      let more = unsafe [UInt8](unsafeUninitializedCapacity: 8192) { buffer, filled in
        count = unsafe (try? file.read(into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        filled = count
      }
      if count == 0 { break }
      bytes += more
    }
    return parse(bytes)
  }

  /// Nil when the bytes are no such file.
  static func parse(_ bytes: [UInt8]) -> Zone? {
    guard let old = Header(bytes, at: 0), old.version >= UInt8(ascii: "2") else { return nil }
    let second = Header.size + old.dataSize(timeSize: 4)
    guard let header = Header(bytes, at: second) else { return nil }
    let times = second + Header.size
    let indices = times + 8 * header.times
    let types = indices + header.times
    let footer = times + header.dataSize(timeSize: 8)
    guard header.types > 0, footer < bytes.count, bytes[footer] == 0x0A else { return nil }

    let offset = { (type: Int) in
      Int(Int32(truncatingIfNeeded: number(bytes, at: types + 6 * type, size: 4)))
    }
    var transitions: [Int] = []
    // Before the first transition the first type is in use.
    var offsets = [offset(0)]
    for index in 0..<header.times {
      let type = Int(bytes[indices + index])
      guard type < header.types else { return nil }
      let time = number(bytes, at: times + 8 * index, size: 8)
      if let last = transitions.last, time <= last { return nil }
      transitions.append(time)
      offsets.append(offset(type))
    }
    let text = Array(bytes[(footer + 1)...].prefix { $0 != 0x0A })
    guard !text.isEmpty else {
      return Zone(transitions: transitions, offsets: offsets, rule: nil)
    }
    guard let rule = ZoneRule(text) else { return nil }
    return Zone(transitions: transitions, offsets: offsets, rule: rule)
  }

  /// A big-endian number with a sign where it has 64 bits.
  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int {
    bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) }
  }

  private struct Header {
    static let size = 44
    var version: UInt8
    var indicators: (universal: Int, standard: Int)
    var leaps: Int
    var times: Int
    var types: Int
    var names: Int

    /// Nil where there is no header, or less data behind it than it says.
    init?(_ bytes: [UInt8], at start: Int) {
      guard start + Self.size <= bytes.count, bytes[start..<start + 4].elementsEqual("TZif".utf8)
      else { return nil }
      version = bytes[start + 4]
      let count = { (index: Int) in number(bytes, at: start + 20 + 4 * index, size: 4) }
      indicators = (count(0), count(1))
      leaps = count(2)
      times = count(3)
      types = count(4)
      names = count(5)
      guard start + Self.size + dataSize(timeSize: 4) <= bytes.count else { return nil }
    }

    func dataSize(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + names + leaps * (timeSize + 4) + indicators.standard
        + indicators.universal
    }
  }
}
