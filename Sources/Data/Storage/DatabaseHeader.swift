import Glibc
import Runtime

/// Looks at the beginning of a database file before SQLite does.
///
/// SQLite takes an empty file for a new database and deletes the log of the one that was there; and it takes a header
/// that was overwritten from the log, whatever has become of the pages behind it.
enum DatabaseHeader {
  /// - Throws: `StorageError.corrupt` where a file is there that is no database, or is missing where its log is not.
  static func check(_ path: String) throws(StorageError) {
    let size = fileSize(path)
    guard size > 0 else {
      if fileSize(path + "-wal") > 0 { throw .corrupt(message: "it is empty or missing, and its log is not") }
      return
    }
    // A first start was interrupted; SQLite undoes it.
    guard fileSize(path + "-journal") == 0 else { return }
    let bytes = beginning(of: path)
    // The database file format, 1.3: the magic text, and the page size in two bytes, 1 for 65,536.
    guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw .corrupt(message: "file is not a database")
    }
    let number = Int64(bytes[16]) << 8 | Int64(bytes[17])
    let pageSize = number == 1 ? 65_536 : number
    guard pageSize >= 512, pageSize.nonzeroBitCount == 1 else { throw .corrupt(message: "its page size is not valid") }
    guard size >= pageSize else { throw .corrupt(message: "it is cut short") }
  }

  /// In bytes; 0 where there is none.
  private static func fileSize(_ path: String) -> Int64 {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : 0
  }

  /// The first 100 bytes, fewer where there are none or they cannot be read.
  private static func beginning(of path: String) -> [UInt8] {
    guard let descriptor = try? Descriptor.open(path, O_RDONLY) else { return [] }
    defer { close(descriptor) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 100) { space, count in
      count = max(0, unsafe pread(descriptor, space.baseAddress, space.count, 0))
    }
  }
}
