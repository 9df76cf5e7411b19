import Foundation
import Testing

@testable import Pipeline

/// What the user names as exports: files, places in the tree, folders of the emulator.
@Suite struct ExportFileTests {
  private func onDisk(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "/replant-exports-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/emu/database_export", withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: folder + "/" + name)) }
    try body(folder)
  }

  private func resolve(_ operands: String..., mount: String? = nil) -> [String] {
    do throws(ExportProblem) {
      return try ExportFile.resolve(operands, mount: mount).map { $0.path + " " + $0.mountPath }
    } catch {
      return [error.message]
    }
  }

  @Test func `a place in the tree stands behind the last @`() {
    #expect(resolve("a.json") == ["a.json /"])
    #expect(resolve("a.json@/c/d", "-@/c") == ["a.json /c/d", "- /c"])
    #expect(resolve("me@/home/x@/c") == ["me@/home/x /c"])
    #expect(resolve("me@home/x.json") == ["me@home/x.json /"])
    #expect(
      resolve("a.json", "b.json@/d", "c.json@/", mount: "/e") == [
        "a.json /e", "b.json /d", "c.json /",
      ])
    #expect(resolve(#"a@/x\{y\}"#) == ["a /x{y}"])
  }

  @Test func `a file that has the whole name wins`() throws {
    try onDisk(["a@": ""]) { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/b@", withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: folder + "/b@/c"))
      #expect(resolve(folder + "/b@/c") == [folder + "/b@/c /"])
      #expect(resolve(folder + "/b@/d") == [folder + "/b /d"])
    }
  }

  @Test func `a place that is none is told`() {
    #expect(
      resolve("a.json@//c") == [
        """
        error: a.json@//c: the path "//c" is none: a segment of the path is empty
          Nothing was read or written. A path names keys from the root on: /users/ann.
        """
      ])
    #expect(
      resolve("a.json@/c/{id}") == [
        """
        error: a.json@/c/{id}: the path "/c/{id}" is none: a capture has no place in it; \
        a brace in a key is written \\{ or \\}
          Nothing was read or written. A path names keys from the root on: /users/ann.
        """
      ])
    #expect(
      resolve("a", mount: "c").first?.hasPrefix(
        "error: --mount: the path \"c\" is none: a source path begins with \"/\"\n") == true)
    #expect(
      resolve("-", "-@/c") == [
        """
        error: standard input (-) is given twice, and can be read once
          Nothing was read or written. Give the other export as a file.
        """
      ])
  }

  private static let metadata = #"""
    {"version":"14.15.2","database":{"version":"4.11.2","path":"database_export"},"firestore":{}}
    """#

  @Test func `the emulator's folder is its one database`() throws {
    try onDisk([
      "emu/firebase-export-metadata.json": Self.metadata, "emu/database_export/app.json": "{}",
    ]) { folder in
      let file = folder + "/emu/database_export/app.json /"
      #expect(resolve(folder + "/emu") == [file])
      #expect(resolve(folder + "/emu/") == [file])
      #expect(resolve(folder + "/emu/database_export") == [file])
      #expect(resolve(folder + "/emu@/x") == [file + "x"])
    }
  }

  @Test func `databases with nothing in them do not count beside one that has something`() throws {
    var files = [
      "emu/firebase-export-metadata.json": Self.metadata,
      "emu/database_export/a.json": "", "emu/database_export/b.json": " null\n",
      "emu/database_export/c.json": #"{"x":1}"#, "emu/database_export/readme.txt": "x",
    ]
    try onDisk(files) { folder in
      #expect(resolve(folder + "/emu") == [folder + "/emu/database_export/c.json /"])
    }
    files["emu/database_export/d.json"] = "5"
    try onDisk(files) { folder in
      #expect(
        resolve(folder + "/emu") == [
          """
          error: \(folder)/emu holds several databases
            Nothing was read or written. Give one of them:
              \(folder)/emu/database_export/c.json
              \(folder)/emu/database_export/d.json
          """
        ])
    }
  }

  @Test func `a folder that is no export of the emulator is told`() throws {
    try onDisk(["x.json": "{}"]) { folder in
      #expect(
        resolve(folder) == [
          """
          \(folder)
          error: cannot read the export: it is a folder, and no export of the emulator: there is no \
          firebase-export-metadata.json in it
            Nothing was written. Give the JSON file.
          """
        ])
    }
    let other = #"{"version":"14.15.2","firestore":{"path":"firestore_export"}}"#
    for text in [Self.metadata, other] {
      try onDisk(["emu/firebase-export-metadata.json": text]) { folder in
        #expect(
          resolve(folder + "/emu") == [
            """
            \(folder)/emu
            error: cannot read the export: the emulator's folder has no database in it (database_export/NAME.json)
              Nothing was written. Export again while the database emulator runs.
            """
          ])
      }
    }
    try onDisk(["emu/firebase-export-metadata.json": "{", "emu/database_export/a.json": "1"]) {
      #expect(resolve($0 + "/emu") == [$0 + "/emu/database_export/a.json /"])
    }
  }
}
