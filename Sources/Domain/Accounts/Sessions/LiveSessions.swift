import Runtime

/// Sessions that were found live within the last second, so that not every request asks the database.
///
/// What this process ends is forgotten at once; what a command ends beside it is refused a second later at most, when its
/// sockets are cut as well (`SignOutWatch`).
final class LiveSessions: Sendable {
  /// The maximum number of remembered sessions; others ask the database with each request.
  static let capacity = 10_000
  /// Nanoseconds for which a session is taken for live.
  static let patience: Int64 = 1_000_000_000

  /// The time of a database query, and the number of sign-outs before it.
  struct Question: Sendable {
    fileprivate let moment: MonotonicInstant
    fileprivate let generation: Int
  }

  private struct Entry: Sendable {
    let userID: String
    let asked: MonotonicInstant
  }

  private struct State: Sendable {
    var entries: [String: Entry] = [:]
    /// Rises with each sign-out: an answer from before it says nothing about after it.
    var generation = 0
    /// The time of the last search for expired entries.
    var swept: MonotonicInstant?
  }

  private let state = Locked(State())

  /// Whether the session is known to be live. Any thread.
  func contains(_ sessionID: String, of userID: String, at now: MonotonicInstant) -> Bool {
    state.withLock { state in
      guard let entry = state.entries[sessionID] else { return false }
      return entry.userID == userID && now.since(entry.asked) < Self.patience
    }
  }

  /// Call it before the database is asked. Any thread.
  func question(at now: MonotonicInstant) -> Question {
    state.withLock { Question(moment: now, generation: $0.generation) }
  }

  /// Remembers that the database called a session live, unless someone was signed out meanwhile. Any thread.
  func remember(_ sessionID: String, of userID: String, asked question: Question) {
    state.withLock { state in
      guard state.generation == question.generation else { return }
      if state.entries.count >= Self.capacity, state.entries[sessionID] == nil {
        // Not with each request: that would cost more than asking the database does.
        if let swept = state.swept, question.moment.since(swept) < Self.patience / 4 { return }
        state.swept = question.moment
        state.entries = state.entries.filter { question.moment.since($0.value.asked) < Self.patience }
        guard state.entries.count < Self.capacity else { return }
      }
      state.entries[sessionID] = Entry(userID: userID, asked: question.moment)
    }
  }

  /// Forgets all: of sign-outs there are few. Any thread.
  func forget() {
    state.withLock { state in
      state.entries.removeAll(keepingCapacity: true)
      state.generation += 1
    }
  }
}
