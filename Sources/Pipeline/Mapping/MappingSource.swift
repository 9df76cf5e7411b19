import JSONTree

/// A mapping file while it is compiled: its bytes, its tree, and what has been found wrong with it.
final class MappingSource {
  let file: String
  private let bytes: [UInt8]
  private var parser = ExactParser(dialect: .json5)
  private var diagnostics: [Diagnostic] = []

  init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// What has been reported so far, in the order of the file.
  var faults: MappingFaults? {
    guard !diagnostics.isEmpty else { return nil }
    return MappingFaults(diagnostics: diagnostics.sorted { $0.offset < $1.offset })
  }

  /// Parses the file and calls `body` with its value, which is valid until `body` returns; reports it where it is no JSON5.
  func withTree<Result>(_ body: (Element) -> Result) -> Result? {
    bytes.withBytes { bytes in
      do throws(ParseFault) {
        let node = try parser.parse(bytes)
        return body(Element(node: node, path: ""))
      } catch {
        report(at: error.offset, path: Self.path(error.path), error.message)
        return nil
      }
    }
  }

  /// Where an element stands, for messages.
  func place(of element: Element) -> MappingPlace {
    let (line, column) = place(parser.offset(of: element.node))
    return MappingPlace(file: file, line: line, column: column, path: element.path)
  }

  func report(_ element: Element, _ message: String) {
    report(at: parser.offset(of: element.node), path: element.path, message)
  }

  /// Reports a part of a text: a byte range of its decoded form.
  func report(_ element: Element, part range: Range<Int>, _ message: String) {
    report(
      at: parser.sourceOffset(of: element.node, decodedIndex: range.lowerBound), path: element.path,
      message,
      element.bytes.isEmpty ? nil : Excerpt(element.bytes, marking: range))
  }

  func report(_ element: Element, _ faults: ExpressionFaults) {
    for fault in faults.faults { report(element, part: fault.range, fault.message) }
  }

  private func report(at offset: Int, path: String, _ message: String, _ excerpt: Excerpt? = nil) {
    let (line, column) = place(offset)
    diagnostics.append(
      Diagnostic(
        file: file, offset: offset, line: line, column: column, path: path, message: message,
        excerpt: excerpt))
  }

  /// Line and column of a byte; a column is one more than the scalars before it in its line.
  private func place(_ offset: Int) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let newline = UInt8(ascii: "\n")
    let line = before.reduce(1) { $0 + ($1 == newline ? 1 : 0) }
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    // A byte order mark is no column.
    let hasMark = start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let column = before[start...].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    return (line, max(1, hasMark ? column - 1 : column))
  }

  private static func path(_ steps: [ParseFault.Step]) -> String {
    steps.reduce("") { path, step in
      switch step {
      case .key(let key): Element.path(path, key: key)
      case .index(let index): "\(path)[\(index)]"
      }
    }
  }
}
