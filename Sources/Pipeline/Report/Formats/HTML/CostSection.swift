/// What the run asks of Firestore: operations, quota, time, index entries, events.
struct CostSection {
  let report: Report

  func write(_ page: Page) {
    let costs = WriteCost.all(of: report)
    guard !costs.isEmpty else { return }
    page.section("cost", "What it asks of \(report.limits?.target ?? "the target")") {
      for cost in costs {
        if costs.count > 1 { page("h3") { page.code(cost.target) } }
        figures(cost, page)
        events(cost, page)
      }
    }
  }

  private func figures(_ cost: WriteCost, _ page: Page) {
    page("dl", ["class": "figures"]) {
      figure("Document writes", Quantity.count(cost.writes), "", page)
      figure("Document deletes", Quantity.count(cost.deletes), "", page)
      figure(
        "Days within the free quota", Quantity.count(cost.freeDays),
        "\(Quantity.count(WriteCost.freeWritesADay)) writes and as many deletes a day, in one database of a project",
        page)
      figure(
        "Shortest time under the ramp", Quantity.duration(cost.rampSeconds),
        "500 operations a second at first, half as many more every 5 minutes", page)
      figure(
        "Index entries", Quantity.count(cost.indexEntries),
        "in the automatic indexes of single fields", page)
      figure(
        "Stored", Quantity.bytes(cost.documentBytes + cost.indexBytes),
        "\(Quantity.bytes(cost.documentBytes)) of documents, \(Quantity.bytes(cost.indexBytes)) of index entries"
          + (cost.exceedsFreeStorage ? ": more than the free 1 GiB" : ""), page)
    }
  }

  private func figure(_ name: String, _ value: String, _ note: String, _ page: Page) {
    page("div") {
      page("dt", name)
      page("dd") {
        page("b", value)
        if !note.isEmpty { page("span", ["class": "note"], note) }
      }
    }
  }

  private func events(_ cost: WriteCost, _ page: Page) {
    let events = cost.events.filter { $0.count > 0 }
    guard !events.isEmpty else { return }
    page(
      "p",
      "Each write and delete is an event for every function that listens on its collection. Turn such functions off for the run if they should not fire:"
    )
    page.table("Events by collection", ["Collection", "Events"], numbers: 1..<2) {
      for (collection, count) in events where !page.isFull {
        page.row {
          page.code(collection)
        } _: {
          page.count(count)
        }
      }
    }
  }
}
