import Glibc
import Runtime

/// An inspection of the write-ahead log of an earlier process, before SQLite opens it.
///
/// SQLite uses a log up to the first frame with an invalid checksum and ignores the rest silently. After a crash the rest is an
/// unfinished transaction. If it contains commits, they were acknowledged and are lost.
enum LogInspection {
  /// Larger logs are read in part; a log rarely exceeds 64 MiB.
  private static let maxBytes = 256 << 20

  /// - Parameter path: the path of the database file.
  /// - Returns: nil if every commit of the log is valid, or if there is no log.
  static func damage(of path: String) -> LogDamage? {
    guard let descriptor = try? Descriptor.open(path + "-wal", O_RDONLY) else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
    guard var frames = LogFrames(header: read(descriptor, LogFrames.headerBytes, at: 0)) else {
      // Without a complete frame nothing was committed.
      return status.st_size > 536 ? .header(bytes: Int(status.st_size)) : nil
    }
    let length = LogFrames.frameHeaderBytes + frames.pageBytes
    var offset = LogFrames.headerBytes
    while offset + length <= min(Int(status.st_size), maxBytes) {
      frames.append(read(descriptor, length, at: offset))
      offset += length
    }
    let indexed = offset + length > maxBytes ? 0 : indexedFrames(path, salt: frames.salt)
    let last = max(frames.lastLostCommit, indexed)
    return last > frames.committed ? .frames(valid: frames.committed, lost: last - frames.committed) : nil
  }

  /// Returns the number of committed frames in the shared memory file of the last process; 0 if it belongs to another log.
  ///
  /// The file outlives a killed process, so that it also reveals a log that was truncated at the end of a frame. Its layout: byte 12
  /// is 1 in a complete header, 16 to 19 the number of frames in the machine's byte order, 32 to 39 the salt
  /// (https://sqlite.org/walformat.html#the_wal_index_file_format).
  private static func indexedFrames(_ path: String, salt: ArraySlice<UInt8>) -> Int {
    guard let descriptor = try? Descriptor.open(path + "-shm", O_RDONLY) else { return 0 }
    defer { close(descriptor) }
    let header = read(descriptor, 48, at: 0)
    // The header is stored twice; the copies differ while it is written.
    guard header.count == 48, header == read(descriptor, 48, at: 48), header[12] == 1,
      header[32..<40].elementsEqual(salt)
    else { return 0 }
    return Int(header[16]) | Int(header[17]) << 8 | Int(header[18]) << 16 | Int(header[19]) << 24
  }

  /// Reads `count` bytes; fewer at the end of the file or on an error.
  private static func read(_ descriptor: Int32, _ count: Int, at offset: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { space, filled in
      filled = max(0, unsafe pread(descriptor, space.baseAddress, count, off_t(offset)))
    }
  }
}
