import Pipeline
import Testing

@testable import replant

/// A clock that stands until it is set.
private final class TestClock {
  var time = 100.0
}

extension ProgressText {
  /// Notes and tells.
  fileprivate mutating func told(_ progress: Progress, at time: Double) -> [String] {
    note(progress, at: time)
    return parts(progress, at: time)
  }
}

@Suite struct ProgressTests {
  private func progress(
    _ phase: Progress.Phase = .writing, done: Int = 0, total: Int? = 644_000_000, records: Int = 0
  ) -> Progress {
    Progress(phase: phase, done: done, total: total, records: records)
  }

  @Test func `tells bytes, records, rate and time left`() {
    var text = ProgressText()
    #expect(text.told(progress(), at: 0) == ["writing (2 of 2)", "0%", "0 B of 644 MB"])
    #expect(
      text.told(progress(done: 271_000_000, records: 1_204_332), at: 2) == [
        "writing (2 of 2)", "42%", "3 s left", "271 MB of 644 MB", "136 MB/s", "1 204 332 records",
      ])
    #expect(
      text.told(progress(done: 644_000_000, records: 1), at: 4)
        == ["writing (2 of 2)", "100%", "644 MB of 644 MB", "161 MB/s", "1 record"])
  }

  @Test func `knows no percentage of standard input`() {
    var text = ProgressText()
    _ = text.told(progress(.scanning, total: nil), at: 0)
    #expect(
      text.told(progress(.scanning, done: 5_000_000, total: nil, records: 7), at: 1)
        == ["scanning (1 of 2)", "5.0 MB", "5.0 MB/s", "7 records"])
  }

  @Test func `tells of a scan only what is left to scan`() {
    var text = ProgressText()
    _ = text.told(progress(.scanning), at: 0)
    #expect(
      text.told(progress(.scanning, done: 322_000_000), at: 1)
        == ["scanning (1 of 2)", "50%", "1 s left to scan", "322 MB of 644 MB", "322 MB/s"])
    #expect(
      text.told(progress(.finishing, done: 644_000_000, records: 9), at: 5)
        == ["finishing", "100%", "644 MB of 644 MB", "9 records"])
  }

  @Test func `tells longer times in minutes and hours`() {
    var text = ProgressText()
    _ = text.told(progress(), at: 0)
    #expect(text.told(progress(done: 4_000_000), at: 1).contains("2 min 40 s left"))
    #expect(text.told(progress(done: 4_010_000), at: 101).contains("1777 h 45 min left"))
  }

  @Test func `shows a disk that slows down, and forgets it when it has recovered`() {
    var rate = RecentRate()
    var told: [Int: Int] = [:]
    var done = 0
    for second in 0...60 {
      if second > 0 { done += (20..<40).contains(second - 1) ? 1 : 100 }
      rate.note(done, at: Double(second))
      told[second] = rate.rate(done, at: Double(second)).map { Int($0.rounded()) }
    }
    #expect(told[0] == nil)
    #expect((told[1], told[20]) == (100, 100))
    // Half of the window is slow, then all of it; and back.
    #expect((told[25], told[30], told[40]) == (51, 1, 1))
    #expect((told[45], told[50], told[60]) == (51, 100, 100))
  }

  @Test func `tells the rate since the last sign of life, however long ago that was`() {
    var rate = RecentRate()
    rate.note(0, at: 0)
    rate.note(1000, at: 10)
    rate.note(1100, at: 110)
    #expect(rate.rate(1100, at: 110) == 1)
  }

  @Test func `tells no rate out of a moment, and none where nothing moves`() {
    var rate = RecentRate()
    #expect(rate.rate(0, at: 0) == nil)
    rate.note(5, at: 0)
    #expect(rate.rate(100, at: 0.4) == nil)
    #expect(rate.rate(5, at: 3) == nil)
    #expect(rate.rate(20, at: 3) == 5)
  }

  @Test func `keeps little of a long run`() {
    var rate = RecentRate()
    for step in 0..<1_000_000 { rate.note(step, at: Double(step) / 1000) }
    #expect(rate.kept <= 42)
    #expect(rate.rate(1_000_000, at: 1000).map { ($0 - 1000).magnitude < 1 } == true)
  }

  @Test func `counts the rate of each phase from its start`() {
    var text = ProgressText()
    _ = text.told(progress(.scanning), at: 0)
    _ = text.told(progress(.scanning, done: 644_000_000), at: 10)
    #expect(text.told(progress(done: 1000, records: 1), at: 10).count == 4)
    #expect(text.told(progress(done: 2_001_000), at: 11).contains("2.0 MB/s"))
  }

  @Test func `writes one line over, five times a second`() {
    let clock = TestClock()
    var output: [String] = []
    let display = TerminalProgress(clock: { clock.time }, width: { 80 }) { output.append($0) }
    for step in 0..<100 {
      clock.time = 100 + Double(step) / 100
      display.update(progress(done: step * 1_000_000, records: step))
    }
    #expect(output.count == 5)
    #expect(output.allSatisfy { $0.hasPrefix("\r\u{1b}[K") && !$0.contains("\n") })
    #expect(output[0] == "\r\u{1b}[Kwriting (2 of 2)   0%   0 B of 644 MB")
    display.end()
    #expect(output.last == "\r\u{1b}[K")
  }

  @Test func `shows a new phase at once`() {
    let clock = TestClock()
    var output: [String] = []
    let display = TerminalProgress(clock: { clock.time }, width: { 80 }) { output.append($0) }
    display.update(progress(.scanning))
    display.update(progress(.writing))
    display.update(progress(.writing))
    #expect(output.count == 2)
  }

  @Test(arguments: 0...90)
  func `never fills the last cell of a terminal`(_ width: Int) {
    let clock = TestClock()
    var output = ""
    let display = TerminalProgress(clock: { clock.time }, width: { width }) { output = $0 }
    display.update(progress())
    clock.time += 1
    display.update(progress(done: 271_000_000, records: 1_204_332))
    let line = output.replacing("\r\u{1b}[K", with: "")
    #expect(line.displayWidth < max(1, width))
    if width >= 63 { #expect(line.contains("42%   2 s left   271 MB of 644 MB")) }
    if width == 20 { #expect(line == "writing   42%") }
  }

  @Test func `writes plain lines every ten seconds and none for a short run`() {
    let clock = TestClock()
    var output: [String] = []
    let display = PlainProgress(clock: { clock.time }) { output.append($0) }
    for second in 0..<25 {
      clock.time = 100 + Double(second)
      display.update(progress(done: second * 10_000_000, records: second))
      if second == 9 { #expect(output.isEmpty) }
    }
    display.end()
    #expect(
      output == [
        "writing (2 of 2), 15%, 55 s left, 100 MB of 644 MB, 10 MB/s, 10 records\n",
        "writing (2 of 2), 31%, 45 s left, 200 MB of 644 MB, 10 MB/s, 20 records\n",
      ])
  }

  @Test func `shows nothing after the end of nothing`() {
    var output: [String] = []
    TerminalProgress(clock: { 0 }, width: { 80 }) { output.append($0) }.end()
    #expect(output.isEmpty)
  }
}
