#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the system knows of a file, following symbolic links.
package struct FileStatus: Sendable, Equatable {
  package enum Kind: Sendable { case regular, folder, pipe, terminal, other }

  package var kind: Kind
  /// In bytes; of a pipe or a terminal 0.
  package var size: Int
  /// Two names with the same device and inode are one file.
  package var device: UInt64
  package var inode: UInt64
  /// Last change of the content, in nanoseconds since 1970.
  package var modified: Int

  init(_ status: stat) {
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFIFO, S_IFSOCK: .pipe
      default: .other
      }
  }
}

extension File {
  package func status() throws(SystemFault) -> FileStatus {
    var raw = stat()
    var isTerminal = false
    _ = try call("look at") { (number) in
      isTerminal = isatty(number) == 1
      return unsafe Int(fstat(number, &raw))
    }
    var status = FileStatus(raw)
    if isTerminal { status.kind = .terminal }
    return status
  }

  /// In bytes.
  package func size() throws(SystemFault) -> Int { try status().size }

  /// The status of a path, or nil if nothing is there.
  package static func status(_ path: String) throws(SystemFault) -> FileStatus? {
    var raw = stat()
    do throws(SystemFault) {
      _ = try SystemCall.run("look at", path) { unsafe Int(stat(path, &raw)) }
    } catch  where error.isMissing {
      return nil
    }
    return FileStatus(raw)
  }

  package static func exists(_ path: String) throws(SystemFault) -> Bool {
    try status(path) != nil
  }
}
