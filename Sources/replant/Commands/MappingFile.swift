import Interop
import Pipeline

/// Why there is no mapping to run: what the user reads after "error:".
struct MappingProblem: Error {
  var message: String
  /// Each fault of the mapping, if it could be read.
  var diagnostics: [Diagnostic] = []
}

/// Reads a mapping and compiles it.
enum MappingFile {
  /// More than any mapping has: an export or a device given by mistake is not read to its end.
  private static let largest = 64 * 1024 * 1024

  static func compile(
    _ path: String
  ) throws(MappingProblem) -> (mapping: CompiledMapping, plan: Plan) {
    let bytes: [UInt8]
    do throws(SystemFault) {
      bytes = try read(path)
    } catch {
      throw MappingProblem(
        message: "cannot read the mapping \(path.visible): \(error.reason)\n"
          + "  Nothing was read or written.")
    }
    guard bytes.count < largest else {
      throw MappingProblem(
        message: "\(path.visible) is too large for a mapping\n"
          + "  Nothing was written. The mapping comes before the exports.")
    }
    do throws(MappingFaults) {
      return try MappingCompiler.compile(file: path, bytes: bytes)
    } catch {
      let count = Quantity.count(error.diagnostics.count, "fault")
      throw MappingProblem(
        message: "the mapping has \(count)\n\(error.description)", diagnostics: error.diagnostics)
    }
  }

  /// To its end or to the limit, whatever it is: a shell may give a pipe (`<(…)`).
  private static func read(_ path: String) throws(SystemFault) -> [UInt8] {
    let file = try File(path)
    var bytes: [UInt8] = []
    while bytes.count < largest {
      var fault: SystemFault?
      let more = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        do throws(SystemFault) {
          count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
        } catch {
          fault = error
        }
      }
      if let fault { throw fault }
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }
}
