import API
import Administration
import Bytes
import Chat
import HTTPServer
import Jobs
import Logging
import Metrics
import Realtime
import Runtime
import Storage

/// The metrics of the server itself; modules register their own.
struct MetricsCatalog: Sendable {
  let registry: MetricsRegistry
  let requests: RequestMetrics
  let sockets: SocketObserver
  /// Counts frames sent on sockets of every module.
  let messagesSent: Counter
  let commitBatch: Histogram
  private let loopLag: Family<Histogram>
  /// The longest iteration of a loop since the last sample for administrators.
  private let longestLag = Locked<Duration>(.zero)
  private let jobsQueued: Gauge
  private let storageFailures: Family<Counter>
  private let storageWritable: Gauge
  private let oldestJobAge: Gauge

  init() {
    let registry = MetricsRegistry()
    self.registry = registry
    registry.information("hearth_build_info", "Version of the program.", [("version", HearthCommand.version)])
    requests = RequestMetrics(registry)
    messagesSent = registry.counter("websocket_messages_sent", "Messages sent on event sockets.")
    sockets = Self.socketObserver(registry, sent: messagesSent)
    commitBatch = registry.histogram(
      "hearth_storage_commit_batch_size", "Transactions that shared one commit.",
      bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
    storageFailures = registry.counters(
      "hearth_storage_failures_total", "Transactions and checkpoints that failed because of the storage.",
      labels: ["kind"]
    )
    for kind in StorageFailure.allCases { _ = storageFailures([kind.rawValue]) }
    storageWritable = registry.gauge("hearth_storage_writable", "1 if the database can be written, as far as is known.")
    storageWritable.set(1)
    jobsQueued = registry.gauge("hearth_jobs_queued", "Waiting and running jobs.")
    oldestJobAge = registry.gauge("hearth_jobs_oldest_age_seconds", "Age of the oldest waiting or running job.")
    loopLag = registry.histograms(
      "hearth_loop_lag_seconds", "Longest iteration of an event loop within a second.", labels: ["loop"],
      bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1])
    ProcessMetrics.register(in: registry)
  }

  /// Samples the loops; call it every second.
  func sample(_ loops: [EventLoop]) {
    for (index, loop) in loops.enumerated() {
      let lag = loop.takeLag()
      loopLag(["\(index)"]).observe(lag)
      longestLag.withLock { $0 = max($0, lag) }
    }
  }

  /// The figures for administrators.
  var figures: ServerFigures {
    ServerFigures(
      responses: { [requests] in requests.total }, bounds: .latencySeconds,
      loopLag: { [longestLag] in
        longestLag.withLock { lag in
          defer { lag = .zero }
          return lag
        }
      },
      memoryBytes: { Int64(exactly: ProcessMetrics.residentBytes()) ?? 0 })
  }

  /// Counts failures of the storage, and logs the start and the end of an outage.
  func storageHealth(_ logger: Logger) -> StorageHealth {
    let (failures, writable) = (storageFailures, storageWritable)
    return StorageHealth(
      counted: { failures([$0.rawValue]).increment() },
      changed: { reason, lasted in
        writable.set(reason == nil ? 1 : 0)
        if let reason {
          logger.error(
            "storage cannot be written", metadata: ["kind": "\(reason.rawValue)", "reason": "\(reason.sentence)"])
        } else {
          logger.notice(
            "storage can be written again", metadata: ["seconds": "\(Int(lasted / .seconds(1)))"])
        }
      })
  }

  /// `GET /metrics`.
  func route(queue: JobQueue, database: any Database, environment: Environment) -> Route {
    let page = MetricsPage { [self] in
      let statistics = try await database.read(for: .server) { try queue.statistics(in: $0) }
      jobsQueued.set(Double(statistics.depth))
      oldestJobAge.set(statistics.oldest.map { max(.zero, environment.now().since($0)) / .seconds(1) } ?? 0)
      return registry.render()
    }
    return Route(ServerOperations.metrics) { _ in
      .text(try await page.text(), contentType: "text/plain; version=0.0.4; charset=utf-8")
    }
  }

  /// Registers the number of system calls that write to connections: one for all output of a loop iteration, if it fits.
  func register(_ loops: [EventLoop]) {
    registry.counter("hearth_connection_writes_total", "System calls that wrote to connections.") {
      Double(loops.reduce(0) { $0 + $1.writeCount })
    }
  }

  /// The six metrics that docs/api/operations.md#metrics lists for sockets, with `_` for `.`.
  private static func socketObserver(_ registry: MetricsRegistry, sent: Counter) -> SocketObserver {
    let active = registry.gauge("websocket_connections_active", "Open event sockets.")
    let total = registry.counter("websocket_connections_total", "Event sockets since the start.")
    let completed = registry.counter(
      "websocket_notifications_meal_log_completed", "Notifications of parsed meal logs sent.")
    let failed = registry.counter(
      "websocket_notifications_meal_log_failed", "Notifications of meal logs that could not be parsed sent.")
    let refused = registry.counter(
      "websocket_errors_auth_failed", "Sockets with a missing, wrong or expired token.")
    var observer = SocketObserver()
    observer.opened = { _ in
      active.add(1)
      total.increment()
    }
    observer.closed = { _ in active.add(-1) }
    observer.sent = { _ in sent.increment() }
    observer.delivered = { kind in
      if kind == "meal_log.completed" { completed.increment() }
      if kind == "meal_log.failed" { failed.increment() }
    }
    observer.authenticationFailed = { _ in refused.increment() }
    return observer
  }
}
