import Interop
import Pipeline

/// What a library or the system refused, which becomes a `TargetFault`.
protocol Fault: Error {
  var targetFault: TargetFault { get }
}

extension TargetFault {
  package static let inUse = "another replant is writing to it, or another program has it open"
  package static let notADatabase = "it is not an SQLite database"
  package static let otherDocuments = "it holds a table `documents` that replant did not make"
  package static let otherEncoding = "its texts are UTF-16, and replant needs UTF-8"
  package static let full = "no space left"

  /// Another mapping, or somebody else, wrote a document that this mapping gives too.
  /// `name` is the document's path, or tells which record it is made of.
  static func foreignDocument(_ name: String, _ target: String) -> TargetFault {
    TargetFault(
      .refused, action: "write to", target: target,
      reason:
        "the document \(name.visible) is there already, and another mapping or somebody else wrote it",
      advice: "Give the document another path, or choose another target.")
  }

  /// What is there is no JSON object, and somebody else wrote it.
  static func unreadableDocument(_ name: String, _ target: String) -> TargetFault {
    TargetFault(
      .refused, action: "merge into the document \(name.visible) in", target: target,
      reason: "what the document holds is no JSON object",
      advice: "Nothing was changed in it. Repair or remove the document, then run again.")
  }

  /// A database that cannot be a target.
  static func wrongDatabase(_ path: String, _ reason: String) -> TargetFault {
    TargetFault(
      .refused, action: "write to", target: path, reason: reason,
      advice: "Choose another file.")
  }

  /// A collection's id comes from data and is too long.
  static func longName(_ folder: String) -> TargetFault {
    TargetFault(
      .refused, action: "write a collection into", target: folder,
      reason: "its id makes a file name of more than 255 bytes",
      advice: "Make the id shorter in `to`, or write to sqlite:FILE.")
  }

  /// A file in an NDJSON folder holds what replant cannot have written.
  static func foreignLine(_ file: String) -> TargetFault {
    TargetFault(
      .refused, action: "replace", target: file,
      reason: "a line in it is no document as replant writes them, or is cut off",
      advice: "Move the file away, or choose another folder.")
  }

  /// The unfinished run was another one.
  static func otherRun(_ target: String, _ differences: [String]) -> TargetFault {
    TargetFault(
      .refused, action: "continue the unfinished run in", target: target,
      reason: "this is another \(differences.joined(separator: " and another "))",
      advice: "Run the same command as then, or start over with --fresh.")
  }

  /// Another mapping's run into the same folder is not finished.
  static func otherUnfinished(_ folder: String, _ mapping: String) -> TargetFault {
    TargetFault(
      .refused, action: "write to", target: folder,
      reason: "a run of the mapping \"\(mapping)\" into this folder was interrupted",
      advice:
        "Let that run finish first, or start over with that mapping and --fresh."
    )
  }

  /// Another run, with another ledger, or a plan.
  static func folderInUse(_ folder: String) -> TargetFault {
    TargetFault(action: "write", target: folder, reason: inUse, advice: waitAdvice)
  }

  static let waitAdvice = "Wait until it has ended, then run the same command again."
  static let continueAdvice = "Free some space, then run the same command again."
}

extension SystemFault: Fault {
  var targetFault: TargetFault {
    if isBrokenPipe {
      return TargetFault(
        .closed, action: operation, target: path, reason: "nobody reads the output any more")
    }
    return TargetFault(
      action: operation, target: path, reason: reason,
      advice: advice.isEmpty && isFull ? TargetFault.continueAdvice : advice)
  }
}

extension DatabaseFault: Fault {
  var targetFault: TargetFault {
    let (reason, advice) =
      switch kind {
      case .full: (TargetFault.full, TargetFault.continueAdvice)
      case .busy: (TargetFault.inUse, TargetFault.waitAdvice)
      case .notADatabase: (TargetFault.notADatabase, "Choose another file.")
      case .cannotOpen: whyItCannotBeOpened
      case .corrupt: (message, "Restore the file from a backup, or write to a new one.")
      case .readOnly, .leak, .other: (message, "")
      }
    return TargetFault(
      kind == .notADatabase ? .refused : .failed, action: operation, target: path, reason: reason,
      advice: advice)
  }
}

extension DatabaseFault {
  /// SQLite has the same words for a folder in the way and for none to lie in.
  private var whyItCannotBeOpened: (reason: String, advice: String) {
    func kind(_ path: String) -> FileStatus.Kind? { (try? File.status(path))?.kind }
    if kind(path) == .folder { return ("it is a folder", "Give the name of a file.") }
    let folder = Folder.parent(of: path)
    if kind(folder) == nil {
      return ("there is no folder \(folder.visible)", "Create it, or choose another file.")
    }
    return (message, "The folder must be writable.")
  }
}

/// Makes a fault of `body` one that ends the run.
func stopping<Result, Failure: Fault>(
  _ body: () throws(Failure) -> Result
) throws(SinkFailure) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    throw .stop(error.targetFault)
  }
}
