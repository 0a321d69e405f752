/// Limits of mobile sync.
package struct SyncConfiguration: Sendable, Equatable {
  /// Most items of one uploaded batch; told to clients as `max_batch_size`.
  package var maxBatchItems = 100
  /// Bytes of the largest item, as JSON.
  package var maxItemBytes = 16 << 10
  /// Most items that a user may have, deleted ones included.
  package var maxItems = 1_000_000
  /// Items of one page of a pull.
  package var pageItems = 200
  /// Bytes of items after which a page ends.
  package var pageBytes = 256 << 10
  /// How long the results of batches, and conflicts, are remembered.
  package var keyRetention: Duration = .seconds(7 * 24 * 3600)
  /// How long deletions are remembered; a device that was away for longer pulls everything anew.
  package var deletionRetention: Duration = .seconds(180 * 24 * 3600)
  /// Messages of one device within a minute, uploads not counted.
  package var messagesPerMinute = 100
  /// Uploaded batches of one device within a minute.
  package var batchesPerMinute = 1200
  /// Failed connections of one address and device within a minute after which the handshake is refused.
  package var failuresPerMinute = 5
  /// Bytes of the largest message, which is one batch.
  package var maxMessageBytes = 1 << 20

  package init() {}
}
