internal import CXML2

/// Writes XML into memory: libxml2 escapes what has to be, so that no text can become markup.
///
/// A character that XML 1.0 cannot have (`\0`, U+FFFE) is written as U+FFFD. For one thread.
@safe
package final class XMLWriter {
  private let buffer: xmlBufferPtr
  private let writer: xmlTextWriterPtr
  private var isFailed = false

  /// Nil where there is no memory for it. With `isIndented` each element stands on a line of its own.
  package init?(isIndented: Bool = false) {
    guard let buffer = unsafe xmlBufferCreate() else { return nil }
    guard let writer = unsafe xmlNewTextWriterMemory(buffer, 0) else {
      unsafe xmlBufferFree(buffer)
      return nil
    }
    unsafe self.buffer = buffer
    unsafe self.writer = writer
    if isIndented { unsafe check(xmlTextWriterSetIndent(writer, 1)) }
  }

  deinit {
    unsafe xmlFreeTextWriter(writer)
    unsafe xmlBufferFree(buffer)
  }

  /// `<?xml version="1.0" encoding="UTF-8"?>`
  package func startDocument() {
    unsafe check(xmlTextWriterStartDocument(writer, "1.0", "UTF-8", nil))
  }

  package func start(_ name: String) {
    unsafe withText(name) { unsafe xmlTextWriterStartElement(writer, $0) }
  }

  /// Ends the element that is open: with a tag of its own even if it is empty, as HTML wants it, unless it `isVoid`.
  package func end(isVoid: Bool = false) {
    unsafe check(isVoid ? xmlTextWriterEndElement(writer) : xmlTextWriterFullEndElement(writer))
  }

  /// Of the element that is open and has no content yet.
  package func attribute(_ name: String, _ value: String) {
    unsafe withText(name) { name in
      unsafe withText(value) { unsafe xmlTextWriterWriteAttribute(writer, name, $0) }
      return 0
    }
  }

  package func text(_ text: String) {
    unsafe withText(text) { unsafe xmlTextWriterWriteString(writer, $0) }
  }

  /// Writes markup as it is. Never what comes from an export or a mapping.
  package func markup(_ text: StaticString) {
    unsafe withText("\(text)") { unsafe xmlTextWriterWriteRaw(writer, $0) }
  }

  /// Bytes that have been written so far.
  package var count: Int {
    unsafe check(xmlTextWriterFlush(writer))
    return Int(unsafe xmlBufferLength(buffer))
  }

  /// Everything, or nil where memory ran out. Elements that are open are ended.
  package func finish() -> [UInt8]? {
    unsafe check(xmlTextWriterEndDocument(writer))
    guard !isFailed, let start = unsafe xmlBufferContent(buffer) else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(xmlBufferLength(buffer))))
  }

  private func check(_ result: Int32) {
    if result < 0 { isFailed = true }
  }

  /// Lends a text as libxml2 wants it: UTF-8 with a zero behind.
  private func withText(_ text: String, _ body: (UnsafePointer<xmlChar>) -> Int32) {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      bytes += Unicode.UTF8.encode(scalar.isInXML ? scalar : "\u{FFFD}") ?? .init()
    }
    bytes.append(0)
    unsafe bytes.withUnsafeBufferPointer {
      if let start = $0.baseAddress { check(unsafe body(start)) }
    }
  }
}

extension Unicode.Scalar {
  /// XML 1.0, production 2 (`Char`).
  fileprivate var isInXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
