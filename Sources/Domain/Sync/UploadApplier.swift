import API
import Bytes
import JSONCodec
import Storage

/// Decides what becomes of uploaded items, by the rule of their kind; all in one transaction.
///
/// An upload whose content the item has, or had before something newer came, changes nothing. Other content under an id
/// that is taken is kept beside it (append-only kinds) or takes its place (the others): the change that comes last wins,
/// and where its device had not seen what it replaced, the device that wrote that is told.
struct UploadApplier {
  let userID: String
  /// `StoredItem.noDevice` for a client that names none.
  let device: String
  let log: ChangeLog
  let shared: [DataType: any SharedItems]
  let environment: Environment
  let maxItems: Int
  let quota: StorageQuota
  let connection: any SQLConnection

  /// - Throws: `Problem` where this item cannot be taken, with nothing changed; anything else fails the batch.
  func take(_ item: UploadedItem) throws -> ItemOutcome {
    var item = item
    if let shared = shared[item.type] {
      item.id = try shared.storedID(item.id, userID: userID, in: connection)
    }
    guard let stored = try find(item) else { return try create(item) }
    if stored.digest == item.digest || (item.content == nil && stored.isDeleted) || isPast(item, of: stored) {
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
        message: "There are \(maxItems) items already, which is the most there may be.")
    }
    let change = try write(item, over: nil)
    return ItemOutcome(status: .created, storedID: item.id, change: change)
  }

  /// Whether this is an upload that was taken long ago and comes again: of the same device, and made without knowing
  /// what replaced it.
  private func isPast(_ item: UploadedItem, of stored: StoredItem) -> Bool {
    // Who wrote last may well go back to what it was.
    guard item.base != nil || stored.device != device || item.type.isAppendOnly else { return false }
    return stored.past.contains { version in
      version.digest == item.digest && (version.device == device || item.type.isAppendOnly)
        && version.change > item.base ?? -1
    }
  }

  private func unchanged(_ stored: StoredItem) -> ItemOutcome {
    ItemOutcome(status: .unchanged, storedID: stored.id, change: stored.change)
  }

  /// Under an id that is the same whenever the same content comes again.
  private func keepBeside(_ item: UploadedItem, _ stored: StoredItem) throws -> ItemOutcome {
    let suffix = "~" + item.digest.prefix(16)
    // Already beside another one: its own content under its own id is all it can be.
    guard !item.id.hasSuffix(suffix) else { return unchanged(stored) }
    var beside = item
    beside.id = String(item.id.prefix(255 - suffix.count)) + suffix
    beside.base = nil
    var outcome = try take(beside)
    if outcome.status == .created { outcome.status = .keptBoth }
    return outcome
  }

  private func replace(_ stored: StoredItem, by item: UploadedItem) throws -> ItemOutcome {
    let loser = stored.written.flatMap { hasSeen($0, item) ? nil : $0.device }
    let lost: JSONValue? = loser == nil ? Optional.none : try lostContent(stored)
    // What was replaced is kept for a time as well. A deletion always succeeds.
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

  /// Whether who made this knew the version: a device knows its own. Two clients without a device may be two, so one that says
  /// what it had seen is believed.
  private func hasSeen(_ version: StoredItem.Version, _ item: UploadedItem) -> Bool {
    if let base = item.base, base >= version.change { return true }
    return version.device == device && (device != StoredItem.noDevice || item.base == nil)
  }

  /// What is about to be replaced.
  private func lostContent(_ stored: StoredItem) throws -> JSONValue {
    if stored.isDeleted { return .null }
    if let shared = shared[stored.type] {
      return try shared.content(id: stored.id, userID: userID, in: connection) ?? .null
    }
    return (try? JSONValue(parsing: stored.content.utf8)) ?? .null
  }

  /// - Returns: the id of the change.
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
    // Its capability tells the log.
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
