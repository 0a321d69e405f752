import Foundation
package import Storage

/// A database of its own for a test, with every migration applied.
package enum TestDatabase {
  /// In a folder under the system's temporary one.
  package static func make() throws -> SQLiteDatabase {
    try SQLiteDatabase.open(folder: temporaryFolder())
  }

  /// A path that nothing has yet.
  package static func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("hearth-" + UUID().uuidString).path
  }
}
