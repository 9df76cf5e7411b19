import Interop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does what a command line asks for.
func perform(_ arguments: [String]) -> ExitStatus {
  do throws(UsageError) {
    switch try ArgumentParser.parse(arguments) {
    case .version: return Console.print("replant \(version)\n")
    case .run(let command, let invocation): return command.run(invocation)
    }
  } catch {
    Console.tell(error.message + "\n")
    let asksForLines = arguments.prefix { $0 != "--" }.contains("--json")
    return asksForLines ? EventLines().fail(error.text, .usage) : .usage
  }
}

occupyStandardStreams()
Signals.unblock()
Signals.ignoreFaultsOfWrites()
raiseOpenFileLimit()
exit(perform(Array(CommandLine.arguments.dropFirst())).rawValue)
