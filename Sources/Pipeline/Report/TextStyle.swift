/// How a text for people may look where it goes: how wide it may be, and whether it may have colours.
///
/// A colour is never the only sign of anything: without them the same words stand there.
package struct TextStyle: Sendable {
  /// In cells of the terminal.
  package var width: Int
  package var hasColors: Bool

  package init(width: Int = 80, hasColors: Bool = false) {
    self.width = width
    self.hasColors = hasColors
  }

  /// The style for a stream of this process. In its environment `NO_COLOR` (if not empty) and `TERM=dumb` rule
  /// colours out.
  package init(isTerminal: Bool, width: Int?, environment: (String) -> String?) {
    let refuses = !(environment("NO_COLOR") ?? "").isEmpty
    let isDumb = ["", "dumb"].contains(environment("TERM") ?? "")
    self.init(width: max(40, width ?? 80), hasColors: isTerminal && !refuses && !isDumb)
  }

  /// SGR codes of ECMA-48, the eight colours that every terminal has.
  package enum Ink: String {
    case bold = "1"
    case red = "1;31"
    case green = "32"
    case yellow = "33"
  }

  package func paint(_ text: String, _ ink: Ink) -> String {
    hasColors ? "\u{1b}[\(ink.rawValue)m\(text)\u{1b}[0m" : text
  }
}
