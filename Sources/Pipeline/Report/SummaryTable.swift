/// What became of the records, a row for each rule:
///
///     documents           read  created  filtered  rejected
///     articleData/{id}   1 200    1 000       150        50
///     users/{id}            10       10
///     total              1 210    1 010       150        50
///
/// Columns in which nothing was counted are left out.
struct SummaryTable {
  private struct Row {
    var label: String
    var totals: Totals
  }

  private struct Column: Sendable {
    var name: String
    var count: @Sendable (Totals) -> Int
  }

  private static let columns = [
    Column(name: "read") { $0.read },
    Column(name: "created") { $0.created },
    Column(name: "modified") { $0.modified },
    Column(name: "unchanged") { $0.unchanged },
    Column(name: "filtered") { $0.filtered },
    Column(name: "rejected") { $0.rejected },
    Column(name: "failed") { $0.failed },
    Column(name: "removed") { $0.removed },
  ]
  /// A label narrower than this tells nothing.
  private static let narrowestLabel = 12

  private let rows: [Row]
  private let columns: [Column]
  private let style: TextStyle

  init(_ report: Report, style: TextStyle) {
    self.style = style
    var rows = report.rules.enumerated().map { index, rule in
      let isTwin = report.rules.enumerated().contains { $0 != index && $1.to == rule.to }
      let label = isTwin ? "\(rule.to) ← \(rule.from)" : rule.to
      return Row(label: label.visible, totals: rule.tally.totals)
    }
    if rows.count > 1 { rows.append(Row(label: "total", totals: report.totals)) }
    self.rows = rows
    let totals = report.totals
    columns = Self.columns.filter { $0.name == "read" || $0.count(totals) != 0 }
  }

  var lines: [String] {
    let widths = columns.map { column in
      rows.map { Self.cell($0, column.count).count }.reduce(column.name.count, max)
    }
    let room = style.width - 2 - widths.reduce(0) { $0 + $1 + 2 }
    guard room >= Self.narrowestLabel else { return list }
    let label = min(room, rows.map(\.label.displayWidth).reduce("documents".count, max))
    let head = zip(columns, widths).map { "  " + $0.name.padded(to: $1, onLeft: true) }
    return ["  " + style.paint("documents".padded(to: label) + head.joined(), .bold)]
      + rows.map { row in
        let cells = zip(columns, widths).map { column, width in
          "  " + Self.cell(row, column.count).padded(to: width, onLeft: true)
        }
        return "  " + row.label.cut(toWidth: label).padded(to: label) + cells.joined()
      }
  }

  /// For numbers too long to stand side by side: a line each.
  private var list: [String] {
    rows.flatMap { row in
      ["  " + style.paint(row.label.cut(toWidth: style.width - 2), .bold)]
        + columns.map { column in
          "    " + column.name.padded(to: 9) + "  "
            + Quantity.count(column.count(row.totals)).padded(to: 15, onLeft: true)
        }
    }
  }

  private static func cell(_ row: Row, _ count: (Totals) -> Int) -> String {
    Quantity.count(count(row.totals))
  }
}
