import Runtime

/// A thread on which one transfer at a time runs, with its libcurl handle. Its calls block that thread alone.
actor TransferWorker {
  private let handle: CurlHandle
  private nonisolated let thread: DedicatedThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// - Throws: `unreachable(.system)` where there is no room for another thread.
  init() throws(LanguageModelError) {
    handle = try CurlHandle()
    do { thread = try DedicatedThread(name: "model") } catch { throw .unreachable(.system) }
  }

  deinit { thread.stop() }

  /// Runs one transfer. Its last event is `end`.
  func perform(_ request: TransferRequest, into mailbox: TransferChannel) {
    mailbox.put(end: handle.perform(request, into: mailbox))
  }

  /// Waits before another try, until the moment has come or the mailbox is cancelled.
  func pause(until moment: ContinuousClock.Instant, _ mailbox: TransferChannel) {
    while !mailbox.isCancelled, ContinuousClock.now < moment { mailbox.wakePair.wait(until: moment) }
  }
}
