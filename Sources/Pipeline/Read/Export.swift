import Interop
import JSONTree

/// An export as the user named it: a file or `-`, plain or gzip (told by its first bytes, not by its name).
final class Export {
  /// As the user named it; "standard input" for `-`.
  let name: String
  /// As it lies on disk; nil for a pipe.
  let size: Int?
  let isGzip: Bool
  private let origin: Origin

  private enum Origin {
    case file(File, FileSource)
    case memory([UInt8])
  }

  init(_ path: String) throws(ScanFault) {
    let file: File
    if path == "-" {
      name = "standard input"
      file = .standardInput
    } else {
      name = path
      do throws(SystemFault) {
        file = try File(path)
      } catch {
        throw ScanFault(.unreadable(error.reason), at: 0)
      }
    }
    let status: FileStatus
    do throws(SystemFault) {
      status = try file.status()
    } catch {
      throw ScanFault(.unreadable(error.reason), at: 0)
    }
    if status.kind == .folder { throw ScanFault(.unreadable("it is a folder"), at: 0) }
    size = status.kind == .regular && path != "-" ? status.size : nil
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
    case .memory(let text): RangeSource(.memory(text), 0..<text.count)
    }
  }

  /// What can be read at any place: a plain file as it is. What comes as a stream is kept, as far as rules need
  /// it, in a temporary file.
  func content() throws(ScanFault) -> Content {
    switch origin {
    case .memory(let text): return .memory(text)
    case .file(let file, _) where !isGzip && size != nil: return .file(file)
    case .file: break
    }
    do throws(SystemFault) {
      return .spool(try SpoolFile())
    } catch {
      throw ScanFault(.spool(error.description), at: 0)
    }
  }
}

/// The uncompressed bytes of an export, by offset.
enum Content: Sendable {
  case file(File)
  /// Holds the parts that rules and joins read, at the offsets they have in the export.
  case spool(SpoolFile)
  case memory([UInt8])

  /// Reads from `offset` on until the buffer is full or the content ends.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(ScanFault) -> Int {
    do throws(SystemFault) {
      return switch self {
      case .file(let file): try unsafe file.read(into: buffer, at: offset)
      case .spool(let spool): try unsafe spool.read(into: buffer, at: offset)
      case .memory(let text): unsafe text.copy(to: buffer, from: offset)
      }
    } catch {
      throw ScanFault(.unreadable(error.reason), at: offset)
    }
  }
}

extension Content {
  /// The line and column (in characters, both from 1) of a byte, or nil: the export is one line, or is not at
  /// hand as a file any more. Reads everything in front of the byte.
  func line(at offset: Int) -> (line: Int, column: Int)? {
    guard case .file(let file) = self else { return nil }
    var line = 1
    var column = 1
    var position = 0
    while position < offset {
      let wanted = min(1 << 20, offset - position)
      guard let bytes = try? file.bytes(at: position, count: wanted), !bytes.isEmpty else {
        return nil
      }
      for byte in bytes {
        if byte == 0x0A {
          line += 1
          column = 1
        } else if byte & 0xC0 != 0x80 {
          column += 1
        }
      }
      position += bytes.count
    }
    return line > 1 ? (line, column) : nil
  }
}

extension [UInt8] {
  /// Copies what the buffer takes of the bytes from `offset` on.
  fileprivate func copy(to buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    let part = dropFirst(offset).prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    return part.count
  }
}

/// Takes what a scanner passes over into the temporary file.
final class SpoolTarget: ByteTarget {
  private let spool: SpoolFile

  init(_ spool: SpoolFile) { self.spool = spool }

  func append(_ bytes: Bytes, at offset: Int) throws(ScanFault) {
    do throws(SystemFault) {
      try bytes.withSpan { (span) throws(SystemFault) in try spool.write(span, at: offset) }
    } catch {
      throw ScanFault(.spool(error.description), at: offset)
    }
  }
}
