import API
import Bytes
import JSONCodec
import Storage

/// Applies uploaded items by the rule of their kind, all in one transaction.
///
/// An upload with the content that the item has, or had before a newer change, has no effect. Other content under an
/// existing id is stored under a second id (append-only kinds) or replaces the item (the others). The last change wins. If
/// its device had not seen the version that it replaces, a conflict is recorded for the device of that version.
struct UploadApplier {
  let userID: String
  /// `StoredItem.noDevice` for a client without one.
  let device: String
  let log: ChangeLog
  let shared: [DataType: any SharedItems]
  let environment: Environment
  let maxItems: Int
  let quota: StorageQuota
  let connection: any SQLConnection

  /// - Throws: `Problem` if this item is refused, without an effect. Any other error fails the batch.
  func apply(_ item: UploadedItem) throws -> ItemOutcome {
    var item = item
    if let shared = shared[item.type] {
      item.id = try shared.storedID(item.id, userID: userID, in: connection)
    }
    guard let stored = try find(item) else { return try create(item) }
    if stored.digest == item.digest || (item.content == nil && stored.isDeleted) || isRepeated(item, of: stored) {
      return unchanged(stored)
    }
    if let content = item.content, !stored.isDeleted, let shared = shared[item.type],
      try shared.isSame(content, id: item.id, userID: userID, in: connection)
    {
      return unchanged(stored)
    }
    if item.type.isAppendOnly, item.content != nil { return try keepBeside(item, stored) }
    return try replace(stored, by: item)
  }

  private func find(_ item: UploadedItem) throws -> StoredItem? {
    try ItemRepository.find(item.type, id: item.id, userID: userID, in: connection)
  }

  private func create(_ item: UploadedItem) throws -> ItemOutcome {
    guard item.content != nil else { return ItemOutcome(status: .unchanged, storedID: item.id, change: 0) }
    guard try ItemRepository.head(userID, in: connection).items < maxItems else {
      throw Problem(
        status: 403, code: "QUOTA_EXCEEDED",
        message: "There are \(maxItems) items already, which is the most there may be."
      ).naming(settings: "sync.max_items_per_user")
    }
    let change = try write(item, over: nil)
    return ItemOutcome(status: .created, storedID: item.id, change: change)
  }

  /// Whether this upload was stored before and is sent again: by the same device, which had not seen the version that
  /// replaced it.
  private func isRepeated(_ item: UploadedItem, of stored: StoredItem) -> Bool {
    // The last writer may restore an earlier version on purpose.
    guard item.base != nil || stored.device != device || item.type.isAppendOnly else { return false }
    return stored.past.contains { version in
      version.digest == item.digest && (version.device == device || item.type.isAppendOnly)
        && version.change > item.base ?? -1
    }
  }

  private func unchanged(_ stored: StoredItem) -> ItemOutcome {
    ItemOutcome(status: .unchanged, storedID: stored.id, change: stored.change)
  }

  /// Stores the item under a second id, which the content determines, so that a repeated upload has the same one.
  private func keepBeside(_ item: UploadedItem, _ stored: StoredItem) throws -> ItemOutcome {
    let suffix = "~" + item.digest.prefix(16)
    // The id is such a second id already, so that the stored content is this one.
    guard !item.id.hasSuffix(suffix) else { return unchanged(stored) }
    var beside = item
    beside.id = String(item.id.prefix(255 - suffix.count)) + suffix
    beside.base = nil
    var outcome = try apply(beside)
    if outcome.status == .created { outcome.status = .keptBoth }
    return outcome
  }

  private func replace(_ stored: StoredItem, by item: UploadedItem) throws -> ItemOutcome {
    let loser = stored.written.flatMap { hasSeen($0, item) ? nil : $0.device }
    let lost: JSONValue? = loser == nil ? Optional.none : try lostContent(stored)
    // The replaced version is kept for a time and counts as well. A deletion always succeeds.
    if let lost, item.content != nil { try quota.admit(lost.text.utf8.count, of: userID, in: connection) }
    let change = try write(item, over: stored)
    if let lost, let loser {
      try ConflictRepository.insert(
        Conflict(
          id: environment.newID(), type: stored.type, itemID: stored.id, loser: loser,
          winner: device == StoredItem.noDevice ? nil : device, change: change,
          lost: lost, lostIsDeletion: stored.isDeleted, resolution: nil),
        userID: userID, now: environment.now(), in: connection)
    }
    return ItemOutcome(
      status: item.content == nil ? .deleted : .updated, storedID: item.id, change: change, wonConflict: lost != nil)
  }

  /// Whether the writer of an item had seen a version. A device has seen its own. Uploads without a device may come from
  /// several clients, so that only `base` counts for them.
  private func hasSeen(_ version: StoredItem.Version, _ item: UploadedItem) -> Bool {
    if let base = item.base, base >= version.change { return true }
    return version.device == device && (device != StoredItem.noDevice || item.base == nil)
  }

  /// The content that is about to be replaced.
  private func lostContent(_ stored: StoredItem) throws -> JSONValue {
    if stored.isDeleted { return .null }
    if let shared = shared[stored.type] {
      return try shared.content(id: stored.id, userID: userID, in: connection) ?? .null
    }
    return (try? JSONValue(parsing: stored.content.utf8)) ?? .null
  }

  /// Stores the item. - Returns: the id of the change.
  private func write(_ item: UploadedItem, over stored: StoredItem?) throws -> Int64 {
    guard let shared = shared[item.type] else {
      let new = StoredItem(
        type: item.type, id: item.id, change: 0, isDeleted: item.content == nil, content: item.content?.text ?? "",
        digest: item.digest, past: stored?.pastWithThis ?? [], device: device)
      if !new.isDeleted {
        try quota.admit(new.storedBytes - (stored?.storedBytes ?? 0), of: userID, in: connection)
      }
      return try log.write(new, over: stored, userID: userID, in: connection)
    }
    // The domain of the item records the change in the log.
    if let content = item.content {
      try shared.store(content, id: item.id, userID: userID, in: connection)
    } else {
      try shared.remove(id: item.id, userID: userID, in: connection)
    }
    try ItemRepository.sign(
      item.type, id: item.id, digest: item.digest, device: device, userID: userID, in: connection)
    return try find(item)?.change ?? 0
  }
}
