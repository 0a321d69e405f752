import JSONCodec
import TestSupport
import Testing

/// `/api/v1/sync`, for clients that poll.
@Suite struct SyncRESTTests {
  private static func items(_ range: ClosedRange<Int>) -> JSONValue {
    ["sessions": .array(range.map { ["session_id": .string("s\($0)")] })]
  }

  @Test func returnsChangesInPagesAfterAToken() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let stored = try user.request("POST", "/api/v1/sync/batch", ["data": Self.items(1...5), "device_id": "phone"])
      #expect(stored.status == 200, "\(stored.text)")
      let answer = try JSONValue(parsing: stored.body)
      #expect(answer["progress"] == ["synced_items": 5, "failed_items": 0, "total_items": 5])
      #expect(answer["data"]?["progress"] == answer["progress"] && answer["success"] == true)
      var (token, ids): (String, [JSONValue?]) = ("", [])
      while true {
        let answer = try user.request("GET", "/api/v1/sync/changes?limit=2&types=session,voice&since=\(token)")
        try #require(answer.status == 200, "\(answer.text)")
        let page = try JSONValue(parsing: answer.body)
        ids += page["changes"]?.arrayValue?.map { $0["data"]?["session_id"] } ?? []
        token = page["next_sync_token"]?.stringValue ?? ""
        if page["has_more"] != true { break }
      }
      #expect(ids == (1...5).map { .string("s\($0)") } && token == "5.sv")
      let deletion: JSONValue = ["data": ["deleted": [["data_type": "session", "item_id": "s3"]]]]
      #expect(try user.request("POST", "/api/v1/sync/batch", deletion).status == 200)
      let page = try JSONValue(parsing: user.request("GET", "/api/v1/sync/changes?since=\(token)&types=session").body)
      #expect(page["changes"]?.arrayValue?.first?["deleted"] == true)
      #expect(page["changes"]?.arrayValue?.first?["data"] == .null)
    }
  }

  private static let refusals: [(String, String, JSONValue?)] = [
    ("GET", "changes?since=yesterday", nil), ("GET", "changes?limit=0", nil), ("GET", "changes?limit=1001", nil),
    ("GET", "changes?types=weather", nil), ("POST", "batch", [:]), ("POST", "batch", ["data": 5]),
    ("POST", "batch", ["data": ["sessions": []], "device_id": "a b"]),
    ("POST", "batch", ["data": ["sessions": []], "domain": "weather"]),
  ]

  @Test func rejectsInvalidRequests() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let stranger = try HTTPTestClient(port: user.server.port)
      for (method, path, body) in Self.refusals {
        #expect(try user.request(method, "/api/v1/sync/" + path, body).status == 400, "\(path)")
        #expect(try stranger.request(method, "/api/v1/sync/" + path, body: body?.encoded).status == 401)
      }
    }
  }

  @Test func aKeyAppliesABatchOnceOverRESTAndWebSocket() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let http = try HTTPTestClient(port: user.server.port)
      func post(_ data: JSONValue) throws -> WireResponse {
        try http.request(
          "POST", "/api/v1/sync/batch", fields: [("Idempotency-Key", "one")], token: user.token, json: ["data": data])
      }
      let first = try post(Self.items(1...3))
      #expect(first.status == 200)
      #expect(try post(Self.items(1...3)).body == first.body)
      #expect(try post(Self.items(1...4)).status == 409)
      let client = try SyncClient(user.server.port, token: user.token)
      #expect(try client.upload(Self.items(1...3), key: "one")["progress"]?["synced_items"] == 3)
      #expect(try client.pull().token == "3")
      // Sockets receive changes that arrive over REST.
      #expect(try post(Self.items(1...3)).status == 200)
      #expect(try user.request("POST", "/api/v1/sync/batch", ["data": Self.items(9...9)]).status == 200)
      #expect(try client.next()["type"] == "push_notification")
    }
  }
}
