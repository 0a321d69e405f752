import Glibc
import Runtime

/// A file that gets its name only after it is complete; until then it is `PATH.tmp`.
///
/// It has mode 0600. The file of a killed process is reused; a second process at the same time is refused.
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

  /// Deletes an unpublished file.
  deinit {
    if !isPublished { unsafe unlink(temporary) }
    close(descriptor)
  }

  /// Syncs the file and renames it to its final name.
  /// - Parameter replaces: whether an existing file is replaced.
  /// - Throws: `BackupError.exists` if a file exists and must not be replaced.
  func publish(replaces: Bool) throws(BackupError) {
    guard fsync(descriptor) == 0 else { throw .last(temporary) }
    // Unlike rename(2), link(2) never replaces a file. Some file systems have no links.
    if !replaces, unsafe link(temporary, path) == 0 {
      unsafe unlink(temporary)
    } else {
      guard replaces || errno != EEXIST, unsafe replaces || access(path, F_OK) != 0 else { throw .exists(path: path) }
      guard unsafe rename(temporary, path) == 0 else { throw .last(path) }
    }
    isPublished = true
    try Self.syncFolder(of: path)
  }

  /// Changes the owner of the file. Only root may do that.
  func give(to owner: uid_t, _ group: gid_t) throws(BackupError) {
    guard fchown(descriptor, owner, group) == 0 else { throw .last(temporary) }
  }

  /// The folder part of a path; "." if it has none.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Syncs the folder of `path`, which makes renames in it durable.
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
      // Between the two calls another process may have published the file: then this is its final file.
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
