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
    case .help(let command?): return Console.print(HelpText.text(of: command))
    case .help(nil): return Console.print(HelpText.overview)
    case .version: return Console.print("replant \(version)\n")
    case .run(let command, let invocation): return command.run(invocation)
    }
  } catch {
    Console.tell(error.message + "\n")
    return .usage
  }
}

Signals.ignoreFaultsOfWrites()
raiseOpenFileLimit()
exit(perform(Array(CommandLine.arguments.dropFirst())).rawValue)
