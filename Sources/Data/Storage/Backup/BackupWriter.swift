import Glibc

/// Backs up the database of a data folder to a file, while a server may use it.
package enum BackupWriter {
  /// Copies the database, checks the copy, syncs it and then renames it to `file`.
  ///
  /// The copy contains all transactions committed before the call. It is one file with mode 0600.
  /// - Parameter replaces: whether an existing file is replaced, after the copy is complete.
  /// - Returns: the number of bytes written.
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
    // A damaged copy must not replace a valid one.
    let problems = try inspection.problems()
    guard problems.isEmpty else { throw BackupError.damaged(path: source.path, problems: problems) }
    let bytes = try inspection.bytes()
    try target.publish(replaces: replaces)
    return bytes
  }

  /// Whether `file` names one of the server's own files in its folder, by any path.
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
