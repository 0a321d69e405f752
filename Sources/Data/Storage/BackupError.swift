import Runtime

/// Why a database was not copied, restored or looked at.
package enum BackupError: Error, Equatable, Sendable, CustomStringConvertible {
  case noDatabase(path: String)
  /// The file is there and was not to be replaced.
  case exists(path: String)
  /// Another process writes the same file.
  case inProgress(path: String)
  /// The name belongs to the server.
  case reserved(path: String)
  /// What was found by looking at the database or its copy.
  case damaged(path: String, problems: [String])
  /// The folder has a database that was not to be replaced.
  case occupied(folder: String)
  /// The system's reason.
  case system(path: String, reason: String)

  /// The system's reason for the call that just failed.
  static func last(_ path: String) -> BackupError {
    .system(path: path, reason: SystemError.lastReason)
  }

  package var description: String {
    switch self {
    case .noDatabase(let path): "there is no database \(path)"
    case .exists(let path): "\(path) exists already (--force replaces it)"
    case .inProgress(let path): "another process writes \(path)"
    case .reserved(let path): "\(path) is a name that the server uses itself"
    case .damaged(let path, let problems): "\(path) is not good:\n" + problems.map { "  \($0)" }.joined(separator: "\n")
    case .occupied(let folder): "\(folder) has a database already (--force replaces it)"
    case .system(let path, let reason): "\(path): \(reason)"
    }
  }
}
