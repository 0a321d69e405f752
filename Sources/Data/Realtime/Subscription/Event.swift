package import Bytes
package import JSONCodec

/// An event that a user's clients must receive: one row of `user_events`.
package struct Event: Sendable, Equatable {
  /// Increases with every event of the database. Clients continue after it with `?since=`.
  package var id: Int64
  /// The account whose clients receive the event.
  package var userID: String
  /// The kind (`meal_log.completed`), by which subscriptions select events.
  package var kind: String
  /// The data that renderers select their frames' members from.
  package var payload: JSONValue
  /// The time of the transaction that stored it, which frames show as their `timestamp`.
  package var createdAt: Timestamp

  /// - Parameter id: that of the row.
  package init(id: Int64, userID: String, kind: String, payload: JSONValue, createdAt: Timestamp) {
    self.id = id
    self.userID = userID
    self.kind = kind
    self.payload = payload
    self.createdAt = createdAt
  }
}
