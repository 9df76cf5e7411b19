import JSONTree

extension Conversion {
  /// Reads each file of the export once, from its first byte to its last.
  func look() throws(RunStop) -> Catalogue {
    try requireWholeRecords()
    var exports: [Export] = []
    for (index, file) in request.exports.enumerated() {
      do throws(ScanFault) {
        if let text = request.text {
          exports.append(Export(text: text))
        } else {
          exports.append(try Export(file))
        }
      } catch {
        throw stop(error, in: index)
      }
    }
    report.sources = exports.map { Report.Source(name: $0.name, bytes: $0.size ?? 0, hash: nil) }
    var pass = CataloguePass(patterns: patterns)
    for index in exports.indices {
      do throws(ScanFault) { try look(at: index, exports, &pass) } catch {
        throw stop(error, in: index)
      }
    }
    let catalogue = pass.catalogue()
    report.unmapped = catalogue.unmapped
    report.unmappedMore = catalogue.unmappedMore
    for index in plans.indices {
      totalBytes += catalogue.anchors[index].reduce(0) { $0 + $1.range.count }
    }
    return catalogue
  }

  private func stop(_ fault: ScanFault, in file: Int) -> RunStop {
    fault.kind == .interrupted ? .interrupted : .unreadable(fault, file: file)
  }

  private func look(
    at index: Int, _ exports: [Export], _ pass: inout CataloguePass
  ) throws(ScanFault) {
    let export = exports[index]
    let file = request.exports[index]
    let sizes = exports.map { $0.size }
    let total = sizes.contains { $0 == nil } ? nil : sizes.reduce(0) { $0 + ($1 ?? 0) }
    let bytes = try HashingSource(try export.source()) { [self] () throws(ScanFault) in
      if request.isInterrupted() { throw ScanFault(.interrupted, at: 0) }
      tell(.scanning, done: exports.reduce(0) { $0 + $1.consumed }, total: total)
    }
    let known = keysOnTheWay(to: file.mount)
    let isUnread = known < file.mount.count
    try content.append(isUnread ? ExportFile(file.path) : file, export.storage)
    let source = PartSource(bytes, content.parts[index])
    if isUnread {
      try pass.readUnread(source, mount: file.mount, known: known)
    } else {
      let spool = export.isStream ? content.spool.map { SpoolTarget($0) } : nil
      try pass.read(source, mount: file.mount, spool: spool)
    }
    content.end(count: source.count, hasMark: source.hasMark)
    report.sources[index] = Report.Source(
      name: export.name, bytes: export.size ?? export.consumed, hash: bytes.finish())
  }

  // MARK: Mounts

  /// How many keys of a mount are on the way of some pattern.
  private func keysOnTheWay(to mount: [[UInt8]]) -> Int {
    mount.indices.first { depth in
      !patterns.contains { $0.segments.count > depth && $0.fits(mount.prefix(depth + 1)) }
    } ?? mount.count
  }

  /// A file mounted inside a record would be a piece of it, and the record would never be whole.
  private func requireWholeRecords() throws(RunStop) {
    var names: [String] = []
    for rule in request.mapping.rules { names.append("rules[\(rule.index)].from") }
    for rule in request.mapping.rules {
      for join in rule.joins { names.append("rules[\(rule.index)].join.\(join.name)") }
    }
    var sentences: [String] = []
    for file in request.exports {
      for (pattern, name) in zip(patterns, names)
      where pattern.segments.count < file.mount.count {
        let keys = file.mount.prefix(pattern.segments.count)
        guard pattern.fits(keys) else { continue }
        let record = keys.isEmpty ? "/" : ExportFile("", mount: Array(keys)).mountPath
        sentences.append(
          "\(file.name.visible)@\(file.mountPath.visible): \(record.visible) is one record of \(name), "
            + "and a file cannot be a piece of it")
        break
      }
    }
    if !sentences.isEmpty { throw .badMounts(sentences) }
  }
}

extension Pattern {
  /// Whether these keys are the pattern's first ones.
  fileprivate func fits(_ keys: ArraySlice<[UInt8]>) -> Bool {
    zip(segments, keys).allSatisfy { segment, key in
      if case .literal(let literal) = segment { literal == key } else { true }
    }
  }
}
