import Foundation

/// As much of JSON Schema 2020-12 as the schemas in `schema/` use. A keyword it does not know is a fault of
/// the schema, so that nothing there is silently unchecked.
package struct JSONSchema {
  package let root: [String: Any]

  /// A file of the folder `schema`.
  package init(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../schema/\(name)")
    root = try Self.object(Data(contentsOf: file))
  }

  /// What is wrong with a JSON text, as "place: reason"; empty if nothing is.
  package func faults(in text: String) throws -> [String] {
    check(try Self.object(Data(text.utf8)), root, at: "$")
  }

  private static func object(_ data: Data) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
  }

  private func check(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.flatMap { keyword, rule -> [String] in
      switch (keyword, rule) {
      case ("$schema", _), ("title", _), ("description", _), ("examples", _), ("$defs", _): []
      case ("properties", _) where value is [String: Any]: members(value, schema, at: place)
      case ("properties", _), ("additionalProperties", _): []
      case ("$ref", let name as String) where name.hasSuffix(".json"):
        (try? JSONSchema(name)).map { $0.check(value, $0.root, at: place) } ?? ["no schema \(name)"]
      case ("$ref", let name as String): check(value, definition(name), at: place)
      case ("type", let type as String):
        isType(value, type) ? [] : ["\(place): no \(type)"]
      case ("enum", let words as [NSObject]):
        words.contains { $0 == value as? NSObject } ? [] : ["\(place): not in enum"]
      case ("minimum", let least as Int):
        (value as? Int ?? .min) < least ? ["\(place): too small"] : []
      case ("minLength", let least as Int):
        (value as? String)?.unicodeScalars.count ?? .max < least ? ["\(place): too short"] : []
      case ("oneOf", let choices as [[String: Any]]):
        choices.count { check(value, $0, at: place).isEmpty } == 1
          ? [] : ["\(place): not one of the forms"]
      case ("not", let other as [String: Any]):
        check(value, other, at: place).isEmpty ? ["\(place): a form that is excluded"] : []
      case ("propertyNames", let names as [String: Any]):
        (value as? [String: Any] ?? [:]).keys.flatMap { check($0, names, at: "\(place).\($0)") }
      case ("minProperties", let least as Int):
        (value as? [String: Any])?.count ?? .max < least ? ["\(place): too few"] : []
      case ("minItems", let least as Int):
        (value as? [Any] ?? []).count < least ? ["\(place): too few"] : []
      case ("pattern", let pattern as String):
        (value as? String ?? "").range(of: pattern, options: .regularExpression) == nil
          ? ["\(place): does not match"] : []
      case ("required", let names as [String]):
        names.filter { (value as? [String: Any])?[$0] == nil }.map { "\(place): no \($0)" }
      case ("items", let items as [String: Any]):
        (value as? [Any] ?? []).enumerated().flatMap { check($1, items, at: "\(place)[\($0)]") }
      default: ["\(place): schema keyword \(keyword) is not understood"]
      }
    } + (schema["properties"] == nil ? members(value, schema, at: place) : [])
  }

  private func members(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    guard let object = value as? [String: Any] else { return [] }
    let known = schema["properties"] as? [String: [String: Any]] ?? [:]
    return object.flatMap { name, member in
      if let rule = known[name] { return check(member, rule, at: "\(place).\(name)") }
      if let others = schema["additionalProperties"] as? [String: Any] {
        return check(member, others, at: "\(place).\(name)")
      }
      return schema["additionalProperties"] as? Bool == false
        ? ["\(place): unexpected \(name)"] : []
    }
  }

  /// `true` and 1 are both numbers to Foundation.
  private func isBoolean(_ value: Any) -> Bool {
    guard let number = value as? NSNumber else { return false }
    return unsafe ["c", "B"].contains(String(cString: number.objCType))
  }

  private func definition(_ reference: String) -> [String: Any] {
    let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
    return (root["$defs"] as? [String: [String: Any]])?[name] ?? ["unknown reference": reference]
  }

  private func isType(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "integer": value is Int && !isBoolean(value)
    case "number": value is NSNumber && !isBoolean(value)
    case "boolean": isBoolean(value)
    case "null": value is NSNull
    default: false
    }
  }
}
