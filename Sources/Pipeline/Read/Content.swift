import Interop
import JSONTree

/// The uncompressed bytes of all files of the export, in one space of offsets.
///
/// Files stand one behind the other in the order in which they were given. A mounted file stands between the keys that
/// lead to it and the brackets that close them, so that it reads as a tree of its own:
///
///     one.json             {"c":{"a":1}}         offsets 0 ..< 13
///     two.json@/c          {"c":{"b":2}}         offsets 14 ..< 27, of which the file's are 19 ..< 26
///                           ~~~~       ~         served from memory
///
/// One byte between two files belongs to neither, so that the end of one is not the beginning of the next. Of a single
/// file without a mount the offsets are the file's own.
struct Content: Sendable {
  private(set) var parts: [Part] = []
  /// Holds what rules and joins read of files that come as streams, at the offsets it has here.
  private(set) var spool: SpoolFile?

  /// Where the bytes of a file are.
  enum Storage: Sendable {
    case file(File)
    case memory([UInt8])
    /// They came as a stream, and what of them is read is in the spool.
    case spool
  }

  struct Part: Sendable {
    /// Where the keys in front of the file begin, or the file.
    var start: Int
    var head: [UInt8]
    var tail: [UInt8]
    /// Of the uncompressed file; nil until it has been read to its end.
    var count: Int?
    /// Whether the file begins with a byte order mark, which reads as blanks.
    var hasMark = false
    var storage: Storage

    /// Where the file's first byte stands.
    var base: Int { start + head.count }
    /// The first offset behind the part.
    var end: Int { base + (count ?? 0) + tail.count }
  }

  /// Puts a file behind those that are there.
  mutating func append(_ export: ExportFile, _ storage: Storage) throws(ScanFault) {
    if case .spool = storage, spool == nil {
      do throws(SystemFault) { spool = try SpoolFile() } catch {
        throw ScanFault(.spool(error.description), at: 0)
      }
    }
    var head: [UInt8] = []
    for key in export.mount {
      head += "{".utf8
      head += JSONText.quoted(key)
      head.append(0x3A)
    }
    let start = parts.last.map { $0.end + 1 } ?? 0
    parts.append(
      Part(
        start: start, head: head,
        tail: Array(repeating: 0x7D, count: export.mount.count), storage: storage))
  }

  /// Notes what reading the last file has shown.
  mutating func end(count: Int, hasMark: Bool) {
    guard !parts.isEmpty else { return }
    parts[parts.count - 1].count = count
    parts[parts.count - 1].hasMark = hasMark
  }

  /// Which file an offset lies in, and at which of its bytes; the nearest byte for what stands around a mounted one.
  func place(of offset: Int) -> (file: Int, byte: Int) {
    guard !parts.isEmpty else { return (0, offset) }
    let index = index(of: offset)
    let byte = max(0, offset - parts[index].base)
    return (index, min(byte, parts[index].count ?? byte))
  }

  /// The last part that begins at or before the offset.
  private func index(of offset: Int) -> Int {
    var low = 0
    var high = parts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }
}

// MARK: - Reading

extension Content {
  /// Reads from `offset` on until the buffer is full or the part ends.
  ///
  /// - Returns: How many bytes were read.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(ScanFault) -> Int {
    guard !parts.isEmpty else { return 0 }
    let part = parts[index(of: offset)]
    do throws(SystemFault) {
      let byte = offset - part.base
      let file: File
      switch part.storage {
      case .file(let own): file = own
      case .memory(let text): return unsafe text.copy(to: buffer, from: byte)
      case .spool: return try unsafe spool?.read(into: buffer, at: offset) ?? 0
      }
      if part.head.isEmpty, byte >= 3 || !part.hasMark {
        return try unsafe file.read(into: buffer, at: byte)
      }
      return try unsafe part.read(into: buffer, from: file, at: byte)
    } catch {
      throw ScanFault(.unreadable(error.reason), at: offset)
    }
  }
}

extension Content.Part {
  /// Reads keys, file and brackets; `start` is relative to the file's first byte.
  fileprivate func read(
    into buffer: UnsafeMutableRawBufferPointer, from file: File, at start: Int
  ) throws(SystemFault) -> Int {
    let count = count ?? 0
    var done = 0
    while done < buffer.count {
      let byte = start + done
      if byte < 0 {
        unsafe buffer[done] = head[head.count + byte]
        done += 1
      } else if byte < count {
        let end = min(buffer.count, done + count - byte)
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done..<end])
        let read = try unsafe file.read(into: room, at: byte)
        if read == 0 { return done }
        if hasMark {
          for place in byte..<max(byte, min(3, byte + read)) { unsafe room[place - byte] = 0x20 }
        }
        done += read
      } else if byte < count + tail.count {
        unsafe buffer[done] = tail[byte - count]
        done += 1
      } else {
        break
      }
    }
    return done
  }

  /// The line and column (in characters, both from 1) of a byte of the file, or nil: the file is one line, or is not at
  /// hand any more. Reads everything in front of the byte.
  func line(at byte: Int) -> (line: Int, column: Int)? {
    guard case .file(let file) = storage else { return nil }
    var line = 1
    var column = 1
    var position = 0
    while position < byte {
      let wanted = min(1 << 20, byte - position)
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
