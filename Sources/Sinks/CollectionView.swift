import Pipeline

/// The SQL of a collection's view: a column a field.
///
///     CREATE VIEW "articles" AS SELECT path, id,
///       json_extract(data, '$."title"') AS "title",
///       (SELECT value FROM json_each(documents.data) WHERE key = 'a"b') AS "a""b"
///     FROM documents WHERE model = 3
///
/// A JSON path in SQLite cannot name a key with a quote or a backslash in every version (3.40
/// compares the escaped text), so that these, control characters and the empty name go through
/// `json_each`. Both show booleans as 1 and 0, lists and maps as JSON text.
enum CollectionView {
  /// SQLite allows 2000 columns. Fields beyond are in `data` only.
  private static let mostFields = 1_990

  static func sql(name: String, fields: [String], model: Int) -> String {
    let fields = Array(fields.prefix(mostFields))
    var taken: Set<String> = []
    let columns = fields.map { (field) in
      "\(expression(field)) AS \(identifier(unique(field, in: &taken)))"
    }
    let keys = ["path", "id"].map { (key) in
      var shown = key
      while taken.contains(shown) { shown = "_" + shown }
      taken.insert(shown)
      return shown == key ? key : "\(key) AS \(identifier(shown))"
    }
    return "CREATE VIEW \(identifier(name)) AS SELECT \((keys + columns).joined(separator: ", ")) "
      + "FROM documents WHERE model = \(model)"
  }

  private static func expression(_ field: String) -> String {
    isAddressable(field)
      ? "json_extract(data, \(literal("$.\"\(field)\"")))"
      : "(SELECT value FROM json_each(documents.data) WHERE key = \(literal(field)))"
  }

  private static func isAddressable(_ field: String) -> Bool {
    !field.isEmpty
      && field.utf8.allSatisfy {
        $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
      }
  }

  /// The name, or the name with `_2`, `_3` … if one before it differs only in the case of ASCII
  /// letters, which SQLite does not tell apart.
  static func unique(_ name: String, in taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(folded(candidate)).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }

  /// The name as SQLite compares it.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }

  /// A quoted identifier. NUL, which would end the statement, is shown as U+FFFD.
  static func identifier(_ name: String) -> String {
    let shown = name.unicodeScalars.map {
      $0 == "\"" ? "\"\"" : $0 == "\0" ? "\u{FFFD}" : String($0)
    }
    return "\"" + shown.joined() + "\""
  }

  /// A text literal; NUL, which would end the statement, by its code.
  static func literal(_ text: String) -> String {
    let parts = text.unicodeScalars.map {
      $0 == "'" ? "''" : $0 == "\0" ? "'||char(0)||'" : String($0)
    }
    return "'" + parts.joined() + "'"
  }
}
