import Testing

@testable import replant

@Suite struct TargetChoiceTests {
  @Test(arguments: [
    ("sqlite:news.db", "."), ("sqlite:a/b/news.db", "a/b"), ("sqlite:/news.db", "/"),
    ("ndjson:out", "."), ("ndjson:build/out/", "build"), ("ndjson:-", "."), ("null:", "."),
  ])
  func `rejects lie beside the target, not in it`(_ url: String, _ folder: String) {
    #expect(TargetChoice([url])?.rejectsFolder == folder)
  }

  @Test func `with several targets rejects lie beside the first that has a place`() {
    let target = TargetChoice(["null:", "ndjson:a/out", "sqlite:b/c.db"])
    #expect(target?.rejectsFolder == "a")
    #expect(target?.places.map(\.path) == ["a/out", "b/c.db"])
    #expect(TargetChoice([])?.url == nil)
  }

  @Test(arguments: ["sqlite:a.db", "ndjson:-", "null:"])
  func `a state file is refused where it would not be used`(_ url: String) {
    var invocation = Invocation()
    invocation.stateFile = "s"
    #expect(throws: TargetProblem.self) {
      _ = try TargetChoice([url])?.sink(invocation)
    }
  }
}
