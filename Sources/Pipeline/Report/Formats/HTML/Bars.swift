/// Charts as inline SVG. They hold shapes only, which stretch with the page; their words are text beside them, and one
/// sentence says what they show to who cannot see them.
extension Page {
  /// A bar of parts behind one another, of `whole`.
  func stack(_ words: String, _ parts: [(kind: String, count: Int)], of whole: Int) {
    chart(words, "0 0 1000 12") {
      var start = 0.0
      for part in parts {
        let width = whole > 0 ? Double(part.count) / Double(whole) * 1000 : 0
        // What is there is seen, however little it is.
        let shown = max(4, width)
        bar(part.kind, x: min(start, 996), y: 0, width: shown, height: 12)
        start += width
      }
    }
  }

  /// Upright bars side by side, the highest of full height.
  func columns(_ words: String, _ counts: [Int]) {
    let highest = max(1, counts.max() ?? 1)
    let width = 1000 / Double(max(1, counts.count))
    chart(words, "0 0 1000 100", class: "columns") {
      for (index, count) in counts.enumerated() where count > 0 {
        let height = max(1, Double(count) / Double(highest) * 100)
        bar(
          "plain", x: Double(index) * width, y: 100 - height, width: width * 0.86, height: height)
      }
    }
  }

  private func chart(
    _ words: String, _ box: String, class kind: String = "stack", _ content: () -> Void
  ) {
    self(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "class": kind, "viewBox": box,
        "preserveAspectRatio": "none", "role": "img", "aria-label": words,
      ]
    ) {
      self("title") { plain(words) }
      content()
    }
  }

  private func bar(_ kind: String, x: Double, y: Double, width: Double, height: Double) {
    self(
      "rect",
      [
        "class": kind, "x": Self.number(x), "y": Self.number(y), "width": Self.number(width),
        "height": Self.number(height),
      ])
  }

  /// One digit behind the point: the same on every machine.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
