import Logging
import Runtime

/// Chores that are done again and again while the server runs.
final class PeriodicTasks: Sendable {
  private let tasks = Locked<[Task<Void, Never>]>([])
  private let logger: Logger

  init(logger: Logger) { self.logger = logger }

  /// Does `chore` every `interval`, first after one. A failure is logged, and the next turn tries again.
  func every(_ interval: Duration, _ name: String, _ chore: @escaping @Sendable () async throws -> Void) {
    let logger = logger
    run {
      while (try? await Task.sleep(for: interval)) != nil {
        do {
          try await chore()
        } catch {
          logger.warning("upkeep failed", metadata: ["chore": "\(name)", "error": "\(error)"])
        }
      }
    }
  }

  /// Runs something that ends when it is cancelled.
  func run(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    tasks.withLock { $0.append(task) }
  }

  /// Ends all chores; those in the middle of a turn finish it.
  func stop() async {
    let tasks = tasks.withLock { $0 }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
