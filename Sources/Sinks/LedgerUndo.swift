import Interop
import Pipeline

/// What an unfinished run has changed in the ledger of an NDJSON target, so that it can be taken back: its files are not
/// published yet, and the ledger must not claim what they hold.
///
///     replant_ledger              replant_undo
///     users/ann  9a04…            users/ann  83fe…     changed by the run: as it was before
///     users/bob  1b02…
///     users/zoe  77c1…                                 its slot says that the run made it
///
/// Triggers note what changes, which costs nothing where nothing does. They do not say `OR IGNORE`: the clause of the
/// statement that fires them would take its place.
struct LedgerUndo {
  let database: Database

  static let tables = """
    CREATE TABLE IF NOT EXISTS replant_undo(path TEXT PRIMARY KEY, slot INTEGER NOT NULL, hash BLOB NOT NULL, \
    model INTEGER NOT NULL, rule INTEGER NOT NULL, source TEXT, joined INTEGER) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS replant_undo_parts(path TEXT NOT NULL, model INTEGER NOT NULL, rule INTEGER NOT NULL, \
    hash BLOB, source TEXT, PRIMARY KEY(path, model, rule)) WITHOUT ROWID
    """

  /// Begins to note changes. A part that the run adds is noted without a hash.
  func watch(firstNewSlot: Int64, parts: Bool) throws(DatabaseFault) {
    try database.execute(
      """
      CREATE TEMP TRIGGER replant_note BEFORE UPDATE ON main.replant_ledger
      WHEN old.slot < \(firstNewSlot) BEGIN
        INSERT INTO replant_undo
        SELECT old.path, old.slot, old.hash, old.model, old.rule, old.source, old.joined
        WHERE NOT EXISTS (SELECT 1 FROM replant_undo WHERE path = old.path);
      END
      """)
    guard parts else { return }
    try database.execute(
      """
      CREATE TEMP TRIGGER replant_note_part BEFORE UPDATE ON main.replant_parts BEGIN
        INSERT INTO replant_undo_parts
        SELECT old.path, old.model, old.rule, old.hash, old.source WHERE NOT EXISTS
          (SELECT 1 FROM replant_undo_parts WHERE (path, model, rule) = (old.path, old.model, old.rule));
      END;
      CREATE TEMP TRIGGER replant_note_new_part AFTER INSERT ON main.replant_parts BEGIN
        INSERT INTO replant_undo_parts
        SELECT new.path, new.model, new.rule, NULL, NULL WHERE NOT EXISTS
          (SELECT 1 FROM replant_undo_parts WHERE (path, model, rule) = (new.path, new.model, new.rule));
      END
      """)
  }

  /// Takes back what a run has changed.
  func takeBack(firstNewSlot: Int64) throws(DatabaseFault) {
    try database.execute(
      """
      DROP TRIGGER IF EXISTS temp.replant_note;
      DROP TRIGGER IF EXISTS temp.replant_note_part;
      DROP TRIGGER IF EXISTS temp.replant_note_new_part;
      DELETE FROM replant_ledger WHERE slot >= \(firstNewSlot);
      INSERT OR REPLACE INTO replant_ledger(path, slot, hash, model, rule, source, joined)
      SELECT path, slot, hash, model, rule, source, joined FROM replant_undo
      """)
    if try database.hasTable("replant_parts") {
      try database.execute(
        """
        DELETE FROM replant_parts WHERE EXISTS (SELECT 1 FROM replant_undo_parts AS u WHERE
          u.path = replant_parts.path AND u.model = replant_parts.model AND u.rule = replant_parts.rule);
        INSERT INTO replant_parts(path, model, rule, hash, source)
        SELECT path, model, rule, hash, source FROM replant_undo_parts WHERE hash IS NOT NULL
        """)
    }
    try forget()
  }

  /// What has changed stays.
  func forget() throws(DatabaseFault) {
    try database.execute("DELETE FROM replant_undo; DELETE FROM replant_undo_parts")
  }
}
