import Interop
import JSONTree

/// A file of the export that has been opened: plain or gzip, told by its first bytes, not by its name.
final class Export {
  /// As the user named it; "standard input" for `-`.
  let name: String
  /// As it lies on disk; nil for a pipe.
  let size: Int?
  private let isGzip: Bool
  private let origin: Origin

  private enum Origin {
    case file(File, FileSource)
    case memory([UInt8])
  }

  init(_ export: ExportFile) throws(ScanFault) {
    name = export.name
    let isInput = export.path == "-"
    let file: File
    let status: FileStatus
    do throws(SystemFault) {
      file = isInput ? .standardInput : try File(export.path)
      status = try file.status()
    } catch {
      throw ScanFault(.unreadable(error.reason), at: 0)
    }
    if status.kind == .folder { throw ScanFault(.unreadable("it is a folder"), at: 0) }
    size = status.kind == .regular && !isInput ? status.size : nil
    let raw = FileSource(file)
    origin = .file(file, raw)
    isGzip = try raw.peek(2) == [0x1F, 0x8B]
  }

  /// Plain JSON that is in memory.
  init(text: [UInt8]) {
    name = "memory"
    size = text.count
    isGzip = false
    origin = .memory(text)
  }

  /// Bytes used so far of what lies on disk.
  var consumed: Int {
    switch origin {
    case .file(_, let raw): raw.consumed
    case .memory(let text): text.count
    }
  }

  /// The uncompressed bytes from first to last; once.
  func source() throws(ScanFault) -> any ByteSource {
    switch origin {
    case .file(_, let raw): isGzip ? try GzipSource(raw) : raw
    case .memory(let text): MemorySource(text)
    }
  }

  /// Whether its bytes can be read but once.
  var isStream: Bool { if case .spool = storage { true } else { false } }

  /// Where its bytes can be read at any place.
  var storage: Content.Storage {
    switch origin {
    case .file(let file, _): isGzip || size == nil ? .spool : .file(file)
    case .memory(let text): .memory(text)
    }
  }
}
