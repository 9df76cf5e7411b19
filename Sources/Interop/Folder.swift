#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension File {
  /// Gives a file another name in one step; a file of that name is replaced.
  package static func rename(_ old: String, to new: String) throws(SystemFault) {
    _ = try SystemCall.run("rename \(old) to", new) {
      #if canImport(Glibc)
        Int(unsafe Glibc.rename(old, new))
      #elseif canImport(Musl)
        Int(unsafe Musl.rename(old, new))
      #else
        Int(unsafe Darwin.rename(old, new))
      #endif
    }
  }

  /// Removes a file's name; that there is none is no fault.
  package static func remove(_ path: String) throws(SystemFault) {
    do throws(SystemFault) {
      _ = try SystemCall.run("remove", path) { Int(unsafe unlink(path)) }
    } catch  where error.isMissing {}
  }
}

/// What is done to folders.
package enum Folder {
  /// Creates a folder and those above it that are missing. One that exists is no fault, a file in
  /// its place is.
  ///
  /// - Returns: Whether the last folder is new.
  @discardableResult
  package static func create(_ path: String) throws(SystemFault) -> Bool {
    if let status = try File.status(path) {
      if status.kind == .folder { return false }
      throw SystemFault(operation: "create folder", path: path, code: ENOTDIR)
    }
    let parent = parent(of: path)
    if parent != path, try File.status(parent)?.kind != .folder { try create(parent) }
    do throws(SystemFault) {
      _ = try SystemCall.run("create folder", path) { Int(unsafe mkdir(path, 0o777)) }
    } catch  where error.code == EEXIST {
      return false
    }
    return true
  }

  /// Removes a folder, which must be empty.
  package static func remove(_ path: String) throws(SystemFault) {
    _ = try SystemCall.run("remove folder", path) { Int(unsafe rmdir(path)) }
  }

  /// Waits until the names in the folder would survive a power cut.
  package static func sync(_ path: String) throws(SystemFault) {
    let folder = try File(path)
    try folder.sync()
    try folder.close()
  }

  /// The names in the folder, `.` and `..` left out, in no order. A name that is no UTF-8 is left
  /// out.
  package static func names(in path: String) throws(SystemFault) -> [String] {
    var names: [String] = []
    guard let folder = unsafe opendir(path) else {
      throw SystemFault(operation: "open folder", path: path, code: errno)
    }
    defer { unsafe _ = closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { (start) in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) { (text) in
          unsafe String(validatingCString: text)
        }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// The process's working folder, from the root on; nil if it is not there any more.
  package static var working: String? {
    guard let path = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(path) }
    return unsafe String(validatingCString: path)
  }

  /// `a/b` of `a/b/c` and of `a/b/c/`, `.` of `a`, `/` of `/a`.
  package static func parent(of path: String) -> String {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }
}
