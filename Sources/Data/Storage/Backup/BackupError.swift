import Runtime

/// An error of a backup, a restore or an inspection of a database.
package enum BackupError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no file of that name.
  case noDatabase(path: String)
  /// The target file exists and must not be replaced.
  case exists(path: String)
  /// Another process writes the same target file.
  case inProgress(path: String)
  /// The target name is used by the server itself.
  case reserved(path: String)
  /// The database or its copy is damaged.
  case damaged(path: String, problems: [String])
  /// The folder has a database that must not be replaced.
  case occupied(folder: String)
  /// The process may not use a file.
  case unusable(String)
  /// A system call failed.
  case system(path: String, reason: String)

  /// The error of the system call that failed last.
  static func last(_ path: String) -> BackupError {
    .system(path: path, reason: SystemError.lastReason)
  }

  /// A sentence for the operator.
  package var description: String {
    switch self {
    case .noDatabase(let path): "there is no database \(path)"
    case .exists(let path): "\(path) exists already (--force replaces it)"
    case .inProgress(let path): "another process writes \(path)"
    case .reserved(let path): "\(path) is a file name reserved for the server"
    case .damaged(let path, let problems): "\(path) is damaged:\n" + problems.map { "  \($0)" }.joined(separator: "\n")
    case .occupied(let folder): "\(folder) has a database already (--force replaces it)"
    case .unusable(let reason): reason
    case .system(let path, let reason): "\(path): \(reason)"
    }
  }
}
