/// What is wrong with a write-ahead log that a process left behind.
package enum LogDamage: Equatable, Sendable {
  /// The header is invalid, so that SQLite ignores the whole log. - Parameter bytes: of the log.
  case header(bytes: Int)
  /// Commits after frame `valid` cannot be used: a later frame does not fit its checksum, or the file ends too early.
  /// - Parameters:
  ///   - valid: frames (pages) up to the last commit that can be used.
  ///   - lost: frames after it that belonged to the log.
  case frames(valid: Int, lost: Int)
}

extension LogDamage: CustomStringConvertible {
  package var description: String {
    switch self {
    case .header(let bytes): "the header is damaged, \(bytes) bytes are ignored"
    case .frames(let valid, let lost): "\(valid) pages can be used, \(lost) later pages cannot"
    }
  }
}
