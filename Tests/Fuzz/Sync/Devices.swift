import Bytes
import FuzzSupport
import JSONCodec
import Storage

@testable import Sync

/// Three devices of a user, one without a device id.
struct Devices {
  nonisolated(unsafe) static let shared = Devices()

  private static let moment = Timestamp(seconds: 1_768_478_400)
  private static let names = ["phone", "pad", StoredItem.noDevice]

  private let scratch = Scratch(users: ["u"])
  private let environment = Environment(
    now: { Devices.moment }, newID: Counting().next, randomBytes: { [UInt8](repeating: 0, count: $0) })
  private let configuration = SyncConfiguration()

  private final class Counting: Sendable {
    nonisolated(unsafe) var count = 0

    func next() -> String {
      unsafe count += 1
      return unsafe String(count)
    }
  }

  func play(_ messages: [JSONValue]) {
    let batches = messages.prefix(20).compactMap(batch)
    if batches.isEmpty { return }
    scratch.undone { connection in
      for _ in 0..<2 {
        for (index, batch) in batches.enumerated() { try take(batch, device: Self.names[index % 3], connection) }
      }
      let stored = try all(connection)
      require(Set(stored.map(\.change)).count == stored.count, "two items have one change")
      let head = try ItemRepository.head("u", in: connection)
      require(head.items == Int64(stored.count), "\(head.items) items are counted, \(stored.count) are there")
      require(stored.allSatisfy { (1...head.change).contains($0.change) }, "a change behind the newest")
      try sendBack(stored, head, connection)
    }
  }

  private func batch(_ value: JSONValue) -> Batch? {
    let message = SyncRequest(value, type: value["type"]?.stringValue ?? "")
    let domain = message.text("domain", "data_type").flatMap(DataType.init(name:))
    guard
      let batch = try? Batch(
        message.fields["data"] ?? message.payload, domain: domain, key: message.text("idempotency_key"),
        syncID: message.text("sync_id"), configuration: configuration)
    else { return nil }
    require(batch.count <= configuration.maxBatchItems, "a batch over its bounds")
    for item in batch.items {
      require((1...255).contains(item.id.utf8.count), "an id over its bounds")
      require(item.base ?? 0 >= 0, "a change below zero")
      require((item.content?.encoded.count ?? 0) <= configuration.maxItemBytes, "an item over its bounds")
    }
    return batch
  }

  /// An item is stored as sent, at least until the next item of the batch.
  private func take(_ batch: Batch, device: String, _ connection: any SQLConnection) throws {
    let applier = UploadApplier(
      userID: "u", device: device, log: ChangeLog(environment: environment), shared: [:], environment: environment,
      maxItems: 1_000_000,
      quota: .unlimited, connection: connection)
    for item in batch.items {
      let outcome = try applier.apply(item)
      let stored = try ItemRepository.find(item.type, id: outcome.storedID, userID: "u", in: connection)
      switch outcome.status {
      case .unchanged: require(stored?.change ?? 0 == outcome.change, "another change than is there")
      case .deleted: require(stored?.isDeleted == true && item.content == nil, "deleted, and there")
      case .created, .updated, .keptBoth:
        require(stored?.change == outcome.change && stored?.isDeleted == false, "stored, and not there")
        let content = stored.flatMap { try? JSONValue(parsing: $0.content.utf8) }
        require(content?.encoded == item.content?.encoded, "other content than was sent")
      }
    }
  }

  private func all(_ connection: any SQLConnection) throws -> [StoredItem] {
    try ItemRepository.changes(
      of: "u", Set(DataType.allCases), after: 0, limit: 10_000, in: connection)
  }

  /// An item that a device pulled and sends back unchanged is no change, for any device.
  private func sendBack(_ stored: [StoredItem], _ head: ItemRepository.Head, _ connection: any SQLConnection) throws {
    for (index, item) in stored.enumerated() {
      let content = item.isDeleted ? nil : try? JSONValue(parsing: item.content.utf8)
      require(item.isDeleted || content != nil, "content that cannot be read")
      let pulled = Change(type: item.type, id: item.id, change: item.change, content: content).value
      guard let frame = try? JSONValue(parsing: pulled.encoded) else {
        return require(false, "an item that is no JSON")
      }
      guard let again = try? Batch(["items": [frame]], key: nil, syncID: nil, configuration: configuration) else {
        return require(false, "an item that is not taken back")
      }
      require(again.bad.isEmpty && again.items.first?.id == item.id, "an item that is taken back as another")
      try take(again, device: Self.names[index % 3], connection)
    }
    let after = try ItemRepository.head("u", in: connection)
    require(after.change == head.change, "what was sent back changed something")
  }
}
