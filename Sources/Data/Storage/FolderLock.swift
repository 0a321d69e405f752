import Glibc
import Runtime

/// Keeps a data folder for one server. The system drops the lock when the process ends, however it ends.
final class FolderLock: Sendable {
  private let descriptor: Locked<Int32>

  /// - Throws: `DataFolderError` where another process has it.
  init(_ folder: String) throws(DataFolderError) {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.open(folder + "/hearth.lock", O_RDWR | O_CREAT)
    } catch {
      throw DataFolderError(path: folder, reason: error.reason)
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Glibc.close(descriptor)
      throw DataFolderError(path: folder, reason: "another server uses it")
    }
    fchmod(descriptor, 0o600)
    self.descriptor = Locked(descriptor)
  }

  deinit { release() }

  /// Any thread; once more does nothing.
  func release() {
    let descriptor = descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    if descriptor >= 0 { Glibc.close(descriptor) }
  }
}
