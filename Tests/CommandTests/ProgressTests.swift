import Pipeline
import Testing

@testable import replant

/// A clock that stands until it is set.
private final class TestClock {
  var time = 100.0
}

@Suite struct ProgressTests {
  private func progress(
    _ phase: Progress.Phase = .writing, done: Int = 0, total: Int? = 644_000_000, records: Int = 0
  ) -> Progress {
    Progress(phase: phase, done: done, total: total, records: records)
  }

  @Test func `tells bytes, records, rate and time left`() {
    var text = ProgressText()
    #expect(text.parts(progress(), at: 0) == ["writing", "0%", "0 B of 644 MB"])
    #expect(
      text.parts(progress(done: 271_000_000, records: 1_204_332), at: 2)
        == ["writing", "42%", "271 MB of 644 MB", "1 204 332 records", "136 MB/s", "3 s left"])
    #expect(
      text.parts(progress(done: 644_000_000, records: 1), at: 4)
        == ["writing", "100%", "644 MB of 644 MB", "1 record", "161 MB/s"])
  }

  @Test func `knows no percentage of standard input`() {
    var text = ProgressText()
    _ = text.parts(progress(total: nil), at: 0)
    #expect(
      text.parts(progress(done: 5_000_000, total: nil, records: 7), at: 1)
        == ["writing", "5.0 MB", "7 records", "5.0 MB/s"])
  }

  @Test func `counts the rate of each phase from its start`() {
    var text = ProgressText()
    _ = text.parts(progress(.scanning), at: 0)
    _ = text.parts(progress(.scanning, done: 644_000_000), at: 10)
    #expect(text.parts(progress(done: 1000, records: 1), at: 10).count == 4)
    #expect(text.parts(progress(done: 2_000_000), at: 11).contains("2.0 MB/s"))
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
    #expect(output[0] == "\r\u{1b}[Kwriting   0%   0 B of 644 MB")
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
    if width >= 80 { #expect(line.hasSuffix(" left")) }
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
        "writing, 15%, 100 MB of 644 MB, 10 records, 10 MB/s, 55 s left\n",
        "writing, 31%, 200 MB of 644 MB, 20 records, 10 MB/s, 45 s left\n",
      ])
  }

  @Test func `shows nothing after the end of nothing`() {
    var output: [String] = []
    TerminalProgress(clock: { 0 }, width: { 80 }) { output.append($0) }.end()
    #expect(output.isEmpty)
  }
}
