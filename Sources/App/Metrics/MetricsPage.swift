/// The text of `GET /metrics`, rendered once for all concurrent requests: one after another, they would keep
/// the readers of the database and an event loop from other users.
actor MetricsPage {
  private let make: @Sendable () async throws -> String
  private var current: Task<String, any Error>?
  private var next: Task<String, any Error>?

  init(_ make: @escaping @Sendable () async throws -> String) {
    self.make = make
  }

  /// The current figures. A request that arrives while a text is rendered gets the next one.
  func text() async throws -> String {
    if let next { return try await next.value }
    let before = current
    let task = Task {
      _ = await before?.result
      begin()
      return try await make()
    }
    next = task
    return try await task.value
  }

  private func begin() {
    current = next
    next = nil
  }
}
