import JSONTree

extension Conversion {
  /// Reads a rejects file to its end before anything is written: a damaged line, one that no rule of the mapping made,
  /// or one that cannot be read without the export shows here.
  func lookAtRejects() throws(RunStop) -> RejectedFeed {
    do {
      let file = request.exports.first ?? ExportFile("-")
      let export = try Export(file)
      report.sources = [Report.Source(name: export.name, bytes: export.size ?? 0, hash: nil)]
      let bytes = try HashingSource(try export.source()) { [self] () throws(ScanFault) in
        if request.isInterrupted() { throw ScanFault(.interrupted, at: 0) }
        tell(.scanning, done: export.consumed, total: export.size)
      }
      try content.append(ExportFile(file.path), export.storage)
      let part = PartSource(bytes, content.parts[0])
      let spool = export.isStream ? content.spool.map { SpoolTarget($0) } : nil
      try check(LineSplitter(spool.map { KeepingSource(part, $0) } ?? part))
      content.end(count: part.count, hasMark: part.hasMark)
      totalBytes = part.count
      report.sources = [
        Report.Source(
          name: export.name, bytes: export.size ?? export.consumed, hash: bytes.finish())
      ]
      return RejectedFeed(content, 0..<part.count, plans, batch: request.batch)
    } catch let stop as RunStop {
      throw stop
    } catch let fault as ScanFault {
      throw fault.kind == .interrupted ? .interrupted : .unreadable(fault, file: 0)
    } catch {
      throw .unreadable(ScanFault(.unreadable("\(error)"), at: 0), file: 0)
    }
  }

  private func check(_ lines: LineSplitter) throws {
    let rules = RejectRules(request.mapping.rules)
    var reader = RejectReader()
    while let line = try lines.next() {
      let record: RejectedRecord
      do throws(RejectFault) { record = try reader.read(line, checksJSON: true) } catch {
        throw RunStop.damagedReject(line: lines.number, reason: error.reason)
      }
      let rule: Int
      do throws(RejectFault) { rule = try rules.rule(of: record) } catch {
        throw RunStop.foreignReject(
          line: lines.number, reason: error.reason,
          advice: "Run with the mapping that the rejects are of, or with the repaired export.")
      }
      if record.raw != nil, !request.mapping.rules[rule].joins.isEmpty {
        throw RunStop.foreignReject(
          line: lines.number,
          reason:
            "the record of \(quoted(record.source)) is there as bytes (\"raw\"), without the parts that "
            + "rules[\(rule)] joins to it",
          advice: "Run with the repaired export, or take the line out.")
      }
    }
  }
}

/// Passes a stream on and keeps it in the temporary file.
private final class KeepingSource: ByteSource {
  private let source: any ByteSource
  private let target: SpoolTarget
  private var offset = 0

  init(_ source: any ByteSource, _ target: SpoolTarget) {
    self.source = source
    self.target = target
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    let count = try unsafe source.read(into: buffer)
    if count > 0, let start = buffer.baseAddress {
      let bytes = unsafe Bytes(start: start.assumingMemoryBound(to: UInt8.self), count: count)
      try target.append(bytes, at: offset)
      offset += count
    }
    return count
  }
}
