import Foundation
import Testing

@testable import Pipeline

@Suite struct ZoneTests {
  @Test func `every zone that a mapping may name can be read here`() {
    // What this machine's database has left out is no fault of ours; but it has the most.
    let names = [
      "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Etc/GMT+5", "EST5EDT",
    ]
    for name in names { #expect(ZoneFile.read(name) != nil, "\(name)") }
    #expect(ZoneFile.read("Not/AZone") == nil)
  }

  /// Foundation has its own data and its own code: for times of our days both say the same.
  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Australia/Lord_Howe",
    "America/St_Johns", "Europe/Dublin", "Pacific/Auckland", "Pacific/Apia", "Africa/Johannesburg",
    "America/Sao_Paulo", "Australia/Sydney",
  ])
  func `offsets are those that another reader finds`(_ name: String) throws {
    let zone = try #require(ZoneFile.read(name))
    let other = try #require(TimeZone(identifier: name))
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let second = Int.random(in: 0..<4_000_000_000, using: &random)
      let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second)))
      #expect(zone.offset(at: second) == expected, "\(name) at \(second)")
    }
  }

  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kathmandu",
    "Australia/Lord_Howe",
  ])
  func `what format writes, date reads back`(_ name: String) throws {
    let zone = try #require(ZoneFile.read(name))
    let arena = Arena()
    let patterns = [
      "yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX", "MMMM d, yyyy h:mm:ss.S a X", "yyyyMMddHHmmssSSSSSSX",
      "dd/MMM/yyyy[ HH:mm:ss[.SSSSSS]] [XXX]",
    ]
    let compiled = try patterns.map { try DatePattern(Array($0.utf8), for: .reading) }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      // From 1950 on, offsets are whole minutes.
      let micros = Int64.random(in: -631_152_000_000_000...253_402_214_400_000_000, using: &random)
      let time = try #require(Timestamp(microseconds: micros))
      for pattern in compiled {
        let text = try #require(pattern.write(time, in: zone, arena))
        let result = pattern.read(text)?.time(in: zone)
        guard case .timestamp(let back)? = result else {
          Issue.record("\(name): \(text.text) is not read")
          continue
        }
        #expect(back == time, "\(name): \(text.text)")
      }
      arena.reset()
    }
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"])
  func `every local time is that of its instant, or of an earlier one`(_ name: String) throws {
    let zone = try #require(ZoneFile.read(name))
    for index in 0..<40_000 {
      let instant = 1_300_000_000 + index * 9973
      let local = instant + zone.offset(at: instant)
      let found = try #require(zone.instant(ofLocal: local))
      #expect(found == instant || found < instant && found + zone.offset(at: found) == local)
    }
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_625_745_600, 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", 1_609_459_200, 3600),
    ("EST5EDT,M3.2.0,M11.1.0", 1_625_745_600, -14400), ("JST-9", 0, 32400),
    ("<+0330>-3:30", 0, 12600),
    ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", 1_625_745_600, -7200),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 1_609_459_200, 0),
    ("XXX3EDT4,0/0,J365/23", 1_609_459_200, -14400),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", 1_609_459_200, 39600),
    ("EET-2EEST,J60/0,J300/0", 1_614_549_600, 10800),
    ("EET-2EEST,J60/0,J300/0", 1_614_549_599 - 3600, 7200),
    ("EET-2EEST,59/0,299/0", 1_614_549_600, 10800),
  ])
  func `rules of POSIX`(_ rule: String, _ second: Int, _ offset: Int) throws {
    #expect(try #require(ZoneRule(Array(rule.utf8))).offset(at: second) == offset)
  }

  @Test(arguments: [
    "", "CET", "C-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1x",
    "<+1-1", "CET-1CEST,M3.5.0,M10.5.0/3x",
  ])
  func `what is no rule`(_ rule: String) { #expect(ZoneRule(Array(rule.utf8)) == nil) }

  @Test func `a damaged file is no zone`() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin")))
    #expect(ZoneFile.parse(bytes) != nil)
    for count in 0..<bytes.count - 30 { #expect(ZoneFile.parse(Array(bytes[..<count])) == nil) }
    // Whatever a byte becomes, reading it ends.
    for index in 0..<bytes.count {
      var damaged = bytes
      damaged[index] ^= 0xFF
      _ = ZoneFile.parse(damaged)?.instant(ofLocal: 1_600_000_000)
    }
  }
}
