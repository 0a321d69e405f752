import Glibc
import Runtime

/// The owners of the files in a data folder.
///
/// Root may run a command in the folder of a server with a user of its own. What it creates there belongs to the folder's
/// owner, because the server could not open it otherwise.
package enum FileOwner {
  /// Creates an empty file for the owner of its folder, unless it exists. No effect unless the process runs as root.
  /// - Throws: `SystemError`.
  static func create(_ path: String, in folder: String) throws(SystemError) {
    guard geteuid() == 0, unsafe access(path, F_OK) != 0 else { return }
    close(try Descriptor.open(path, O_RDWR | O_CREAT))
    try inherit(path, from: folder)
  }

  /// Gives a file or folder to the owner of another folder. No effect unless the process runs as root.
  /// - Throws: `SystemError`.
  static func inherit(_ path: String, from folder: String) throws(SystemError) {
    guard geteuid() == 0 else { return }
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { throw SystemError("stat") }
    guard unsafe chown(path, status.st_uid, status.st_gid) == 0 else { throw SystemError("chown") }
  }

  /// The reason for which the process may not read and write an existing file or folder; nil if it may.
  package static func refusal(_ path: String) -> String? {
    guard unsafe access(path, R_OK | W_OK) != 0, errno == EACCES || errno == EPERM else { return nil }
    return reason(path)
  }

  /// "PATH belongs to root, and this process runs as hearth"; the reason of the last call if the owners are equal.
  static func reason(_ path: String) -> String {
    let last = SystemError.lastReason
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_uid != geteuid() else { return "\(path): \(last)" }
    return "\(path) belongs to \(name(status.st_uid)), and this process runs as \(name(geteuid()))"
  }

  /// The name of a user, or its number if it has none.
  private static func name(_ user: uid_t) -> String {
    var entry = unsafe passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 4096)
    guard unsafe getpwuid_r(user, &entry, &buffer, buffer.count, &result) == 0, unsafe result != nil,
      let name = unsafe entry.pw_name
    else { return "user \(user)" }
    return unsafe String(cString: name)
  }
}
