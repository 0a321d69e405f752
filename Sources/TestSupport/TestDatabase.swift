import Foundation
import Runtime
package import Storage

/// A database of its own for a test, with every migration applied.
package enum TestDatabase {
  /// Folders that were named; nil before the first.
  private static let folders = Locked<[String]?>(nil)

  /// In a folder under the system's temporary one.
  package static func make(_ configuration: SQLiteConfiguration = .init()) throws -> SQLiteDatabase {
    try SQLiteDatabase.open(folder: temporaryFolder(), configuration: configuration)
  }

  /// A path that nothing has yet. What is there when the process ends is removed.
  package static func temporaryFolder() -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-" + UUID().uuidString).path
    let isFirst = folders.withLock { folders in
      defer { folders = (folders ?? []) + [path] }
      return folders == nil
    }
    if isFirst { atexit { TestDatabase.removeFolders() } }
    return path
  }

  private static func removeFolders() {
    for path in folders.withLock({ $0 ?? [] }) { try? FileManager.default.removeItem(atPath: path) }
  }
}
