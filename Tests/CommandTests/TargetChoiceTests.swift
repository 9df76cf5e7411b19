import Testing

@testable import replant

@Suite struct TargetChoiceTests {
  @Test(arguments: [
    ("sqlite:news.db", "."), ("sqlite:a/b/news.db", "a/b"), ("sqlite:/news.db", "/"),
    ("ndjson:out", "."), ("ndjson:build/out/", "build"), ("ndjson:-", "."), ("null:", "."),
  ])
  func `rejects lie beside the target, not in it`(_ url: String, _ folder: String) {
    #expect(TargetChoice(url: url).rejectsFolder == folder)
  }

  @Test(arguments: ["sqlite:a.db", "ndjson:-", "null:"])
  func `a state file is refused where it would not be used`(_ url: String) {
    var invocation = Invocation()
    invocation.stateFile = "s"
    #expect(throws: TargetProblem.self) { _ = try TargetChoice(url: url).sink(invocation) }
  }
}
