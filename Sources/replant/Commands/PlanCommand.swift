/// `replant plan`: everything that a run does but the writing.
enum PlanCommand {
  static let entry = Command(
    name: "plan",
    summary: "tell what a run would do, and write nothing",
    operands: RunCommand.entry.operands,
    details: [
      "Every record is read, made into a document, checked against the model and the limits of the target, "
        + "and compared with what earlier runs delivered. Nothing is created, changed or locked for "
        + "writing but the report folder, and no connection is needed. Without --report the rejects "
        + "are told in the summary only, with no file of them."
    ],
    examples: [
      "replant plan news.json export.json --to sqlite:news.db",
      "replant plan news.json export.json --to firestore:demo --report report",
      "replant plan news.json export.json --to ndjson:out --detailed-exitcode",
    ],
    statuses: [
      .done, .failed, .usage, .rejected, .stopped, .refused, .unreadable, .targetFailed, .changes,
      .interrupted, .terminated,
    ],
    run: { RunCommand.run($0, as: "plan", isPlan: true) })
}
