package import Logging
import Runtime

/// The periodic tasks of a running server.
package final class PeriodicTasks: Sendable {
  private let tasks = Locked<[Task<Void, Never>]>([])
  private let logger: Logger

  /// - Parameter logger: gets an entry for each failed run.
  package init(logger: Logger) { self.logger = logger }

  /// Repeats a task until `stop()`. A failure is logged, and the next run tries again.
  package func add(_ task: PeriodicTask) {
    let logger = logger
    run {
      var waits = !task.runsAtStart
      while true {
        if waits, (try? await Task.sleep(for: task.interval)) == nil { return }
        waits = true
        do {
          try await task.run()
        } catch {
          logger.warning("periodic task failed", metadata: ["task": "\(task.name)", "error": "\(error)"])
        }
        if Task.isCancelled { return }
      }
    }
  }

  /// Runs work that ends when it is cancelled.
  package func run(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    tasks.withLock { $0.append(task) }
  }

  /// Cancels all tasks and waits for them; a run in progress is finished.
  package func stop() async {
    let tasks = tasks.withLock { $0 }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }
}
