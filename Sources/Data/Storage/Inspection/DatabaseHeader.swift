import Glibc
import Runtime

/// A check of a database file's header before SQLite opens the file.
///
/// SQLite treats an empty file as a new database and deletes its write-ahead log. It also restores an overwritten header from the
/// log, even if the pages after it are damaged.
enum DatabaseHeader {
  /// - Throws: `StorageError.corrupt` if the file is not a database, or if it is missing or empty but its log is not.
  static func check(_ path: String) throws(StorageError) {
    let size = fileSize(path)
    guard size > 0 else {
      if fileSize(path + "-wal") > 0 {
        throw .corrupt(message: "the file is empty or missing, but its write-ahead log is not")
      }
      return
    }
    // The first start was interrupted; SQLite rolls it back.
    guard fileSize(path + "-journal") == 0 else { return }
    let bytes = beginning(of: path)
    // The database file format, 1.3: the magic text, and the page size in two bytes, 1 for 65,536.
    guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .corrupt(message: "file is not a database")
    }
    let number = Int64(bytes[16]) << 8 | Int64(bytes[17])
    let pageSize = number == 1 ? 65_536 : number
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else {
      throw .corrupt(message: "the page size in the header is invalid")
    }
    guard size >= pageSize else { throw .corrupt(message: "the file is shorter than a page") }
  }

  /// The size in bytes; 0 if there is no regular file.
  private static func fileSize(_ path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : 0
  }

  /// The first 100 bytes; fewer if the file is shorter or unreadable.
  private static func beginning(of path: String) -> [UInt8] {
    guard let descriptor = try? Descriptor.open(path, O_RDONLY) else { return [] }
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 100) { space, count in
      count = max(0, unsafe pread(descriptor, space.baseAddress, space.count, 0))
    }
  }
}
