import Testing

@testable import Pipeline

@Suite struct ReportTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4),
    ("👨‍👩‍👧", 2), ("🇯🇵", 2), ("❤️", 2), ("❤", 1), ("…", 1), ("\u{200B}", 0), ("𠮷", 2), ("〜", 2),
  ])
  func `counts the cells of a terminal`(_ text: String, _ width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("漢字漢字", 8, "漢字漢字"),
    ("漢字漢字", 7, "漢字漢…"), ("漢字漢字", 6, "漢字…"), ("漢字", 1, "…"), ("漢字", 0, ""),
  ])
  func `cuts a text to cells`(_ text: String, _ width: Int, _ cut: String) {
    #expect(text.cut(toWidth: width) == cut)
    #expect(cut.displayWidth <= width)
  }

  @Test func `pads by cells`() {
    #expect("漢".padded(to: 4) == "漢  ")
    #expect("漢".padded(to: 4, onLeft: true) == "  漢")
    #expect("abc".padded(to: 2) == "abc")
  }

  @Test func `shows what a terminal would obey`() {
    #expect("a\u{1b}[2Jb".visible == "a\\u{1b}[2Jb")
    #expect("\u{9b}31m\u{7f}\r\n".visible == "\\u{9b}31m\\u{7f}\\u{d}\\u{a}")
    #expect("x\u{202e}y\u{2066}z\u{feff}".visible == "x\\u{202e}y\\u{2066}z\\u{feff}")
    #expect("one\ntwo\t".visibleLines == "one\ntwo\\u{9}")
    #expect("日本 é 👨‍👩‍👧".visible == "日本 é 👨‍👩‍👧")
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1 000"), (41_200, "41 200"), (1_234_567, "1 234 567"),
    (-1000, "-1 000"), (Int.max, "9 223 372 036 854 775 807"),
  ])
  func `groups digits in threes`(_ value: Int, _ text: String) {
    #expect(Quantity.count(value) == text)
  }

  @Test func `counts things in words`() {
    #expect(Quantity.count(1, "record") == "1 record")
    #expect(Quantity.count(0, "record") == "0 records")
    #expect(Quantity.count(2, "child", "children") == "2 children")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_240_000, "1.2 MB"), (9_949_000, "9.9 MB"),
    (9_990_000, "10 MB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (644_000_000, "644 MB"),
    (50_000_000_000, "50 GB"), (Int.max, "9 223 372 TB"),
  ])
  func `tells sizes in decimal units`(_ value: Int, _ text: String) {
    #expect(Quantity.bytes(value) == text)
  }

  @Test(
    arguments: [
      (0, "0 ms"), (0.0421, "42 ms"), (0.0996, "0.1 s"), (0.42, "0.4 s"), (9.96, "10 s"),
      (59.4, "59 s"), (59.6, "1 min 0 s"), (125, "2 min 5 s"), (12_000, "3 h 20 min"),
      (.infinity, "?"), (.nan, "?"),
    ] as [(Double, String)])
  func `tells times`(_ seconds: Double, _ text: String) {
    #expect(Quantity.duration(seconds) == text)
  }

  @Test(
    arguments: [
      (true, [:], false), (true, ["TERM": "xterm"], true), (true, ["TERM": "dumb"], false),
      (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (false, ["TERM": "xterm"], false),
    ] as [(Bool, [String: String], Bool)])
  func `colours only a terminal that wants them`(
    _ isTerminal: Bool, _ environment: [String: String], _ hasColors: Bool
  ) {
    let style = TextStyle(isTerminal: isTerminal, width: 100) { environment[$0] }
    #expect(style.hasColors == hasColors)
    #expect(style.width == 100)
  }
}
