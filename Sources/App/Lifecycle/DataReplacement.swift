import Development
import Glibc
import HTTPServer
import Logging
import Modules
import Realtime
import Runtime
import Storage

/// Replaces the database of a running development server, and with it everything that holds its rows in memory.
///
/// Clients notice closed sockets (1012) and requests that take longer (docs/decisions/0044-snapshots.md).
struct DataReplacement: Sendable {
  /// The services that stay.
  static let keptServices: Set = ["data folder", "event loops", "HTTP server", "location file", "watchdog"]
  /// The longest wait for requests, jobs and sockets. Later ones fail, because their database is closed.
  private static let drainLimit: Duration = .milliseconds(200)

  let shared: Generation.SharedParts
  let generation: HotSwappable<Generation>
  let handler: ReplaceableHandler
  let http: HTTPServer
  let services: ServiceStack

  /// Returns when the new database is in use.
  /// - Throws: an error with which the former database is in use again. If that fails, the process ends.
  func run(_ staged: StagedDatabase) async throws {
    let old = generation.current
    let number = handler.suspend()
    let retired = services.remove { !Self.keptServices.contains($0) }
    await drain(old, number, retired)
    // First of all: no request, job or task of the old generation writes to the database from now on.
    _ = retired.remove { $0 == "database" }
    await old.core.database.close()
    defer { retire(number, retired) }
    do {
      try staged.install(keepingIDsOf: RealtimeTables.withKeptIDs)
    } catch {
      staged.discard()
      await restart(old)
      throw error
    }
    do {
      try await start(old)
      staged.discardFormer()
    } catch {
      try? staged.revert()
      await restart(old)
      throw error
    }
  }

  private func drain(_ old: Generation, _ number: Int, _ retired: ServiceStack) async {
    await http.closeSockets()
    await withTaskGroup { group in
      group.addTask { await retired.drain(within: Self.drainLimit) }
      group.addTask { _ = await handler.drained(number, within: Self.drainLimit) }
    }
    // Closed sockets still delete their rows.
    let deadline = ContinuousClock.now + Self.drainLimit
    while old.core.context.registry.count > 0, .now < deadline { try? await Task.sleep(for: .milliseconds(2)) }
  }

  private func start(_ old: Generation) async throws {
    let started = ServiceStack(logger: old.core.context.logger)
    do {
      let core = try await ServerCore.start(
        old.core.settings, environment: old.core.context.environment, logger: old.core.context.logger,
        services: started, keeping: old.core.kept)
      let new = try await Generation.start(core, shared, started)
      new.startTasks(started)
      generation.replace(by: new)
      services.append(started)
      handler.resume(with: new.dispatcher)
    } catch {
      await started.stop(within: .seconds(2))
      throw error
    }
  }

  /// Starts a generation of the former database. If that fails, the process ends.
  private func restart(_ old: Generation) async {
    do {
      try await start(old)
    } catch {
      old.core.context.logger.critical("former data cannot be used", metadata: ["error": "\(error)"])
      // A server without a database answers no request. Its supervisor or the developer starts it again.
      Glibc.exit(1)
    }
  }

  /// Ends the old generation once its requests have: their tasks may run on its threads.
  private func retire(_ number: Int, _ retired: ServiceStack) {
    Task {
      await handler.drained(number, within: .seconds(30))
      await retired.stop(within: .seconds(5))
    }
  }
}
