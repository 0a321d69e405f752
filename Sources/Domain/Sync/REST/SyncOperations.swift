import API
import JSONCodec

/// The operations of `/api/v1/sync`.
struct SyncOperations: Sendable {
  /// The limits that the declarations state.
  let configuration: SyncConfiguration

  /// All operations.
  var all: [Operation] { [changes, batch] }

  /// The maximum number of changes of a page.
  static let maxPage = 1000

  var changes: Operation {
    Operation(
      "listSyncChanges", "GET", "/api/v1/sync/changes", authentication: .bearer, tag: "Sync",
      "List changes after a token",
      description: "In the order of the changes. A page may end early because of its size.",
      parameters: [
        .query(
          .init(
            "since", Cursor.schema, "The `next_sync_token` of an earlier page; the beginning if it is absent or empty.")
        ),
        .query(
          .init("types", Self.types, "Kinds of items, separated by commas, or `all`; all if it is absent or empty.")),
        .query(
          .integer(
            "limit", in: 1...Self.maxPage,
            "The maximum number of changes; \(configuration.pageItems) if it is absent.")),
        .query(.integer("page_size", in: 1...Self.maxPage, "The same as `limit`.")),
        .query(.integer("offset", in: 0...100_000_000, "Without effect.")),
        .query(.integer("page", in: 1...1_000_000, "Without effect.")),
      ],
      responses: [
        .success(
          "A page of changes.",
          .object(
            [
              .array("changes", of: SyncSchemas.change, "The newest version of each changed item."),
              SyncSchemas.serverTimestamp,
            ]
              + SyncSchemas.pageMembers), flattened: true,
          example: SyncRoutes.json(SyncSchemas.examplePage, at: "2026-01-15T12:00:00Z"))
      ])
  }

  var batch: Operation {
    Operation(
      "uploadSyncBatch", "POST", "/api/v1/sync/batch", authentication: .bearer, tag: "Sync", "Upload a batch of items",
      description: """
        The batch is stored in one transaction; an invalid item fails alone. The same batch under the same key again gets \
        the first response.
        """,
      parameters: [
        .header(.string("Idempotency-Key", length: 1...255, "The same as `idempotency_key`, and before it."))
      ],
      body: .json(
        [
          FieldDeclaration(
            "data", SyncSchemas.batch(maxItems: configuration.maxBatchItems),
            "Arrays by kind, or one array, of at most \(configuration.maxBatchItems) items together."
          ).or("payload"),
          FieldDeclaration.text("idempotency_key", length: 1...255, "Identifies the batch.").optionalOrNull,
          FieldDeclaration.text(
            "sync_id", length: 1...255, "Identifies the batch together with its content, if there is no key."
          ).optionalOrNull,
          FieldDeclaration("device_id", DeviceID.schema, "The device.").optionalOrNull,
          FieldDeclaration("domain", SyncSchemas.typeName, "The kind of items that do not state theirs.")
            .or("data_type").optionalOrNull,
        ],
        example: [
          "idempotency_key": "b-1", "device_id": "phone",
          "data": ["session_data": [["item_id": "x"]], "deleted": [["item_id": "y", "data_type": "session"]]],
        ]),
      responses: [
        .success(
          "The outcome of each item.", .object(SyncSchemas.batchMembers), flattened: true,
          example: SyncSchemas.exampleBatch)
      ],
      errors: [
        .init(400, "NO_DATA", "The body has no `data`."),
        .init(400, "INVALID_DATA", "`data` has none of the arrays, a member is no array, or there are too many items."),
        .init(409, "IDEMPOTENCY_KEY_REUSED", "The key belongs to a batch with other content."),
      ])
  }

  private static let types: Schema = {
    let names = DataType.allCases.map(\.rawValue).joined(separator: "|")
    return .string.matching("(all|(\(names))(,(\(names)))*)?")
  }()
}
