import Foundation

/// Where the running server listens, written down in the data folder: `hearth healthcheck` cannot know it where systemd
/// made the sockets or the system chose the port.
struct LocationFile {
  private let path: String

  /// - Parameter folder: the data folder.
  init(folder: String) { path = folder + "/listening" }

  /// Replaces what the last server wrote.
  func write(_ address: String) throws {
    try Data((address + "\n").utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
  }

  /// What `write` was given; nil where no server has written it.
  func read() -> String? {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count < 4096 else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").first.map(String.init)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
