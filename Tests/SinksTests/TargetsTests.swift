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
          firestore:PROJECT[/DATABASE]  Cloud Firestore; in this version for plan only, which needs no connection
          null:  nowhere: to try a mapping, or to measure
        """)
  }

  @Test(arguments: [("sqlite:", "sqlite:FILE"), ("ndjson:", "ndjson:DIR"), ("null:x", "null:")])
  func `says the form`(_ url: String, _ form: String) {
    #expect(throws: TargetURLFault.form(url: url, expected: form)) { try Targets.make(url) }
  }

  @Test func `firestore is for plans, and writing comes later`() throws {
    let fault = #expect(throws: TargetURLFault.self) { try Targets.make("firestore:my-project") }
    #expect(
      fault?.description
        == "target \"firestore:my-project\": this version of replant does not write to Firestore yet; a later "
        + "one will. What would be written: replant plan")
    let plan = try Targets.make("firestore:demo/x", Targets.Options(isPlan: true))
    #expect(plan.url == "firestore:demo/x")
    #expect(plan.limits == .firestore)
  }
}
