extension Conversion {
  /// Warnings about fields whose values are right one by one and odd together (`plausibleDate`, `mixedNumbers`).
  func noteWatched() {
    for rule in report.rules {
      for (name, field) in zip(rule.fields, rule.tally.fields) {
        let watch = field.watch
        let place = "\(name.visible) of \(rule.to.visible)"
        if watch.implausible > 0 {
          report.warnings.append(
            Report.Warning(
              code: "plausibleDate",
              message: "\(place): times outside the years 2000 to 2099; is the unit right?",
              count: watch.implausible))
        }
        if watch.integers > 0, watch.doubles > 0 {
          report.warnings.append(
            Report.Warning(
              code: "mixedNumbers",
              message: "\(place): \(Quantity.count(watch.integers, "integer")) and "
                + "\(Quantity.count(watch.doubles, "number")) with a fraction; "
                + "with type double all are of one kind",
              count: min(watch.integers, watch.doubles)))
        }
      }
    }
  }
}
