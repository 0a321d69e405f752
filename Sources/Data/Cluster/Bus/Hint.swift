/// A message from one node to all others: rows have changed that they may want to read, or
/// a socket must be notified at once.
///
/// Hints are sent after the commit and may be lost. The receiver of a lost one finds the state in the database.
package struct Hint: Sendable, Equatable {
  /// The subject of hints. Each part of the server declares its own kinds.
  package struct Kind: Sendable, Hashable {
    /// The name on the bus: lower-case letters and `-`.
    package let name: String

    /// - Parameter name: unique, the same in all versions that may run in one cluster.
    package init(_ name: String) { self.name = name }
  }

  /// Selects the receivers.
  package var kind: Kind
  /// The id of what changed, such as a user or a room. Without control characters.
  package var key: String
  /// Content for the receivers beside the key; often empty.
  package var detail: String

  /// - Parameters:
  ///   - key: at most 200 bytes.
  ///   - detail: at most 7,000 bytes.
  package init(_ kind: Kind, key: String, detail: String = "") {
    self.kind = kind
    self.key = key
    self.detail = detail
  }
}
