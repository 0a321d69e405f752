import Runtime
import TestSupport
import Testing

/// Starts one server process for all tests of a suite and stops it after the last of them.
///
///     @Suite(.sharedHearth) struct MealRouteScenarios { … }
struct SharedHearth: SuiteTrait, TestScoping {
  @TaskLocal private static var current: TestClient?
  fileprivate let environment: [String: String]

  /// An anonymous client of the suite's server. - Throws: an expectation failure if the suite lacks this trait.
  static var client: TestClient {
    get throws { try #require(current, "the suite needs the trait .sharedHearth") }
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let environment = environment
    // A lock, because a process cannot be sent between threads; there is no contention.
    let process = Locked<ServerProcess?>(nil)
    defer { process.withLock { $0 = nil } }
    let client = try await runBlocking {
      try process.withLock { process in
        let server = try ServerProcess(environment: environment, accounts: ScenarioContext.accounts)
        let client = server.client
        process = server
        return client
      }
    }
    try await Self.$current.withValue(client) { try await function() }
  }
}

extension Trait where Self == SharedHearth {
  /// One server process with `--dev` for all tests of the suite; its client is ``SharedHearth/client``.
  static var sharedHearth: SharedHearth { sharedHearth([:]) }

  /// The same with settings, such as `["HEARTH_MEALS_MAX_PENDING_PER_USER": "1"]`.
  static func sharedHearth(_ environment: [String: String]) -> SharedHearth { SharedHearth(environment: environment) }
}
