import Glibc

/// A file with a password.
package enum PasswordFile {
  /// A failure to read the file.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    /// The path of the file.
    package var path: String
    /// The reason in words.
    package var reason: String

    /// A sentence for the operator, without a full stop.
    package var description: String { "the password file \(path) cannot be read: \(reason)" }
  }

  /// The longest password.
  private static let maxBytes = 4096

  /// Returns the content without a line break at its end. Blocks.
  package static func read(_ path: String) throws(Failure) -> String {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try Descriptor.open(path, O_RDONLY) } catch {
      throw Failure(path: path, reason: error.reason)
    }
    defer { Descriptor.close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maxBytes + 1)
    var count = 0
    while count < bytes.count {
      let received = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count)
      }
      if received < 0, errno == EINTR { continue }
      guard received >= 0 else { throw Failure(path: path, reason: SystemError.lastReason) }
      if received == 0 { break }
      count += received
    }
    guard count <= maxBytes else { throw Failure(path: path, reason: "it has more than \(maxBytes) bytes") }
    var content = bytes[..<count]
    while content.last == 10 || content.last == 13 { content.removeLast() }
    guard !content.contains(0) else { throw Failure(path: path, reason: "it has a NUL character") }
    return String(decoding: content, as: UTF8.self)
  }
}
