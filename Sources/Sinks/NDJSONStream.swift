import Interop
import Pipeline

/// `ndjson:-`: the lines of all collections on standard output, in the order of the export.
///
/// Documents of rules that merge come at the end, put together: a line cannot be taken back.
///
/// It remembers nothing of earlier runs, so that every document is `created`. What a commit wrote
/// is with the reader when it returns, if that is a pipe or a terminal; a regular file gets its
/// bytes 256 KB at a time and is synced at the end, since some file systems tell only then that
/// they were full.
///
/// When nobody reads any more the fault is of kind `closed`, which a command makes
/// a quiet success.
package final class NDJSONStream: Sink {
  package let url = "ndjson:-"
  private let output: BufferedFile
  private var run: Run?

  private struct Run {
    let ledger: ReadOnlyLedger
    let isRegular: Bool
  }

  package init(_ file: File = .standardOutput) { output = BufferedFile(file) }

  @discardableResult
  package func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint? {
    ignoreBrokenPipeSignal()
    let status = try stopping { () throws(SystemFault) in try output.file.status() }
    let ledger = try stopping { () throws(DatabaseFault) in try ReadOnlyLedger(plan) }
    run = Run(ledger: ledger, isRegular: status.kind == .regular)
    return nil
  }

  package func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change] {
    guard let run else { preconditionFailure("commit comes after begin") }
    let changes: [Change]
    do throws(DatabaseFault) {
      changes = try run.ledger.changes(batch)
    } catch {
      throw .stop(error.targetFault)
    }
    do throws(SystemFault) {
      try batch.withBytes { (bytes) throws(SystemFault) in
        for index in batch.documents.indices where changes[index] == .created {
          let rule = batch.documents[index].rule
          if run.ledger.table.contributions?.writesLine(rule, .created) == false { continue }
          try output.append(bytes.extracting(batch.documents[index].line.range))
        }
      }
      if !run.isRegular { try output.flush() }
    } catch {
      throw .stop(error.targetFault)
    }
    return changes
  }

  package func finish(
    removing removal: Removal?, state: [UInt8]
  ) throws(SinkFailure) -> Ending {
    try run?.ledger.aside?.forEachLine { (line, _) throws(SinkFailure) in
      try stopping { () throws(SystemFault) in try output.append(line.span) }
    }
    try stopping { () throws(SystemFault) in
      try output.flush()
      if run?.isRegular == true { try output.file.sync() }
      try output.file.close()
    }
    run = nil
    return Ending()
  }

  /// Lines of complete batches that are still in the buffer go out.
  @discardableResult
  package func abandon(forgetting: Bool) -> Remainder {
    try? output.flush()
    run = nil
    return .all
  }

  /// A stream cannot be read back.
  package func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]? { nil }
}
