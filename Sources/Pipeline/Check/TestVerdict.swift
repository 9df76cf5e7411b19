import JSONTree

/// Holds what a run made against what a test expects.
///
/// Values are shown: they are the developer's own, out of the mapping file.
struct TestVerdict {
  let documents: [MemorySink.Document]
  let rejects: [Reject]
  var findings: [[String]] = []

  private var expectedDocuments: Set<[UInt8]> = []
  private var expectedRejects: Set<Int> = []
  private var documentsByPath: [[UInt8]: MemorySink.Document] = [:]
  private var rejectsByDocument: [[UInt8]: [Int]] = [:]
  private var rejectsByRecord: [[UInt8]: [Int]] = [:]

  init(documents: [MemorySink.Document], rejects: [Reject]) {
    self.documents = documents
    self.rejects = rejects
    for document in documents { documentsByPath[document.path] = document }
    for (index, reject) in rejects.enumerated() {
      if let path = reject.to { rejectsByDocument[path, default: []].append(index) }
      rejectsByRecord[reject.source, default: []].append(index)
    }
  }

  mutating func judge(_ expectation: MappingTest.Expectation) {
    switch (expectation.place, expectation.outcome) {
    case (.document(let path), .document(let data)): judge(path, data)
    case (.document(let path), .reject(let code)):
      judge(path, code, rejectsByDocument[path] ?? [], instead: documentsByPath[path])
    case (.record(let path), .reject(let code)):
      judge(path, code, rejectsByRecord[path] ?? [], instead: nil)
    // What nobody expected is told of at the end; of a record only a reject can be expected.
    case (_, .nothing), (.record, .document): break
    }
  }

  private mutating func judge(_ path: [UInt8], _ data: [UInt8]) {
    guard let document = documentsByPath[path] else {
      let reject = rejectsByDocument[path]?.first
      if let reject { expectedRejects.insert(reject) }
      let found = reject.map { Self.sentence(rejects[$0]) } ?? "there is none"
      findings.append(["\(Self.shown(path)): expected a document, but \(found)"])
      return
    }
    expectedDocuments.insert(path)
    let lines = Self.differences(expected: data, found: document.data)
    if !lines.isEmpty { findings.append(["\(Self.shown(path)):"] + lines) }
  }

  private mutating func judge(
    _ path: [UInt8], _ code: Code, _ own: [Int], instead document: MemorySink.Document?
  ) {
    let matching = own.filter { rejects[$0].fault.code == code }
    guard matching.isEmpty else { return expectedRejects.formUnion(matching) }
    let found: String
    if let reject = own.first {
      expectedRejects.insert(reject)
      found = Self.sentence(rejects[reject])
    } else if let document {
      expectedDocuments.insert(path)
      found = "it is a document: " + Self.shown(document.data)
    } else {
      found = "there is none"
    }
    findings.append([
      "\(Self.shown(path)): expected a reject \(quoted(code.rawValue)), but \(found)"
    ])
  }

  /// Documents and rejects that the test does not name.
  mutating func judgeUnexpected() {
    for document in documents where !expectedDocuments.contains(document.path) {
      findings.append([
        "\(Self.shown(document.path)): expected nothing, but there is a document: "
          + Self.shown(document.data)
      ])
    }
    for (index, reject) in rejects.enumerated() where !expectedRejects.contains(index) {
      let place = Self.shown(reject.to ?? reject.source)
      findings.append(["\(place): expected nothing, but \(Self.sentence(reject))"])
    }
  }

  // MARK: Words

  /// "/c/x was rejected: type, of field v: expected integer, found text".
  private static func sentence(_ reject: Reject) -> String {
    let field = reject.fault.field.isEmpty ? "" : ", field \(quoted(reject.fault.field))"
    return
      "\(shown(reject.source)) was rejected: \(reject.fault.code.rawValue)\(field): \(reject.fault.message)"
  }

  private static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func differences(expected: [UInt8], found: [UInt8]) -> [String] {
    var left = ExactParser(dialect: .json)
    var right = ExactParser(dialect: .json)
    return expected.withBytes { expected in
      found.withBytes { found in
        do throws(ParseFault) {
          return DocumentDifference.lines(
            expected: try left.parse(expected), found: try right.parse(found))
        } catch {
          return [error.message]
        }
      }
    }
  }
}
