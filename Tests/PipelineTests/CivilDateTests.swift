import Testing

@testable import Pipeline

@Suite struct CivilDateTests {
  @Test func `every day of four centuries and its number agree`() {
    var date = CivilDate(year: 1799, month: 12, day: 31)
    for days in CivilDate(year: 1800, month: 1, day: 1)
      .daysSince1970...CivilDate(
        year: 2200, month: 12, day: 31
      ).daysSince1970
    {
      // The next day by the calendar's own rule.
      date.day += 1
      if !date.isValid { date = CivilDate(year: date.year, month: date.month + 1, day: 1) }
      if !date.isValid { date = CivilDate(year: date.year + 1, month: 1, day: 1) }
      #expect(CivilDate(daysSince1970: days) == date)
      #expect(date.daysSince1970 == days)
    }
  }

  @Test func `the ends of the range`() {
    #expect(CivilDate(daysSince1970: 0) == CivilDate(year: 1970, month: 1, day: 1))
    #expect(CivilDate(daysSince1970: -719_162) == CivilDate(year: 1, month: 1, day: 1))
    #expect(CivilDate(daysSince1970: 2_932_896) == CivilDate(year: 9999, month: 12, day: 31))
  }
}
