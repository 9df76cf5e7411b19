import Testing

@testable import Pipeline

@Suite struct StepsDigestTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("ä", "33e6d73fee82904c8d7afb78de1154d1e8dc2a0edb08120e63df5b9385c2d9cc"),
  ])
  func `sha256 digests the bytes of a text`(_ text: String, _ digest: String) throws {
    let run = ExpressionRun(record: "{\"t\":\(JSONText.quoted(text)),\"n\":1}")
    #expect(try run("t | sha256") == "\"\(digest)\"")
    #expect(try run("n | sha256") == "failed: expected a text")
  }
}
