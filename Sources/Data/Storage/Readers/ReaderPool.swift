package import Runtime

/// A read that waits for a reader.
struct PendingRead: Sendable {
  /// The time of its submission.
  var submitted: MonotonicInstant
  /// Runs the body on a reader's thread. - Returns: the call that resumes its caller.
  var run: @Sendable (any ReadConnection, StorageHealth) -> () -> Void
  /// Resumes its caller with an error. The body was never run.
  var fail: @Sendable (StorageError) -> Void
}

/// The reader threads of an engine, each with its own connection. Any idle reader takes the next read of the schedule.
package final class ReaderPool: Sendable {
  struct State: Sendable {
    var schedule: ReadSchedule<PendingRead>
    var isClosed = false
  }

  private let state: Monitor<State>
  private let readers: [Reader]

  /// Opens the connections and starts their threads.
  /// - Parameters:
  ///   - count: the number of readers. Half of them, but at least one, may work for one client.
  ///   - timeout: the limit of both the wait and the run time of a client's read; the server's own reads may run ten times as long.
  ///   - health: records reads that the storage fails.
  ///   - open: opens the connection of a reader, to a database whose schema is up to date.
  /// - Throws: the error of `open`, `SystemError`; no thread runs then.
  package init(
    count: Int, timeout: Duration?, health: StorageHealth, open: () throws -> sending any ReadConnection
  ) throws {
    let count = max(1, count)
    state = Monitor(State(schedule: ReadSchedule(limits: .init(readers: count))))
    var readers: [Reader] = []
    do {
      for index in 0..<count {
        let thread = try DedicatedThread(name: "db-read-\(index)")
        do {
          readers.append(Reader(connection: try open(), thread: thread, timeout: timeout, health: health))
        } catch {
          thread.stop()
          throw error
        }
      }
    } catch {
      for reader in readers { reader.endThread() }
      throw error
    }
    self.readers = readers
    for reader in readers { reader.start(state) }
  }

  /// Runs `body` on a reader thread, in one snapshot (`Database`). Any thread.
  package func read<Value: Sendable>(
    for share: ClientShare, _ body: @escaping @Sendable (any SQLConnection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let read = PendingRead(
        submitted: .now,
        run: { connection, health in
          let result = Result { try connection.snapshot(body) }
          if case .failure(let error) = result { health.readFailed(error) }
          return { continuation.resume(with: result) }
        },
        fail: { continuation.resume(throwing: $0) })
      do throws(StorageError) { try submit(read, of: share) } catch { continuation.resume(throwing: error) }
    }
  }

  /// - Throws: `StorageError.closed`, `.overloaded` or `.shareExceeded`. Nothing was queued.
  private func submit(_ read: PendingRead, of share: ClientShare) throws(StorageError) {
    let isReady = try state.withLock { state throws(StorageError) in
      guard !state.isClosed else { throw .closed }
      return try state.schedule.append(read, of: share)
    }
    if isReady { state.wakeOne() }
  }

  /// The number of waiting reads. Any thread.
  package var waitingCount: Int { state.withLock { $0.schedule.waitingCount } }

  /// Refuses new reads with `StorageError.closed`. Any thread.
  package func refuse() {
    state.withLock { $0.isClosed = true }
    state.wakeAll()
  }

  /// Refuses new reads, and ends the threads after the waiting reads. Any thread.
  package func stop() {
    refuse()
    for reader in readers { reader.endThread() }
  }

  /// Refuses new reads, and returns after the waiting reads have run and the connections are closed.
  package func close() async {
    refuse()
    for reader in readers {
      await reader.close()
      await reader.joinThread()
    }
  }
}
