import Testing

@testable import Pipeline

@Suite struct DateTests {
  static let noFit = "failed: the text fits no pattern"
  static let impossible = "failed: there is no such date or time"
  static let skipped = "failed: clocks in the mapping's time zone skip this time"
  static let range = "failed: the time lies outside the years 1 to 9999"

  static func run(_ text: String, zone: String = "UTC") throws -> ExpressionRun {
    ExpressionRun(
      record: "{\"t\":\(JSONText.quoted(text))}", zone: try #require(ZoneFile.read(zone)))
  }

  /// The pattern, the text and the time, without `T` and `Z`; nil where the text does not fit.
  @Test(arguments: [
    ("yyyy", "2021", "2021-01-01 00:00:00"), ("yyyy", "21", nil), ("yyyy", "02021", nil),
    ("yyyy-MM", "2021-07", "2021-07-01 00:00:00"), ("yyyy-MM", "2021-7", nil),
    ("M/d/yyyy", "7/8/2021", "2021-07-08 00:00:00"),
    ("M/d/yyyy", "12/31/2021", "2021-12-31 00:00:00"),
    ("M/d/yyyy", "07/08/2021", "2021-07-08 00:00:00"), ("M/d/yyyy", "007/8/2021", nil),
    ("dd.MM.yyyy", "08.07.2021", "2021-07-08 00:00:00"), ("dd.MM.yyyy", "8.07.2021", nil),
    ("d MMM yyyy", "8 Jul 2021", "2021-07-08 00:00:00"),
    ("d MMM yyyy", "8 jUL 2021", "2021-07-08 00:00:00"),
    ("d MMM yyyy", "8 July 2021", nil), ("d MMM yyyy", "8 Juli 2021", nil),
    ("MMMM d, yyyy", "December 24, 2021", "2021-12-24 00:00:00"),
    ("MMMM d, yyyy", "Dec 24, 2021", nil),
    ("MMMM yyyy", "may 2021", "2021-05-01 00:00:00"), ("MMM yyyy", "Ma 2021", nil),
    ("yyyyMMdd", "20210708", "2021-07-08 00:00:00"), ("yyyyMd", "202178", "2021-07-08 00:00:00"),
    ("yyyyMd", "2021111", "2021-11-01 00:00:00"),
    ("yyyyMMddHHmmss", "20210708091011", "2021-07-08 09:10:11"),
    ("yyyy-MM-dd H:m:s", "2021-07-08 9:5:3", "2021-07-08 09:05:03"),
    ("yyyy-MM-dd H:m:s", "2021-07-08 23:59:59", "2021-07-08 23:59:59"),
    ("yyyy-MM-dd HH:mm:ss", "2021-07-08 9:05:03", nil),
    ("yyyy-MM-dd Hmm", "2021-07-08 930", "2021-07-08 09:30:00"),
    ("yyyy-MM-dd h:mm a", "2021-07-08 12:05 AM", "2021-07-08 00:05:00"),
    ("yyyy-MM-dd h:mm a", "2021-07-08 12:05 pm", "2021-07-08 12:05:00"),
    ("yyyy-MM-dd h:mm a", "2021-07-08 1:05 PM", "2021-07-08 13:05:00"),
    ("yyyy-MM-dd hh:mma", "2021-07-08 11:05aM", "2021-07-08 11:05:00"),
    ("yyyy-MM-dd h:mm a", "2021-07-08 1:05 XM", nil),
    ("yyyy-MM-dd h:mm a", "2021-07-08 1:05 P", nil),
    ("M/d/yyyy, h:mm:ss a", "8/5/2026, 3:15:30 PM", "2026-08-05 15:15:30"),
    ("yyyy HH:mm:ss.S", "2021 01:02:03.5", "2021-01-01 01:02:03.5"),
    ("yyyy HH:mm:ss.S", "2021 01:02:03.123456789", "2021-01-01 01:02:03.123456"),
    ("yyyy HH:mm:ss.S", "2021 01:02:03.", nil),
    ("yyyy HH:mm:ss.SSS", "2021 01:02:03.120", "2021-01-01 01:02:03.12"),
    ("yyyy HH:mm:ss.SSS", "2021 01:02:03.12", nil),
    ("yyyy HH:mm:ss.SSS", "2021 01:02:03.1234", nil),
    ("yyyy HH:mm:ss.SSSSSSSSS", "2021 01:02:03.000001999", "2021-01-01 01:02:03.000001"),
    ("yyyy-MM-ddX", "2021-07-08Z", "2021-07-08 00:00:00"),
    ("yyyy-MM-ddX", "2021-07-08+09", "2021-07-07 15:00:00"),
    ("yyyy-MM-ddX", "2021-07-08-0530", "2021-07-08 05:30:00"),
    ("yyyy-MM-ddX", "2021-07-08+05:30", nil),
    ("yyyy-MM-ddXXX", "2021-07-08+05:30", "2021-07-07 18:30:00"),
    ("yyyy-MM-ddXXX", "2021-07-08+0530", nil),
    ("yyyy-MM-ddXXX", "2021-07-08Z", "2021-07-08 00:00:00"), ("yyyy-MM-ddXXX", "2021-07-08z", nil),
    ("yyyy'T'MM", "2021T07", "2021-07-01 00:00:00"),
    ("yyyy' o''clock'", "2021 o'clock", "2021-01-01 00:00:00"),
    ("yyyy''", "2021'", "2021-01-01 00:00:00"), ("yyyy年M月d日", "2021年7月8日", "2021-07-08 00:00:00"),
    ("d.M.yyyy[ HH:mm[:ss]]", "8.7.2021", "2021-07-08 00:00:00"),
    ("d.M.yyyy[ HH:mm[:ss]]", "8.7.2021 09:10", "2021-07-08 09:10:00"),
    ("d.M.yyyy[ HH:mm[:ss]]", "8.7.2021 09:10:11", "2021-07-08 09:10:11"),
    ("d.M.yyyy[ HH:mm[:ss]]", "8.7.2021 09", nil),
    ("[d.][M.]yyyy", "7.2021", "2021-01-07 00:00:00"),
    ("yyyy-MM-dd", "2021-07-08 ", nil), ("yyyy-MM-dd", " 2021-07-08", nil), ("yyyy-MM-dd", "", nil),
    ("yyyy-MM-dd", "२०२१-०७-०८", nil), ("yyyy-MM-dd", "-2021-07-08", nil),
  ])
  func `a pattern reads what has its shape`(_ pattern: String, _ text: String, _ time: String?)
    throws
  {
    // `[d.][M.]` is refused for a day without a month only where there is none at all.
    let expected = time.map { "\"" + $0.replacing(" ", with: "T") + "Z\"" }
    #expect(try Self.run(text)("t | date(\(JSONText.quoted(pattern)))") == expected ?? Self.noFit)
  }

  @Test(arguments: [
    ("2021-02-29", impossible), ("2020-02-29", #""2020-02-29T00:00:00Z""#),
    ("1900-02-29", impossible),
    ("2000-02-29", #""2000-02-29T00:00:00Z""#), ("2021-04-31", impossible),
    ("2021-13-01", impossible),
    ("2021-00-01", impossible), ("2021-01-00", impossible), ("0000-01-01", range),
    ("0001-01-01", #""0001-01-01T00:00:00Z""#), ("9999-12-31", #""9999-12-31T00:00:00Z""#),
    ("2021-01-01 24:00", impossible), ("2021-01-01 23:60", impossible),
    ("2021-01-01 23:59:60", impossible),
    ("0001-01-01 00:00:00+00:01", range), ("9999-12-31 23:59:59-00:01", range),
    ("0000-12-31 23:59:59-00:01", #""0001-01-01T00:00:59Z""#),
    ("2021-01-01 00:00:00+24:00", impossible),
    ("2021-01-01 00:00:00-00:60", impossible),
  ])
  func `impossible dates fail and the bounds are years 1 to 9999`(_ text: String, _ result: String)
    throws
  {
    #expect(try Self.run(text)(#"t | date("yyyy-MM-dd[ HH:mm[:ss[XXX]]]")"#) == result)
  }

  @Test func `the first pattern that fits by its shape decides`() throws {
    let patterns = #"t | date("dd/MM/yyyy", "MM/dd/yyyy", "yyyy-MM-dd")"#
    #expect(try Self.run("08/07/2021")(patterns) == #""2021-07-08T00:00:00Z""#)
    #expect(try Self.run("07/28/2021")(patterns) == Self.impossible)
    #expect(try Self.run("2021-07-08")(patterns) == #""2021-07-08T00:00:00Z""#)
    #expect(try Self.run("2021/07/08")(patterns) == Self.noFit)
    #expect(try Self.run("x")(patterns + " ?? $now") == #""2026-01-01T00:00:00Z" (recovered)"#)
    #expect(try ExpressionRun(record: #"{"t":5}"#)(patterns) == "failed: expected a text")
    #expect(try ExpressionRun()(patterns) == "absent")
  }

  /// Clocks go forward and back; of two the earlier.
  @Test(arguments: [
    ("Asia/Tokyo", "2021-03-28 02:30", "2021-03-27T17:30:00Z"),
    ("Europe/Berlin", "2021-03-28 01:59", "2021-03-28T00:59:00Z"),
    ("Europe/Berlin", "2021-03-28 02:00", nil), ("Europe/Berlin", "2021-03-28 02:59", nil),
    ("Europe/Berlin", "2021-03-28 03:00", "2021-03-28T01:00:00Z"),
    ("Europe/Berlin", "2021-10-31 01:59", "2021-10-30T23:59:00Z"),
    ("Europe/Berlin", "2021-10-31 02:00", "2021-10-31T00:00:00Z"),
    ("Europe/Berlin", "2021-10-31 02:59", "2021-10-31T00:59:00Z"),
    ("Europe/Berlin", "2021-10-31 03:00", "2021-10-31T02:00:00Z"),
    ("Europe/Berlin", "2121-03-30 02:30", nil),
    ("Europe/Berlin", "2121-07-01 12:00", "2121-07-01T10:00:00Z"),
    ("Europe/Berlin", "9999-12-31 12:00", "9999-12-31T11:00:00Z"),
    ("America/New_York", "2021-03-14 01:59", "2021-03-14T06:59:00Z"),
    ("America/New_York", "2021-03-14 02:30", nil),
    ("America/New_York", "2021-03-14 03:00", "2021-03-14T07:00:00Z"),
    ("America/New_York", "2021-11-07 01:30", "2021-11-07T05:30:00Z"),
    ("America/New_York", "2021-11-07 02:00", "2021-11-07T07:00:00Z"),
    ("America/New_York", "2050-03-13 02:30", nil),
    ("America/New_York", "2050-11-06 01:30", "2050-11-06T05:30:00Z"),
    ("Asia/Kolkata", "2021-07-08 05:30", "2021-07-08T00:00:00Z"),
    ("Asia/Kathmandu", "2021-07-08 05:45", "2021-07-08T00:00:00Z"),
    ("Australia/Lord_Howe", "2021-04-04 01:45", "2021-04-03T14:45:00Z"),
    ("Australia/Lord_Howe", "2021-10-03 02:15", nil),
    ("Australia/Lord_Howe", "2060-10-03 02:15", nil),
    ("Australia/Sydney", "2050-01-01 00:00", "2049-12-31T13:00:00Z"),
    ("Australia/Sydney", "2050-07-01 00:00", "2050-06-30T14:00:00Z"),
    ("Pacific/Apia", "2011-12-30 12:00", nil),
    ("Pacific/Apia", "2011-12-31 00:00", "2011-12-30T10:00:00Z"),
    ("America/Sao_Paulo", "2018-11-04 00:00", nil),
    ("Europe/Dublin", "2021-01-15 12:00", "2021-01-15T12:00:00Z"),
    ("Europe/Dublin", "2050-07-15 12:00", "2050-07-15T11:00:00Z"),
    ("UTC", "2021-03-28 02:30", "2021-03-28T02:30:00Z"),
    ("Europe/Berlin", "1850-01-01 00:53", "1849-12-31T23:59:32Z"),
  ])
  func `local times are those of the mapping's zone`(
    _ zone: String, _ text: String, _ time: String?
  ) throws {
    let result = time.map { "\"\($0)\"" } ?? Self.skipped
    #expect(try Self.run(text, zone: zone)(#"t | date("yyyy-MM-dd HH:mm")"#) == result)
    let iso = try Self.run(text.replacing(" ", with: "T") + ":00", zone: zone)
    #expect(try iso("t | iso8601") == result)
  }

  static let shape = "failed: expected a date or a time of RFC 3339"

  @Test(arguments: [
    ("2024-12-23T17:19:31.670407", "2024-12-23T08:19:31.670407Z"),
    ("2024-12-23", "2024-12-22T15:00:00Z"),
    ("2024-12-23T08:19:31Z", "2024-12-23T08:19:31Z"),
    ("2024-12-23t08:19:31z", "2024-12-23T08:19:31Z"),
    ("2024-12-23T08:19:31-05:30", "2024-12-23T13:49:31Z"),
    ("2024-12-23T08:19:31.9999999+00:00", "2024-12-23T08:19:31.999999Z"),
    ("23.12.2024", nil), ("2024-12-23 08:19:31", nil), ("2024-12-23T08:19", nil),
    ("2024-12-23T", nil),
    ("2024-12-23T08:19:31+0530", nil), ("2024-02-30", nil), ("2024-12-23T08:19:60Z", nil),
    ("20241223", nil),
    ("2024-12-23Z", nil), ("", nil), ("2024-12-23T08:19:31Zx", nil),
  ])
  func `iso8601 is RFC 3339, also without zone or time`(_ text: String, _ time: String?) throws {
    let run = try Self.run(text, zone: "Asia/Tokyo")
    #expect(try run("t | iso8601") == time.map { "\"\($0)\"" } ?? Self.shape)
  }

  @Test(arguments: [
    ("yyyy-MM-dd'T'HH:mm:ss.SSSXXX", "Europe/Berlin", "2021-07-08T17:04:05.006+02:00"),
    ("d.M.yyyy H:m:s.S", "UTC", "8.7.2021 15:4:5.006"), ("MMM MMMM", "UTC", nil),
    ("EEE", "UTC", nil), ("MMMM d, h:mm a", "UTC", "July 8, 3:04 PM"),
    ("hh a", "Asia/Tokyo", "12 AM"),
    ("yyyy-MM-dd", "Asia/Tokyo", "2021-07-09"), ("X", "Asia/Tokyo", "+09"),
    ("X", "Asia/Kolkata", "+0530"),
    ("X", "UTC", "Z"), ("XXX", "America/New_York", "-04:00"), ("SS", "UTC", "00"),
    ("SSSSSSSS", "UTC", "00600000"),
    ("[yyyy]''[MM]", "UTC", "2021'07"), ("'at' h", "UTC", "at 3"), ("年", "UTC", "年"),
    ("m s", "UTC", "4 5"),
  ])
  func `format writes what clocks of the zone show`(
    _ pattern: String, _ zone: String, _ text: String?
  ) throws {
    let run = ExpressionRun(
      record: #"{"t":1625756645006}"#, zone: try #require(ZoneFile.read(zone)))
    let expression = "t | millis | format(\(JSONText.quoted(pattern)))"
    guard let text else {
      #expect(!expressionFaults(expression).isEmpty)
      return
    }
    #expect(try run(expression) == JSONText.quoted(text))
  }

  @Test func `a time whose local year is 0 or 10000 has no text`() throws {
    let first = ExpressionRun(
      record: #"{"t":-62135596800}"#, zone: try #require(ZoneFile.read("America/New_York")))
    #expect(try first(#"t | seconds | format("yyyy")"#) == Self.range)
    let last = ExpressionRun(
      record: #"{"t":253402300799}"#, zone: try #require(ZoneFile.read("Asia/Tokyo")))
    #expect(try last(#"t | seconds | format("yyyy")"#) == Self.range)
    #expect(
      try ExpressionRun(record: #"{"t":"2021-01-01T00:00:00Z"}"#)(#"t | format("yyyy")"#)
        == "failed: expected a timestamp")
  }

  @Test(arguments: [
    (
      #"a | date("yyyy-mm-ddx")"#, "a pattern has no \"x\"; letters that mean themselves go in '…'",
      "x"
    ),
    (#"a | date("yy")"#, "a pattern has no \"yy\"; letters that mean themselves go in '…'", "yy"),
    (#"a | date("yyyy 'at")"#, "the quoted text does not end", "'at"),
    (#"a | date("yyyy[MM")"#, "\"[\" is not closed", "[MM"),
    (#"a | date("yyyy]")"#, "there is no \"[\"", "]"),
    (#"a | date("MM-dd")"#, "without a year (yyyy) no time can be told", nil),
    (#"a | date("[yyyy]-MM")"#, "without a year (yyyy) no time can be told", nil),
    (#"a | date("yyyy dd")"#, "the pattern has a day, but no month", "dd"),
    (#"a | date("yyyy MM MMM")"#, "the month stands in the pattern twice", "MMM"),
    (#"a | date("yyyy h a a")"#, "the half of the day stands in the pattern twice", "a\")"),
    (#"a | date("yyyy S SSS")"#, "the fraction of the second stands in the pattern twice", "SSS"),
    ("a | date(\"yyyy\(String(repeating: " ", count: 200))\")", "the pattern is too long", nil),
    (#"a | date("yyyy hh")"#, "an hour from 1 to 12 (h) needs AM or PM (a); 0 to 23 is H", "hh"),
    (#"a | date("yyyy HH a")"#, "AM and PM (a) need an hour from 1 to 12 (h)", "a\")"),
    (#"a | date("")"#, "without a year (yyyy) no time can be told", nil),
    (
      #"a | date("yyyy", "\u00e4\n q")"#,
      "a pattern has no \"q\"; letters that mean themselves go in '…'", "q"
    ),
    (#"a | seconds | format("")"#, "the pattern is empty", nil),
    (
      #"a | date("[][][][][][][][][]yyyy")"#,
      "a pattern has 8 optional parts at most; give several patterns", "[]yyyy"
    ),
  ])
  func `a wrong pattern is told with its place`(
    _ expression: String, _ message: String, _ part: String?
  ) throws {
    var compiler = ExpressionCompiler(captures: [])
    let faults = #expect(throws: ExpressionFaults.self) {
      try compiler.compile(Array(expression.utf8))
    }
    let fault = try #require(faults?.faults.first)
    #expect(fault.message == message)
    guard let part else { return }
    let place = try #require(expression.ranges(of: part).last).lowerBound
    #expect(
      fault.range.lowerBound == expression.utf8.distance(from: expression.startIndex, to: place))
    #expect(fault.range.count == 1)
  }
}
