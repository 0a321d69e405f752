/// Something that a test starts and that must be stopped: a server, a worker pool, or several of them together.
package protocol TestFixture {
  /// Stops everything that the fixture started and waits for it.
  func stop() async
}

/// Runs `body` with a fixture and stops the fixture afterwards, also if `body` throws.
///
///     try await withFixture(try await MealFixture()) { fixture in … }
package func withFixture<Fixture: TestFixture, Value>(
  _ fixture: Fixture, _ body: (Fixture) async throws -> Value
) async throws -> Value {
  let result: Result<Value, any Error>
  do {
    result = .success(try await body(fixture))
  } catch {
    result = .failure(error)
  }
  await fixture.stop()
  return try result.get()
}
