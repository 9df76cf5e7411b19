import Interop
import Pipeline

/// Copies the lines of documents that stay, though this run did not deliver them, from a
/// collection's published file behind those of its new one.
///
///     published   ann bob eve        this run delivered   ann dan
///     new         ann dan bob eve
///
/// A line is copied as it is unless this run has delivered its path: also one that the ledger does not
/// know, because somebody else wrote it, or because the ledger is lost. Rows whose line is not in the
/// published file, because somebody has changed or removed it, are forgotten: the target has no
/// such document. A line that is no document is not replant's to keep or to drop: the run is refused
/// before anything has changed.
struct CarryOver {
  let ledger: LedgerTable
  /// Documents that this run has merged, and writes anew.
  var aside: HeldAside?

  /// `published` is the file under its final name, `file` the one that will take its place; nil in a plan, which
  /// only looks.
  func append(
    linesOf published: String, to file: PartialFile?, model: Int,
    _ leftovers: inout Leftovers
  ) throws(SinkFailure) {
    var carried = RowSet()
    var removed = 0
    try stopping { () throws(SystemFault) in try file?.suspend() }
    if try stopping({ () throws(SystemFault) in try File.exists(published) }) {
      try copy(published, to: file, model, &carried, except: leftovers.removing, &removed)
    }
    if removed > 0 { leftovers.removed[ledger.planIndex(of: model), default: 0] += removed }
    guard carried.count < leftovers.byModel[model, default: 0] else { return }
    let forgotten = try stopping { () throws(DatabaseFault) in
      try ledger.forgetUnseen(model: model, except: carried)
    }
    leftovers.remove(stale: forgotten, of: ledger.planIndex(of: model))
  }

  private func copy(
    _ published: String, to file: PartialFile?, _ model: Int, _ carried: inout RowSet,
    except removing: RowSet, _ removed: inout Int
  ) throws(SinkFailure) {
    var lines = try stopping { () throws(SystemFault) in try LineReader(published) }
    while let line = try stopping({ () throws(SystemFault) in try lines.next() }) {
      guard line.last == UInt8(ascii: "\n"), let path = NDJSONLine(line.dropLast())?.path else {
        throw .stop(.foreignLine(published))
      }
      if let aside, try stopping({ () throws(DatabaseFault) in try aside.contains(path) }) {
        continue
      }
      let row = try stopping { () throws(DatabaseFault) in try ledger.row(path: path) }
      if let row {
        if row.model == model, removing.contains(row.slot) {
          removed += 1
          continue
        }
        let stays =
          !ledger.seen.contains(row.slot)
          || ledger.contributions?.untouched.contains(row.slot) == true
        guard row.model == model, stays, carried.insert(row.slot) else { continue }
      }
      try stopping { () throws(SystemFault) in try file?.append(line.span) }
    }
  }
}
