/// `replant sync`: a run that also removes what is gone.
enum SyncCommand {
  static let entry = Command(
    name: "sync",
    summary: "run, and remove documents that export and mapping no longer give",
    operands: RunCommand.entry.operands,
    details: [
      "Only documents that earlier runs of this mapping delivered are removed, and never those of records "
        + "that are there but rejected. If a collection would lose more than 20 documents and more "
        + "than 10 % of what it had, or all of them, nothing at all is removed: the rest goes in, "
        + "and the status is 6. --max-delete allows more. See it first: replant plan --sync."
    ],
    examples: [
      "replant sync news.json export.json --to sqlite:news.db",
      "replant plan news.json export.json --to sqlite:news.db --sync",
      "replant sync news.json backup.json.gz --to ndjson:out --max-delete 5%",
    ],
    statuses: RunCommand.entry.statuses,
    run: { RunCommand.run($0, as: "sync", isPlan: false) })
}
