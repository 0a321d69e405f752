/// Waits until a condition holds that something else brings about. The time limit of the test is the deadline.
///
/// It asks once a millisecond: a task that only yields takes the processor from what it waits for.
/// - Throws: what the condition throws, and `CancellationError`.
package func waitUntil(_ condition: () async throws -> Bool) async throws {
  while !(try await condition()) { try await Task.sleep(for: .milliseconds(1)) }
}
