import Bytes
import JSONCodec
import Jobs
import Logging
import Storage
import TestSupport

/// A handler whose work is the test's; it tells what was committed.
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

  func run(_ job: Job) async throws -> @Sendable (any SQLConnection) throws -> Void { try await work(job) }

  func giveUp(_ job: Job, _ error: any Error, in connection: any SQLConnection) throws {
    try connection.execute(
      "INSERT INTO sign_outs (user_id, created_at) VALUES ('given up', $1)", [.integer(Int64(job.attempt))])
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

/// A database, a queue and a pool on a clock of the test's.
struct JobFixture {
  let database: SQLiteDatabase
  let clock = ManualClock()
  let queue: JobQueue
  let pool: WorkerPool
  let handler: ScriptedHandler

  init(_ handler: ScriptedHandler, configuration: WorkerPool.Configuration = .init()) throws {
    database = try TestDatabase.make()
    queue = JobQueue(ambient: clock.ambient)
    self.handler = handler
    pool = try WorkerPool(
      queue: queue, database: database, handlers: [handler], configuration: configuration, ambient: clock.ambient,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  func enqueue(_ count: Int = 1) async throws {
    let queue = queue
    try await database.write { connection in
      for _ in 0..<count { try queue.enqueue(kind: "test", payload: [:], userID: "u", in: connection) }
    }
    queue.wake()
  }

  /// The jobs that are left, in order.
  func rows() async throws -> [Row] {
    try await database.read { try $0.query("SELECT * FROM jobs ORDER BY id") }
  }

  /// What effects and giving up wrote.
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
