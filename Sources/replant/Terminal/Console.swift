import Interop
import Pipeline

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The two streams of the process: results go to standard output, everything else to standard error.
enum Console {
  /// Writes messages. That nobody takes them is no fault: there is nowhere left to say so.
  static func tell(_ text: String) {
    try? File(descriptor: STDERR_FILENO, path: "standard error", isOwned: false)
      .write(Array(text.utf8))
  }

  /// Writes a result. A reader who has gone (`| head`) has had enough; a full disk is a fault.
  static func print(_ text: String) -> ExitStatus {
    do throws(SystemFault) {
      try File.standardOutput.write(Array(text.utf8))
      return .done
    } catch {
      if error.isBrokenPipe { return .done }
      tell("error: \(error)\n")
      return .failed
    }
  }

  static var errorsGoToTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Cells in a line of the terminal behind standard error, now; nil if it is none or does not know.
  static var errorWidth: Int? {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Whether a line there can be written over.
  static var canRewriteLines: Bool {
    errorsGoToTerminal && !["", "dumb"].contains(environment("TERM") ?? "")
  }

  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  static var errorStyle: TextStyle {
    TextStyle(isTerminal: errorsGoToTerminal, width: errorWidth, environment: environment)
  }
}
