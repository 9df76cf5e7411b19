import Pipeline

/// The kinds of targets that `--to` knows. A new sink is one file and one entry here.
package enum Targets {
  package static let all: [Entry] = [
    Entry(
      scheme: "sqlite", form: "sqlite:FILE",
      summary: "an SQLite database: table `documents`, and a view for each collection"
    ) { (file, options) in SQLiteSink(path: file, rewrites: options.rewrites) },
    Entry(
      scheme: "ndjson", form: "ndjson:DIR",
      summary: "a folder with a file a collection, a line a document; ndjson:- is standard output"
    ) { (folder, options) in
      folder == "-"
        ? NDJSONStream() as any Sink
        : NDJSONSink(folder: folder, state: options.state, rewrites: options.rewrites)
    },
    Entry(
      scheme: "null", form: "null:", summary: "nowhere: to try a mapping, or to measure",
      isBare: true
    ) { (_, _) in NullSink() },
  ]

  /// Schemes that are planned, with the sentence that says so.
  private static let later = [
    "firestore": "this version of replant does not write to Firestore yet; a later one will"
  ]

  /// A kind of target.
  package struct Entry: Sendable {
    package let scheme: String
    /// As help shows it.
    package let form: String
    package let summary: String
    /// Whether nothing follows the colon.
    package let isBare: Bool
    /// Makes a sink out of what follows the colon. Opens nothing: `begin` does.
    let make: @Sendable (_ rest: String, _ options: Options) -> any Sink

    init(
      scheme: String, form: String, summary: String, isBare: Bool = false,
      make: @escaping @Sendable (_ rest: String, _ options: Options) -> any Sink
    ) {
      self.scheme = scheme
      self.form = form
      self.summary = summary
      self.isBare = isBare
      self.make = make
    }
  }

  /// What the command line says about targets besides their URL.
  package struct Options: Sendable {
    /// The file of the ledger (`--state`), where the target does not hold it itself.
    package var state: String?
    /// Whether equal documents are written again (`--rewrite`).
    package var rewrites: Bool

    package init(state: String? = nil, rewrites: Bool = false) {
      self.state = state
      self.rewrites = rewrites
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
    if let sentence = later[scheme] { throw .later(url: url, sentence) }
    guard let entry = all.first(where: { $0.scheme == scheme }) else {
      throw .unknown(url: url, suggestion: suggestion(for: scheme))
    }
    if rest.isEmpty != entry.isBare { throw .form(url: url, expected: entry.form) }
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
  case later(url: String, String)

  package var description: String {
    switch self {
    case .unknown(let url, let suggestion):
      "unknown target \"\(url)\"" + (suggestion.map { ". Did you mean \"\($0)\"?" } ?? "") + "\n"
        + Targets.all.map { "  \($0.form)  \($0.summary)" }.joined(separator: "\n")
    case .form(let url, let expected): "target \"\(url)\" should have the form \(expected)"
    case .later(let url, let sentence): "target \"\(url)\": \(sentence)"
    }
  }
}
