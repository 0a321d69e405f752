import Bytes
import Runtime
import Storage

/// The positions of all subscriptions: for each user and type the id of the last event that was delivered.
///
/// Memory is ahead of the table `event_cursors` until the next flush. After a crash, events since the last stored position
/// are delivered again; the same holds for positions stored just before a loss of power. Positions only grow. Any thread.
final class EventCursors: Sendable {
  struct Key: Hashable, Sendable {
    var userID: String
    var type: String
  }

  private struct Entry {
    var position: Int64
    /// The number of open subscriptions. At 0 a stored entry is dropped from memory.
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

  /// Returns the position and keeps it in memory. Balance it with `close`.
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

  /// Sets the position after everything up to it was delivered.
  func advance(_ key: Key, to position: Int64) {
    state.withLock { state in
      guard let entry = state.entries[key], entry.position < position else { return }
      state.entries[key]?.position = position
      state.unsaved.insert(key)
    }
  }

  /// Stores all changed positions in one transaction. A call during another one returns at once; the next call stores
  /// what it left.
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
    // All processes lock the rows in one order, so that no two of them wait for each other.
    let ordered = batch.sorted { ($0.key.userID, $0.key.type) < ($1.key.userID, $1.key.type) }
    try await database.writeUnsynced(in: .none) { connection in
      for (key, position) in ordered {
        // Without effect for deleted users.
        try connection.executeLater(
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
