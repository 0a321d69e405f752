import Meals
import Sync

/// `sync`.
enum SyncSettings {
  static let all: [Setting] = [
    .integer(
      "sync.max_connections", 20, 1...1000, "sockets", \.sync.maxConnections,
      "Sockets of one user; the oldest is closed."),
    .integer(
      "sync.connections_per_minute", 60, 1...100_000, "sockets",
      \.sync.connectionsPerMinute, "Sockets that one user opens in a minute."),
    .integer(
      "sync.failures_per_minute", 5, 1...100_000, "attempts", \.sync.failuresPerMinute,
      "Failed attempts of one address and device in a minute; beyond it the handshake is refused with 401."),
    .integer(
      "sync.messages_per_minute", 100, 1...100_000, "messages", \.sync.messagesPerMinute,
      "Messages of one device in a minute, without uploads; the third message beyond it closes the socket."),
    .integer(
      "sync.batches_per_minute", 1200, 1...100_000, "uploads", \.sync.batchesPerMinute,
      "Uploads of one device in a minute."),
    .integer("sync.max_batch_items", 100, 1...10_000, "items", \.sync.maxBatchItems, "Items of one upload."),
    .size("sync.max_item", "16KiB", \.sync.maxItemBytes, "Size of one item as JSON."),
    .integer(
      "sync.max_items_per_user", 1_000_000, 1...100_000_000, "items", \.sync.maxItems,
      "Items of one user, deleted ones included; beyond it new items fail."),
    .integer(
      "sync.max_pending_meals", 1000, 1...1_000_000, "meals", \.meals.maxPendingOfDevices,
      "Unparsed meals that devices of one user uploaded; beyond it items fail temporarily."),
    .integer("sync.page_items", 200, 1...10_000, "items", \.sync.pageItems, "Items of one page of a pull."),
    .size("sync.page_size", "256KiB", \.sync.pageBytes, "Size of items after which a page ends."),
    .duration(
      "sync.key_retention", "168h", \.sync.keyRetention, "Time for which results of batches, and conflicts, are stored."
    ),
    .duration(
      "sync.deletion_retention", "4320h", \.sync.deletionRetention,
      "Time for which deletions are stored. A device that was away for longer pulls everything again."),
  ]
}
