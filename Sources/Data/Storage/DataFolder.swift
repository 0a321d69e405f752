import Glibc
import Runtime

/// The folder that keeps everything.
package enum DataFolder {
  /// Makes the folder where it is missing, and readable by its owner alone.
  /// - Throws: `DataFolderError` with the path and the system's reason.
  package static func prepare(_ path: String) throws(DataFolderError) {
    // Files that SQLite makes later are for the owner alone, too.
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
      throw DataFolderError(path: path, reason: SystemError.lastReason)
    }
  }
}

/// The database of a data folder cannot be used; its file was left as it is.
package struct DatabaseFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: StorageError
  package var description: String { "\(path): \(reason)" }
}

/// The data folder cannot be used.
package struct DataFolderError: Error, Sendable, CustomStringConvertible {
  package var path: String
  package var reason: String
  package var description: String { "cannot use the data folder \(path): \(reason)" }
}
