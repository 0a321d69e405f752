import Glibc
import Runtime

/// The lock of a data folder, held by one server. The kernel releases it when the process ends in any way.
package final class FolderLock: Sendable {
  private let descriptor: Locked<Int32>

  /// Takes the lock of a folder, which must exist.
  /// - Throws: `DataFolderError` if another process holds the lock.
  package init(_ folder: String) throws(DataFolderError) {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.open(folder + "/hearth.lock", O_RDWR | O_CREAT)
    } catch {
      throw DataFolderError(path: folder, reason: FileOwner.refusal(folder + "/hearth.lock") ?? error.reason)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(descriptor)
      throw DataFolderError(path: folder, reason: "another server uses it")
    }
    fchmod(descriptor, 0o600)
    self.descriptor = Locked(descriptor)
  }

  deinit { release() }

  /// Releases the lock. Any thread; a second call has no effect.
  package func release() {
    let descriptor = descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard descriptor >= 0 else { return }
    // Closing alone would leave the lock to a child process that was forked and has not started its program yet.
    flock(descriptor, LOCK_UN)
    Glibc.close(descriptor)
  }
}
