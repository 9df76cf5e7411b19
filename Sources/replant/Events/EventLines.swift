import Interop
import Pipeline

/// The lines of `--json` on standard output (`schema/events.schema.json`): an object each, with its type.
///
/// A reader who has gone has had enough, and the run goes on. After any other fault nothing more is written either: half
/// a line may stand there, and whatever came behind it would be read as a part of it.
final class EventLines {
  typealias Members = [(name: String, value: JSONValue)]

  private let output: File
  private var isOver = false
  /// Why not all lines are where they belong.
  private(set) var fault: SystemFault?

  init(_ output: File = .standardOutput) { self.output = output }

  func write(_ type: String, _ members: Members) {
    guard !isOver else { return }
    let line = JSONValue.object([("schema", .integer(1)), ("type", .text(type))] + members)
    do throws(SystemFault) {
      try output.write(Array((line.compact + "\n").utf8))
    } catch {
      isOver = true
      if !error.isBrokenPipe { fault = error }
    }
  }

  func progress(_ progress: Progress) {
    var members: Members = [
      ("phase", .text(progress.phase.rawValue)), ("done", .integer(progress.done)),
    ]
    if let total = progress.total { members.append(("total", .integer(total))) }
    write("progress", members + [("records", .integer(progress.records))])
  }

  func report(_ report: Report) { write("report", [("report", ReportJSON(report).value)]) }

  func error(_ message: String, _ status: ExitStatus) {
    write("error", [("message", .text(message)), ("exitCode", .integer(Int(status.rawValue)))])
  }

  /// What is wrong with a mapping, and where, as far as that is known.
  func fault(_ message: String, at place: MappingPlace) {
    write(
      "fault",
      [
        ("file", .text(place.file)), ("line", .integer(place.line)),
        ("column", .integer(place.column)),
      ] + (place.path.isEmpty ? [] : [("path", .text(place.path))]) + [("message", .text(message))])
  }

  func fault(_ message: String, of file: String) {
    write("fault", [("file", .text(file)), ("message", .text(message))])
  }

  /// The only line of a command that ends before it has begun; gives its exit status.
  func fail(_ message: String, _ status: ExitStatus) -> ExitStatus {
    error(message, status)
    return end(status)
  }

  /// Tells why lines are missing, if they are, and gives the exit status of a command that would end with `status`.
  func end(_ status: ExitStatus) -> ExitStatus {
    guard let fault else { return status }
    Console.tell("error: \(fault)\n")
    return status.combined(with: .failed)
  }
}
