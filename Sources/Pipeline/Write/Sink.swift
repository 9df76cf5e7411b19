/// Where documents go.
///
/// The law, which one contract suite holds every sink to:
///
/// - `begin` comes first; then any number of `commit` and `checkpoint`; then `finish`, once, and `settle` when its
///   outcome has been told; or `abandon`, once. Then `begin` may come again, for another run.
/// - `commit` delivers a batch or nothing of it. `checkpoint` makes all that was committed durable, together with how
///   far that is; a run that is killed loses what came after its last checkpoint. A document that the ledger knows
///   with the same hash is not written again; a second document of one path in one run is not written
///   either (a collision), unless all rules that gave it merge (`WriteMode`).
/// - Documents appear under their final name only as the target promises: a database by batch, a file
///   when `finish` has made it complete.
/// - After a failure only `abandon` may follow; what was committed before the last checkpoint stays.
/// - Nothing that replant did not write is touched.
package protocol Sink: AnyObject {
  /// As the user wrote it (`sqlite:news.db`), without secrets.
  var url: String { get }

  /// What the target takes; nil if nothing but what every target refuses.
  var limits: TargetLimits? { get }

  var besides: [Report.Target] { get }

  /// Whether the same command can continue an interrupted run.
  var canContinue: Bool { get }

  /// Opens the target for one run.
  ///
  /// - Returns: Where the mapping's last run stands that had the plan's fingerprint; nil if none is known. One that is
  ///   running goes on behind the position. An unfinished run of another fingerprint is refused, or given up if the
  ///   plan says so.
  @discardableResult
  func begin(_ plan: Plan) throws(SinkFailure) -> Checkpoint?

  /// Delivers a batch. The answer has a change for each document, in order.
  func commit(_ batch: borrowing Batch) throws(SinkFailure) -> [Change]

  /// What the last run had counted that came to its end (`RunState`), whatever it was a run of; known after `begin`.
  var lastState: [UInt8]? { get }

  /// Whether so much was committed that a checkpoint is worth its time.
  var isCheckpointDue: Bool { get }

  /// Whether progress is kept even if nothing has changed in this target: where something has in another target of the
  /// pass, all must be as far. Each `begin` sets it back.
  var isAlwaysRecorded: Bool { get set }

  /// Whether the run has changed the target so that its progress is kept or, with `removal`, will do so when it ends.
  func hasChanges(removing removal: Removal?) throws(SinkFailure) -> Bool

  /// Of `rows`, which grow as the run goes on, what is new since the last checkpoint is kept beside it.
  func checkpoint(_ checkpoint: Checkpoint, _ rows: [SharedRowSet]) throws(SinkFailure)

  /// Puts back into `rows` what the checkpoints have kept of them up to the one that `begin` gave.
  func restore(_ rows: [SharedRowSet]) throws(SinkFailure)

  /// Makes everything committed visible and durable. With `removal` documents go that this export and mapping no longer
  /// give: all of them or, if it is too many, none. `state` is kept until `settle`, so that a run which is killed before
  /// it has told its outcome can tell it.
  func finish(removing removal: Removal?, state: [UInt8]) throws(SinkFailure) -> Ending

  /// The outcome has been told: the run is over.
  func settle() throws(SinkFailure)

  /// Gives up, until the same command continues or, with `forgetting`, for good.
  @discardableResult
  func abandon(forgetting: Bool) -> Remainder

  /// The encoded `data` of a document as the target holds it now, or nil.
  func read(path: [UInt8]) throws(SinkFailure) -> [UInt8]?
}

/// A target that keeps nothing of a run but its documents.
extension Sink {
  package var limits: TargetLimits? { nil }
  package var canContinue: Bool { false }
  package var isCheckpointDue: Bool { false }
  package var lastState: [UInt8]? { nil }
  package var isAlwaysRecorded: Bool {
    get { false }
    set {}
  }
  package func hasChanges(removing removal: Removal?) -> Bool { false }
  package func checkpoint(_ checkpoint: Checkpoint, _ rows: [SharedRowSet]) {}
  package func restore(_ rows: [SharedRowSet]) {}
  package func settle() {}
  /// What further targets of the same pass did, where a sink has some.
  package var besides: [Report.Target] { [] }
}

/// What of an abandoned run's commits stays in the target, or is kept for the run that continues.
package enum Remainder: Sendable {
  case all
  case untilCheckpoint
  case nothing
}

