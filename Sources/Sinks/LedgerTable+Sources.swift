import Interop
import Pipeline

/// What came from the places of rejected records.
extension LedgerTable {
  /// Notes that the record at a place of the export was rejected: what came from there is not stale, whatever its path.
  func keep(source: Batch.Slice) throws(DatabaseFault) {
    guard greatest != nil, !source.isEmpty else { return }
    if slotsBySource == nil { slotsBySource = try makeSlotsBySource() }
    guard let rows = slotsBySource else { return }
    try rows.bind(1, text: source.range)
    try rows.forEach { (row) throws(DatabaseFault) in
      if models.owns(row.int(1)) { kept.insert(row.int64(0)) }
    }
  }

  /// Sources are in no index, which every run would pay for: the first such reject makes one, for the time of the run.
  private func makeSlotsBySource() throws(DatabaseFault) -> Statement {
    var hasParts = contributions != nil
    if hasParts { hasParts = try database.hasTable("replant_parts") }
    try database.execute(form.slotsBySource(withParts: hasParts))
    return try database.prepare(
      "SELECT slot, model FROM temp.replant_sources WHERE source = ?1")
  }
}
