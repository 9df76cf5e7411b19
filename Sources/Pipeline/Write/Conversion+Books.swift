/// What became of the documents of each batch.
extension Conversion {
  func record(_ job: Job, _ changes: [Change]) {
    let history = histories[job.rule]
    for (document, change) in zip(job.batch.documents, changes) {
      switch change {
      case .created:
        job.tally.totals.created += 1
        history.ofPresence.map { job.tally.causes[keyPath: $0] += 1 }
      case .modified, .rejoined:
        job.tally.totals.modified += 1
        history.ofContent(isJoined: change == .rejoined).map {
          job.tally.causes[keyPath: $0] += 1
        }
      case .unchanged: job.tally.totals.unchanged += 1
      case .collision(let earlier):
        let reject = collision(document, earlier, job)
        job.violations.add(reject.fault)
        job.rejects.append(reject)
        job.tally.totals.rejected += 1
        continue
      }
      job.tally.shapes.count(document)
    }
    add(job)
    deliveries.append(
      (job.rule, job.tally.totals.created, job.tally.totals.modified, job.tally.causes))
  }

  private func countKnown(_ job: Job) {
    guard let known = request.knownRejects else { return }
    let from = plans[job.rule].rule.from
    for reject in job.rejects where known.contains(reject, from: from) {
      report.knownRejects = (report.knownRejects ?? 0) + 1
      job.violations.note(known: reject.faults)
    }
  }

  func add(_ job: Job) {
    countKnown(job)
    report.rules[job.rule].tally += job.tally
    report.violations.merge(job.violations)
  }

  /// The documents of batches that did not stay in the target have failed.
  func takeBack(_ remainder: Remainder) {
    func takeBack(rule: Int, created: Int, modified: Int, causes: Causes) {
      report.rules[rule].tally.causes -= causes
      report.rules[rule].tally.totals.created -= created
      report.rules[rule].tally.totals.modified -= modified
      report.rules[rule].tally.totals.failed += created + modified
    }
    switch remainder {
    case .all: break
    case .untilCheckpoint:
      for lost in deliveries {
        takeBack(
          rule: lost.rule, created: lost.created, modified: lost.modified, causes: lost.causes)
      }
    case .nothing:
      for rule in report.rules.indices {
        let tally = report.rules[rule].tally
        takeBack(
          rule: rule, created: tally.totals.created, modified: tally.totals.modified,
          causes: tally.causes)
      }
    }
    deliveries = []
  }
}
