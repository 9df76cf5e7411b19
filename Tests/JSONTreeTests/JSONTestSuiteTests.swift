import Foundation
import Testing

@testable import JSONTree

/// Nicolas Seriot's JSONTestSuite, if it is there: in the folder `JSON_TEST_SUITE` names, or beside
/// the repository.
private let suiteFiles: [URL] = {
  let beside = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/json-test-suite")
  let folder =
    ProcessInfo.processInfo.environment["JSON_TEST_SUITE"].map { URL(filePath: $0) } ?? beside
  let files = try? FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: nil)
  return (files ?? []).filter { $0.pathExtension == "json" }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
}()

@Suite(.enabled(if: !suiteFiles.isEmpty, "there is no JSONTestSuite here"))
struct JSONTestSuiteTests {
  @Test func `has all of the suite`() {
    for prefix in ["y_", "n_", "i_"] {
      let count = suiteFiles.count { $0.lastPathComponent.hasPrefix(prefix) }
      #expect(count > 30, "\(prefix)")
    }
  }

  @Test(arguments: suiteFiles)
  func `accepts what is JSON, refuses what is not, and agrees with simdjson`(_ file: URL) throws {
    let text = [UInt8](try Data(contentsOf: file))
    let outcome = Outcome(text)
    switch file.lastPathComponent.first {
    case "y": #expect(outcome.isAccepted, "\(outcome)")
    case "n": #expect(!outcome.isAccepted, "\(outcome)")
    default: break
    }
    outcome.checkAgainstSimdjson(text, "\(file.lastPathComponent)")
  }
}
