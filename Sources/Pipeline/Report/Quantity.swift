/// Numbers as people read them, in messages and summaries; never in files for programs.
package enum Quantity {
  /// Digits in threes: `41 200`.
  package static func count(_ value: Int) -> String {
    var text = ""
    let digits = String(value.magnitude)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += " " }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  /// `1 record`, `41 200 records`.
  package static func count(_ value: Int, _ one: String, _ many: String? = nil) -> String {
    count(value) + " " + (value == 1 ? one : many ?? one + "s")
  }

  /// `3.1%`. What is not nothing is not shown as nothing, and what is not all not as all: `< 0.1%`, `99.9%`.
  package static func percent(_ part: Int, of whole: Int) -> String {
    guard part > 0, whole > 0 else { return "0%" }
    if part >= whole { return "100%" }
    let tenths = min(999, Int((Double(part) / Double(whole) * 1000).rounded()))
    if tenths == 0 { return "< 0.1%" }
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }

  /// Decimal units, as disks are sold: `70 B`, `1.2 MB`, `644 MB`.
  package static func bytes(_ value: Int) -> String {
    guard value >= 1000 else { return "\(max(0, value)) B" }
    var amount = Double(value)
    for unit in ["kB", "MB", "GB", "TB"] {
      amount /= 1000
      if amount < 999.5 || unit == "TB" { return short(amount) + " " + unit }
    }
    return "\(value) B"
  }

  /// `40 ms`, `0.4 s`, `12 s`, `2 min 5 s`, `3 h 20 min`.
  package static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e9 else { return "?" }
    if seconds < 0.0995 { return "\(Int((max(0, seconds) * 1000).rounded())) ms" }
    if seconds < 59.5 { return short(seconds) + " s" }
    let whole = Int(seconds.rounded())
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }

  /// One digit after the point below ten, none above.
  private static func short(_ amount: Double) -> String {
    let tenths = Int((amount * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : count(Int(amount.rounded()))
  }
}
