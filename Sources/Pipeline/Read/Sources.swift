import Interop
import JSONTree

/// A file or standard input, from where it stands to its end.
final class FileSource: ByteSource {
  private let file: File
  /// Read ahead to tell the format, and not given out yet.
  private var ahead: [UInt8] = []
  private(set) var consumed = 0

  init(_ file: File) { self.file = file }

  /// The first bytes, which a later read gives once more; fewer than `count` if the file is shorter.
  func peek(_ count: Int) throws(ScanFault) -> [UInt8] {
    while ahead.count < count {
      var fault: SystemFault?
      let more = unsafe [UInt8](unsafeUninitializedCapacity: count - ahead.count) { buffer, done in
        do throws(SystemFault) {
          done = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
        } catch {
          fault = error
        }
      }
      if let fault { throw ScanFault(.unreadable(fault.reason), at: 0) }
      if more.isEmpty { break }
      ahead += more
    }
    return ahead
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    if !ahead.isEmpty {
      let count = min(ahead.count, buffer.count)
      unsafe buffer.copyBytes(from: ahead.prefix(count))
      ahead.removeFirst(count)
      consumed += count
      return count
    }
    do throws(SystemFault) {
      let count = try unsafe file.read(into: buffer)
      consumed += count
      return count
    } catch {
      throw ScanFault(.unreadable(error.reason), at: consumed)
    }
  }
}

/// What a compressed source inflates to.
final class GzipSource: ByteSource {
  private let source: FileSource
  private let gzip: Gzip
  private var inflated = 0

  init(_ source: FileSource) throws(ScanFault) {
    self.source = source
    do throws(GzipFault) {
      gzip = try Gzip()
    } catch {
      throw ScanFault(.damagedGzip(error.description), at: 0)
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    do {
      let count = try unsafe gzip.read(into: buffer) { try unsafe source.read(into: $0) }
      inflated += count
      return count
    } catch let fault as ScanFault {
      throw fault
    } catch let fault as GzipFault {
      throw ScanFault(.damagedGzip(fault.description), at: inflated)
    } catch {
      throw ScanFault(.unreadable("\(error)"), at: inflated)
    }
  }
}

/// Passes another source's bytes on and hashes them; tells how far it has got.
final class HashingSource: ByteSource {
  private let source: any ByteSource
  private let hasher: Hasher128
  private let onRead: () throws(ScanFault) -> Void

  init(
    _ source: any ByteSource, onRead: @escaping () throws(ScanFault) -> Void
  ) throws(ScanFault) {
    self.source = source
    self.onRead = onRead
    do throws(SystemFault) {
      hasher = try Hasher128()
    } catch {
      throw ScanFault(.unreadable(error.reason), at: 0)
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    let count = try unsafe source.read(into: buffer)
    if count > 0, let start = buffer.baseAddress {
      let bytes = unsafe Bytes(start: start.assumingMemoryBound(to: UInt8.self), count: count)
      bytes.withSpan { hasher.update($0) }
    }
    try onRead()
    return count
  }

  func finish() -> ContentHash { hasher.finish() }
}

/// A part of an export that can be read at any place.
final class RangeSource: ByteSource {
  private let content: Content
  private var offset: Int
  private let end: Int

  init(_ content: Content, _ range: Range<Int>) {
    self.content = content
    offset = range.lowerBound
    end = range.upperBound
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ScanFault) -> Int {
    let wanted = min(buffer.count, end - offset)
    guard wanted > 0 else { return 0 }
    let part = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted])
    let count = try unsafe content.read(into: part, at: offset)
    offset += count
    return count
  }
}

/// A text that is in memory.
final class MemorySource: ByteSource {
  private let text: [UInt8]
  private var offset = 0

  init(_ text: [UInt8]) { self.text = text }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = unsafe text.copy(to: buffer, from: offset)
    offset += count
    return count
  }
}

extension [UInt8] {
  /// Copies what the buffer takes of the bytes from `offset` on.
  func copy(to buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    let part = dropFirst(offset).prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    return part.count
  }
}
