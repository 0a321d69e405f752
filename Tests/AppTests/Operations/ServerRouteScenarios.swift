import JSONCodec
import Testing

/// The routes for load balancers and Prometheus: docs/api/operations.md.
@Suite(.sharedHearth) struct ServerRouteScenarios {
  @Test(arguments: rows) func route(_ scenario: Scenario) async throws { try await scenario.run() }

  private static let rows = [
    Scenario("a running server is healthy", .get("/health", as: .none), 200, contains: ["status": "ok"]),
    Scenario("a running server is ready", .get("/ready", as: .none), 200, contains: ["status": "ready"]),
    Scenario(
      "metrics need no token", .get("/metrics", as: .none), 200,
      fields: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"]),
    Scenario("health has no other method", .post("/health", as: .none), 405, fields: ["Allow": "GET, HEAD, OPTIONS"]),
  ]
}
