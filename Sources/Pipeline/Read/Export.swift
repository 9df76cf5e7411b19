import Interop
import JSONTree

/// A file of the export that has been opened: plain or gzip, told by its first bytes, not by its name.
final class Export {
  /// As the user named it; "standard input" for `-`.
  let name: String
  /// As it lies on disk; nil for a pipe.
  let size: Int?
  private let isGzip: Bool
  private let file: File
  private let raw: FileSource

  init(_ export: ExportFile) throws(ScanFault) {
    name = export.name
    let isInput = export.path == "-"
    let status: FileStatus
    do throws(SystemFault) {
      file = isInput ? .standardInput : try File(export.path)
      status = try file.status()
    } catch {
      throw ScanFault(.unreadable(error.reason), at: 0)
    }
    if status.kind == .folder { throw ScanFault(.unreadable("it is a folder"), at: 0) }
    size = status.kind == .regular && !isInput ? status.size : nil
    raw = FileSource(file)
    isGzip = try raw.peek(2) == [0x1F, 0x8B]
  }

  /// Bytes used so far of what lies on disk.
  var consumed: Int { raw.consumed }

  /// The uncompressed bytes from first to last; once.
  func source() throws(ScanFault) -> any ByteSource {
    isGzip ? try GzipSource(raw) : raw
  }

  /// The file, if its bytes can be read at any place; nil for a stream.
  var plainFile: File? { isGzip || size == nil ? nil : file }
}
