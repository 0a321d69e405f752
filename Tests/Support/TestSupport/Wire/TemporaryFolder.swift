import Foundation

/// A folder of a test's own; removed with what is in it when the last reference goes.
package final class TemporaryFolder: Sendable {
  /// The path, without a slash at its end.
  package let path: String

  /// - Throws: the system's reason if the folder cannot be made.
  package init() throws {
    path = TestDatabase.temporaryFolder()
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// A file's content, nil if there is none.
  package func contents(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map { [UInt8]($0) }
  }

  /// Writes a file, whole. - Throws: the system's reason.
  package func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

  /// Writes a file, whole. - Throws: the system's reason.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}
