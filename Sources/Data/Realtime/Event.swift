package import Bytes
package import JSONCodec

/// Something that a user should hear: one row of `user_events`.
package struct Event: Sendable, Equatable {
  /// Increases with every event of the database; clients name it in `?since=`.
  package var id: Int64
  package var userID: String
  /// What happened (`meal_log.completed`); dialects choose by it.
  package var kind: String
  /// What the dialects render. It holds everything any of them shows.
  package var payload: JSONValue
  package var createdAt: Timestamp

  package init(id: Int64, userID: String, kind: String, payload: JSONValue, createdAt: Timestamp) {
    self.id = id
    self.userID = userID
    self.kind = kind
    self.payload = payload
    self.createdAt = createdAt
  }
}
