import Glibc
import Runtime

/// A check whether a folder accepts more data.
enum StorageProbe {
  /// Free bytes below which a disk counts as full: a meal with its job and event takes up to ten pages of 4 KiB in the log.
  static let room: Int64 = 256 << 10

  /// Reads the state of the file system. Writes nothing.
  /// - Returns: `diskFull` or `readOnly`; nil if the file system is writable.
  static func look(_ folder: String) -> StorageError? {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return error(errno) }
    if status.f_flag & UInt(ST_RDONLY) != 0 { return .readOnly }
    let (free, isMuch) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isMuch || free >= UInt64(room) ? nil : .diskFull
  }

  /// Allocates and frees space for an unnamed file: only that reveals quotas and limits of the process.
  /// - Returns: the error of the allocation.
  static func reserve(_ folder: String) -> StorageError? {
    // O_TMPFILE is a macro that Swift does not import.
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try Descriptor.open(folder, 0o20000000 | O_DIRECTORY | O_RDWR)
    } catch {
      return Self.error(error.code)
    }
    defer { close(descriptor) }
    return error(posix_fallocate(descriptor, 0, Int(room)))
  }

  /// - Returns: nil for 0, and for the codes of calls that the file system does not implement.
  private static func error(_ code: Int32) -> StorageError? {
    switch code {
    case 0, EOPNOTSUPP, EISDIR, EINVAL, ENOSYS: nil
    case ENOSPC, EDQUOT: .diskFull
    case EROFS, EACCES, EPERM: .readOnly
    default: .inputOutput(message: SystemError.reason(of: code))
    }
  }
}
