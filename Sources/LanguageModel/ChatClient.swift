package import Bytes
import JSONCodec
package import Logging

/// A client of an endpoint with OpenAI's chat completions, which delivers answers while they are streamed.
///
/// Each transfer has a worker thread with a libcurl handle; the caller's thread is never blocked. Requests have no effect
/// at the endpoint besides their cost, so an attempt that has delivered nothing yet is repeated.
package final class ChatClient: Sendable {
  private let configuration: ModelCoachConfiguration
  private let address: EndpointAddress
  private let policy: RetryPolicy
  private let workers: TransferPool
  private let environment: Environment
  private let logger: Logger

  /// - Returns: nil if the configured address is not a valid `EndpointAddress`.
  package init?(_ configuration: ModelCoachConfiguration, environment: Environment, logger: Logger) {
    guard let address = EndpointAddress(base: configuration.baseURL) else { return nil }
    self.configuration = configuration
    self.address = address
    self.environment = environment
    self.logger = logger
    policy = RetryPolicy(retries: configuration.retries)
    workers = TransferPool(configuration.limits)
  }

  /// Stops the worker threads. Cancel the tasks of running answers first.
  package func stop() { workers.stop() }

  /// Sends a request and delivers the answer piece by piece.
  ///
  /// - Parameter each: receives the pieces in order, one at a time, in the caller's isolation. While it runs, at most 80 KiB
  ///   are buffered. An error that it throws, or cancellation of the task, ends the transfer at once.
  /// - Returns: the whole answer.
  /// - Throws: `LanguageModelError`; `CancellationError`; errors of `each`.
  package func answer(
    to request: ChatRequest, each: (ChatDelta) async throws -> Void = { _ in }
  ) async throws -> ChatCompletion {
    let deadline = ContinuousClock.now + configuration.timeouts.total
    let worker = try await workers.acquire()
    defer { workers.release(worker) }
    let channel = try TransferChannel()
    let transfer = transfer(request, deadline: deadline)
    return try await withTaskCancellationHandler {
      try await attempts(transfer, Delivery(worker: worker, channel: channel), each)
    } onCancel: {
      channel.cancel()
    }
  }

  private struct Delivery {
    let worker: TransferWorker
    let channel: TransferChannel
    var hasBegun = false
  }

  private func attempts(
    _ transfer: TransferRequest, _ delivery: consuming Delivery, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    var failures = 0
    while true {
      try Task.checkCancellation()
      do { return try await attempt(transfer, &delivery, each) } catch let failure as AnswerReader.Failure {
        try Task.checkCancellation()
        failures += 1
        let random = environment.randomBytes(1).first ?? 0
        let delay = delivery.hasBegun ? nil : policy.delay(after: failure, failures: failures, random: random)
        let retryAt = delay.map { ContinuousClock.now + $0 }
        log(failure.error, failures: failures, delay: delay)
        guard let retryAt, retryAt < transfer.deadline else { throw failure.error }
        await delivery.worker.pause(until: retryAt, delivery.channel)
      }
    }
  }

  private func attempt(
    _ transfer: TransferRequest, _ delivery: inout Delivery, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    let (worker, channel) = (delivery.worker, delivery.channel)
    channel.begin()
    async let performed: Void = worker.perform(transfer, into: channel)
    do {
      let completion = try await read(&delivery, each)
      channel.order(.finish)
      await performed
      return completion
    } catch {
      channel.order(.abort)
      await performed
      throw error
    }
  }

  private func read(
    _ delivery: inout Delivery, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    var reader = AnswerReader(secret: configuration.apiKey, now: environment.now)
    while true {
      var step = reader.received(await delivery.channel.next())
      if case .deltas(let deltas) = step {
        for delta in deltas {
          try Task.checkCancellation()
          delivery.hasBegun = true
          try await each(delta)
        }
        step = reader.afterDeltas()
      }
      switch step {
      case .more, .deltas: continue
      case .answer(let completion): return completion
      case .failed(let failure): throw failure
      }
    }
  }

  private func transfer(_ request: ChatRequest, deadline: ContinuousClock.Instant) -> TransferRequest {
    let body = request.json(
      model: configuration.model, maxTokens: configuration.maxTokens, tokenLimitField: configuration.tokenLimitField)
    return TransferRequest(
      address: address, apiKey: configuration.apiKey, body: body.encoded, timeouts: configuration.timeouts,
      deadline: deadline, maxBodyBytes: configuration.limits.maxResponseBytes,
      certificateFile: configuration.certificateFile, noProxy: configuration.noProxy)
  }

  private func log(_ error: LanguageModelError, failures: Int, delay: Duration?) {
    let metadata: Logger.Metadata = [
      "endpoint": .string(address.origin), "attempt": .stringConvertible(failures), "error": .string(error.description),
    ]
    if let delay {
      logger.info("model request failed, retrying in \(delay)", metadata: metadata)
    } else {
      logger.warning("model request failed", metadata: metadata)
    }
  }
}
