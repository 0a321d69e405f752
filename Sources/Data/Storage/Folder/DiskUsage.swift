import Glibc

/// The space that a folder takes, and the space that is left for it. Blocking.
package struct DiskUsage: Sendable, Equatable {
  /// Bytes of the files in the folder and in its direct subfolders.
  package var used: Int64
  /// Bytes that this process may still write to the file system.
  package var free: Int64

  /// Reads the usage of a folder. - Returns: nil if it cannot be read.
  package init?(folder: String) {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0, let used = Self.bytes(in: folder, depth: 1) else { return nil }
    self.used = used
    let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    self.free = free.overflow ? .max : Int64(clamping: free.partialValue)
  }

  private static func bytes(in path: String, depth: Int) -> Int64? {
    guard let folder = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(folder) }
    var sum: Int64 = 0
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
      }
      var status = stat()
      guard name != ".", name != "..", unsafe lstat(path + "/" + name, &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: sum += Int64(status.st_size)
      case S_IFDIR where depth > 0: sum += bytes(in: path + "/" + name, depth: depth - 1) ?? 0
      default: break
      }
    }
    return sum
  }
}
