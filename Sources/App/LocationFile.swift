import Glibc

/// The address that the running server listens on, as a file in the data folder.
///
/// `hearth healthcheck` reads it if the configuration does not determine the address: with systemd's sockets, or port 0.
struct LocationFile {
  private let path: String

  /// - Parameter folder: the data folder.
  init(folder: String) { path = folder + "/listening" }

  /// Replaces the address of an earlier server.
  /// - Throws: `FileError` with the system's reason.
  func write(_ address: String) throws(FileError) { try FileContents.replace(path, with: Array((address + "\n").utf8)) }

  /// - Returns: nil if no server has written its address.
  func read() -> String? {
    guard let bytes = try? FileContents.read(path, limit: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  func remove() { unsafe unlink(path) }
}
