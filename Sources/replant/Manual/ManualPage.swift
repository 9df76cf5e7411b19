import Pipeline
import Sinks

/// The manual page that `replant man` prints, out of the descriptions of commands, options, targets and exit statuses.
enum ManualPage {
  static var text: String {
    var page = Roff(name: "replant", section: 1, source: "replant \(version)")
    page.section("NAME")
    page.paragraph("replant - turn a Firebase Realtime Database export into typed documents")
    page.section("SYNOPSIS")
    for command in Command.all { page.usage(command) }
    page.section("DESCRIPTION")
    for paragraph in description { page.paragraph(paragraph) }
    page.section("EXAMPLES")
    page.code(examples)
    page.section("COMMANDS")
    for command in Command.all { page.command(command) }
    page.section("OPTIONS")
    page.paragraph(
      "Options stand anywhere, as --name value or --name=value. Behind -- everything is an argument."
    )
    for option in Option.all { page.option(option) }
    page.option(.helpFlag)
    page.option(.versionFlag)
    page.section("TARGETS")
    for target in Targets.all { page.term(target.form, target.summary) }
    page.section("EXIT STATUS")
    for status in ExitStatus.used { page.term(String(status.rawValue), status.meaning) }
    page.section("FILES")
    for (name, meaning) in files { page.term(name, meaning) }
    page.section("ENVIRONMENT")
    for (name, meaning) in environment { page.term(name, meaning) }
    page.section("SEE ALSO")
    for paragraph in seeAlso { page.paragraph(paragraph) }
    return page.text
  }

  private static let description = [
    HelpText.purpose
      + " It reads the export (one JSON tree, plain or gzip), makes documents of it by a mapping that "
      + "you declare, checks each against the mapping's types, and writes them to a target.",
    "A record that does not fit is set aside whole, with the reason, and the others go in. The same command run "
      + "again writes what has changed, and goes on where an interrupted run was.",
    HelpText.streams,
  ]

  /// The first ones, and what else a run can be; each command has its own.
  private static var examples: [String] {
    HelpText.firstExamples
      + RunCommand.entry.examples.filter { !HelpText.firstExamples.contains($0) }
  }

  private static var files: [(String, String)] {
    let rejects =
      "The rejected records with the reasons, a line each: in the folder of --report, else beside the target, else "
      + "in the working folder. Repaired, it can be given back with --from-rejects."
    let state = "What runs delivered to ndjson:DIR, and where an interrupted one goes on."
    return [(RejectsFile.name, rejects)]
      + ReportFormat.all.map { ($0.name, "\($0.summary); in the folder of --report.") }
      + [("DIR.state", state)]
  }

  private static let environment = [
    ("NO_COLOR", "If it is set and not empty, no colours."),
    ("TERM", "If it is empty or dumb, no colours and no line that is written over."),
    (
      "TMPDIR",
      "Where temporary files go that hold what has to be kept of a stream. Default: /var/tmp, else /tmp."
    ),
  ]

  private static let seeAlso = [
    "replant help COMMAND and replant steps explain commands and expressions.",
    "jq(1), sqlite3(1)",
  ]
}
