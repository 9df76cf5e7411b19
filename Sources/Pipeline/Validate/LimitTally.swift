import JSONTree

/// What is allowed but worth a warning: counted by workers beside their tallies, and empty for targets without limits.
package struct LimitTally: Sendable {
  private(set) var documents = 0
  private(set) var pushIDs = 0
  /// How often a path came that is not behind the one before it.
  private(set) var descents = 0
  private var first: [UInt8] = []
  private var last: [UInt8] = []
  /// Documents with more index entries than the target takes.
  private(set) var overIndexed = 0
  /// Of all documents together, in the automatic indexes.
  package private(set) var indexEntries = 0
  package private(set) var indexBytes = 0
  /// By the size formula.
  package private(set) var documentBytes = 0
  /// Documents by field whose text is cut in the index.
  private(set) var cutFields = NameCounts()

  /// Counts a document that keeps the limits.
  mutating func count(_ check: LimitCheck, path: Bytes, isPushID: Bool) {
    documents += 1
    if isPushID { pushIDs += 1 }
    if documents == 1 {
      first = path.array
    } else if last.withBytes({ !($0 < path) }) {
      descents += 1
    }
    last.removeAll(keepingCapacity: true)
    unsafe last.append(contentsOf: path.buffer)
    indexEntries += check.indexEntries
    indexBytes += check.indexBytes
    documentBytes += check.size
    let limits = check.limits
    if check.indexEntries > limits.indexEntries || check.indexBytes > limits.indexBytes {
      overIndexed += 1
    }
    for name in check.cutFields { name.withBytes { _ = cutFields.add($0, expectedAt: 0) } }
  }

  /// `b` comes behind `a`.
  static func += (a: inout LimitTally, b: LimitTally) {
    guard b.documents > 0 else { return }
    if a.documents == 0 {
      a = b
      return
    }
    a.descents += b.descents + (a.last.lexicographicallyPrecedes(b.first) ? 0 : 1)
    a.documents += b.documents
    a.pushIDs += b.pushIDs
    a.overIndexed += b.overIndexed
    a.indexEntries += b.indexEntries
    a.indexBytes += b.indexBytes
    a.documentBytes += b.documentBytes
    a.cutFields.merge(b.cutFields)
    a.last = b.last
  }
}

extension LimitTally: Saved {
  func save(to writer: inout StateWriter) {
    for count in [
      documents, pushIDs, descents, overIndexed, indexEntries, indexBytes, documentBytes,
    ] { writer.put(count) }
    writer.put(first)
    writer.put(last)
    writer.put(cutFields)
  }

  init(from reader: inout StateReader) throws(StateFault) {
    documents = try reader.int()
    pushIDs = try reader.int()
    descents = try reader.int()
    overIndexed = try reader.int()
    indexEntries = try reader.int()
    indexBytes = try reader.int()
    documentBytes = try reader.int()
    first = try reader.text()
    last = try reader.text()
    cutFields = try NameCounts(from: &reader)
  }
}

extension TargetLimits {
  /// From so many documents on, ids in ascending order make a new collection's writes wait for each other
  /// (facts 2.4: 500 a second).
  private static let fewDocuments = 1_000

  /// Why the ids of a collection slow its writing down, or nil.
  func sequence(of collection: String, _ tally: LimitTally) -> Report.Warning? {
    guard warnsOfSequentialIDs, tally.documents > 1 else { return nil }
    let what: String
    if tally.pushIDs * 2 > tally.documents {
      what = "ids are push ids, which ascend with time"
    } else if tally.documents >= Self.fewDocuments, tally.descents * 100 < tally.documents {
      what = "ids ascend in the order of writing"
    } else {
      return nil
    }
    return Report.Warning(
      code: "sequentialIds",
      message:
        "\(collection): \(what); \(target) takes about 500 writes a second of such ids, and new "
        + "documents go on to meet in one place. If that matters, hash the id in `to`: "
        + "{= $key | sha256}",
      count: tally.documents)
  }

  /// The other warnings of a rule.
  func warnings(of rule: Int, _ tally: LimitTally) -> [Report.Warning] {
    var warnings: [Report.Warning] = []
    if tally.overIndexed > 0 {
      warnings.append(
        Report.Warning(
          code: "indexEntries",
          message:
            "rules[\(rule)]: documents with more than \(Quantity.count(indexEntries)) index entries, or "
            + "\(Quantity.count(indexBytes)) bytes of them, which \(target) refuses: exempt large maps "
            + "and lists from indexing before the run",
          count: tally.overIndexed))
    }
    for (name, count, _) in tally.cutFields.mostFrequent(ReportJSON.most) {
      let text = String(decoding: name.prefix(200), as: UTF8.self)
      warnings.append(
        Report.Warning(
          code: "indexedLength",
          message: "rules[\(rule)].fields.\(text): \(target) indexes the first "
            + "\(Quantity.count(indexedBytes)) bytes of a value only; exempt the field from indexing if "
            + "nobody queries it",
          count: count))
    }
    return warnings
  }
}

extension Conversion {
  /// Warnings about limits of the target: once a collection, and once a rule and field.
  func noteLimits() {
    guard let limits = request.sink.limits else { return }
    var collections: [(name: String, tally: LimitTally)] = []
    for plan in plans {
      let tally = report.rules[plan.index].tally.limits
      let name =
        plan.collection >= 0 ? request.plan.collections[plan.collection].name : plan.rule.to
      if let known = collections.firstIndex(where: { $0.name == name }) {
        collections[known].tally += tally
      } else {
        collections.append((name, tally))
      }
    }
    report.warnings += collections.compactMap { limits.sequence(of: $0.name, $0.tally) }
    for plan in plans {
      report.warnings += limits.warnings(of: plan.index, report.rules[plan.index].tally.limits)
    }
  }
}
