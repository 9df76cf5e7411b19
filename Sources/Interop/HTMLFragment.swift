internal import CXML2

/// What sees the parts of an HTML fragment in document order.
package protocol HTMLVisitor {
  /// An element begins, named in small letters; false leaves out what is in it.
  mutating func open(_ name: String) -> Bool
  /// It ends, also where its content was left out.
  mutating func close(_ name: String)
  /// Text, its entities replaced.
  mutating func text(_ bytes: Span<UInt8>)
}

/// A fragment of HTML as libxml2 reads it: whatever browsers forgive, it does, too.
///
/// Nothing is loaded, and there are no entities but HTML's own, so that a text cannot grow. The tree, whose depth is
/// anybody's, is walked without recursion.
@safe
package struct HTMLFragment: ~Copyable {
  private let document: htmlDocPtr

  /// Once, before several threads parse.
  private static let isReady: Bool = {
    xmlInitParser()
    return true
  }()

  /// Nil where there is nothing to parse, or no memory for it.
  package init?(_ text: Span<UInt8>) {
    guard Self.isReady, !text.isEmpty, text.count < Int32.max else { return nil }
    // Without HUGE what lies deeper than 256 elements is lost without a word.
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
      | XML_PARSE_HUGE.rawValue
    let document = unsafe text.withUnsafeBytes { buffer in
      unsafe htmlReadMemory(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, "UTF-8",
        Int32(options))
    }
    guard let document = unsafe document else { return nil }
    unsafe self.document = document
  }

  deinit { unsafe xmlFreeDoc(document) }

  package func walk(_ visitor: inout some HTMLVisitor) {
    unsafe walk { node in
      visitor.open(unsafe Self.name(node))
    } close: { node in
      visitor.close(unsafe Self.name(node))
    } text: { bytes in
      visitor.text(bytes)
    }
  }

  /// The values of an attribute in document order; of one kind of element or of all.
  package func values(of attribute: String, in element: String?) -> [[UInt8]] {
    var values: [[UInt8]] = []
    unsafe walk { node in
      if unsafe element == nil || element == Self.name(node),
        let value = unsafe Self.value(of: attribute, node)
      {
        values.append(value)
      }
      return true
    } close: { _ in
    } text: { _ in
    }
    return values
  }

  private func walk(
    open: (xmlNodePtr) -> Bool, close: (xmlNodePtr) -> Void, text: (Span<UInt8>) -> Void
  ) {
    var next = unsafe document.pointee.children
    while let node = unsafe next {
      let isElement = unsafe node.pointee.type == XML_ELEMENT_NODE
      if isElement, unsafe open(node), let child = unsafe node.pointee.children {
        unsafe next = child
        continue
      }
      if isElement { unsafe close(node) }
      unsafe Self.text(of: node, text)
      var last = unsafe node
      while unsafe last.pointee.next == nil {
        guard let parent = unsafe last.pointee.parent,
          unsafe parent.pointee.type == XML_ELEMENT_NODE
        else { return }
        unsafe close(parent)
        unsafe last = parent
      }
      unsafe next = last.pointee.next
    }
  }

  private static func text(of node: xmlNodePtr, _ body: (Span<UInt8>) -> Void) {
    let type = unsafe node.pointee.type
    guard type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE,
      let content = unsafe node.pointee.content
    else { return }
    let count = unsafe Int(xmlStrlen(content))
    let buffer = unsafe UnsafeBufferPointer(start: content, count: count)
    unsafe body(Span(_unsafeElements: buffer))
  }

  private static func name(_ node: xmlNodePtr) -> String {
    guard let name = unsafe node.pointee.name else { return "" }
    return unsafe String(cString: name)
  }

  private static func value(of attribute: String, _ node: xmlNodePtr) -> [UInt8]? {
    guard let value = unsafe xmlGetProp(node, attribute) else { return nil }
    defer { unsafe replant_xml_free(value) }
    return unsafe Array(UnsafeBufferPointer(start: value, count: Int(xmlStrlen(value))))
  }
}
