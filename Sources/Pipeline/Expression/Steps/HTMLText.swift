import Interop
import JSONTree

extension StepEntry {
  static let htmlText = StepEntry(
    name: "htmlText",
    summary: "the text of an HTML fragment: blocks and <br> as line breaks, blanks collapsed",
    input: .text, output: .text,
    example: Example(
      "t | htmlText", given: #"{"t":"<h1>Hi</h1><p>you &amp;  <b>me</b><br>there"}"#,
      result: #""Hi\nyou & me\nthere""#),
    code: { _ in
      TextStep.code { text, arena in
        text.withSpan { text in
          guard let fragment = HTMLFragment(text) else { return .text(.empty) }
          var builder = HTMLTextBuilder()
          fragment.walk(&builder)
          return .text(arena.copy(builder.text))
        }
      }
    })
}

/// Puts the text together.
///
/// Blanks and line breaks are held back until a character follows, so that ends are trimmed, and a blank beside a line
/// break is none. However many blocks begin and end at one place, that is one line break; each `<br>` is one more.
private struct HTMLTextBuilder: HTMLVisitor {
  private(set) var text: [UInt8] = []
  private var breaks = 0
  private var hasBlank = false

  private static let hidden: Set<String> = ["script", "style", "template", "title"]
  private static let cells: Set<String> = ["td", "th"]
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1",
    "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "legend", "li", "main", "menu", "nav",
    "ol", "option", "p", "pre", "search", "section", "summary", "table", "tbody", "tfoot", "thead",
    "tr", "ul",
  ]

  mutating func open(_ name: String) -> Bool {
    if name == "br" { breaks += 1 }
    separate(name)
    return !Self.hidden.contains(name)
  }

  mutating func close(_ name: String) { separate(name) }

  private mutating func separate(_ name: String) {
    if Self.blocks.contains(name) { breaks = max(breaks, 1) }
    if Self.cells.contains(name) { hasBlank = true }
  }

  mutating func text(_ bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      // Editors write &nbsp; where people type two spaces.
      let isNoBreakSpace =
        byte == 0xC2 && index + 1 < bytes.count && bytes[index + 1] == 0xA0
      if isNoBreakSpace || byte == 0x20 || (0x09...0x0D).contains(byte) {
        hasBlank = true
        index += isNoBreakSpace ? 2 : 1
        continue
      }
      separateFromText()
      text.append(byte)
      index += 1
    }
  }

  private mutating func separateFromText() {
    if !text.isEmpty {
      if breaks > 0 {
        text.append(contentsOf: repeatElement(0x0A, count: breaks))
      } else if hasBlank {
        text.append(0x20)
      }
    }
    breaks = 0
    hasBlank = false
  }
}
