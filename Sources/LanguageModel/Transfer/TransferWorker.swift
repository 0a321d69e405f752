import Runtime

/// A thread with a libcurl handle that runs one transfer at a time. Its calls block that thread only.
actor TransferWorker {
  private let handle: CurlHandle
  private nonisolated let thread: DedicatedThread

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  /// - Throws: `unreachable(.system)` if the system cannot create a thread.
  init() throws(LanguageModelError) {
    handle = try CurlHandle()
    do { thread = try DedicatedThread(name: "model") } catch { throw .unreachable(.system) }
  }

  deinit { thread.stop() }

  /// Runs one transfer. The last event in the channel is `end`.
  func perform(_ request: TransferRequest, into channel: TransferChannel) {
    channel.put(end: handle.perform(request, into: channel))
  }

  /// Waits before another attempt, until `moment` or the cancellation of the channel.
  func pause(until moment: ContinuousClock.Instant, _ channel: TransferChannel) {
    while !channel.isCancelled, ContinuousClock.now < moment { channel.pipe.wait(until: moment) }
  }
}
