internal import CXML2

/// An XML text as libxml2 reads it: whether it is well-formed, and whether it is valid by a schema of this folder.
///
/// A module of its own, since libxml2's headers and Foundation's do not go into one.
public enum XMLDocument {
  /// "not well-formed", "not valid by junit.xsd"; nil for a text that is as it should be. Without a schema only its form is
  /// judged.
  public static func fault(in text: [UInt8], schema name: String? = nil) -> String? {
    let options = Int32(XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue)
    guard
      let document = unsafe text.withUnsafeBytes({ bytes in
        unsafe xmlReadMemory(
          bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, nil,
          options)
      })
    else { return "not well-formed" }
    defer { unsafe xmlFreeDoc(document) }
    guard let name else { return nil }
    let parser = unsafe xmlSchemaNewParserCtxt(folder + name)
    defer { unsafe xmlSchemaFreeParserCtxt(parser) }
    guard let schema = unsafe xmlSchemaParse(parser) else { return "\(name) is no schema" }
    defer { unsafe xmlSchemaFree(schema) }
    let check = unsafe xmlSchemaNewValidCtxt(schema)
    defer { unsafe xmlSchemaFreeValidCtxt(check) }
    return unsafe xmlSchemaValidateDoc(check, document) == 0 ? nil : "not valid by \(name)"
  }

  /// Of this file, with a slash behind.
  private static let folder = String(
    #filePath.reversed().drop { $0 != "/" }.reversed())
}
