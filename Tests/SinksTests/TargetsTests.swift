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

  @Test(arguments: [
    "demo", "demo-x", "my-project-1", "my-project/(default)", "my-project/archive-2",
    "example.com:my-project", "a1234567890123456789012345678z",
  ])
  func `takes the names that Firestore has`(_ name: String) throws {
    let url = "firestore:\(name)"
    #expect(try Targets.make(url, Targets.Options(isPlan: true)).url == url)
  }

  @Test(arguments: [
    "De_mo", "my_project", "My-project", "1project", "-project", "project-", "pröject",
    "my project",
    "a12345678901234567890123456789z", "example.com:", ":project", "a:b:c", "com:project",
    "exa_mple.com:project", ".com:project", "(default)",
  ])
  func `refuses a project id that cannot be`(_ id: String) {
    let fault = #expect(throws: TargetURLFault.self) {
      try Targets.make("firestore:\(id)", Targets.Options(isPlan: true))
    }
    #expect(
      fault?.description
        == "target \"firestore:\(id)\": \"\(id)\" cannot be a project id: that is lower-case letters, digits and "
        + "hyphens, 30 at the most, with a letter first and no hyphen last")
  }

  @Test(arguments: ["abc", "Other", "a_bcd", "1abc", "abc-", "(Default)", "(default) "])
  func `refuses a database id that cannot be`(_ id: String) {
    let fault = #expect(throws: TargetURLFault.self) {
      try Targets.make("firestore:demo/\(id)", Targets.Options(isPlan: true))
    }
    #expect(
      fault?.description
        == "target \"firestore:demo/\(id)\": \"\(id)\" cannot be a database id: that is (default), or 4 to 63 "
        + "lower-case letters, digits and hyphens, with a letter first and no hyphen last")
  }

  @Test func `firestore is for plans, and writing comes later`() throws {
    let fault = #expect(throws: TargetURLFault.self) { try Targets.make("firestore:my-project") }
    #expect(
      fault?.description
        == "target \"firestore:my-project\": this version of replant does not write to Firestore yet; a later "
        + "one will. What would be written: replant plan")
    let plan = try Targets.make("firestore:demo/other", Targets.Options(isPlan: true))
    #expect(plan.url == "firestore:demo/other")
    #expect(plan.limits == .firestore)
  }
}
