import Foundation
import Interop
import Pipeline
import Sinks
import Testing

@Suite struct NDJSONStreamTests {
  @Test func `writes the lines of all collections in order, collisions left out`() throws {
    let folder = try TestFolder()
    try Kind.stream.run(
      in: folder, .test([Doc("users/ann", "1"), Doc("dyn/x", "2")]),
      .test([Doc("users/ann", "3"), Doc("users/bob", "4")]))
    #expect(
      folder.text("out.ndjson") == """
        {"path":"users/ann","id":"ann","data":1}
        {"path":"dyn/x","id":"x","data":2}
        {"path":"users/bob","id":"bob","data":4}

        """)
  }

  @Test func `a pipe has the lines when commit returns`() throws {
    let pipe = Pipe()
    let sink = NDJSONStream(
      File(descriptor: pipe.fileHandleForWriting.fileDescriptor, path: "pipe", isOwned: false))
    try sink.begin(.test())
    _ = try sink.commit(.test([Doc("users/ann", "1")]))
    let line = #"{"path":"users/ann","id":"ann","data":1}"# + "\n"
    #expect(pipe.fileHandleForReading.availableData == Data(line.utf8))
    _ = try sink.end()
  }

  @Test func `a reader who has gone is told apart`() throws {
    let pipe = Pipe()
    let sink = NDJSONStream(
      File(
        descriptor: pipe.fileHandleForWriting.fileDescriptor, path: "standard output",
        isOwned: false))
    try sink.begin(.test())
    try pipe.fileHandleForReading.close()
    let failure = #expect(throws: SinkFailure.self) { try sink.commit(.test([Doc("users/ann")])) }
    #expect(
      failure
        == .stop(
          TargetFault(
            .closed, action: "write", target: "standard output",
            reason: "nobody reads the output any more")))
  }

  @Test func `a device that is full is never a success`() throws {
    let sink = NDJSONStream(try File("/dev/full", .append))
    try sink.begin(.test())
    #expect(throws: SinkFailure.self) {
      _ = try sink.commit(.test([Doc("users/ann")]))
      _ = try sink.end()
    }
  }
}
