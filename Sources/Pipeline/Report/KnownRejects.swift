import Interop
import JSONTree

/// The rejects of an earlier run, to tell those that were expected from new ones.
///
/// A reject is known if the same record of the same rule was rejected with the same code and is as it was: the hash of
/// `from`, `source`, `code` and the record, 16 bytes a reject.
package struct KnownRejects: Sendable {
  private var hashes: [Hash128] = []

  /// Of all of them, whatever their order.
  var hash: Hash128 { Hash128(of: hashes.flatMap { $0.bytes }) }

  /// Reads a rejects file, plain or gzip.
  package init(file: String) throws(KnownRejectsFault) {
    var reader = RejectReader()
    do throws(ScanFault) {
      let export = try Export(ExportFile(file))
      var content = Content()
      try content.append(ExportFile(file), export.storage)
      let lines = LineSplitter(PartSource(try export.source(), content.parts[0]))
      while let line = try lines.next() {
        do throws(RejectFault) {
          let record = try reader.read(line, checksJSON: true)
          hashes.append(
            Self.hash(
              record.from, record.source, record.code, isRaw: record.raw != nil,
              record.raw ?? record.value?.withoutBlanks ?? []))
        } catch {
          throw ScanFault(
            .unreadable("line \(lines.number) is no reject: \(error.reason)"), at: 0)
        }
      }
    } catch {
      var reason = error.sentence
      if case .unreadable(let words) = error.kind { reason = words }
      throw KnownRejectsFault(
        message: "cannot read --known-rejects \(file.visible): \(reason)\n"
          + "  Nothing was read or written. Give the rejects.ndjson of an earlier run.")
    }
    hashes.sort { ($0.high, $0.low) < ($1.high, $1.low) }
  }

  func contains(_ reject: Reject, from: String) -> Bool {
    let (isRaw, bytes) =
      switch reject.content {
      case .value(let json): (false, json)
      case .raw(let bytes): (true, bytes)
      }
    let hash = Self.hash(
      Array(from.utf8), reject.source, Array(reject.fault.code.rawValue.utf8), isRaw: isRaw, bytes)
    var low = 0
    var high = hashes.count
    while low < high {
      let middle = (low + high) / 2
      if hashes[middle] == hash { return true }
      if (hashes[middle].high, hashes[middle].low) < (hash.high, hash.low) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return false
  }

  /// Each part with its length in front, so that no two splits of the same bytes are one.
  private static func hash(
    _ from: [UInt8], _ source: [UInt8], _ code: [UInt8], isRaw: Bool, _ content: [UInt8]
  ) -> Hash128 {
    var bytes: [UInt8] = [isRaw ? 1 : 0]
    for part in [from, source, code, content] {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: part.count >> shift))
      }
      bytes += part
    }
    return Hash128(of: bytes)
  }
}

/// Why a file of known rejects cannot be used: what the user reads after "error:".
package struct KnownRejectsFault: Error, Equatable {
  package var message: String
}
