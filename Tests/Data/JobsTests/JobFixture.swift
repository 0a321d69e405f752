import Bytes
import Cluster
import JSONCodec
import Jobs
import Logging
import Runtime
import Storage
import TestSupport

/// A handler that runs a closure of the test, and reports committed jobs in `ended`.
struct ScriptedHandler: JobHandler {
  typealias Work = @Sendable (Job) async throws -> @Sendable (any SQLConnection) throws -> Void

  let kind = "test"
  let work: Work
  let ended: AsyncStream<Int64>
  private let end: AsyncStream<Int64>.Continuation

  init(_ work: @escaping Work = { _ in { _ in } }) {
    self.work = work
    (ended, end) = AsyncStream.makeStream()
  }

  func run(_ job: Job) async throws -> JobEffect {
    let effect = try await work(job)
    return { connection in
      try effect(connection)
      return nil
    }
  }

  func failedPermanently(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws -> AfterCommit? {
    try connection.execute(
      "INSERT INTO sign_outs (user_id, created_at) VALUES ('failed', $1)", [.integer(Int64(job.attempt))])
    return nil
  }

  func committed(_ job: Job) { end.yield(job.id) }

  func waitForEnds(_ count: Int) async {
    var left = count
    for await _ in ended {
      left -= 1
      if left == 0 { return }
    }
  }
}

/// A database, a queue and a pool on a manual clock.
struct JobFixture: TestFixture {
  let database: any StorageEngine
  let clock = ManualClock()
  let queue: JobQueue
  let pool: WorkerPool
  let handler: ScriptedHandler
  let log = LogRecorder()
  private let calls = Locked(0)
  /// The number of the pool's reads and writes.
  var callCount: Int { calls.withLock { $0 } }

  /// - Parameters:
  ///   - busy: the numbers, from 1, of the pool's writes that fail with `busy`.
  ///   - unanswered: the numbers of its writes that are committed and then fail with `busy`.
  ///   - hook: runs after each transaction of the pool, with its number.
  init(
    _ handler: ScriptedHandler, configuration: WorkerPool.Configuration = .init(), busy: Set<Int> = [],
    unanswered: Set<Int> = [], hook: @escaping @Sendable (Int) async -> Void = { _ in }
  ) throws {
    database = try TestDatabase.make()
    queue = JobQueue(environment: clock.environment)
    self.handler = handler
    pool = try WorkerPool(
      queue: queue,
      database: HookedDatabase(base: database, calls: calls, busy: busy, unanswered: unanswered, hook: hook),
      handlers: [handler], configuration: configuration, node: .single(name: "test"),
      environment: clock.environment, logger: log.logger)
  }

  func enqueue(_ count: Int = 1, kind: String = "test") async throws {
    let queue = queue
    try await database.write { connection in
      for _ in 0..<count { try queue.enqueue(kind: kind, payload: [:], userID: "u", in: connection) }
    }
    queue.wake()
  }

  /// The remaining jobs, in order.
  func rows() async throws -> [Row] {
    try await database.read { try $0.query("SELECT * FROM jobs ORDER BY id") }
  }

  /// The values written by effects (`done`) and permanent failures (`failed`).
  func effects(_ name: String) async throws -> [Int64] {
    try await database.read { connection in
      try connection.query("SELECT created_at FROM sign_outs WHERE user_id = $1 ORDER BY id", [.text(name)])
        .compactMap { $0.integer("created_at") }
    }
  }

  func stop() async {
    await pool.drain(within: .zero)
    await database.close()
  }
}

/// A database that counts calls and runs a hook after each write.
struct HookedDatabase: Database {
  let base: any StorageEngine
  let calls: Locked<Int>
  let busy: Set<Int>
  let unanswered: Set<Int>
  let hook: @Sendable (Int) async -> Void

  func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    calls.withLock { $0 += 1 }
    return try await base.read(for: share, body)
  }

  func write<Value: Sendable>(
    in scope: WriteScope, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    let number = calls.withLock { calls in
      calls += 1
      return calls
    }
    if busy.contains(number) { throw StorageError.busy }
    let value = try await base.write(in: scope, body)
    await hook(number)
    if unanswered.contains(number) { throw StorageError.busy }
    return value
  }
}

/// A recorder of log lines, as `level message fields`.
final class LogRecorder: Sendable {
  private let kept = Locked<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      recorder.kept.withLock { $0.append("\(event.level) \(event.message) \(fields.joined(separator: " "))") }
    }
  }
}
