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
