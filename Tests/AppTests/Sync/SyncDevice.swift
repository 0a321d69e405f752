import JSONCodec
import TestSupport

/// A device that syncs as the documents say: it edits offline, uploads what it has not uploaded, pulls by cursor, and keeps
/// all of that over a restart. Blocking.
final class SyncDevice {
  /// The copy of an item: content without the fields that the server adds, and its change id.
  struct Item: Equatable {
    var content: JSONValue
    var change: Int64?
  }

  let name: String
  /// By kind and id.
  private(set) var items: [String: Item] = [:]
  /// Changed here and not known to be stored.
  private var dirty: Set<String> = []
  private var cursor: String?
  /// The items received since a full download began.
  private var told: Set<String>?
  /// A batch that was sent and not answered: it is sent again under its key.
  private var unanswered: (key: String, data: JSONValue, names: Set<String>)?

  init(_ name: String) { self.name = name }

  /// The device as it is now, for when it falls back to it.
  func copy() -> SyncDevice {
    let copy = SyncDevice(name)
    copy.items = items
    copy.dirty = dirty
    copy.cursor = cursor
    copy.told = told
    copy.unanswered = unanswered
    return copy
  }

  // MARK: - Offline

  func put(_ type: String, _ id: String, _ content: [String: JSONValue]) {
    let name = "\(type)/\(id)"
    items[name] = Item(content: .object(content), change: items[name]?.change)
    dirty.insert(name)
  }

  func delete(_ type: String, _ id: String) {
    let name = "\(type)/\(id)"
    guard items[name] != nil else { return }
    items[name]?.content = .null
    dirty.insert(name)
  }

  var contents: [String: JSONValue] {
    items.mapValues(\.content).filter { !$0.value.isNull }
  }

  var isClean: Bool { dirty.isEmpty && unanswered == nil }

  // MARK: - Uploading

  /// The next batch, the one without an answer first; nil where all is stored.
  ///
  /// - Parameter salt: makes its key another one.
  func nextBatch(limit: Int, salt: Int) -> (key: String, data: JSONValue)? {
    if let unanswered { return (unanswered.key, unanswered.data) }
    let names = dirty.sorted().prefix(limit)
    guard !names.isEmpty else { return nil }
    let rows = names.map { name -> JSONValue in
      let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
      let item = items[name] ?? Item(content: .null)
      var row = item.content.merging(["data_type": .string(parts[0]), "item_id": .string(parts[1])])
      if item.content.isNull { row = row.merging(["deleted": true]) }
      if let change = item.change { row = row.merging(["base_change_id": .integer(change)]) }
      return row
    }
    let batch = (key: "\(name)-batch-number-\(salt)", data: ["items": .array(rows)] as JSONValue)
    unanswered = (batch.key, batch.data, Set(names))
    return batch
  }

  /// The server has answered the batch.
  func stored(_ results: JSONValue) {
    guard let batch = unanswered else { return }
    unanswered = nil
    let rows = batch.data["items"]?.arrayValue ?? []
    for row in rows {
      guard let type = row["data_type"]?.stringValue, let id = row["item_id"]?.stringValue else { continue }
      let name = "\(type)/\(id)"
      let line = results[type]?["items"]?.arrayValue?.first { $0["item_id"] == .string(id) }
      guard let line else { continue }
      // Edited since: it is uploaded once more.
      let sent = row["deleted"] == true ? JSONValue.null : Self.content(row)
      if items[name]?.content == sent { dirty.remove(name) }
      if let stored = line["stored_as"]?.stringValue {
        // The server calls it something else; what it has under this id comes with a pull, or was here before.
        items["\(type)/\(stored)"] = Item(content: sent, change: line["change_id"]?.integerValue)
        items[name] = nil
        dirty.remove(name)
        cursor = nil
      } else if line["status"] == "unchanged" {
        // It may hold something newer, which a pull from the start brings.
        cursor = nil
      } else {
        items[name]?.change = line["change_id"]?.integerValue
      }
    }
  }

  // MARK: - Pulling

  var since: String? { cursor }

  /// Takes a page. What was changed here and not uploaded stays as it is: the server will decide.
  ///
  /// - Parameter isAnew: whether a full download begins here.
  func take(_ changes: [JSONValue], token: String, isAnew: Bool, hasMore: Bool) {
    if isAnew { told = [] }
    for change in changes {
      guard let type = change["data_type"]?.stringValue, let id = change["item_id"]?.stringValue,
        let number = change["change_id"]?.integerValue
      else { continue }
      let name = "\(type)/\(id)"
      told?.insert(name)
      guard !dirty.contains(name) else { continue }
      items[name] = Item(
        content: change["deleted"] == true ? .null : Self.content(change), change: number)
    }
    cursor = token
    guard let told, !hasMore else { return }
    items = items.filter { told.contains($0.key) || dirty.contains($0.key) }
    self.told = nil
  }

  private static func content(_ row: JSONValue) -> JSONValue {
    let envelope = ["item_id", "data_type", "change_id", "base_change_id", "deleted"]
    return .object((row.objectValue ?? [:]).filter { !envelope.contains($0.key) })
  }
}
