#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Holds a folder against others who ask in the same way, of this process or another, as long as it is there; the system
/// lets go of it when the process ends, however that is.
///
/// The folder itself is locked: nothing appears in it. Where a file system knows no such locks nothing is held.
package final class FolderLock: Sendable {
  private let folder: File

  /// Nil if somebody else holds the folder. Shared ones only keep off those who want it for themselves.
  package init?(_ path: String, isShared: Bool = false) throws(SystemFault) {
    folder = try File(path)
    do throws(SystemFault) {
      _ = try folder.call("lock") { number in
        Int(flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB))
      }
    } catch  where error.code == EWOULDBLOCK {
      return nil
    } catch {
      // Some network file systems.
    }
  }
}
