import Pipeline
import Sinks
import Testing

@Suite struct TargetsTests {
  @Test(arguments: ["sqlite:a/b.db", "ndjson:out", "ndjson:-", "null:"])
  func `makes the sink of a URL`(_ url: String) throws {
    #expect(try Targets.make(url).url == url)
  }

  @Test(arguments: [
    ("sqlit:x", "sqlite:FILE"), ("SQLite:x", "sqlite:FILE"), ("ndjsn:x", "ndjson:DIR"),
    ("nul", "null:"),
  ])
  func `suggests the nearest scheme`(_ url: String, _ suggestion: String) {
    #expect(throws: TargetURLFault.unknown(url: url, suggestion: suggestion)) {
      try Targets.make(url)
    }
  }

  @Test func `an unknown scheme gives the list`() {
    let fault = #expect(throws: TargetURLFault.self) { try Targets.make("mongodb:x") }
    #expect(
      fault?.description == """
        unknown target "mongodb:x"
          sqlite:FILE  an SQLite database: table `documents`, and a view for each collection
          ndjson:DIR  a folder with a file a collection, a line a document; ndjson:- is standard output
          null:  nowhere: to try a mapping, or to measure
        """)
  }

  @Test(arguments: [("sqlite:", "sqlite:FILE"), ("ndjson:", "ndjson:DIR"), ("null:x", "null:")])
  func `says the form`(_ url: String, _ form: String) {
    #expect(throws: TargetURLFault.form(url: url, expected: form)) { try Targets.make(url) }
  }

  @Test func `firestore comes later`() {
    let fault = #expect(throws: TargetURLFault.self) { try Targets.make("firestore:my-project") }
    #expect(
      fault?.description
        == "target \"firestore:my-project\": this version of replant does not write to Firestore yet; a later one will"
    )
  }
}
