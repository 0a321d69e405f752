/// The changes of users' stored bytes that are added to `user_usage` at the next commit.
package struct UsageChanges {
  /// The changes of successful transactions that wait for the commit.
  private var kept: [String: Int64] = [:]
  /// The changes of the running transaction.
  private var open: [String: Int64] = [:]

  /// Creates an empty record.
  package init() {}

  /// Returns the change of a user, of the running transaction and of those before it.
  package func bytes(of userID: String) -> Int64 { Self.sum(kept[userID] ?? 0, open[userID] ?? 0) }

  /// Adds bytes, which may be negative, to the running transaction.
  package mutating func add(_ change: Int, of userID: String) {
    guard change != 0 else { return }
    open[userID] = Self.sum(open[userID] ?? 0, Int64(change))
  }

  /// The transaction succeeded.
  package mutating func keep() {
    guard !open.isEmpty else { return }
    for (userID, change) in open { kept[userID] = Self.sum(kept[userID] ?? 0, change) }
    open.removeAll(keepingCapacity: true)
  }

  /// The transaction was rolled back.
  package mutating func discard() { open.removeAll(keepingCapacity: true) }

  /// The statement that adds one change to `user_usage`.
  package static let statement = "UPDATE user_usage SET bytes = bytes + $2 WHERE user_id = $1"

  /// Removes the changes of all transactions since the last commit.
  ///
  /// Ascending by user, because concurrent transactions of PostgreSQL that lock several rows must lock them in one order.
  /// - Returns: the arguments of `statement`, once for each user.
  package mutating func take() -> [[SQLValue]] {
    guard !kept.isEmpty else { return [] }
    defer { kept.removeAll(keepingCapacity: true) }
    return kept.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { [.text($0.key), .integer($0.value)] }
  }

  /// Saturates, so that no sequence of changes traps.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? (right > 0 ? .max : .min) : sum
  }
}
