import Foundation

/// A folder of its own in which shell scripts run the built command as `replant`.
struct Workbench {
  /// `$REPLANT_BIN`, else the release build of this package, if there is one.
  static let binary: String? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let built = root.standardizedFileURL.appending(path: ".build/release/replant").path
    let path = ProcessInfo.processInfo.environment["REPLANT_BIN"] ?? built
    return FileManager.default.isExecutableFile(atPath: path) ? path : nil
  }()

  let folder: URL

  struct Result {
    var status: Int32
    var output: String
    var errors: String
  }

  /// A new folder with these files, by name.
  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "replant-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
  }

  /// Runs a script of bash in the folder.
  func run(_ script: String) throws -> Result {
    let output = folder.appending(path: ".output")
    let errors = folder.appending(path: ".errors")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    // Files, not pipes: a pipe that nobody empties in time would stop the command.
    let replant =
      "replant() { \"\(Self.binary ?? "")\" \"$@\"; }; { \(script)\n} >.output 2>.errors"
    process.arguments = ["-c", replant]
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8))
  }

  func text(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
