package import API
import Bytes
import HTTPServer
import JSONCodec

/// `/api/v1/sync`: pulls and uploads for clients without a socket.
package struct SyncRoutes: Sendable {
  private let sync: SyncService

  /// - Parameter sync: shared with the socket.
  package init(sync: SyncService) { self.sync = sync }

  /// All routes; each requires an access token.
  package var routes: [Route] {
    let operations = SyncOperations(configuration: sync.configuration)
    return [
      Route(operations.changes) { try await changes($0) },
      Route(operations.batch) { try await batch($0) },
    ]
  }

  /// `?since=&limit=&types=`: the changes after a `next_sync_token`.
  private func changes(_ request: Request) async throws -> Response {
    let userID = try request.requireIdentity().userID
    var cursor: Cursor?
    if let text = request.queryValue("since"), !text.isEmpty {
      guard let given = Cursor(text) else {
        throw Problem.badRequest(
          "since must be the next_sync_token of an earlier page.", details: ["since": "next_sync_token"])
      }
      cursor = given
    }
    let limit = try Page(request, defaultLimit: sync.configuration.pageItems, maxLimit: SyncOperations.maxPage).limit
    let now = sync.environment.now().rfc3339
    // A page may be smaller than requested; `has_more` is set then.
    return try await sync.page(
      Pull(try types(request), since: cursor), userID: userID, limit: limit,
      maxBytes: 4 * sync.configuration.pageBytes
    ) { page in
      .success(Self.json(page, at: now), flattened: true)
    }
  }

  /// Returns a page as clients receive it. - Parameter now: in RFC 3339.
  static func json(_ page: ChangePage, at now: String) -> JSONValue {
    let rows: [JSONValue] = page.changes.map { change in
      [
        "data_type": .string(change.type.rawValue), "item_id": .string(change.id),
        "change_id": .integer(change.change), "deleted": .bool(change.content == nil),
        "data": change.content ?? nil,
      ]
    }
    return .object(["changes": .array(rows), "server_timestamp": .string(now)].merging(page.members) { $1 })
  }

  private func types(_ request: Request) throws -> Set<DataType> {
    let names = (request.queryValue("types") ?? "").split(separator: ",").map(String.init)
    if names.isEmpty || names.contains("all") { return Set(DataType.allCases) }
    return Set(
      try names.map { name in
        guard let type = DataType(name: name) else {
          throw Problem.badRequest(
            "types must name some of " + DataType.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            details: ["types": "separated by commas"])
        }
        return type
      })
  }

  private func batch(_ request: Request) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let fields = try JSONFields(request)
    let body = try request.jsonObject()
    let device = try fields.optionalText("device_id", length: 1...255)
    if let device, !DeviceID.isValid(device) { throw fields.problem("device_id", "letters, digits, _ and -") }
    let syncID = try fields.optionalText("sync_id", length: 1...255)
    let key = try request.field("Idempotency-Key") ?? fields.optionalText("idempotency_key", length: 1...255)
    if let key, !(1...255).contains(key.utf8.count) {
      throw fields.problem("idempotency_key", "text of 1 to 255 characters")
    }
    var domain: DataType?
    if let name = try fields.optionalText("domain", "data_type", length: 1...50) {
      guard let type = DataType(name: name) else { throw fields.problem("domain", "a kind of data") }
      domain = type
    }
    do {
      let batch = try Batch(
        body["data"] ?? body["payload"], domain: domain, key: key, syncID: syncID, configuration: sync.configuration)
      let result = try await sync.take(batch, userID: userID, device: device)
      return .success(.object(result), flattened: true)
    } catch let refusal as Batch.Refusal {
      throw refusal.isReuse
        ? Problem.conflict(code: "IDEMPOTENCY_KEY_REUSED", refusal.message)
        : Problem.badRequest(code: refusal.code, refusal.message)
    }
  }
}
