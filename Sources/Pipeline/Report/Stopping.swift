import JSONTree

/// The sentences of a run that did not come to its end: where, what, what is safe, what to do.
extension Report {
  /// Sets outcome, exit status and message. `content` is as far as the export has been looked at; `hasBegun` tells
  /// whether anything can have been written.
  mutating func end(
    with stop: RunStop, in exports: [ExportFile], _ content: Content, hasBegun: Bool
  ) {
    switch stop {
    case .unreadable(let scan, let file):
      // The export is well; a temporary file is not.
      if case .spool = scan.kind {
        (outcome, exitCode) = (.failed, 1)
      } else {
        (outcome, exitCode) = (.unreadable, 7)
      }
      let place = content.place(of: scan.offset)
      let name =
        exports.indices.contains(file ?? place.file) ? exports[file ?? place.file].name : "-"
      let isFound = file == nil || file == place.file
      let part = isFound && !content.parts.isEmpty ? content.parts[place.file] : nil
      let local = part.map { scan.moved(by: place.byte - scan.offset, textBy: -$0.base) } ?? scan
      let line = part?.line(at: place.byte)
      fault = Fault(
        message: "\(local.message(in: name, line))\n  \(whatIsSafe(hasBegun)) \(scan.advice)")
    case .badMounts(let sentences):
      outcome = .failed
      exitCode = 2
      fault = Fault(
        message: sentences.joined(separator: "\n")
          + "\n  Nothing was read or written. Mount a whole record, or what stands above records.")
    case .missingPaths(let sentences):
      outcome = .failed
      exitCode = 2
      let names =
        exports.count > 3
        ? "\(exports.count) files" : exports.map { $0.name.visible }.joined(separator: ", ")
      fault = Fault(
        message: sentences.map { "\(names): \($0)" }.joined(separator: "\n")
          + "\n  Nothing was written. Correct the path, or say `optional: true` in the rule.")
    case .damagedReject(let line, let reason):
      outcome = .unreadable
      exitCode = 7
      fault = Fault(
        message:
          "\(exports.first?.name.visible ?? "-"): line \(line)\nerror: the line is no reject: \(reason)\n"
          + "  Nothing was written. Repair the line or take it out, then run the same command again."
      )
    case .foreignReject(let line, let reason, let advice):
      outcome = .refused
      exitCode = 6
      fault = Fault(
        message: "\(exports.first?.name.visible ?? "-"): line \(line)\nerror: \(reason)\n"
          + "  Nothing was written. \(advice)")
    case .tooManyRejects(let count, let read, let limit):
      outcome = .stopped
      exitCode = 4
      let are = count == 1 ? "was" : "were"
      fault = Fault(
        message:
          "error: \(Quantity.count(count)) of \(Quantity.count(read, "record")) \(are) rejected"
          + "\(knownRejects == nil ? "" : " and not known"), more than --max-rejects \(limit) allows\n"
          + "  \(whatIsSafe(hasBegun)) Repair the records or the mapping, or allow more, then run the same command again."
      )
    case .target(let target):
      end(with: target, hasBegun)
    case .rejects(let target):
      outcome = .failed
      exitCode = 1
      fault = Fault(
        message: "error: \(target)\n  \(whatIsSafe(hasBegun)) Run the same command again.")
    case .interrupted:
      outcome = .interrupted
      exitCode = 130
      fault = Fault(
        message: "interrupted\n  \(whatIsSafe(hasBegun)) Run the same command again to finish.")
    }
  }

  private mutating func end(with target: TargetFault, _ hasBegun: Bool) {
    switch target.kind {
    case .closed:
      // Whoever read the output has enough. Not all of the export was converted, which `complete` would claim.
      outcome = .interrupted
      exitCode = 0
      return
    case .refused:
      outcome = .refused
      exitCode = 6
    case .failed:
      outcome = .failed
      exitCode = 8
    }
    // A refusal says itself what to do.
    let isRepeatable = target.kind == .failed && target.advice.isEmpty
    let todo = isRepeatable ? "Run the same command again." : target.advice
    fault = Fault(
      message: "error: \(target.sentence)\n  \(whatIsSafe(hasBegun))"
        + (todo.isEmpty ? "" : " \(todo)"))
  }

