import Glibc
import Runtime

/// Whole files in memory.
enum FileContents {
  /// Reads a file, at most `limit` bytes.
  ///
  /// Does not wait for a writer if the path names a FIFO.
  /// - Throws: `FileError` with the system's reason, or if the file is larger.
  static func read(_ path: String, limit: Int = 256 << 20) throws(FileError) -> [UInt8] {
    let descriptor = try open(path, O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, code: errno) }
      guard count > 0 else { return content }
      content += buffer[..<count]
      guard content.count <= limit else {
        throw FileError(path: path, reason: "the file is larger than \(limit) bytes")
      }
    }
  }

  /// Replaces a file. Readers see the old content or the new one, never a part.
  /// - Throws: `FileError` with the system's reason.
  static func replace(_ path: String, with content: [UInt8]) throws(FileError) {
    let draft = path + ".new"
    let descriptor = try open(draft, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    errno = 0
    let isWritten = unsafe write(descriptor, content, content.count) == content.count
    // A short write sets no errno.
    let code = errno == 0 ? ENOSPC : errno
    close(descriptor)
    guard isWritten, unsafe rename(draft, path) == 0 else {
      let failed = isWritten ? errno : code
      unsafe unlink(draft)
      throw FileError(path: path, code: failed)
    }
  }

  private static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) throws(FileError) -> Int32 {
    do throws(SystemError) { return try Descriptor.open(path, flags, mode: mode) } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// The path of the folder that contains `path`.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// A file cannot be read or written.
struct FileError: Error, Equatable, CustomStringConvertible {
  var path: String
  var reason: String

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// - Parameter code: the value of `errno`.
  init(path: String, code: Int32) { self.init(path: path, reason: SystemError.reason(of: code)) }

  var description: String { "\(path): \(reason)" }
}
