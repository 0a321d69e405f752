import Glibc
import JSONCodec
import TestSupport
import Testing

/// `/metrics` of the real program.
@Suite struct MetricsTests {
  /// The samples by their names with labels.
  private static func samples(_ port: UInt16) throws -> [String: Double] {
    let answer = try HTTPTestClient(port: port).request("GET", "/metrics")
    #expect(answer.status == 200)
    #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    var samples: [String: Double] = [:]
    for line in answer.text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      samples[parts.dropLast().joined(separator: " ")] = Double(parts.last ?? "")
    }
    return samples
  }

  @Test func countsSocketsMealsAndRequestsByTemplate() async throws {
    try await runBlocking {
      let server = try ServerProcess()
      let http = try HTTPTestClient(port: server.port)
      for path in ["/nothing/1", "/nothing/2"] { _ = try http.request("GET", path) }
      _ = try http.request("GET", "/api/v1/meal-logs/some-id")
      let token = try DevelopmentAccount.logIn(server.port)
      let socket = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=\(token)")
      #expect(try socket.receiveJSON()["type"] == "connected")
      // One after the other: several workers may end two meals in either order.
      for (text, news) in [("2 eggs", "meal_log.completed"), ("qwxyz", "meal_log.failed")] {
        let meal: JSONValue = ["raw_input": .string(text), "meal_type": "lunch"]
        #expect(try http.request("POST", "/api/v1/meal-logs/natural", token: token, json: meal).status == 201)
        _ = try socket.receiveJSON(type: news)
      }
      let refused = try WebSocketTestClient.connect(port: server.port, "/ws/meal-logs?token=wrong")
      _ = try? refused.receiveJSON(type: "nothing")

      let samples = try Self.samples(server.port)
      #expect(samples["websocket_connections_active"] == 1)
      #expect(samples["websocket_connections_total"] == 1)
      #expect(samples["websocket_notifications_meal_log_completed"] == 1)
      #expect(samples["websocket_notifications_meal_log_failed"] == 1)
      #expect(samples["websocket_errors_auth_failed"] == 1)
      #expect((samples["websocket_messages_sent"] ?? 0) >= 3)
      #expect(samples[#"hearth_http_requests_total{method="GET",route="unmatched",status="404"}"#] == 2)
      #expect(samples[#"hearth_http_requests_total{method="GET",route="/api/v1/meal-logs/{id}",status="401"}"#] == 1)
      #expect(samples[#"hearth_http_request_duration_seconds_count{route="unmatched"}"#] == 2)
      #expect(samples["hearth_jobs_queued"] == 0)
      #expect(samples["hearth_jobs_oldest_age_seconds"] == 0)
      #expect((samples["hearth_storage_commit_batch_size_count"] ?? 0) > 0)
      #expect((samples["process_resident_memory_bytes"] ?? 0) > 0)
    }
  }

  @Test func canBeTurnedOff() async throws {
    try await runBlocking {
      let server = try ServerProcess(environment: ["HEARTH_METRICS_ENABLED": "false"])
      #expect(try HTTPTestClient(port: server.port).request("GET", "/metrics").status == 404)
    }
  }
}