  private func whatIsSafe(_ hasBegun: Bool) -> String {
    guard hasBegun, !isPlan, target != "null:" else { return "Nothing was written." }
    if target == "ndjson:-" { return "The lines that are out are complete documents." }
    if target.hasPrefix("sqlite:") {
      let count = totals.created + totals.modified
      return count == 0
        ? "No document was written."
        : "\(Quantity.count(count, "document")) written before \(count == 1 ? "is" : "are") committed to \(target.visible)."
    }
    return "Each file in \(target.visible) is complete, as this run or an earlier one made it."
  }
}

extension ScanFault {
  /// `export.json: byte 9482113 (line 184302, column 17), in /users/-Mx3kQ` and the fault.
  func message(in export: String, _ line: (line: Int, column: Int)?) -> String {
    var place = export.visible
    switch kind {
    case .unreadable, .empty, .utf16, .spool, .interrupted: break
    default:
      place += ": byte \(offset)"
      if let line { place += " (line \(line.line), column \(line.column))" }
      if let path { place += ", in \(path.visible)" }
    }
    return "\(place)\nerror: \(sentence)"
  }

  var sentence: String {
    switch kind {
    case .unreadable(let reason): "cannot read the export: \(reason)"
    case .empty: "the file is empty"
    case .utf16: "the file is UTF-16, and JSON exports are UTF-8"
    case .endsEarly: "the export ends before its root is closed: it is cut off"
    case .endsInText(let start):
      "the export ends inside a text that begins at byte \(start): it is cut off"
    case .unexpected(let byte, let expected):
      "expected \(expected.rawValue), found \(Self.name(byte))"
    case .badRoot(let reason): "the export is no JSON: \(reason)"
    case .trailing(let byte): "something follows the root: found \(Self.name(byte))"
    case .badKey(let reason): "a key above records: \(reason)"
    case .damagedGzip(let reason): reason
    case .spool(let reason): reason
    case .interrupted: "interrupted"
    }
  }

  var advice: String {
    switch kind {
    case .unreadable: "Check the name and the permissions."
    case .empty: "Export the database again."
    case .utf16: "Convert it with `iconv -t UTF-8`."
    case .endsEarly, .endsInText, .damagedGzip: "Export or copy it again."
    case .spool: "Make room there, or set TMPDIR to another folder."
    default: "Repair the file, then run the same command again."
    }
  }

  private static func name(_ byte: UInt8?) -> String {
    guard let byte else { return "the end of the file" }
    if byte > 0x20, byte < 0x7F { return "'\(Unicode.Scalar(byte))'" }
    return "byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}

extension Catalogue.Missing {
  /// `rules[0].from: there is no /artciles in the export. Did you mean "/articles"?`
  func sentence(for place: String, _ pattern: Pattern) -> String {
    let parent = found == "/" ? "" : found
    let names = siblings.map { "\(parent)/\($0)" }
    let wanted = "\(parent)/\(key)"
    // Keys are compared, not paths: a long way to them makes no two of them near.
    let near = Suggestion.nearest(to: key, in: siblings)
    let hint =
      near.map { ". Did you mean \(quoted("\(parent)/\($0)"))?" }
      ?? (names.isEmpty
        ? "" : ". There is: " + names.prefix(5).map { $0.visible }.joined(separator: ", "))
    return "\(place): there is no \(quoted(wanted)) in the export\(hint)"
  }
}

extension Conversion {
  /// Warnings about metadata nodes, which are rare in exports (facts 1.1).
  func noteMetadata() {
    let placeholders = report.rules.reduce(0) { $0 + $1.tally.placeholders }
    if placeholders > 0 {
      report.warnings.append(
        Report.Warning(
          code: "placeholder",
          message: "`.sv` placeholders stand in the export; they were taken for absent",
          count: placeholders))
    }
  }
}

extension SinkFailure {
  var fault: TargetFault {
    switch self {
    case .retry(_, let fault), .rejected(_, let fault), .stop(let fault): fault
    }
  }
}
