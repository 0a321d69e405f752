import Glibc
import JSONCodec
import TestSupport
import Testing

/// The messages of the mobile sync socket (docs/api/socket-sync.md), on the real program.
@Suite struct SyncSocketTests {
  private static let session: JSONValue = ["session_id": "s1", "status": "active"]

  @Test(
    arguments: [
      // The document's form, the later one, and the one whose fields are nested.
      (["type": "start_sync", "sync_id": "1726000000000", "data_types": ["voice", "behavioral", "metrics"]], 3),
      (["type": "start_sync", "domain": "voice", "device_id": "phone", "full_sync": true], 1),
      (["type": "start_sync", "payload": ["sync_id": "n", "data_types": ["session"]]], 1),
      (["type": "start_sync", "sync_id": 1_726_000_000_000, "total_items": 4, "since_timestamp": "2026-01-01"], 5),
      (["type": "start_sync", "sync_id": "x", "data_types": ["voice", "weather"], "since": "0"], 1),
    ] as [(JSONValue, Int)])
  func startSyncIsAnsweredInEveryForm(message: JSONValue, types: Int) async throws {
    try await runBlocking {
      let user = try SignedIn()
      for slash in [true, false] {
        let client = try SyncClient(user.server.port, token: user.token, slash: slash)
        // In a binary frame, as one of the clients sends all it says.
        try client.socket.send(binary: message.encoded)
        let started = try client.next()
        #expect(started["type"] == "sync_session_started", "\(started.text)")
        let id = try #require(started["sync_id"]?.stringValue)
        if let given = (message["sync_id"] ?? message["payload"]?["sync_id"])?.stringValue { #expect(id == given) }
        #expect(started["session_info"]?["max_batch_size"] == 100 && started["session_info"]?["timeout_seconds"] == 300)
        #expect(started["data_types"]?.arrayValue?.count == types)
        let zero: JSONValue = ["synced_items": 0, "failed_items": 0, "total_items": 0]
        let begun = try client.next()
        #expect(begun["type"] == "sync_progress" && begun["progress"] == zero && begun["sync_id"] == .string(id))
        let page = try client.next()
        #expect(page["type"] == "server_data_response" && page["has_more"] == false)
        #expect(page["data"]?.objectValue?.count == types + 1)
        let ended = try client.next()
        #expect(ended["type"] == "sync_progress" && ended["status"] == "completed" && ended["progress"] == zero)
      }
    }
  }

  private static let refusals = [
    ("not json", "JSON_DECODE_ERROR"), ("[1]", "INVALID_MESSAGE"), (#"{"a":1}"#, "INVALID_MESSAGE"),
    (#"{"type":"dance"}"#, "UNKNOWN_MESSAGE_TYPE"),
    (#"{"type":"start_sync","sync_id":""}"#, "INVALID_SYNC_PARAMS"),
    (#"{"type":"start_sync","sync_id":{}}"#, "INVALID_SYNC_PARAMS"),
    (#"{"type":"start_sync","data_types":["weather"]}"#, "INVALID_SYNC_PARAMS"),
    (#"{"type":"start_sync","since":"yesterday"}"#, "INVALID_SYNC_PARAMS"),
    (#"{"type":"sync_data","data":{"sessions":[]}}"#, "MISSING_SYNC_ID"),
    (#"{"type":"sync_data","sync_id":"x"}"#, "NO_DATA"),
    (#"{"type":"sync_data","sync_id":"x","data":7}"#, "INVALID_DATA"),
    (#"{"type":"sync_data","sync_id":"x","domain":"weather","data":{"sessions":[]}}"#, "INVALID_DATA"),
    (#"{"type":"request_server_data","request_type":"weather"}"#, "INVALID_REQUEST"),
    (#"{"type":"request_server_data","limit":0}"#, "INVALID_REQUEST"),
    (#"{"type":"resolve_conflict"}"#, "INVALID_CONFLICT_DATA"),
    (#"{"type":"resolve_conflict","conflict_id":"x","resolution_strategy":"server_wins"}"#, "INVALID_CONFLICT_DATA"),
    (#"{"type":"subscribe_events","event_types":["weather"]}"#, "INVALID_SUBSCRIPTION"),
    (#"{"type":"subscribe_events"}"#, "INVALID_SUBSCRIPTION"),
    (#"{"type":"request_server_data","request_id":{}}"#, "MESSAGE_VALIDATION_ERROR"),
    (#"{"type":"sync_data","sync_id":"x","idempotency_key":["k"],"data":{}}"#, "MESSAGE_VALIDATION_ERROR"),
    (#"{"type":"sync_data","sync_id":"x","idempotency_key":"","data":{}}"#, "MESSAGE_VALIDATION_ERROR"),
    (#"{"type":"start_sync","full_sync":"yes"}"#, "MESSAGE_VALIDATION_ERROR"),
    (#"{"type":"device_status","device_info":"phone"}"#, "MESSAGE_VALIDATION_ERROR"),
    (#"{"type":"resolve_conflict","conflict_id":"x","resolution_strategy":"merge"}"#, "INVALID_CONFLICT_DATA"),
  ]

  @Test func reportsInvalidMessagesByErrorCode() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let client = try SyncClient(user.server.port, token: user.token)
      for (text, code) in Self.refusals {
        try client.socket.send(text: text)
        let error = try client.next()
        #expect(error["type"] == "error" && error["error_code"] == .string(code), "\(error.text)")
        #expect(error["code"] == .string(code) && error["retryable"] == false)
        #expect(error["message"]?.stringValue?.isEmpty == false)
        #expect(error["timestamp"]?.stringValue?.hasSuffix("Z") == true)
        // It stays open.
        #expect(try client.ask(["type": "ping"], for: "pong")["type"] == "pong")
      }
    }
  }

  @Test func theSmallMessagesAreAnswered() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let client = try SyncClient(user.server.port, token: user.token)
      let beat = try client.ask(["type": "heartbeat", "client_time": "2026-01-15T12:00:00Z"], for: "heartbeat_ack")
      #expect(beat["client_time"] == "2026-01-15T12:00:00Z" && beat["server_time"] == beat["timestamp"])
      #expect(beat["timestamp"]?.stringValue?.hasSuffix("Z") == true)
      // Has no answer: the next frame is the next message's.
      try client.send(["type": "device_status", "status": "background", "device_info": ["battery": 0.5]])
      let confirmed = try client.ask(
        ["type": "subscribe_events", "event_types": ["session", "weather"]], for: "subscription_confirmed")
      #expect(confirmed["subscribed_events"] == ["session"])
      try client.send(["type": "request_server_data", "request_id": 12, "request_type": "sessions"])
      let data = try client.next()
      #expect(data["type"] == "server_data_response" && data["request_id"] == "12")
      #expect(data["data"] == ["session_data": [], "deleted": []] && data["server_timestamp"]?.stringValue != nil)
      let newer = try client.ask(["type": "server_data_request", "domain": "voice"], for: "server_data")
      #expect(newer["domain"] == "voice" && newer["data"] == [] && newer["next_sync_token"] == "0.v")
    }
  }

  @Test(
    arguments: [
      ["sync_id": "x", "data": ["sessions": [session]]], ["sync_id": "x", "data": ["session_data": [session]]],
      ["idempotency_key": "0123456789abcdef", "domain": "session", "payload": session],
      ["idempotency_key": "0123456789abcdef", "domain": "session", "payload": ["items": [session]]],
      ["payload": ["sync_id": "x", "data": ["sessions": [session]]]],
      ["sync_id": "x", "data": [["data_type": "session", "item_id": "s1", "session_id": "s1", "status": "active"]]],
    ] as [JSONValue])
  func acceptsAllFormsOfSyncData(message: JSONValue) async throws {
    try await runBlocking {
      let user = try SignedIn()
      let client = try SyncClient(user.server.port, token: user.token)
      let answer = try client.ask(message.merging(["type": "sync_data"]), for: "sync_progress")
      #expect(answer["progress"] == ["synced_items": 1, "failed_items": 0, "total_items": 1], "\(answer.text)")
      #expect(answer["batch_results"]?["session"]?["synced_items"] == 1)
      #expect(answer["batch_results"]?["session"]?["errors"] == [])
      let (changes, token) = try client.pull()
      #expect(changes.count == 1 && changes.first?["status"] == "active" && changes.first?["session_id"] == "s1")
      #expect(token == "1")
      #expect(try client.pull(since: token).changes == [])
    }
  }

  @Test func notifiesOtherDevicesAndSendsTheLostVersionToTheLoser() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let phone = try SyncClient(user.server.port, token: user.token, device: "phone")
      let pad = try SyncClient(user.server.port, token: user.token, device: "pad")
      try phone.upload(["sessions": [Self.session]], key: "first")
      let push = try pad.next()
      #expect(push["type"] == "push_notification" && push["data_types"] == ["session"])
      #expect(push["notification"]?.objectValue != nil)
      // The writing device receives nothing.
      #expect(try phone.isQuiet())
      try pad.upload(["sessions": [["session_id": "s1", "status": "done"]]], key: "second")
      let conflict = try phone.next("conflict_notification")
      #expect(conflict["item_id"] == "s1" && conflict["your_version"]?["status"] == "active")
      let id = try #require(conflict["conflict_id"])
      let resolved = try phone.ask(
        ["type": "resolve_conflict", "conflict_id": id, "resolution_strategy": "client_wins"], for: "conflict_resolved")
      #expect(resolved["conflict_id"] == id && resolved["resolution_strategy"] == "client_wins")
      #expect(resolved["result"]?["status"] == "resolved" && resolved["result"]?["strategy_applied"] == "client_wins")
      #expect(resolved["result"]?["timestamp"]?.stringValue != nil)
      #expect(try pad.next("push_notification")["data_types"] == ["session"])
      #expect(try pad.pull().changes.first?["status"] == "active")
    }
  }

  @Test func anOverwrittenRESTEditIsReportedToAllDevices() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let phone = try SyncClient(user.server.port, token: user.token, device: "phone")
      let pad = try SyncClient(user.server.port, token: user.token, device: "pad")
      try phone.upload(["sessions": [Self.session]], key: "first")
      let edited = try user.request(
        "POST", "/api/v1/sync/batch",
        ["sync_id": "web", "data": ["sessions": [["session_id": "s1", "status": "web", "base_change_id": 1]]]])
      #expect(edited.status == 200, "\(edited.text)")
      // The phone was offline.
      try phone.upload(["sessions": [["session_id": "s1", "status": "phone", "base_change_id": 1]]], key: "second")
      let told = try phone.next("conflict_notification")
      #expect(try pad.next("conflict_notification")["conflict_id"] == told["conflict_id"])
      #expect(told["losing_device_id"] == .null && told["winning_device_id"] == "phone")
      #expect(told["your_version"]?["status"] == "web")
      let id = try #require(told["conflict_id"])
      _ = try pad.ask(
        ["type": "resolve_conflict", "conflict_id": id, "resolution_strategy": "client_wins"], for: "conflict_resolved")
      #expect(try phone.pull().changes.first?["status"] == "web")
      let late = try SyncClient(user.server.port, token: user.token, device: "late")
      #expect(try late.isQuiet())
    }
  }

  @Test func undeliveredConflictsAreSentToTheNextConnectedDevice() async throws {
    try await runBlocking {
      let user = try SignedIn()
      for (device, status) in [(JSONValue.null, "web"), ("phone", "phone")] as [(JSONValue, JSONValue)] {
        let answer = try user.request(
          "POST", "/api/v1/sync/batch",
          ["sync_id": "x", "device_id": device, "data": ["sessions": [["session_id": "s", "status": status]]]])
        #expect(answer.status == 200, "\(answer.text)")
      }
      let first = try SyncClient(user.server.port, token: user.token, device: "pad")
      #expect(try first.next("conflict_notification")["your_version"]?["status"] == "web")
      // The position is stored before anything else is answered.
      #expect(try first.isQuiet())
      let second = try SyncClient(user.server.port, token: user.token, device: "late")
      #expect(try second.isQuiet())
    }
  }

  @Test func deliversAConflictWhenTheLosingDeviceReconnects() async throws {
    try await runBlocking {
      let user = try SignedIn()
      do {
        let phone = try SyncClient(user.server.port, token: user.token, device: "phone")
        try phone.upload(["sessions": [Self.session]], key: "first")
        try phone.socket.sendClose()
        _ = try phone.socket.receiveClose()
      }
      let pad = try SyncClient(user.server.port, token: user.token, device: "pad")
      try pad.upload(["sessions": [["session_id": "s1", "deleted": true]]], key: "second")
      let phone = try SyncClient(user.server.port, token: user.token, device: "phone")
      #expect(try phone.next()["type"] == "conflict_notification")
      #expect(try phone.isQuiet())
      let again = try SyncClient(user.server.port, token: user.token, device: "phone")
      #expect(try again.isQuiet())
    }
  }

  @Test func subscribersReceiveOnlyTheSubscribedTypes() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let phone = try SyncClient(user.server.port, token: user.token, device: "phone")
      let pad = try SyncClient(user.server.port, token: user.token, device: "pad")
      _ = try pad.ask(["type": "subscribe_events", "event_types": ["voice"]], for: "subscription_confirmed")
      try phone.upload(["sessions": [Self.session]], key: "first")
      try phone.upload(
        ["voice_data": [["verification_id": "v", "timestamp": "2026-01-15T12:00:00Z", "verified": true]]], key: "second"
      )
      #expect(try pad.next()["data_types"] == ["voice"])
    }
  }

  @Test func mealsOfAllWaysAreTheSameSet() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let phone = try SyncClient(user.server.port, token: user.token, device: "phone")
      let news = try WebSocketTestClient.connect(port: user.server.port, "/ws/meal-logs?token=\(user.token)")
      _ = try news.receiveJSON(type: "connected")
      try user.log("120g chicken breast")
      _ = try news.receiveJSON(type: "meal_log.completed")
      #expect(try phone.next("push_notification")["data_types"] == ["meal_log"])
      // A meal in words that was typed offline is parsed and delivered like all others.
      let id = "AAAAAAAA-0000-4000-8000-000000000001"
      let meal: JSONValue = [
        "id": .string(id), "raw_input": "2 eggs", "meal_type": "breakfast", "logged_at": "2026-01-15T08:00:00Z",
      ]
      try phone.upload(["meal_logs": [meal]], key: "offline")
      let told = try news.receiveJSON(type: "meal_log.completed")
      #expect(told["data"]?["id"] == .string(id.lowercased()) && told["data"]?["total_calories"] != 0)
      // Once more under another key, it is the same meal.
      let again = try phone.upload(["meal_logs": [meal]], key: "offline again")
      #expect(again["batch_results"]?["meal_log"]?["items"]?.arrayValue?.first?["status"] == "unchanged")
      let shown = try user.request("GET", "/api/v1/meal-logs")
      #expect(try JSONValue(parsing: shown.body)["data"]?["total"] == 2, "\(shown.text)")
      // Deleted over REST, it is gone from the set.
      let before = try phone.pull()
      #expect(before.changes.count == 2)
      #expect(try user.request("DELETE", "/api/v1/meal-logs/\(id)").status == 204)
      let after = try phone.pull(since: before.token)
      #expect(after.changes.map { $0["item_id"] } == [.string(id.lowercased())])
      #expect(after.changes.first?["deleted"] == true)
      // And deleted by a device, it is gone from REST.
      let other = try #require(before.changes.first { $0["item_id"] != .string(id.lowercased()) }?["item_id"])
      try phone.upload(["meal_logs": [["item_id": other, "deleted": true]]], key: "deletion")
      #expect(try user.request("GET", "/api/v1/meal-logs/\(other.stringValue ?? "")").status == 404)
    }
  }

  @Test func anotherAccountsMealIsNeverTouched() async throws {
    try await runBlocking {
      let user = try SignedIn()
      let id = "aaaaaaaa-0000-4000-8000-000000000001"
      let meal: JSONValue = ["id": .string(id), "raw_input": "2 eggs", "meal_type": "lunch"]
      let mine = try SyncClient(user.server.port, token: user.token)
      try mine.upload(["meal_logs": [meal]], key: "k")
      let login = try HTTPTestClient(port: user.server.port).request(
        "POST", "/api/auth/token/", json: ["username": "testuser2", "password": "password"])
      let token = try #require(try JSONValue(parsing: login.body)["access"]?.stringValue)
      let theirs = try SyncClient(user.server.port, token: token)
      let line = try theirs.upload(["meal_logs": [meal.merging(["meal_type": "dinner"])]], key: "k")["batch_results"]?[
        "meal_log"]?["items"]?.arrayValue?.first
      #expect(
        line?["status"] == "created" && line?["stored_as"]?.stringValue != nil && line?["stored_as"] != .string(id))
      try theirs.upload(["meal_logs": [["id": .string(id), "deleted": true]]], key: "d")
      let kept = try user.request("GET", "/api/v1/meal-logs/\(id)")
      #expect(try JSONValue(parsing: kept.body)["meal_type"] == "lunch")
    }
  }
}
