import Bytes
import Runtime
import Storage

/// How far each user has heard on each type of socket: the id of the last event that was written to one.
///
/// Memory is ahead of the table `event_cursors` by what a flush has not stored yet; after a crash those events are
/// told again, and so are those whose position was stored just before a loss of power. Positions only grow. Any thread.
final class EventCursors: Sendable {
  struct Key: Hashable, Sendable {
    var userID: String
    var type: String
  }

  private struct Entry {
    var position: Int64
    /// Sockets that use it; without any, a stored entry is forgotten.
    var users: Int
  }

  private struct State {
    var entries: [Key: Entry] = [:]
    var unsaved: Set<Key> = []
    var saving = false
  }

  private let state = Locked(State())
  private let database: any Database

  init(database: any Database) {
    self.database = database
  }

  /// The position to go on from. Balance it with `close`.
  func open(_ key: Key) async throws -> Int64 {
    if let position = use(key, stored: nil) { return position }
    let stored = try await database.read { connection in
      let row = try connection.first(
        "SELECT event_id FROM event_cursors WHERE user_id = $1 AND connection_type = $2",
        [.text(key.userID), .text(key.type)])
      return row?.integer("event_id") ?? 0
    }
    return use(key, stored: stored) ?? stored
  }

  func close(_ key: Key) {
    state.withLock { state in
      state.entries[key]?.users -= 1
      Self.forget(key, in: &state)
    }
  }

  /// Everything up to `position` was written to a socket.
  func advance(_ key: Key, to position: Int64) {
    state.withLock { state in
      guard let entry = state.entries[key], entry.position < position else { return }
      state.entries[key]?.position = position
      state.unsaved.insert(key)
    }
  }

  /// Stores every position that is not stored yet in one transaction. While one call is at it, others return at once:
  /// what they leave is taken by the next.
  func flush() async throws {
    let batch: [Key: Int64] = state.withLock { state in
      guard !state.saving, !state.unsaved.isEmpty else { return [:] }
      state.saving = true
      let positions = state.unsaved.map { ($0, state.entries[$0]?.position ?? 0) }
      state.unsaved = []
      return Dictionary(positions) { max($0, $1) }
    }
    guard !batch.isEmpty else { return }
    do {
      try await save(batch)
      finish(batch, saved: true)
    } catch {
      finish(batch, saved: false)
      throw error
    }
  }

  private func save(_ batch: [Key: Int64]) async throws {
    try await database.writeUnsynced { connection in
      for (key, position) in batch {
        // Only for users who still exist.
        try connection.execute(
          """
          INSERT INTO event_cursors (user_id, connection_type, event_id)
          SELECT id, $2, CAST($3 AS BIGINT) FROM users WHERE id = $1
          ON CONFLICT (user_id, connection_type) DO UPDATE SET event_id = excluded.event_id
          WHERE excluded.event_id > event_cursors.event_id
          """, [.text(key.userID), .text(key.type), .integer(position)])
      }
    }
  }

  private func finish(_ batch: [Key: Int64], saved: Bool) {
    state.withLock { state in
      state.saving = false
      for key in batch.keys {
        if !saved { state.unsaved.insert(key) }
        Self.forget(key, in: &state)
      }
    }
  }

  private func use(_ key: Key, stored: Int64?) -> Int64? {
    state.withLock { state in
      guard let position = state.entries[key]?.position ?? stored else { return nil }
      state.entries[key, default: Entry(position: position, users: 0)].users += 1
      return position
    }
  }

  private static func forget(_ key: Key, in state: inout State) {
    guard let entry = state.entries[key], entry.users <= 0, !state.saving, !state.unsaved.contains(key) else { return }
    state.entries[key] = nil
  }
}
