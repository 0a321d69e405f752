import API
import Audit
import Bytes
import Jobs
package import Modules
import Realtime
import Storage

/// The state of a server for administrators: connections, jobs, metrics, errors, backups and the audit log.
package enum AdministrationModule {
  /// The sources of a server's figures, which only the program itself can read.
  package struct Sources: Sendable {
    /// The groups of jobs of all modules.
    package var jobs: [JobGroup]
    /// The figures of the process.
    package var figures: ServerFigures
    /// The newest warnings and errors of the log.
    package var events: RecentEvents
    /// The folder of the server's files.
    package var dataFolder: String
    /// Whether the database is a file in that folder.
    package var isDatabaseInFolder: Bool

    /// The sources of one server.
    package init(
      jobs: [JobGroup], figures: ServerFigures, events: RecentEvents, dataFolder: String, isDatabaseInFolder: Bool
    ) {
      self.jobs = jobs
      self.figures = figures
      self.events = events
      self.dataFolder = dataFolder
      self.isDatabaseInFolder = isDatabaseInFolder
    }
  }

  /// - Parameter sources: the figures of the server.
  package static func make(_ context: ModuleContext, _ sources: Sources) -> Module {
    let sampler = MetricsSampler(
      figures: sources.figures, connections: { context.registry.count },
      disk: { DiskUsage(folder: sources.dataFolder) }, database: context.database, environment: context.environment)
    let backups = Backups(
      folder: sources.isDatabaseInFolder ? BackupFolder(dataFolder: sources.dataFolder) : nil,
      database: context.database, environment: context.environment)
    var module = Module("administration")
    module.tables = AuditLog.tables
    module.routes =
      ConnectionRoutes(
        registry: context.registry, node: context.node, database: context.database, environment: context.environment
      ).routes
      + JobRoutes(groups: sources.jobs, database: context.database, environment: context.environment).routes
      + MetricsRoutes(sampler: sampler).routes + ErrorRoutes(events: sources.events).routes
      + BackupRoutes(backups: backups).routes + AuditRoutes(database: context.database).routes
    module.tasks = [
      PeriodicTask("metrics samples", every: MetricsSampler.interval) { await sampler.sample() },
      PeriodicTask("failed jobs", every: .seconds(300)) {
        let now = context.environment.now()
        while try await context.database.write(in: .task("failed jobs"), { try FailedJobs.purge(now: now, in: $0) }) {}
      },
      PeriodicTask("audit log", every: .seconds(3600)) {
        while try await context.database.write(in: .task("audit log"), { try AuditLog.purge(in: $0) }) {}
      },
    ]
    return module
  }
}
