import Interop
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ctrl-C and `kill`: the first asks the run to stop after the batch in hand, the second ends the process at once.
///
/// What a handler may do is little: it reads and writes atomics, writes a constant and exits.
enum Signals {
  /// The signal that asked the run to stop, or 0.
  private static let received = Atomic<Int32>(0)
  /// Whether somebody sits at a terminal and should be told what Ctrl-C did.
  private static let tells = Atomic<Bool>(false)

  static func handle(telling: Bool) {
    // Touched here so that no handler is the first to do so.
    received.store(0, ordering: .relaxed)
    tells.store(telling, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { catchSignal(number) }
  }

  /// Without SA_RESTART: calls that wait end with EINTR, instead of going on as if nothing had happened.
  private static func catchSignal(_ number: Int32) {
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_handler = receive
    #else
      unsafe action.__sigaction_handler.sa_handler = receive
    #endif
    unsafe sigaction(number, &action, nil)
  }

  /// Who starts a process hands down which signals are held back; Foundation's `Process` on Linux holds back nearly
  /// all of them, and no command could be stopped.
  static func unblock() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM] { unsafe sigaddset(&set, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// A closed pipe and a file size limit become faults of the write that met them.
  static func ignoreFaultsOfWrites() {
    for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) }
  }

  private static let receive: @convention(c) (Int32) -> Void = { number in
    if received.exchange(number, ordering: .relaxed) != 0 { _exit(128 + number) }
    Interruption.request()
    if tells.load(ordering: .relaxed) {
      let text: StaticString = "\nstopping as soon as it is safe; once more to stop at once\n"
      unsafe _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
    }
  }

  static var isInterrupted: Bool { received.load(ordering: .relaxed) != 0 }

  /// The exit status that a signal asks for, if one came.
  static var status: ExitStatus? {
    switch received.load(ordering: .relaxed) {
    case SIGINT: .interrupted
    case SIGTERM: .terminated
    default: nil
    }
  }
}
