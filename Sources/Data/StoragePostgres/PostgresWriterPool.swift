import Runtime
import Storage

/// The writer threads, each with its own connection. Any idle writer takes the next transaction whose scope is free.
final class PostgresWriterPool: Sendable {
  struct State: Sendable {
    var schedule: WriteSchedule<PendingWrite>
    var isClosed = false
  }

  /// The next step of a writer.
  enum Next: Sendable {
    case write(id: Int, PendingWrite, locks: [Int64])
    case end
  }

  private let state: Monitor<State>
  private let writers: [PostgresWriter]
  private let locks: ScopeLocks

  /// Starts the threads. Their connections are opened by their first transactions.
  /// - Throws: `SystemError`.
  init(_ connector: PostgresConnector, locks: ScopeLocks) throws {
    self.locks = locks
    let configuration = connector.configuration
    state = Monitor(State(schedule: WriteSchedule(capacity: configuration.maxWaitingWrites)))
    let preparation = ServerPreparation(tables: configuration.tablesWithKeptIDs, lock: locks.number(of: "server"))
    writers = try (0..<max(1, configuration.writers)).map { index in
      PostgresWriter(
        session: PostgresSession(connector, role: .writer, prepareServer: preparation),
        thread: try DedicatedThread(name: "db-write-\(index)"), configuration: configuration)
    }
    for writer in writers { writer.start(state) }
  }

  /// Queues a transaction. Any thread.
  /// - Throws: `StorageError.closed` or `.overloaded`. Nothing was queued.
  func submit(_ write: PendingWrite) throws(StorageError) {
    let numbers = locks.numbers(of: write.scope)
    let isReady = try state.withLock { state throws(StorageError) in
      guard !state.isClosed else { throw .closed }
      return try state.schedule.append(write, locks: numbers)
    }
    if isReady { state.wakeOne() }
  }

  /// - Returns: nil if no transaction may run now.
  static func next(_ state: inout State) -> Next? {
    if let next = state.schedule.takeNext() { return .write(id: next.id, next.write, locks: next.locks) }
    return state.isClosed && state.schedule.count == 0 ? .end : nil
  }

  /// The number of waiting transactions. Any thread.
  var waitingCount: Int { state.withLock { $0.schedule.waitingCount } }

  /// Refuses new transactions, and ends the threads after the waiting ones. Any thread.
  func stop() {
    state.withLock { $0.isClosed = true }
    state.wakeAll()
    for writer in writers { writer.endThread() }
  }

  /// Refuses new transactions, and returns after the waiting ones have ended and the connections are closed.
  func close() async {
    state.withLock { $0.isClosed = true }
    state.wakeAll()
    for writer in writers {
      await writer.close()
      await writer.joinThread()
    }
  }
}
