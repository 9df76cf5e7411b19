#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif
internal import Synchronization

/// An open file: owns its descriptor and closes it once.
///
/// Calls are repeated after signals and short writes are completed, so that every call either does
/// all it says or throws. `read(into:at:)` and `write(_:at:)` do not move the file's position and
/// may be used by several threads at once. After `close` every call fails ("Bad file descriptor")
/// and can never reach a file that got the same number later.
package final class File: Sendable {
  /// As the user wrote it; for messages.
  package let path: String
  private let descriptor: Atomic<Int32>
  private let isOwned: Bool

  /// Takes a descriptor over. Standard input and output are only borrowed: `isOwned` false.
  package init(descriptor: Int32, path: String, isOwned: Bool) {
    self.descriptor = Atomic(descriptor)
    self.path = path
    self.isOwned = isOwned
  }

  package static var standardInput: File {
    File(descriptor: STDIN_FILENO, path: "standard input", isOwned: false)
  }

  package static var standardOutput: File {
    File(descriptor: STDOUT_FILENO, path: "standard output", isOwned: false)
  }

  /// How `init(_:_:)` opens a path.
  package enum Access: Sendable {
    case read
    /// Created if missing; what it holds is thrown away.
    case replace(mode: UInt32 = 0o666)
    /// Must not exist yet; readable and writable.
    case createNew(mode: UInt32 = 0o666)
    /// Must exist; every write goes to the end.
    case append
    /// Must exist; readable and writable.
    case update

    var flags: Int32 {
      switch self {
      case .read: O_RDONLY
      case .replace: O_WRONLY | O_CREAT | O_TRUNC
      case .createNew: O_RDWR | O_CREAT | O_EXCL
      case .append: O_WRONLY | O_APPEND
      case .update: O_RDWR
      }
    }

    var mode: UInt32 {
      switch self {
      case .replace(let mode), .createNew(let mode): mode
      case .read, .append, .update: 0
      }
    }
  }

  package convenience init(_ path: String, _ access: Access = .read) throws(SystemFault) {
    let operation = if case .createNew = access { "create" } else { "open" }
    let descriptor = try SystemCall.run(operation, path) {
      Int(unsafe open(path, access.flags | O_CLOEXEC, mode_t(access.mode)))
    }
    self.init(descriptor: Int32(descriptor), path: path, isOwned: true)
  }

  deinit {
    // A caller who wants to know whether the last bytes arrived calls `close`.
    let number = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    if isOwned, number >= 0 { _ = Self.closeCall(number) }
  }

  /// Closes the file. Network file systems tell only here that a write failed.
  package func close() throws(SystemFault) {
    let number = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    guard isOwned, number >= 0 else { return }
    if let code = FaultInjection.code("close", path) {
      _ = Self.closeCall(number)
      throw SystemFault(operation: "close", path: path, code: code)
    }
    // Never repeated: after EINTR the number is free, and may already be another file's.
    if Self.closeCall(number) < 0, errno != EINTR {
      throw SystemFault(operation: "close", path: path, code: errno)
    }
  }

  private static func closeCall(_ number: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(number)
    #elseif canImport(Musl)
      Musl.close(number)
    #else
      Darwin.close(number)
    #endif
  }

  private var number: Int32 { descriptor.load(ordering: .relaxed) }

  /// Runs a call on the descriptor, with this file's path in its faults.
  func call(_ operation: String, _ body: (Int32) -> Int) throws(SystemFault) -> Int {
    try SystemCall.run(operation, path) { body(number) }
  }
}

// MARK: - Reading

extension File {
  /// Reads on from the file's position; less than asked for is no sign of the end.
  ///
  /// - Returns: How many bytes were read; 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
    try call("read") { (number) in
      unsafe Self.readCall(number, buffer.baseAddress, buffer.count)
    }
  }

  /// Reads from `offset` on until the buffer is full or the file ends.
  ///
  /// - Returns: How many bytes were read.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemFault) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try call("read") { (number) in
        unsafe pread(number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// `count` bytes from `offset` on; fewer if the file ends before.
  package func bytes(at offset: Int, count: Int) throws(SystemFault) -> [UInt8] {
    var fault: SystemFault?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      do throws(SystemFault) {
        done = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    return bytes
  }

  private static func readCall(
    _ number: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(number, start, count)
    #elseif canImport(Musl)
      unsafe Musl.read(number, start, count)
    #else
      unsafe Darwin.read(number, start, count)
    #endif
  }
}

// MARK: - Writing

extension File {
  /// Writes all of the bytes at the file's position.
  package func write(_ bytes: Span<UInt8>) throws(SystemFault) {
    try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemFault) in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        done += try call("write") { (number) in
          unsafe Self.writeCall(number, rest.baseAddress, rest.count)
        }
      }
    }
  }

  /// Writes all of the bytes from `offset` on. What lies between the old end and `offset` reads as
  /// zeros and takes no space.
  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemFault) {
    try unsafe bytes.withUnsafeBytes { (buffer) throws(SystemFault) in
      var done = 0
      while done < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        done += try call("write") { (number) in
          unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
        }
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(SystemFault) { try write(bytes.span) }

  /// Waits until everything written, and the file's length, would survive a power cut.
  package func sync() throws(SystemFault) {
    _ = try call("sync") { (number) in
      #if canImport(Darwin)
        // `fsync` on macOS leaves the bytes in the drive's cache.
        let full = fcntl(number, F_FULLFSYNC)
        return Int(full == 0 ? 0 : fsync(number))
      #else
        return Int(fsync(number))
      #endif
    }
  }

  /// As `sync`, without times and other attributes that reading back does not need.
  package func syncData() throws(SystemFault) {
    #if canImport(Darwin)
      try sync()
    #else
      _ = try call("sync") { (number) in Int(fdatasync(number)) }
    #endif
  }

  /// Lets the system begin to bring `count` bytes from `offset` on to the disk, so that a later `sync` has less to wait
  /// for. Only a hint: nothing is waited for, and faults show at `sync`.
  package func startWriting(from offset: Int, count: Int) {
    #if os(Linux)
      // That the bytes will not be read again makes Linux write them out; it waits for nothing.
      _ = try? call("sync") { (number) in
        -Int(posix_fadvise(number, off_t(offset), off_t(count), POSIX_FADV_DONTNEED))
      }
    #endif
  }

  /// Cuts the file, or fills it with zeros, to `count` bytes.
  package func truncate(to count: Int) throws(SystemFault) {
    _ = try call("cut") { (number) in Int(ftruncate(number, off_t(count))) }
  }

  private static func writeCall(_ number: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(number, start, count)
    #elseif canImport(Musl)
      unsafe Musl.write(number, start, count)
    #else
      unsafe Darwin.write(number, start, count)
    #endif
  }
}
