/// A temporary file without a name: gone when it is closed, and after a crash as well.
///
/// Holds parts of a stream at the offsets they had in the stream, so that positions need no
/// translation:
///
///     written: 8 bytes at 0, 8 bytes at 9_000_000_000      takes two blocks of disk, not 9 GB
///
/// Lies in `$TMPDIR`, else in `/var/tmp`, else in `/tmp`; readable by its owner only, since it
/// holds the user's data. `$TMPDIR` is taken at its word: if it does not work that is a fault, and
/// nothing is put elsewhere behind the user's back.
package final class SpoolFile: Sendable {
  private let file: File
  /// Where it lies; for messages.
  package let folder: String

  package convenience init() throws(SystemFault) { try self.init(folder: Self.usualFolder) }

  private static var usualFolder: String {
    if let chosen = SystemCall.environment("TMPDIR") { return chosen }
    let isThere = (try? File.status("/var/tmp"))??.kind == .folder
    return isThere ? "/var/tmp" : "/tmp"
  }

  /// Calls `body` with the path of a new and empty file for its owner, which it may open as often as it likes: the
  /// name is gone afterwards, and the file with the last that has it open.
  package static func withPath<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = usualFolder
    let path = "\(folder)/replant-\(UInt64.random(in: 0...UInt64.max)).index"
    do throws(SystemFault) {
      try File(path, .createNew(mode: 0o600)).close()
    } catch {
      throw explain(error, folder: folder)
    }
    defer { try? File.remove(path) }
    return try body(path)
  }

  package init(folder: String) throws(SystemFault) {
    self.folder = folder
    let name = "\(folder)/replant-\(UInt64.random(in: 0...UInt64.max)).spool"
    do throws(SystemFault) {
      file = try File(name, .createNew(mode: 0o600))
      try File.remove(name)
    } catch {
      throw Self.explain(error, folder: folder)
    }
  }

  /// Writes all of the bytes from `offset` on.
  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemFault) {
    do throws(SystemFault) {
      try file.write(bytes, at: offset)
    } catch {
      throw Self.explain(error, folder: folder)
    }
  }

  /// Reads from `offset` on until the buffer is full or the file ends. What was never written reads
  /// as zeros.
  ///
  /// - Returns: How many bytes were read.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemFault) -> Int {
    try unsafe file.read(into: buffer, at: offset)
  }

  /// `count` bytes from `offset` on; fewer if the file ends before.
  package func bytes(at offset: Int, count: Int) throws(SystemFault) -> [UInt8] {
    try file.bytes(at: offset, count: count)
  }

  /// The file has no name that would tell the user anything: the folder does, and how to choose
  /// another.
  private static func explain(_ fault: SystemFault, folder: String) -> SystemFault {
    SystemFault(
      operation: "\(fault.operation) a temporary file in", path: folder, code: fault.code,
      advice: fault.isFull
        ? "Set TMPDIR to a folder with more space." : "Set TMPDIR to a folder that can be written.")
  }
}
