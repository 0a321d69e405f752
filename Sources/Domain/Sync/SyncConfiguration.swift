/// Limits of mobile sync.
package struct SyncConfiguration: Sendable, Equatable {
  /// Items of one uploaded batch. Clients receive it as `max_batch_size`.
  package var maxBatchItems = 100
  /// Upper bound of one item as JSON, in bytes.
  package var maxItemBytes = 16 << 10
  /// Items of one user, deleted ones included.
  package var maxItems = 1_000_000
  /// Items of one page of a pull.
  package var pageItems = 200
  /// Bytes of items after which a page ends.
  package var pageBytes = 256 << 10
  /// The age after which results of batches, and conflicts, are deleted.
  package var keyRetention: Duration = .seconds(7 * 24 * 3600)
  /// The age after which deletions are purged. A device that did not connect for longer performs a full pull.
  package var deletionRetention: Duration = .seconds(180 * 24 * 3600)
  /// Messages of one device within a minute, uploads not counted.
  package var messagesPerMinute = 100
  /// Uploaded batches of one device within a minute.
  package var batchesPerMinute = 1200
  /// Failed connections of one address and device within a minute after which the handshake is refused.
  package var failuresPerMinute = 5
  /// Upper bound of a message, which holds one batch, in bytes.
  package var maxMessageBytes = 1 << 20

  /// Open sockets of one user; the oldest is replaced.
  package var maxConnections = 20
  /// Sockets that one user opens within a minute: many devices may reconnect together.
  package var connectionsPerMinute = 60

  /// The defaults of the settings.
  package init() {}
}
