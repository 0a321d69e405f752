import API
import JSONCodec

/// The JSON objects of mobile sync, for REST responses and socket frames.
enum SyncSchemas {
  /// A kind of items, under the name that the server sends.
  static let type = Schema.string(oneOf: DataType.allCases.map(\.rawValue))
  /// A kind of items, under any name that requests may use.
  static let typeName = Schema.string(oneOf: DataType.names.keys.sorted())
  /// The id of an item (`ItemReader`).
  static let itemID = Schema.string(length: 1...255)
  /// The id of a change; 0 if there is none.
  static let changeID = FieldDeclaration.count(
    "change_id", "The id of the change; changes of one user are in this order.")

  static let progress = Schema.object(
    [
      .count("synced_items", "The number of items that were stored or sent."),
      .count("failed_items", "The number of refused items."), .count("total_items", "The number of all items."),
    ], named: "SyncProgress")

  /// The outcome of the items of one kind in a batch.
  static let result = Schema.object(
    [
      .count("synced_items", "The number of stored items."), .count("failed_items", "The number of refused items."),
      .array("items", of: outcome, "The stored items."), .array("errors", of: failure, "The refused items."),
    ], named: "SyncBatchResult")

  private static let outcome = Schema.object(
    [
      .init("item_id", itemID, "The id in the batch."),
      .string("status", oneOf: ItemOutcome.Status.allCases.map(\.rawValue), "The effect."), changeID,
      FieldDeclaration("stored_as", itemID, "The id under which the item is stored, if it is another one.").optional,
      FieldDeclaration.string("conflict", oneOf: ["won"], "An unseen version was replaced.").optional,
    ], named: "SyncItemOutcome")

  private static let failure = Schema.object(
    [
      .string("item_id", "The id in the batch; `#` and the position if the item has none."),
      .string("error", "A sentence for people."), .string("code", oneOf: BatchReport.codes, "The error code."),
      .boolean("retryable", "Whether the item may be accepted later."),
    ], named: "SyncItemFailure")

  /// The members of a stored batch.
  static let batchMembers: [FieldDeclaration] = [
    .init("progress", progress, "The numbers of items."),
    .init("batch_results", .map(of: result), "The outcome by kind of items; `unknown` for items without one."),
  ]

  /// The members of a page of changes, in every form (`ChangePage.members`).
  static let pageMembers: [FieldDeclaration] = [
    token, .boolean("has_more", "Whether another page follows."), .count("count", "The number of items of the page."),
    FieldDeclaration.boolean(
      "full_resync", "True: the client discards what it does not receive before `has_more` is false."
    ).optional,
  ]

  static let token = FieldDeclaration.string("next_sync_token", "The value of `since` for the next page.")
  static let serverTimestamp = FieldDeclaration.time("server_timestamp", "UTC, whole seconds.")

  /// One change of a page by REST.
  static let change = Schema.object(
    [
      .init("data_type", type, "The kind of the item."), .init("item_id", itemID, "The item."), changeID,
      .boolean("deleted", "Whether the item was deleted."),
      FieldDeclaration("data", .map, "The content; null if the item was deleted.").nullable,
    ], named: "SyncChange")

  /// An uploaded item. Further members are its content.
  static let upload = Schema.object(
    [
      FieldDeclaration("item_id", .oneOf(itemID, .integer), "The id. Each kind has other names for it as well.")
        .optional,
      FieldDeclaration("data_type", typeName, "The kind, unless the array states it.").optional,
      FieldDeclaration("base_change_id", .count, "The version that was edited.").or("change_id").optionalOrNull,
      FieldDeclaration.any("deleted", "True deletes the item.").optional,
      FieldDeclaration.any("client_timestamp", "Ignored.").optional,
    ], named: "SyncUploadItem")

  /// The content of a batch. - Parameter maxItems: in all arrays together.
  static func batch(maxItems: Int) -> Schema {
    let items = Schema.array(of: upload, count: 0...maxItems)
    let kinds = DataType.allCases.map { type in
      var field = FieldDeclaration(type.collection, items, "Items of the kind `\(type.rawValue)`.").optional
      field.aliases = DataType.names.filter { $0.value == type && $0.key != type.collection }.map(\.key).sorted()
      return field
    }
    let members: [FieldDeclaration] =
      kinds + [
        FieldDeclaration("items", items, "Items that state their kind.").optional,
        FieldDeclaration("deleted", items, "Deleted items that state their kind.").optional,
      ]
    return .oneOf(.object(members, named: "SyncBatch"), items)
  }
}

// MARK: - Examples
extension SyncSchemas {
  static let moment: JSONValue = "2026-01-15T12:00:00Z"
  static let exampleToken: JSONValue = .string(Cursor(change: 42).text)

  static let exampleProgress = SyncFrames.progress(synced: 1, failed: 0, total: 1)

  /// A stored batch of one item.
  static let exampleBatch: JSONValue = {
    var report = BatchReport()
    report.add(
      UploadedItem(type: .session, id: "x", content: ["status": "done"], base: nil, digest: ""),
      ItemOutcome(status: .created, storedID: "x", change: 42))
    return .object(report.value)
  }()

  static let examplePage = ChangePage(
    changes: [Change(type: .session, id: "x", change: 42, content: ["session_id": "x", "status": "done"])], end: 42,
    hasMore: false, types: Set(DataType.allCases), isReset: false)
}
