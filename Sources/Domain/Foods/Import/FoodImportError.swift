/// The reason an import failed.
package enum FoodImportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be opened or read.
  case unreadable(path: String, reason: String)
  /// The file is not a download that can be imported.
  case unknownKind(path: String, reason: String)
  /// A file violates its format. The first line is 1.
  case malformed(path: String, line: Int, reason: String)

  /// The message for the terminal.
  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unknownKind(let path, let reason): "\(path) is not a download that can be imported: \(reason)"
    case .malformed(let path, let line, let reason): "\(path), line \(line): \(reason)"
    }
  }
}
