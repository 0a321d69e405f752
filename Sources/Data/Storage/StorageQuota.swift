/// The number of bytes that one user may store.
///
/// Whoever stores content for a user asks before it changes anything, in the transaction that does it; what it then
/// stores is counted in `user_usage` (`Migrations/sqlite/0016_usage.sql`). The one writer makes that free of races. What
/// the server itself adds to stored content (parsed items, answers) is counted and never refused.
package struct StorageQuota: Sendable {
  /// Bytes; nil if there is no limit.
  package let limit: Int64?
  private let refusal: @Sendable (_ used: Int64, _ limit: Int64) -> any Error

  /// - Parameters:
  ///   - limit: bytes; 0 for no limit.
  ///   - refusal: the error for a user who has used up the limit.
  package init(limit: Int, refusal: @escaping @Sendable (_ used: Int64, _ limit: Int64) -> any Error) {
    self.limit = limit > 0 ? Int64(limit) : nil
    self.refusal = refusal
  }

  package static let unlimited = StorageQuota(limit: 0) { _, _ in StorageError.overloaded }

  /// Checks that a user may store `bytes` more. Content that does not grow is never refused.
  ///
  /// - Throws: the refusal, with nothing changed; `StorageError`.
  package func admit(_ bytes: Int, of userID: String, in connection: any SQLConnection) throws {
    guard let limit, bytes > 0 else { return }
    let used = try connection.usage(of: userID)
    guard used <= limit, limit - used >= Int64(bytes) else { throw refusal(used, limit) }
  }
}

extension SQLConnection {
  /// Bytes that are stored for a user, the changes of this transaction included; 0 for an unknown user.
  package func usage(of userID: String) throws(StorageError) -> Int64 {
    let row = try first("SELECT bytes FROM user_usage WHERE user_id = $1", [.text(userID)])
    let stored = row?.integer("bytes") ?? 0
    return max(0, stored.addingReportingOverflow(pendingUsage(of: userID)).partialValue)
  }
}
