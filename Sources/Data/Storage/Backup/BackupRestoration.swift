import CSQLite
import Glibc

/// Restores a backup into a data folder for the next start of the server.
package enum BackupRestoration {
  /// Checks the file, copies it into the folder, and renames the copy to the name of the database.
  ///
  /// An existing database is kept as `hearth.sqlite3.replaced`, with a number appended if that name exists.
  /// - Parameter replaces: whether an existing database may be replaced.
  /// - Returns: the number of bytes written, and the path of the replaced database.
  /// - Throws: `BackupError`, `DataFolderError` if a server uses the folder, `StorageError`, `MigrationError`.
  package static func restore(_ file: String, folder: String, replaces: Bool) throws
    -> (bytes: Int64, kept: String?)
  {
    // Refused before the file is read; the folder is created only for a valid file.
    let claimed = unsafe access(folder, F_OK) == 0 ? try claim(folder, replaces) : nil
    let source = try DatabaseInspection(file: file)
    let problems = try source.problems()
    guard problems.isEmpty else { throw BackupError.damaged(path: file, problems: problems) }
    try DataFolder.prepare(folder)
    let lock = try claimed ?? claim(folder, replaces)
    defer { lock.release() }
    let path = folder + "/hearth.sqlite3"
    let target = try BackupTarget(path)
    try BackupCopy.run(from: source.handle, to: target.temporary).close()
    try inheritOwner(of: folder, target)
    let bytes = try source.bytes()
    let kept = unsafe access(path, F_OK) == 0 ? try setAside(path) : nil
    try target.publish(replaces: replaces)
    return (bytes, kept)
  }

  private static func claim(_ folder: String, _ replaces: Bool) throws -> FolderLock {
    let lock = try FolderLock(folder)
    guard unsafe replaces || access(folder + "/hearth.sqlite3", F_OK) != 0 else {
      throw BackupError.occupied(folder: folder)
    }
    return lock
  }

  /// Root restores on behalf of the server's user.
  private static func inheritOwner(of folder: String, _ target: BackupTarget) throws {
    guard geteuid() == 0 else { return }
    var status = stat()
    guard unsafe stat(folder, &status) == 0 else { throw BackupError.last(folder) }
    try target.give(to: status.st_uid, status.st_gid)
    try FileOwner.inherit(folder + "/hearth.lock", from: folder)
  }

  /// Links the old database under a second name; the new one replaces its own name in a single step later.
  /// - Returns: the second name.
  private static func setAside(_ path: String) throws -> String {
    // Copies the log into the file and removes it. A damaged database keeps its log.
    if let old = try? SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE) {
      _ = try? old.query("PRAGMA wal_checkpoint(TRUNCATE)")
      old.close()
    }
    let kept = try linkAside(path)
    // The log of the old database must never be read with the new one.
    for suffix in ["-wal", "-journal"] where unsafe access(path + suffix, F_OK) == 0 {
      guard unsafe rename(path + suffix, kept + suffix) == 0 else { throw BackupError.last(path + suffix) }
    }
    unsafe unlink(path + "-shm")
    return kept
  }

  /// Uses the first free name: databases kept by earlier restores stay.
  private static func linkAside(_ path: String) throws(BackupError) -> String {
    for number in 1...999 {
      let name = path + ".replaced" + (number == 1 ? "" : "-\(number)")
      if unsafe link(path, name) == 0 { return name }
      guard errno == EEXIST else { throw .last(name) }
    }
    throw .exists(path: path + ".replaced-999")
  }
}
