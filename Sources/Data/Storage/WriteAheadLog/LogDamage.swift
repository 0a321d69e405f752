/// The damage of a write-ahead log found at the start.
package enum LogDamage: Equatable, Sendable {
  /// The header is invalid, so that SQLite ignores the whole log. - Parameter bytes: the size of the log.
  case header(bytes: Int)
  /// Commits after frame `valid` are lost: a later frame has an invalid checksum, or the file is truncated.
  /// - Parameters:
  ///   - valid: the number of frames (pages) up to the last valid commit.
  ///   - lost: the number of frames after it that belonged to the log.
  case frames(valid: Int, lost: Int)
}

extension LogDamage: CustomStringConvertible {
  /// The damage in words, for the log.
  package var description: String {
    switch self {
    case .header(let bytes): "the header is damaged, \(bytes) bytes are ignored"
    case .frames(let valid, let lost): "\(valid) pages can be used, \(lost) later pages cannot"
    }
  }
}
