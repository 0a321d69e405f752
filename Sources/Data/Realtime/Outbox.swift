package import Bytes
package import JSONCodec
package import Storage

/// Carries the news that a user has new events to whatever holds that user's sockets (in process now).
package protocol EventBus: Sendable {
  /// Something was committed for `userID`, under `topic` where it has one. Any thread, returns at once.
  func published(userID: String, topic: String?)
}

/// Where capabilities leave what a user should hear.
///
/// `append` belongs into the transaction that makes it true, `published` behind its commit. A forgotten or lost
/// `published` delays an event until the next one or the next connection; it never loses it.
package struct Outbox: Sendable {
  /// The bytes that a row counts for beside its payload; `0016_usage.sql` subtracts the same.
  private static let rowBytes = 150

  private let bus: any EventBus
  private let environment: Environment

  package init(bus: any EventBus, environment: Environment) {
    self.bus = bus
    self.environment = environment
  }

  /// Stores one event; under a topic, only sockets of that topic tell it. - Returns: its id.
  @discardableResult
  package func append(
    userID: String, topic: String? = nil, kind: String, payload: JSONValue, in connection: any SQLConnection
  ) throws -> Int64 {
    let text = payload.text
    // Events of a topic repeat content that is counted elsewhere, in pieces.
    if topic == nil { connection.addUsage(Self.rowBytes + text.utf8.count, of: userID) }
    let row = try connection.first(
      """
      INSERT INTO user_events (user_id, topic, kind, payload, created_at) VALUES ($1, $2, $3, $4, $5) RETURNING id
      """,
      [
        .text(userID), .optional(topic), .text(kind), .text(text), .integer(environment.now().milliseconds),
      ])
    guard let id = row?.integer("id") else {
      throw StorageError.constraintViolation(message: "user_events gave no id")
    }
    return id
  }

  /// Takes back what a user should hear about something that is gone: events whose payload has `id` in `member`, at its top
  /// or deeper. Whoever was told before stays told.
  ///
  /// - Parameter id: of our own making, without `%`, `_` and `\`.
  package func withdraw(
    userID: String, member: String, id: String, in connection: any SQLConnection
  ) throws {
    // As `append` wrote it. What users write cannot look like it: its quotes are escaped.
    let text = JSONValue.object([member: .string(id)]).text.dropFirst().dropLast()
    try connection.execute(
      "DELETE FROM user_events WHERE user_id = $1 AND payload LIKE $2", [.text(userID), .text("%\(text)%")])
  }

  /// Wakes the user's sockets, under a topic only those of it. Call it once the transaction is committed.
  package func published(userID: String, topic: String? = nil) {
    bus.published(userID: userID, topic: topic)
  }
}
