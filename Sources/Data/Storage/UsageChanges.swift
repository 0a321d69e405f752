/// The changes of users' stored bytes that are added to `user_usage` at the next commit.
struct UsageChanges {
  /// The changes of successful transactions that wait for the commit.
  private var kept: [String: Int64] = [:]
  /// The changes of the running transaction.
  private var open: [String: Int64] = [:]

  func bytes(of userID: String) -> Int64 { Self.sum(kept[userID] ?? 0, open[userID] ?? 0) }

  mutating func add(_ change: Int, of userID: String) {
    guard change != 0 else { return }
    open[userID] = Self.sum(open[userID] ?? 0, Int64(change))
  }

  /// The transaction succeeded.
  mutating func keep() {
    guard !open.isEmpty else { return }
    for (userID, change) in open { kept[userID] = Self.sum(kept[userID] ?? 0, change) }
    open.removeAll(keepingCapacity: true)
  }

  /// The transaction was rolled back.
  mutating func discard() { open.removeAll(keepingCapacity: true) }

  /// Removes and returns the changes of all transactions since the last commit.
  mutating func take() -> [(userID: String, bytes: Int64)] {
    guard !kept.isEmpty else { return [] }
    defer { kept.removeAll(keepingCapacity: true) }
    return kept.filter { $0.value != 0 }.map { ($0.key, $0.value) }
  }

  /// Saturates, so that no sequence of changes traps.
  private static func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (sum, overflows) = left.addingReportingOverflow(right)
    return overflows ? (right > 0 ? .max : .min) : sum
  }
}
