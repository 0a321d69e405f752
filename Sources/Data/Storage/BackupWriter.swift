import Glibc

/// Writes a data folder's database to a file, while a server works on it or not.
package enum BackupWriter {
  /// Copies, checks the copy, makes it durable and then gives it its name.
  ///
  /// What was committed before the call is in the copy. The file is for its owner alone and needs no other one beside it.
  /// - Parameter replaces: whether an existing file goes; it stays until the copy is complete.
  /// - Returns: bytes written.
  /// - Throws: `BackupError`, `StorageError`.
  package static func write(folder: String, to file: String, replaces: Bool) throws -> Int64 {
    umask(0o077)
    guard !isReserved(file, folder: folder) else { throw BackupError.reserved(path: file) }
    guard unsafe replaces || access(file, F_OK) != 0 else { throw BackupError.exists(path: file) }
    let source = try DatabaseInspection(folder: folder)
    let target = try BackupTarget(file)
    let copy = try BackupCopy.run(from: source.handle, to: target.temporary)
    copy.close()
    let inspection = try DatabaseInspection(file: target.temporary)
    // A copy that cannot be restored must not take the place of one that can.
    let problems = try inspection.problems()
    guard problems.isEmpty else { throw BackupError.damaged(path: source.path, problems: problems) }
    let bytes = try inspection.bytes()
    try target.publish(replaces: replaces)
    return bytes
  }

  /// Whether `file` is one that the server keeps in its folder, by whichever path.
  private static func isReserved(_ file: String, folder: String) -> Bool {
    var own = stat()
    var parent = stat()
    guard unsafe stat(folder, &own) == 0, unsafe stat(BackupTarget.folder(of: file), &parent) == 0,
      own.st_ino == parent.st_ino, own.st_dev == parent.st_dev
    else { return false }
    let name = file.split(separator: "/").last ?? ""
    return name.hasPrefix("hearth.") || name == "signing.key"
  }
}
