package import Bytes
package import JSONCodec
package import Storage

/// Carries the news that a user has new events to whatever holds that user's sockets (in process now).
package protocol EventBus: Sendable {
  /// Something was committed for `userID`. Any thread, returns at once.
  func published(userID: String)
}

/// Where capabilities leave what a user should hear.
///
/// `append` belongs into the transaction that makes it true, `published` behind its commit. A forgotten or lost
/// `published` delays an event until the next one or the next connection; it never loses it.
package struct Outbox: Sendable {
  private let bus: any EventBus
  private let ambient: Ambient

  package init(bus: any EventBus, ambient: Ambient) {
    self.bus = bus
    self.ambient = ambient
  }

  /// Stores one event. - Returns: its id.
  @discardableResult
  package func append(
    userID: String, kind: String, payload: JSONValue, in connection: any SQLConnection
  ) throws -> Int64 {
    let row = try connection.first(
      "INSERT INTO user_events (user_id, kind, payload, created_at) VALUES ($1, $2, $3, $4) RETURNING id",
      [.text(userID), .text(kind), .text(payload.text), .integer(ambient.now().milliseconds)])
    guard let id = row?.integer("id") else {
      throw StorageError.constraintViolation(message: "user_events gave no id")
    }
    return id
  }

  /// Wakes the user's sockets. Call it once the transaction is committed.
  package func published(userID: String) {
    bus.published(userID: userID)
  }
}
