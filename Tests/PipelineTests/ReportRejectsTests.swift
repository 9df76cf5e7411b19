import Foundation
import Testing

@testable import Pipeline

@Suite struct ReportRejectsTests {
  private let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "/replant-rejects-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private static let fault = Violation(
    code: .type, rule: 0, field: "titleStr", source: Array("/ArticleData/-Lx/titleStr".utf8),
    message: "expected string, found integer", offset: 4711)

  private static let reject = Reject(
    fault: fault, source: Array("/ArticleData/-Lx".utf8), to: Array("articleData/-Lx".utf8),
    content: .value(Array(#"{"titleStr":404,"u":"a/b"}"#.utf8)))

  private func line(_ reject: Reject) -> String {
    var line: [UInt8] = []
    RejectLine.append(reject, from: "/ArticleData/{id}", to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  private func text(_ name: String = "rejects.ndjson") throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  private func mode(_ name: String = "rejects.ndjson") throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
    return attributes[.posixPermissions] as? Int ?? 0
  }

  @Test func `a line has the record and what is wrong with it`() {
    #expect(
      line(Self.reject) == """
        {"source":"/ArticleData/-Lx","rule":0,"from":"/ArticleData/{id}","to":"articleData/-Lx",\
        "code":"type","field":"titleStr","message":"expected string, found integer","offset":4711,\
        "value":{"titleStr":404,"u":"a/b"}}

        """)
  }

  @Test func `a line has the joined parts and the file, where there are any`() {
    var reject = Self.reject
    reject.joins = [
      ("comments", Array(#"{"c":1}"#.utf8)), ("a \"b\"", Array("null".utf8)),
    ]
    reject.fault.file = "b.json"
    #expect(
      line(reject).hasSuffix(
        #""offset":4711,"file":"b.json","value":{"titleStr":404,"u":"a/b"},"joins":{"comments":{"c":1},"a \"b\"":null}}"#
          + "\n"))
  }

  @Test(
    arguments: [
      ([], ""), ([0x66], "Zg=="), ([0x66, 0x6F], "Zm8="), ([0x66, 0x6F, 0x6F], "Zm9v"),
      ([0xFF, 0xFE, 0xFD, 0x00], "//79AA=="),
    ] as [([UInt8], String)])
  func `bytes that are no JSON stand in base64`(_ bytes: [UInt8], _ text: String) {
    var reject = Self.reject
    reject.content = .raw(bytes)
    reject.to = nil
    reject.fault.field = ""
    reject.fault.code = .syntax
    reject.source = [0x2F, 0xFF]
    #expect(
      line(reject) == """
        {"source":"/\u{FFFD}","rule":0,"from":"/ArticleData/{id}","code":"syntax",\
        "message":"expected string, found integer","offset":4711,"raw":"\(text)"}

        """)
  }

  @Test func `only the owner can read the file, also where another one stood`() throws {
    try "{\"source\":\"old\"}\n".write(
      toFile: folder + "/rejects.ndjson", atomically: false, encoding: .utf8)
    #expect(try mode() & 0o077 != 0)
    let rejects = RejectsFile(besideTargetIn: folder)
    try rejects.write(Self.reject, from: "/ArticleData/{id}")
    #expect(try mode() == 0o600)
    try rejects.finish()
    #expect(try mode() == 0o600)
    #expect(try text() == line(Self.reject))
    #expect(rejects.count == 1)
  }

  @Test func `a report folder gets an empty file, a target none`() throws {
    let beside = RejectsFile(besideTargetIn: folder)
    try beside.finish()
    #expect(!FileManager.default.fileExists(atPath: beside.path))
    let report = RejectsFile(reportFolder: folder)
    try report.provide()
    #expect(try text() == "")
    #expect(try mode() == 0o600)
  }

  @Test func `removes the rejects of an earlier run, but no file of somebody else`() throws {
    let path = folder + "/rejects.ndjson"
    let rejects = RejectsFile(besideTargetIn: folder)
    try rejects.removeLeftover()
    try line(Self.reject).write(toFile: path, atomically: false, encoding: .utf8)
    try rejects.removeLeftover()
    #expect(!FileManager.default.fileExists(atPath: path))
    try "mine".write(toFile: path, atomically: false, encoding: .utf8)
    try rejects.removeLeftover()
    #expect(throws: TargetFault.self) { try rejects.write(Self.reject, from: "/") }
    #expect(try text() == "mine")
  }

  @Test func `keeps its own rejects when asked to remove leftovers`() throws {
    let rejects = RejectsFile(besideTargetIn: folder)
    try rejects.write(Self.reject, from: "/ArticleData/{id}")
    try rejects.finish()
    try rejects.removeLeftover()
    #expect(try text() == line(Self.reject))
  }

  @Test func `says so when the disk is full`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/rejects.ndjson", withDestinationPath: "/dev/full")
    let rejects = RejectsFile(reportFolder: folder)
    try rejects.write(Self.reject, from: "/")
    let fault = #expect(throws: TargetFault.self) { try rejects.finish() }
    #expect(fault?.reason == "No space left on device")
    #expect(fault?.target == rejects.path)
  }

  @Test func `names the file after its folder`() {
    #expect(RejectsFile(besideTargetIn: ".").path == "rejects.ndjson")
    #expect(RejectsFile(besideTargetIn: "/").path == "/rejects.ndjson")
    #expect(RejectsFile(besideTargetIn: "a/b").path == "a/b/rejects.ndjson")
    #expect(RejectsFile(reportFolder: "report/").path == "report/rejects.ndjson")
  }

  @Test func `says why rejects cannot be kept, and what to do`() throws {
    try Data("mine".utf8).write(to: URL(filePath: folder + "/rejects.ndjson"))
    let foreign = #expect(throws: TargetFault.self) {
      try RejectsFile(besideTargetIn: folder).write(Self.reject, from: "/ArticleData/{id}")
    }
    #expect(
      foreign?.description == """
        cannot write \(folder)/rejects.ndjson: a file that is not replant's has this name
          Move it, or give a folder for rejects with --report DIR.
        """)
    let missing = #expect(throws: TargetFault.self) {
      try RejectsFile(reportFolder: "/nowhere").provide()
    }
    #expect(
      missing?.description == """
        cannot create /nowhere/rejects.ndjson: No such file or directory
          Rejects are kept in this file; give another folder with --report DIR.
        """)
  }
}
