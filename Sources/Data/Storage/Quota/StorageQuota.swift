/// The number of bytes that one user may store.
///
/// A transaction that stores content of a user calls `admit` first; the content is counted in `user_usage`
/// (`Migrations/sqlite/0016_usage.sql`). The transaction runs in the scope of the user, so that no other one changes the sum between
/// check and commit. Content that the server adds (parsed items, replies) is counted and never refused.
package struct StorageQuota: Sendable {
  /// The limit in bytes; nil for none.
  package let limit: Int64?
  private let refusal: @Sendable (_ used: Int64, _ limit: Int64) -> any Error

  /// - Parameters:
  ///   - limit: bytes; 0 for none.
  ///   - refusal: makes the error for a user whose content would exceed the limit.
  package init(limit: Int, refusal: @escaping @Sendable (_ used: Int64, _ limit: Int64) -> any Error) {
    self.limit = limit > 0 ? Int64(limit) : nil
    self.refusal = refusal
  }

  /// A quota that refuses nothing.
  package static let unlimited = StorageQuota(limit: 0) { _, _ in StorageError.overloaded }

  /// Checks that a user may store `bytes` more. A change that does not add bytes is never refused.
  ///
  /// - Throws: the refusal, or `StorageError`. Nothing was changed.
  package func admit(_ bytes: Int, of userID: String, in connection: any SQLConnection) throws {
    guard let limit, bytes > 0 else { return }
    let used = try connection.usage(of: userID)
    guard used <= limit, limit - used >= Int64(bytes) else { throw refusal(used, limit) }
  }
}

extension SQLConnection {
  /// Returns the stored bytes of a user, including the changes of this transaction; 0 for an unknown user.
  package func usage(of userID: String) throws(StorageError) -> Int64 {
    let row = try first("SELECT bytes FROM user_usage WHERE user_id = $1", [.text(userID)])
    let stored = row?.integer("bytes") ?? 0
    return max(0, stored.addingReportingOverflow(pendingUsage(of: userID)).partialValue)
  }
}
