package import Bytes
package import JSONCodec
package import Storage

/// Notifies the sockets of a user that new rows exist. The notification is a hint, the rows are the truth.
package protocol EventBus: Sendable {
  /// Reports a commit for `userID`, with the topic of the rows if they have one. Any thread, returns at once.
  func published(userID: String, topic: String?)
}

/// Stores the events of users.
///
/// Call `append` in the transaction that makes the event true, which runs in the scope of the user, and `published` after its
/// commit. A lost `published` delays an event until the next one or the next connection; the event is never lost.
package struct Outbox: Sendable {
  /// The bytes that a row counts for beside its payload. `0016_usage.sql` subtracts the same.
  private static let rowBytes = 150

  private let bus: any EventBus
  private let environment: Environment

  /// - Parameter bus: wakes the sockets of a user.
  package init(bus: any EventBus, environment: Environment) {
    self.bus = bus
    self.environment = environment
  }

  /// Stores one event. With a topic, only sockets of that topic send it.
  package func append(
    userID: String, topic: String? = nil, kind: String, payload: JSONValue, in connection: any SQLConnection
  ) throws {
    let text = payload.text
    // Events of a topic repeat content that is counted where it is stored.
    if topic == nil { connection.addUsage(Self.rowBytes + text.utf8.count, of: userID) }
    try connection.executeLater(
      "INSERT INTO user_events (user_id, topic, kind, payload, created_at) VALUES ($1, $2, $3, $4, $5)",
      [
        .text(userID), .optional(topic), .text(kind), .text(text), .integer(environment.now().milliseconds),
      ])
  }

  /// Deletes the undelivered events about a deleted object: those whose payload has `id` in `member`, at any depth. Events
  /// that were delivered stay delivered.
  ///
  /// - Parameter id: an id made by the server, without `%`, `_` and `\`.
  package func withdraw(
    userID: String, member: String, id: String, in connection: any SQLConnection
  ) throws {
    // The text that `append` wrote. User content cannot match it, because its quotes are escaped.
    let text = JSONValue.object([member: .string(id)]).text.dropFirst().dropLast()
    try connection.execute(
      "DELETE FROM user_events WHERE user_id = $1 AND payload LIKE $2", [.text(userID), .text("%\(text)%")])
  }

  /// Wakes the user's sockets; with a topic, only those of that topic. Call it after the commit.
  package func published(userID: String, topic: String? = nil) {
    bus.published(userID: userID, topic: topic)
  }
}
