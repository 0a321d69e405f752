import Runtime

/// Runs blocking test code on a thread of its own and waits for it without blocking the pool.
///
/// The pool has one thread per core: tests that block there can starve each other. Failed expectations are those of the
/// calling test.
package func runBlocking<Value: Sendable>(
  _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let thread = try DedicatedThread(name: "test")
  // Not detached: the test's task-local values come along.
  let result = await Task(executorPreference: thread) { try await body() }.result
  thread.stop()
  return try result.get()
}
