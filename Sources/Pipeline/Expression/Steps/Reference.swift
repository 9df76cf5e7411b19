import JSONTree

extension StepEntry {
  static let reference = StepEntry(
    name: "reference",
    summary: "the document of a collection by its id",
    input: [.text, .number], output: .reference,
    parameters: [
      Parameter(name: "collection", form: .text(choices: []), check: References.fault)
    ],
    example: Example(
      #"authorId | reference("users") | string"#, given: #"{"authorId":"ann"}"#,
      result: #""users/ann""#),
    code: { arguments in
      let collection = Constant(arguments.text(0) + [UInt8(ascii: "/")])
      return { value, scope in
        guard let id = References.id(value, scope.arena) else {
          return .failed(Failure("expected a text or an integer as an id"))
        }
        guard !id.isEmpty, id.firstIndex(of: "/") == nil else {
          return .failed(Failure("an id is not empty and holds no \"/\""))
        }
        return .reference(scope.arena.joined(collection.bytes, id))
      }
    })
}

private enum References {
  /// Like a part of `to`: a text or an integer.
  static func id(_ value: Value, _ arena: Arena) -> Bytes? {
    if let text = value.asText { return text }
    guard case .integer(let integer)? = value.asNumber else { return nil }
    return arena.decimal(integer)
  }

  /// A collection stands at an odd depth: `users`, `rooms/r1/messages`.
  @Sendable static func fault(_ text: [UInt8]) -> TextFault? {
    let segments = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    if segments.contains(where: \.isEmpty) {
      return TextFault("a collection is written as users or rooms/r1/messages")
    }
    return segments.count % 2 == 1
      ? nil : TextFault("this is the path of a document; a collection has an odd number of parts")
  }
}
