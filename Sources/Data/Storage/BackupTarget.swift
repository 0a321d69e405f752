import Glibc
import Runtime

/// A file that appears under its name only when it is whole: until then it is `PATH.tmp`.
///
/// For its owner alone. What a killed process left is taken over; two processes at a time are not let in.
final class BackupTarget {
  let path: String
  let temporary: String
  private let descriptor: Int32
  private var isPublished = false

  init(_ path: String) throws(BackupError) {
    self.path = path
    temporary = path + ".tmp"
    descriptor = try Self.claim(temporary)
  }

  /// Nothing of a copy that was not finished stays.
  deinit {
    if !isPublished { unsafe unlink(temporary) }
    close(descriptor)
  }

  /// Makes the content durable and gives it its name.
  /// - Parameter replaces: whether a file of that name goes.
  /// - Throws: `BackupError.exists` where there is one that stays.
  func publish(replaces: Bool) throws(BackupError) {
    guard fsync(descriptor) == 0 else { throw .last(temporary) }
    // Unlike a rename, a link never replaces; there are file systems without.
    if !replaces, unsafe link(temporary, path) == 0 {
      unsafe unlink(temporary)
    } else {
      guard replaces || errno != EEXIST, unsafe replaces || access(path, F_OK) != 0 else { throw .exists(path: path) }
      guard unsafe rename(temporary, path) == 0 else { throw .last(path) }
    }
    isPublished = true
    try Self.syncFolder(of: path)
  }

  /// Gives the file to another user; only root can.
  func give(to owner: uid_t, _ group: gid_t) throws(BackupError) {
    guard fchown(descriptor, owner, group) == 0 else { throw .last(temporary) }
  }

  /// The folder of a path, "." where it names none.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes names in the folder of `path` durable.
  static func syncFolder(of path: String) throws(BackupError) {
    let folder = folder(of: path)
    let descriptor = try opened(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .last(folder) }
  }

  private static func opened(_ path: String, _ flags: Int32) throws(BackupError) -> Int32 {
    do throws(SystemError) {
      return try Descriptor.open(path, flags)
    } catch {
      throw .system(path: path, reason: error.reason)
    }
  }

  private static func claim(_ path: String) throws(BackupError) -> Int32 {
    while true {
      let descriptor = try opened(path, O_RDWR | O_CREAT | O_NOFOLLOW)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw .inProgress(path: path)
      }
      // Between the two calls another process may have finished: then this is its file under its final name.
      var opened = stat()
      var named = stat()
      if unsafe fstat(descriptor, &opened) == 0, unsafe lstat(path, &named) == 0,
        opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
      {
        if ftruncate(descriptor, 0) == 0, fchmod(descriptor, 0o600) == 0 { return descriptor }
        close(descriptor)
        throw .last(path)
      }
      close(descriptor)
    }
  }
}
