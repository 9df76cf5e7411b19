import Interop
import Pipeline
import Sinks

/// Why `--to` cannot be used: what the user reads after "error:".
struct TargetProblem: Error {
  var message: String
}

/// What `--to` says, and what follows from it.
struct TargetChoice {
  let url: String
  /// Whether nothing is to be written.
  var isPlan = false

  /// Results on standard output: a reader who goes away ends the run.
  var isStandardOutput: Bool { url == "ndjson:-" }

  /// Where a rejects file goes without `--report`: beside the target's file or folder, else into the working
  /// folder. Not into an NDJSON folder, where it would look like a collection.
  var rejectsFolder: String {
    place.isEmpty ? "." : Folder.parent(of: place)
  }

  /// The file or folder that the URL names; empty for standard output and targets without one.
  var place: String {
    for scheme in ["sqlite:", "ndjson:"] where url.hasPrefix(scheme) && !isStandardOutput {
      return String(url.dropFirst(scheme.count))
    }
    return ""
  }

  var isFolder: Bool { url.hasPrefix("ndjson:") && !isStandardOutput }

  func sink(_ invocation: Invocation) throws(TargetProblem) -> any Sink {
    if invocation.stateFile != nil, isStandardOutput || !url.hasPrefix("ndjson:") {
      throw TargetProblem(
        message:
          "--state is for ndjson:DIR in this version: sqlite:FILE remembers in the database, "
          + "other targets do not")
    }
    do throws(TargetURLFault) {
      return try Targets.make(
        url,
        Targets.Options(
          state: invocation.stateFile, rewrites: invocation.rewrites, isPlan: isPlan))
    } catch {
      throw TargetProblem(message: error.description)
    }
  }

  /// Whether a run ended because nobody read its output any more: that is no failure (contract 3).
  func isReaderGone(_ report: Report) -> Bool {
    isStandardOutput && report.outcome == .interrupted && report.exitCode == 0
  }
}