/// What became of one document.
package enum Change: Sendable, Equatable {
  case created
  case modified
  /// Modified, but only in what comes of parts that are joined to its record.
  case rejoined
  case unchanged
  /// Not written: this run has already written the path, out of `earlier`.
  case collision(earlier: Source)

  package var isWrite: Bool {
    switch self {
    case .created, .modified, .rejoined: true
    case .unchanged, .collision: false
    }
  }

  /// The record behind a document: its path in the export, or the rule from whose `from` and the document's path it can be derived.
  package enum Source: Sendable, Equatable {
    case path([UInt8])
    case rule(Int)
  }
}

/// What a finished run leaves behind.
package struct Ending: Sendable, Equatable {
  /// Documents of this mapping that earlier runs delivered and this export did not give, those of
  /// rejected records aside, by collection: an index into `Plan.collections`; −1 for others.
  package var stale: [Int: Int]
  /// Documents that were removed, by collection as above.
  package var removed: [Int: Int]
  /// Collections of which too many documents would have gone: then nothing was removed.
  package var heldBack: [Removal.HeldBack]
  /// Lines or files that a user wants to know of ("build/news/users.ndjson").
  package var written: [String]

  package init(
    stale: [Int: Int] = [:], removed: [Int: Int] = [:], heldBack: [Removal.HeldBack] = [],
    written: [String] = []
  ) {
    self.stale = stale
    self.removed = removed
    self.heldBack = heldBack
    self.written = written
  }
}

/// The three ways in which a target fails.
package enum SinkFailure: Error, Equatable {
  /// Busy: the same call may succeed after a while.
  case retry(after: Duration, TargetFault)
  /// The target refuses these documents of the batch; the others may go.
  case rejected([Int], TargetFault)
  /// Nothing more can be delivered.
  case stop(TargetFault)
}

/// Why a target failed, as facts; `description` is the sentence.
package struct TargetFault: Error, Equatable, CustomStringConvertible {
  package enum Kind: Sendable {
    /// The target failed; the run can be repeated.
    case failed
    /// It is the wrong target: somebody else's database, another mapping's file.
    case refused
    /// Nobody reads the output any more, which a command makes a quiet success.
    case closed
  }

  package var kind: Kind
  /// What was being done: "write", "open", "commit".
  package var action: String
  /// The file or address it was done to.
  package var target: String
  /// The system's or the library's own words: "No space left on device".
  package var reason: String
  /// What the user can do. What is safe the report says, which knows how far the run was.
  package var advice: String

  package init(
    _ kind: Kind = .failed, action: String, target: String, reason: String, advice: String = ""
  ) {
    self.kind = kind
    self.action = action
    self.target = target
    self.reason = reason
    self.advice = advice
  }

  package var description: String { sentence + (advice.isEmpty ? "" : "\n  \(advice)") }

  /// Without the advice.
  var sentence: String { "cannot \(action) \(target): \(reason)" }
}

/// What a sink has to know of the mapping.
package struct Plan: Sendable {
  /// The mapping's name: the ledger belongs to it.
  package var name: String
  package var collections: [Collection]
  /// Whether the source path of each rule's documents can be derived from their path.
  package var rules: [Rule]
  /// Of export and mapping: a run can be continued only if it is the same.
  package var fingerprint: Fingerprint?
  /// Whether progress is kept: not where some target of the pass cannot go on, so that all begin anew.
  package var isRecorded = true
  /// Whether an unfinished run is given up (`--fresh`).
  package var startsOver = false

  package init(
    name: String, collections: [Collection], rules: [Rule], fingerprint: Fingerprint? = nil
  ) {
    self.name = name
    self.collections = collections
    self.rules = rules
    self.fingerprint = fingerprint
  }

  /// A collection of the model, captures left out.
  package struct Collection: Sendable, Equatable {
    /// Collection ids with `/` between them: `rooms/messages` for `rooms/{room}/messages/{id}`.
    package var name: String
    /// The names of the fields, in the order of the mapping, each once.
    package var fields: [String]

    package init(name: String, fields: [String]) {
      self.name = name
      self.fields = fields
    }
  }

  package struct Rule: Sendable, Equatable {
    package var isDerivable: Bool
    package var mode: WriteMode

    package init(isDerivable: Bool, mode: WriteMode = .replace) {
      self.isDerivable = isDerivable
      self.mode = mode
    }
  }
}
