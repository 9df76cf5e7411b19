import Interop
import Pipeline

extension LedgerTable {
  /// Takes in a document of a rule that merges or only creates.
  func contribute(
    _ document: Batch.Document, _ bytes: Span<UInt8>, _ parts: Contributions
  ) throws(DatabaseFault) -> Change {
    let model = try models.id(of: document, in: bytes)
    let gift = Gift(document, bytes, model: model, withTypes: parts.held.keepsTypes)
    guard let row = try rowOrStranger(document, gift, parts) else {
      return try begin(document, bytes, gift, parts)
    }
    if seen.contains(row.slot) {
      let isJoint =
        parts.modes[document.rule].isMerging && parts.isJoint(row.slot)
        && !parts.seen[document.rule].contains(row.slot)
      if !isJoint { return .collision(earlier: try origin(of: row, gift.path, gift.model)) }
    }
    seen.insert(row.slot)
    parts.seen[document.rule].insert(row.slot)
    return parts.modes[document.rule] == .create
      ? try create(document, bytes, gift, row, parts) : try merge(document, gift, row, parts)
  }

  /// Who made the document of a row that this run has seen.
  func origin(of row: Row, _ path: [UInt8], _ model: Int) throws(DatabaseFault) -> Change.Source {
    try contributions?.origin(row.slot, path, model) ?? row.origin
  }

  /// What a record gives.
  private struct Gift {
    let path: [UInt8]
    let model: Int
    let body: DocumentBody
    let part: Contributions.Part

    init(_ document: Batch.Document, _ bytes: Span<UInt8>, model: Int, withTypes: Bool) {
      path = bytes.extracting(document.path.range).array
      self.model = model
      body = DocumentBody(
        data: bytes.extracting(document.data.range).array,
        types: withTypes ? bytes.extracting(document.types.range).array : [])
      part = Contributions.Part(
        hash: document.hash, source: bytes.extracting(document.source.range).array)
    }
  }

  /// The row of a document; a new one, for the time of this run, if the document is there but in no ledger.
  private func rowOrStranger(
    _ document: Batch.Document, _ gift: Gift, _ parts: Contributions
  ) throws(DatabaseFault) -> Row? {
    if let row = try row(document.path.range) { return row }
    guard !parts.held.isLedger, try parts.held.body(gift.path, gift.model) != nil else {
      return nil
    }
    let slot = try addStranger(document)
    parts.hasStrangers = true
    return Row(slot: slot, hash: nil, model: Self.strangers, rule: -1, source: [])
  }

  /// A document that is not there.
  private func begin(
    _ document: Batch.Document, _ bytes: Span<UInt8>, _ gift: Gift, _ parts: Contributions
  ) throws(DatabaseFault) -> Change {
    let change = try addOne(document, bytes)
    guard change == .created, let row = try row(document.path.range) else { return change }
    parts.seen[document.rule].insert(row.slot)
    parts.touched.insert(row.slot)
    guard parts.modes[document.rule].isMerging else { return change }
    try parts.save(gift.part, gift.path, gift.model, rule: document.rule)
    try parts.held.add(gift.body, gift.path, gift.model)
    return change
  }

  /// A document that is there stays; one that only the ledger knows comes back.
  private func create(
    _ document: Batch.Document, _ bytes: Span<UInt8>, _ gift: Gift, _ row: Row,
    _ parts: Contributions
  ) throws(DatabaseFault) -> Change {
    if !parts.held.isLedger, try parts.held.body(gift.path, gift.model) == nil {
      try replace(row, document, gift.model)
      return .created
    }
    parts.untouched.insert(row.slot)
    let isSameOrigin =
      row.model == gift.model && row.rule == document.rule && row.source == gift.part.source
    if !isSameOrigin { try savePart(gift, rule: document.rule, parts) }
    return .unchanged
  }

  private func merge(
    _ document: Batch.Document, _ gift: Gift, _ row: Row, _ parts: Contributions
  ) throws(DatabaseFault) -> Change {
    guard let body = try parts.held.body(gift.path, gift.model) else {
      try parts.held.hold(gift.body, gift.path, gift.model)
      parts.touched.insert(row.slot)
      try savePart(gift, rule: document.rule, parts)
      return .created
    }
    let part = try parts.part(gift.path, gift.model, rule: document.rule)
    let isAsLeft = !parts.touched.contains(row.slot) && row.hash == body.hash
    if isAsLeft, part == gift.part {
      parts.untouched.insert(row.slot)
      return .unchanged
    }
    if part != gift.part { try savePart(gift, rule: document.rule, parts) }
    let isDeep = parts.modes[document.rule] == .deepMerge
    guard let merged = DocumentMerge.merge(gift.body, into: body, isDeep: isDeep) else {
      parts.untouched.insert(row.slot)
      return .unchanged
    }
    try parts.held.hold(merged, gift.path, gift.model)
    if models.owns(row.model) { try setHash(merged.hash, gift.path) }
    parts.touched.insert(row.slot)
    hasWritten = true
    return .modified
  }

  private func savePart(
    _ gift: Gift, rule: Int, _ parts: Contributions
  ) throws(DatabaseFault) {
    try parts.save(gift.part, gift.path, gift.model, rule: rule)
    hasWritten = true
  }

  // MARK: Refusals

  /// Why some documents of a batch cannot be taken, or nil: their paths belong to another mapping or to the user, or
  /// what is there cannot be merged with.
  func refusal(_ batch: borrowing Batch, _ target: String) throws(DatabaseFault) -> SinkFailure? {
    let refused = try refused(batch)
    if let first = refused.first {
      return .rejected(refused, .foreignDocument(name(of: first, in: batch), target))
    }
    guard let contributions else { return nil }
    let unreadable = try batch.withBytes { (bytes) throws(DatabaseFault) in
      var unreadable: [Int] = []
      for (index, document) in batch.documents.enumerated()
      where contributions.modes[document.rule].isMerging {
        let path = bytes.extracting(document.path.range).array
        let model = try models.id(of: document, in: bytes)
        guard let body = try contributions.held.body(path, model) else { continue }
        let isOurs = try row(path: path)?.hash == body.hash
        if !isOurs, !body.isReadable { unreadable.append(index) }
      }
      return unreadable
    }
    guard let first = unreadable.first else { return nil }
    return .rejected(unreadable, .unreadableDocument(name(of: first, in: batch), target))
  }

  /// How messages name a document: by its path, or, where values of the record may be in that, by the record's.
  private func name(of index: Int, in batch: borrowing Batch) -> String {
    let document = batch.documents[index]
    let place = document.source.isEmpty ? document.path : document.source
    let path = batch.withBytes {
      String(decoding: $0.extracting(place.range).array, as: UTF8.self)
    }
    return document.source.isEmpty ? path : "made of \(path)"
  }
}
