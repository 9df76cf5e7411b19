/// What a run did: the one model behind the terminal summary, `report.json` and whatever comes later.
package struct Report: Sendable {
  package var command: String
  package var outcome: Outcome
  package var exitCode: Int
  package var mapping: MappingIdentity
  package var sources: [Source]
  package var target: String
  /// Further targets of the same pass; `totals` are the first one's.
  package var besides: [Target] = []
  package var rules: [RuleReport]
  package var violations: Violations
  package var warnings: [Warning]
  /// Subtrees of the export that no rule and no join reads, by pattern, largest first.
  package var unmapped: [Unmapped]
  /// How many subtrees beyond those listed.
  package var unmappedMore: Int
  /// What the target takes, if it has limits of its own.
  package var limits: TargetLimits?
  /// `$now` of the run; nil if it ended before it began.
  package var now: Timestamp?
  /// What the target did ("build/news/users.ndjson"); for the summary.
  package var written: [String]
  /// Why a run did not finish.
  package var fault: Fault?
  /// Seconds from start to end; not in `report.json`, which is the same for the same input.
  package var seconds: Double
  /// Documents of earlier runs that this export did not give and no rule accounts for (see `Ending`).
  package var elsewhere = Totals()
  /// Why such documents were removed.
  package var elsewhereCauses = Causes()
  /// Why a sync removed nothing.
  package var heldBack: [Removal.HeldBack] = []
  /// Of the rejects, those that an earlier run had as well; nil if nobody asked.
  package var knownRejects: Int?
  /// Whether the target was opened for the run.
  package var hasBegun = false
  /// Whether the target has a checkpoint from which the same command can go on.
  package var canContinue = false
  /// How many records an interrupted run had read that this one continues; not in `report.json`, which is that of a run
  /// which nothing has stopped.
  package var continuedAt: Int?

  package init(command: String, mapping: MappingIdentity, target: String) {
    self.command = command
    self.mapping = mapping
    self.target = target
    outcome = .complete
    exitCode = 0
    sources = []
    rules = []
    violations = Violations()
    warnings = []
    unmapped = []
    unmappedMore = 0
    written = []
    seconds = 0
  }

  package var totals: Totals {
    var sum = Totals()
    for rule in rules { sum += rule.tally.totals }
    sum += elsewhere
    return sum
  }

  /// Why documents were created, modified and removed; nothing in a first run.
  package var causes: Causes {
    var sum = elsewhereCauses
    for rule in rules { sum += rule.tally.causes }
    return sum
  }

  /// Whether this is a dry run: the totals tell what a run would do.
  package var isPlan: Bool { command == "plan" }

  /// The totals of each target, by URL.
  package var targets: [(url: String, totals: Totals)] {
    let own = totals
    return [(target, own)]
      + besides.map { other in
        var totals = other.totals
        (totals.read, totals.filtered, totals.rejected) = (own.read, own.filtered, own.rejected)
        return (other.url, totals)
      }
  }

  /// Whether some target is or would be another one afterwards.
  package var isChange: Bool { targets.contains { $0.totals.isChange } }

  package enum Outcome: String, Sendable {
    case complete, rejected, stopped, refused, failed, unreadable, interrupted
  }

  /// A further target: what became of the documents there. What was read, filtered and rejected is the same for all.
  package struct Target: Sendable {
    package var url: String
    package var totals: Totals
    /// Why it did not take some documents.
    package var refusal: TargetFault?

    package init(url: String, totals: Totals, refusal: TargetFault?) {
      self.url = url
      self.totals = totals
      self.refusal = refusal
    }
  }

  package struct MappingIdentity: Sendable {
    package var name: String
    package var hash: ContentHash
    package init(name: String, hash: ContentHash) {
      self.name = name
      self.hash = hash
    }
  }

  package struct Source: Sendable {
    package var name: String
    /// As it lies on disk: compressed, if it is.
    package var bytes: Int
    /// Of the uncompressed bytes; nil when the file was not read to its end.
    package var hash: ContentHash?
    package init(name: String, bytes: Int, hash: ContentHash?) {
      self.name = name
      self.bytes = bytes
      self.hash = hash
    }
  }

  package struct RuleReport: Sendable {
    package var from: String
    package var to: String
    package var joins: [String]
    package var fields: [String]
    /// What the model asks of its records.
    package var expectations: [Expectation] = []
    /// The field by which its documents are told by date; nil where the model has no time.
    package var dateField: String?
    package var tally: Tally
    package init(from: String, to: String, joins: [String], fields: [String]) {
      self.from = from
      self.to = to
      self.joins = joins
      self.fields = fields
      tally = Tally(joins: joins.count, fields: fields.count)
    }
  }

  /// Something to know that is no fault of a record (contract 5: `joinPath`, `placeholder` …).
  package struct Warning: Sendable, Equatable {
    package var code: String
    package var message: String
    package var count: Int
    package init(code: String, message: String, count: Int = 1) {
      self.code = code
      self.message = message
      self.count = count
    }
  }

  package struct Unmapped: Sendable, Equatable {
    /// `/Settings`, or `/rooms/{room}/title` where captures stand above.
    package var path: String
    package var children: Int
    package var bytes: Int
    /// The first path that fits, where captures stand in `path`.
    package var sample: String?
    package init(path: String, children: Int, bytes: Int, sample: String? = nil) {
      self.path = path
      self.children = children
      self.bytes = bytes
      self.sample = sample
    }
  }

  /// Why a run ended early: where, what, what is safe and what to do, ready to print.
  package struct Fault: Sendable, Equatable {
    /// Everything on its lines, without a final newline; "error:" is put before the message by the command.
    package var message: String
    package init(message: String) { self.message = message }
  }
}

/// How far a run has got. The pipeline tells it once a batch; the observer decides what to show.
package struct Progress: Sendable, Equatable {
  package enum Phase: String, Sendable { case scanning, writing, finishing }
  package var phase: Phase
  /// Of the phase: bytes of the export as it lies on disk (compressed, if it is), or nil if unknown (standard input).
  package var done: Int
  package var total: Int?
  package var records: Int
  package init(phase: Phase, done: Int, total: Int?, records: Int) {
    self.phase = phase
    self.done = done
    self.total = total
    self.records = records
  }
}

package protocol ProgressObserver: AnyObject {
  func update(_ progress: Progress)
}
