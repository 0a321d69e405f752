import Runtime

/// A cache of live sessions, so that not every request queries the database.
///
/// A session that this process ends is removed immediately. A session that a command ends is accepted for one more second
/// at most; then its sockets are closed as well (`SignOutWatch`).
final class LiveSessions: Sendable {
  /// The maximum number of cached sessions. Requests of other sessions query the database.
  static let capacity = 10_000
  /// The lifetime of an entry in nanoseconds.
  static let lifetime: Int64 = 1_000_000_000

  /// The start of a database query, and the number of sign-outs before it.
  struct Query: Sendable {
    fileprivate let start: MonotonicInstant
    fileprivate let generation: Int
  }

  private struct Entry: Sendable {
    let userID: String
    let queried: MonotonicInstant
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    /// The number of sign-outs: the result of a query that started before a sign-out is not valid after it.
    var generation = 0
    /// The time of the last removal of expired entries.
    var swept: MonotonicInstant?
  }

  private let state = Locked(State())

  /// Whether the session is known to be live. Any thread.
  func contains(_ sessionID: String, of userID: String, at now: MonotonicInstant) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[sessionID] else { return false }
      return entry.userID == userID && now.since(entry.queried) < Self.lifetime
    }
  }

  /// Records the start of a database query. Any thread.
  func queryBegan(at now: MonotonicInstant) -> Query {
    state.withLock { Query(start: now, generation: $0.generation) }
  }

  /// Adds a session that a query found live, unless an account was signed out since its start. Any thread.
  func add(_ sessionID: String, of userID: String, since query: Query) {
    state.withLock { state in
      guard state.generation == query.generation else { return }
      if state.entries.count >= Self.capacity, state.entries[sessionID] == nil {
        // Not for each request: that would cost more than the query.
        if let swept = state.swept, query.start.since(swept) < Self.lifetime / 4 { return }
        state.swept = query.start
        state.entries = state.entries.filter { query.start.since($0.value.queried) < Self.lifetime }
        guard state.entries.count < Self.capacity else { return }
      }
      state.entries[sessionID] = Entry(userID: userID, queried: query.start)
    }
  }

  /// Removes all entries, because sign-outs are rare. Any thread.
  func removeAll() {
    state.withLock { state in
      state.entries.removeAll(keepingCapacity: true)
      state.generation += 1
    }
  }
}
