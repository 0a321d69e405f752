/// The text of `GET /metrics`, made once for all who ask for it at the same time: one of them after another, it would keep
/// the readers of the database and an event loop from other users.
actor MetricsPage {
  private let make: @Sendable () async throws -> String
  private var current: Task<String, any Error>?
  private var next: Task<String, any Error>?

  init(_ make: @escaping @Sendable () async throws -> String) {
    self.make = make
  }

  /// The figures as they are now, not before: who asks while a text is being made gets the next one.
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
