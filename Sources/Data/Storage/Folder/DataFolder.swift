import Glibc
import Runtime

/// The folder that holds all data of a server.
package enum DataFolder {
  /// Creates the folder if it is missing, and restricts access to its owner (mode 0700, umask 0077).
  /// - Throws: `DataFolderError` with the path and the reason.
  package static func prepare(_ path: String) throws(DataFolderError) {
    // Files that SQLite creates later get mode 0600.
    umask(0o077)
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "" : String(part)
      if !made.isEmpty, unsafe mkdir(made, 0o700) != 0, errno != EEXIST, errno != EISDIR {
        throw DataFolderError(path: path, reason: SystemError.lastReason)
      }
      made += "/"
    }
    guard unsafe chmod(path, 0o700) == 0, unsafe access(path, W_OK) == 0 else {
      throw DataFolderError(path: path, reason: FileOwner.reason(path))
    }
  }
}

/// The error of a database that cannot be opened. Its file was not changed.
package struct DatabaseFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The path of the database file.
  package var path: String
  /// The reason of the engine.
  package var reason: StorageError
  /// `PATH: REASON`
  package var description: String { "\(path): \(reason)" }
}

/// The error of a data folder that cannot be used.
package struct DataFolderError: Error, Sendable, CustomStringConvertible {
  /// The path of the folder.
  package var path: String
  /// The reason, for the operator.
  package var reason: String
  /// A sentence for the operator.
  package var description: String { "cannot use the data folder \(path): \(reason)" }
}
