/// Why foods cannot be imported.
package enum FoodImportError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The system could not open or read it.
  case unreadable(path: String, reason: String)
  /// It is none of the downloads of FoodData Central.
  case unknownKind(path: String, reason: String)
  /// A place in a file that is not what the format says. Lines count from 1.
  case malformed(path: String, line: Int, reason: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .unknownKind(let path, let reason): "\(path) is no download of FoodData Central: \(reason)"
    case .malformed(let path, let line, let reason): "\(path), line \(line): \(reason)"
    }
  }
}
