import JSONTree

extension Field {
  /// What the model has against an encoded default, or nil: it is judged like any other value.
  func fault(ofDefault json: [UInt8]) -> String? {
    guard let constraints else { return nil }
    let constants = Constants()
    let plan = FieldPlan(
      self, FieldParts.Place(index: 0, end: 1, constraint: 0, source: -1, names: [name]),
      constants: constants)
    var parser = ExactParser(dialect: .json)
    var converter = Converter(typeNotes: ByteBuffer())
    return withExtendedLifetime(constants) {
      json.withBytes { bytes in
        guard let node = try? parser.parse(bytes) else { return nil }
        let outcome = converter.convert(
          .node(node), plan.type, field: plan, constraints: FieldConstraints(constraints),
          to: ByteBuffer())
        return outcome == .fault ? converter.fault.message : nil
      }
    }
  }
}
