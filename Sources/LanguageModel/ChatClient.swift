package import Bytes
import JSONCodec
package import Logging

/// Asks an endpoint with OpenAI's chat completions, and hands the answer on as it comes.
///
/// Each answer that is being received has a thread of libcurl; the caller's thread is never blocked. Requests have no
/// effect at the endpoint but their cost, so a try that has delivered nothing yet can be repeated.
package final class ChatClient: Sendable {
  private let configuration: ModelCoachConfiguration
  private let address: EndpointAddress
  private let policy: RetryPolicy
  private let lanes: TransferPool
  private let environment: Environment
  private let logger: Logger

  /// - Returns: nil where the configuration's address has another form than `EndpointAddress` takes.
  package init?(_ configuration: ModelCoachConfiguration, environment: Environment, logger: Logger) {
    guard let address = EndpointAddress(base: configuration.baseURL) else { return nil }
    self.configuration = configuration
    self.address = address
    self.environment = environment
    self.logger = logger
    policy = RetryPolicy(retries: configuration.retries)
    lanes = TransferPool(configuration.limits)
  }

  /// Ends the threads. Cancel the tasks with running answers first.
  package func stop() { lanes.stop() }

  /// Asks the model and delivers its answer piece by piece.
  ///
  /// - Parameter each: gets the pieces in order, one at a time, where the caller runs. While it takes its time, no more
  ///   is received than fits small buffers. What it throws ends the answer at once, and so does cancelling the task.
  /// - Returns: the whole answer.
  /// - Throws: `LanguageModelError`; `CancellationError`; what `each` throws.
  package func answer(
    to request: ChatRequest, each: (ChatDelta) async throws -> Void = { _ in }
  ) async throws -> ChatCompletion {
    let deadline = ContinuousClock.now + configuration.timeouts.total
    let lane = try await lanes.acquire()
    defer { lanes.release(lane) }
    let mailbox = try TransferChannel()
    let transfer = transfer(request, deadline: deadline)
    return try await withTaskCancellationHandler {
      try await tries(transfer, Delivery(lane: lane, mailbox: mailbox), each)
    } onCancel: {
      mailbox.cancel()
    }
  }

  private struct Delivery {
    let lane: TransferWorker
    let mailbox: TransferChannel
    var hasBegun = false
  }

  private func tries(
    _ transfer: TransferRequest, _ delivery: consuming Delivery, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    var failures = 0
    while true {
      try Task.checkCancellation()
      do { return try await once(transfer, &delivery, each) } catch let failure as AnswerReader.Failure {
        try Task.checkCancellation()
        failures += 1
        let random = environment.randomBytes(1).first ?? 0
        let delay = delivery.hasBegun ? nil : policy.delay(after: failure, failures: failures, random: random)
        let moment = delay.map { ContinuousClock.now + $0 }
        log(failure.error, failures: failures, delay: delay)
        guard let moment, moment < transfer.deadline else { throw failure.error }
        await delivery.lane.pause(until: moment, delivery.mailbox)
      }
    }
  }

  private func once(
    _ transfer: TransferRequest, _ delivery: inout Delivery, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    let (lane, mailbox) = (delivery.lane, delivery.mailbox)
    mailbox.begin()
    async let performed: Void = lane.perform(transfer, into: mailbox)
    do {
      let completion = try await read(&delivery, each)
      mailbox.order(.finish)
      await performed
      return completion
    } catch {
      mailbox.order(.abort)
      await performed
      throw error
    }
  }

  private func read(
    _ delivery: inout Delivery, _ each: (ChatDelta) async throws -> Void
  ) async throws -> ChatCompletion {
    var reader = AnswerReader(secret: configuration.apiKey, now: environment.now)
    while true {
      var step = reader.received(await delivery.mailbox.next())
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
      "endpoint": .string(address.origin), "try": .stringConvertible(failures), "error": .string(error.description),
    ]
    if let delay {
      logger.info("the model did not answer, asking again in \(delay)", metadata: metadata)
    } else {
      logger.warning("the model did not answer", metadata: metadata)
    }
  }
}
