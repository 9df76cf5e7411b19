import Interop

/// The page being written: elements by name, everything in them escaped.
///
/// Texts and attributes are made visible (`String.visible`): a key of an export can neither be markup nor reorder the line
/// that it stands in.
final class Page {
  private let xml: XMLWriter
  /// Bytes after which lists end early, so that a page stays small whatever the export (`isFull`).
  static let room = 400_000

  init?() {
    guard let xml = XMLWriter() else { return nil }
    self.xml = xml
  }

  /// Elements that HTML has without content and without an end.
  private static let void: Set<String> = ["meta", "br", "rect"]

  /// An element with what `content` writes into it.
  func callAsFunction(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: () -> Void = {}
  ) {
    xml.start(name)
    for (name, value) in attributes { xml.attribute(name, value.visible) }
    content()
    xml.end(isVoid: Self.void.contains(name))
  }

  /// An element with a text in it.
  func callAsFunction(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String) {
    self(name, attributes) { self.text(text) }
  }

  func callAsFunction(_ name: String, _ text: String) { self(name, [:], text) }

  /// A text. What runs from right to left in it is isolated, so that it does not pull along what stands beside it.
  func text(_ text: String) {
    let text = text.visible
    guard text.unicodeScalars.contains(where: \.isRightToLeft) else { return xml.text(text) }
    var rest = text.unicodeScalars[...]
    while let first = rest.first {
      let run = rest.prefix { $0.isRightToLeft == first.isRightToLeft }
      rest = rest[run.endIndex...]
      if first.isRightToLeft {
        self("bdi") { xml.text(String(run)) }
      } else {
        xml.text(String(run))
      }
    }
  }

  /// A text where no element may stand.
  func plain(_ text: String) { xml.text(text.visible) }

  /// A name or a path of the export or the mapping: apart from the sentence around it, whatever way it is read.
  /// An empty one is shown as "".
  func code(_ text: String, cutTo limit: Int = 300) {
    self("code", text.isEmpty ? "\"\"" : text.shortened(to: limit))
  }

  /// A sentence in which parts in backquotes are code.
  func prose(_ text: String) {
    for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
      if index % 2 == 1 { code(String(part)) } else { self.text(String(part)) }
    }
  }

  /// Lines that people wrote or read on a terminal, as they are.
  func lines(_ text: String) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { self("br") }
      self.text(String(line).shortened(to: 2000))
    }
  }

  func markup(_ markup: StaticString) { xml.markup(markup) }

  /// Whether lists have to end here.
  var isFull: Bool { xml.count > Self.room }

  func finish() -> [UInt8]? { xml.finish() }
}

extension Page {
  /// A part of the page with a heading; links lead to `id`.
  func section(_ id: String, _ title: String, _ content: () -> Void) {
    markup("\n\n")
    self("section", ["id": id, "aria-labelledby": id + "-title"]) {
      self("h2", ["id": id + "-title"], title)
      content()
    }
  }

  /// A table in a box that scrolls by itself where it is too wide. Columns from `numbers` on are numbers.
  func table(_ caption: String, _ columns: [String], numbers: Range<Int>, _ rows: () -> Void) {
    self("div", ["class": "scroll", "role": "region", "aria-label": caption, "tabindex": "0"]) {
      self("table") {
        self("caption", ["class": "hidden"], caption)
        self("thead") {
          self("tr") {
            for (index, column) in columns.enumerated() {
              let kind = numbers.contains(index) ? "n" : "t"
              self("th", ["scope": "col", "class": kind], column)
            }
          }
        }
        self("tbody", [:], rows)
      }
    }
  }

  /// A row whose head names what it is about.
  func row(class kind: String = "", _ head: () -> Void, _ cells: () -> Void) {
    markup("\n")
    self("tr", ["class": kind]) {
      self("th", ["scope": "row"], head)
      cells()
    }
  }

  /// A count; 0 is faint.
  func count(_ value: Int, _ kind: String = "") {
    self("td", ["class": value == 0 ? "n zero" : "n " + kind], Quantity.count(value))
  }

  /// Says how much there is that is not listed.
  func more(_ count: Int) {
    if count > 0 { self("p", ["class": "more"], "and \(Quantity.count(count)) more") }
  }
}

extension Unicode.Scalar {
  /// Letters and signs of scripts that run from right to left, by their blocks (UAX #9 gives these the classes R and AL).
  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}

extension String {
  /// The text itself, or its beginning and its end with `…` between: at most `limit` bytes of UTF-8 and the sign.
  func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    func prefix(_ scalars: some Sequence<Unicode.Scalar>, _ room: Int) -> [Unicode.Scalar] {
      var left = room
      return scalars.prefix { scalar in
        left -= UTF8.width(scalar)
        return left >= 0
      }
    }
    let end = limit / 3
    var text = String.UnicodeScalarView()
    text += prefix(unicodeScalars, limit - end)
    text.append("…")
    text += prefix(unicodeScalars.reversed(), end).reversed()
    return String(text)
  }
}
