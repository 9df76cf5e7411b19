#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Synchronization

/// The one place where system calls are made: repeats them after a signal, turns `errno` into
/// `SystemFault`, and asks `FaultInjection` first.
enum SystemCall {
  /// Makes a call that answers −1 for failure, again while a signal interrupts it.
  static func run(
    _ operation: String, _ path: String, _ call: () -> Int
  ) throws(SystemFault) -> Int {
    if let code = FaultInjection.code(operation, path) {
      throw SystemFault(operation: operation, path: path, code: code)
    }
    while true {
      let result = call()
      if result >= 0 { return result }
      let code = errno
      if code != EINTR || Interruption.isRequested {
        throw SystemFault(operation: operation, path: path, code: code)
      }
    }
  }

  static func text(of code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  static let noMemory = ENOMEM

  static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }
  static func isBrokenPipe(_ code: Int32) -> Bool { code == EPIPE }
  static func isMissing(_ code: Int32) -> Bool { code == ENOENT || code == ENOTDIR }

  /// An environment variable that is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// A user's wish to stop, which ends a system call that waits: for a pipe's writer, say.
package enum Interruption {
  private static let flag = Atomic(false)

  package static var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// From a signal's handler as well: it only writes an atomic.
  package static func request() { flag.store(true, ordering: .relaxed) }
}

/// Lets a test make system calls fail.
///
/// A fault is for the paths in one folder, so that tests which run at the same time do not see each other's. While
/// no test has asked for one it costs reading one flag.
package enum FaultInjection {
  package typealias Rule = @Sendable (_ operation: String, _ path: String) -> Int32?

  private static let isOn = Atomic(false)
  private static let rules = Mutex<[(folder: String, rule: Rule)]>([])

  /// The `errno` with which a call is to fail, or nil.
  static func code(_ operation: String, _ path: String) -> Int32? {
    guard isOn.load(ordering: .relaxed) else { return nil }
    return rules.withLock { rules in
      for (folder, rule) in rules where path.hasPrefix(folder) {
        if let code = rule(operation, path) { return code }
      }
      return nil
    }
  }

  /// While `body` runs, `rule` is asked before each system call on a path that begins with `folder`; an `errno` makes
  /// it fail with that.
  package static func with<Result, Failure: Error>(
    _ rule: @escaping Rule, in folder: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    rules.withLock { $0.append((folder, rule)) }
    isOn.store(true, ordering: .relaxed)
    defer { rules.withLock { $0.removeAll { $0.folder == folder } } }
    return try body()
  }
}

/// The numbers of the faults that tests inject and sinks tell apart.
package enum SystemErrors {
  package static let full = ENOSPC
  package static let inputOutput = EIO
  package static let brokenPipe = EPIPE
  package static let outOfMemory = ENOMEM
  package static let notAFolder = ENOTDIR
  package static let isAFolder = EISDIR
}

/// Makes a write to a closed pipe fail with `SystemFault.isBrokenPipe` in place of ending the
/// process.
package func ignoreBrokenPipeSignal() {
  _ = signal(SIGPIPE, SIG_IGN)
}

/// Puts something in the place of standard input, output and error where the process was started without them
/// (`>&-`): otherwise the next file that is opened gets the number, and messages are written into the user's data.
///
/// Opened the wrong way round, so that reading and writing fail as if nothing were there.
package func occupyStandardStreams() {
  for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
    guard fcntl(number, F_GETFD) < 0 else { continue }
    _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
  }
}

/// Lets the process open as many files as the system allows it: an export may come in thousands. Where that fails, the
/// limit stays as it is.
package func raiseOpenFileLimit() {
  var limit = rlimit()
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    let resource = RLIMIT_NOFILE
  #endif
  guard unsafe getrlimit(resource, &limit) == 0 else { return }
  // macOS takes no more than OPEN_MAX, whatever the hard limit says.
  let wanted = min(limit.rlim_max, 10_240)
  guard wanted > limit.rlim_cur else { return }
  limit.rlim_cur = wanted
  _ = unsafe setrlimit(resource, &limit)
}
