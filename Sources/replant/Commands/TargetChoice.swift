import Interop
import Pipeline
import Sinks

/// Why `--to` cannot be used: what the user reads after "error:".
struct TargetProblem: Error {
  var message: String
}

/// What each `--to` says, and what follows from it.
struct TargetChoice {
  /// At least one.
  let urls: [String]
  /// Whether nothing is to be written.
  var isPlan = false

  init?(_ urls: [String], isPlan: Bool = false) {
    if urls.isEmpty { return nil }
    self.urls = urls
    self.isPlan = isPlan
  }

  /// The first, which leads.
  var url: String { urls[0] }

  /// Results on standard output: a reader who goes away ends the run.
  var isStandardOutput: Bool { urls.contains(Self.standardOutput) }
  static let standardOutput = "ndjson:-"

  /// Where a rejects file goes without `--report`: beside the first target's file or folder, else into the working
  /// folder. Not into an NDJSON folder, where it would look like a collection.
  var rejectsFolder: String {
    places.first.map { Folder.parent(of: $0.path) } ?? "."
  }

  /// The files and folders that the URLs name.
  var places: [(path: String, isFolder: Bool)] {
    urls.filter { $0 != Self.standardOutput }.compactMap { url in
      for scheme in ["sqlite:", "ndjson:"] where url.hasPrefix(scheme) {
        return (String(url.dropFirst(scheme.count)), scheme == "ndjson:")
      }
      return nil
    }
  }

  func sink(_ invocation: Invocation) throws(TargetProblem) -> any Sink {
    var sinks: [any Sink] = []
    for url in urls { sinks.append(try sink(url, invocation)) }
    if sinks.count > 1, let several = SeveralSinks(sinks) { return several }
    return sinks[0]
  }

  private func sink(_ url: String, _ invocation: Invocation) throws(TargetProblem) -> any Sink {
    if invocation.stateFile != nil, urls.count > 1 {
      throw TargetProblem(message: "--state is for one target: with several each has its own")
    }
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
