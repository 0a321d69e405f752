package import API
package import Jobs
package import Storage

/// The contributions of one domain to a server, in one value. A server is a list of modules.
package struct Module: Sendable {
  /// The name in the log.
  package var name: String
  /// REST routes.
  package var routes: [Route] = []
  /// WebSocket paths.
  package var sockets: [SocketRoute] = []
  /// The kinds of jobs that the module runs; nil if it has none.
  package var jobs: JobGroup?
  /// The tables with rows of users. Their order is that of an export, and of a deletion.
  package var tables: [UserTable] = []
  /// Work that is repeated while the server runs.
  package var tasks: [PeriodicTask] = []
  /// Prepares the module before the first connection.
  package var start: (@Sendable () async throws -> Void)?
  /// Deletes content of a user that the rules of the tables do not reach, before the account itself is deleted. It runs
  /// again if the process ends before the deletion does.
  package var deleteContent: (@Sendable (_ userID: String) async throws -> Void)?
  /// Acts on the end of another node, before its connections and claims are removed. It may run more than once.
  package var nodeEnded: (@Sendable (_ incarnation: Int64) async throws -> Void)?
  /// Deletes content that lost its last user, after an account was deleted.
  package var deleteOrphans: (@Sendable () async throws -> Void)?

  /// A module without contributions.
  package init(_ name: String) { self.name = name }
}

/// Kinds of jobs with a queue and threads of their own, so that long jobs do not delay those of other modules.
package struct JobGroup: Sendable {
  /// The queue whose additions wake the threads.
  package var queue: JobQueue
  /// One handler for each kind.
  package var handlers: [any JobHandler]
  /// Its `filter` is set by the server, which knows the kinds of all groups.
  package var configuration: WorkerPool.Configuration

  /// Jobs of `handlers`, run as `configuration` says.
  package init(queue: JobQueue, handlers: [any JobHandler], configuration: WorkerPool.Configuration) {
    self.queue = queue
    self.handlers = handlers
    self.configuration = configuration
  }
}

/// Work that a running server repeats. A failure is logged, and the next run tries again.
package struct PeriodicTask: Sendable {
  /// The name in the log.
  package var name: String
  /// The pause between two runs.
  package var interval: Duration
  /// Whether the first run does not wait for the interval.
  package var runsAtStart: Bool
  /// One run; an error is logged.
  package var run: @Sendable () async throws -> Void

  /// A task with the given interval.
  package init(
    _ name: String, every interval: Duration, runsAtStart: Bool = false,
    _ run: @escaping @Sendable () async throws -> Void
  ) {
    self.name = name
    self.interval = interval
    self.runsAtStart = runsAtStart
    self.run = run
  }
}
