extension Report {
  /// Why a sync removed nothing, and how to let it.
  var heldBackText: String {
    let would = isPlan ? "the sync would remove" : "refused to remove"
    var lines = heldBack.map { held in
      "error: \(would) \(Quantity.count(held.count)) of \(Quantity.count(held.of, "document")) of "
        + held.collection.visible
        + (held.wouldEmpty ? ", which would leave none" : ": more than is allowed")
    }
    lines.append(
      isPlan
        ? "  Nothing would be removed; everything else would go in."
        : "  Nothing was removed; everything else is in.")
    let needs = heldBack.contains { $0.wouldEmpty } ? "100%" : "\(heldBack.map(\.count).max() ?? 0)"
    lines.append(
      "  If these records are really gone, run the same command with --max-delete \(needs).")
    return lines.joined(separator: "\n")
  }
}
