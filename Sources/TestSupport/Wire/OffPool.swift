import Runtime

/// Runs blocking test code on a thread of its own and waits for it without blocking the pool.
///
/// The pool has one thread per core: tests that block there can starve each other.
package func offPool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    do {
      _ = try Thread(name: "test") { continuation.resume(with: Result(catching: body)) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}
