import Pipeline

/// The kinds of targets that `--to` knows. A new sink is one file and one entry here.
package enum Targets {
  package static let all: [Entry] = [
    Entry(
      scheme: "sqlite", form: "sqlite:FILE", rest: .file,
      summary: "an SQLite database: table `documents`, and a view for each collection"
    ) { (file, options) in
      options.isPlan
        ? SQLitePlan(path: file) as any Sink : SQLiteSink(path: file, rewrites: options.rewrites)
    },
    Entry(
      scheme: "ndjson", form: "ndjson:DIR", rest: .folder,
      summary: "a folder with a file a collection, a line a document; ndjson:- is standard output"
    ) { (folder, options) in
      switch (folder, options.isPlan) {
      case ("-", false): NDJSONStream()
      case ("-", true): NullSink(url: "ndjson:-")
      case (_, false):
        NDJSONSink(folder: folder, state: options.state, rewrites: options.rewrites)
      case (_, true): NDJSONPlan(folder: folder, state: options.state)
      }
    },
    Entry(
      scheme: "firestore", form: "firestore:PROJECT[/DATABASE]", rest: .name,
      summary: "Cloud Firestore; in this version for plan only, which needs no connection",
      isForPlansOnly: true
    ) { (name, _) in NullSink(url: "firestore:\(name)", limits: .firestore) },
    Entry(
      scheme: "null", form: "null:", rest: .nothing,
      summary: "nowhere: to try a mapping, or to measure"
    ) { (_, _) in NullSink() },
  ]

  /// A kind of target.
  package struct Entry: Sendable {
    package let scheme: String
    /// As help shows it.
    package let form: String
    package let summary: String
    /// What follows the colon.
    package let rest: Rest
    /// Whether this version cannot write to it yet.
    package let isForPlansOnly: Bool
    /// Makes a sink out of what follows the colon. Opens nothing: `begin` does.
    let make: @Sendable (_ rest: String, _ options: Options) -> any Sink

    package enum Rest: Sendable { case file, folder, name, nothing }

    init(
      scheme: String, form: String, rest: Rest, summary: String,
      isForPlansOnly: Bool = false,
      make: @escaping @Sendable (_ rest: String, _ options: Options) -> any Sink
    ) {
      self.scheme = scheme
      self.form = form
      self.summary = summary
      self.rest = rest
      self.isForPlansOnly = isForPlansOnly
      self.make = make
    }
  }

  /// What the command line says about targets besides their URL.
  package struct Options: Sendable {
    /// The file of the ledger (`--state`), where the target does not hold it itself.
    package var state: String?
    /// Whether equal documents are written again (`--rewrite`).
    package var rewrites: Bool
    /// Whether nothing is to be written, only told.
    package var isPlan: Bool

    package init(state: String? = nil, rewrites: Bool = false, isPlan: Bool = false) {
      self.state = state
      self.rewrites = rewrites
      self.isPlan = isPlan
    }
  }

  /// The sink of a URL.
  package static func make(
    _ url: String, _ options: Options = Options()
  ) throws(TargetURLFault) -> any Sink {
    let bytes = Array(url.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      throw .unknown(url: url, suggestion: suggestion(for: url))
    }
    let scheme = String(decoding: bytes[..<colon], as: UTF8.self)
    let rest = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
    guard let entry = all.first(where: { $0.scheme == scheme }) else {
      throw .unknown(url: url, suggestion: suggestion(for: scheme))
    }
    let isBare = entry.rest == .nothing
    if rest.isEmpty != isBare { throw .form(url: url, expected: entry.form) }
    if scheme == "firestore" { try FirestoreName.check(rest, url, form: entry.form) }
    if entry.isForPlansOnly, !options.isPlan {
      throw .later(
        url: url,
        "this version of replant does not write to Firestore yet; a later one will. "
          + "What would be written: replant plan")
    }
    return entry.make(rest, options)
  }

  /// The form whose scheme is the nearest.
  private static func suggestion(for scheme: String) -> String? {
    let nearest = Suggestion.nearest(to: scheme, in: all.map { $0.scheme })
    return all.first { $0.scheme == nearest }?.form
  }
}

/// What is wrong with the URL of a target.
package enum TargetURLFault: Error, Equatable, CustomStringConvertible {
  case unknown(url: String, suggestion: String?)
  case form(url: String, expected: String)
  /// A part of it cannot be the name of anything.
  case name(url: String, String)
  case later(url: String, String)

  package var description: String {
    switch self {
    case .unknown(let url, let suggestion):
      "unknown target \"\(url)\"" + (suggestion.map { ". Did you mean \"\($0)\"?" } ?? "") + "\n"
        + Targets.all.map { "  \($0.form)  \($0.summary)" }.joined(separator: "\n")
    case .form(let url, let expected): "target \"\(url)\" should have the form \(expected)"
    case .name(let url, let sentence), .later(let url, let sentence):
      "target \"\(url)\": \(sentence)"
    }
  }
}
