import Runtime
import TestSupport
import Testing

@testable import LanguageModel

/// Timeouts, cancellation and backpressure over real sockets.
@Suite struct ChatClientTimeTests {
  private typealias Step = StubServer.Step

  private func expectPrompt(_ start: ContinuousClock.Instant) {
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test(
    arguments: [
      ([], .firstByte), ([.streamHead], .firstByte), ([.streamHead, .delta("a")], .betweenBytes),
      ([.streamHead, .chunk(": x\n\n")], .betweenBytes), ([.text("HTTP/1.1 200")], .firstByte),
    ] as [([StubServer.Step], LanguageModelError.Phase)])
  func endsAStalledAnswer(_ row: (steps: [StubServer.Step], phase: LanguageModelError.Phase)) async throws {
    try await ClientHarness(
      row.steps + [.stall],
      change: {
        if row.phase == .firstByte { $0.timeouts.firstByte = .milliseconds(200) }
        $0.timeouts.betweenBytes = .milliseconds(200)
      }
    ).run { harness in
      #expect(await harness.failure() == .timedOut(row.phase))
      await harness.endpoint.abandoned.passed()
      #expect(harness.endpoint.requests.count == 1, "a model that worked on it costs as much again")
    }
  }

  @Test func givesUpAConnectionThatDoesNotComeAbout() async throws {
    // The endpoint accepts the connection, but never answers the ClientHello.
    let silent = try StubServer([])
    defer { silent.stop() }
    try await ClientHarness(change: {
      $0.baseURL = "https://127.0.0.1:\(silent.port)/v1"
      $0.timeouts.connect = .milliseconds(200)
      $0.retries.count = 1
    }).run { harness in
      #expect(await harness.failure() == .timedOut(.connect))
      #expect(harness.log.all.count == 2, "two tries: nothing was asked yet")
    }
  }

  @Test func endsAnAnswerThatTakesTooLongAsAWhole() async throws {
    try await ClientHarness([.streamHead, .delta("a"), .stall], change: { $0.timeouts.total = .seconds(1) }).run {
      harness in
      #expect(await harness.failure() == .timedOut(.total))
    }
  }

  @Test func endsTriesAtTheWholeTime() async throws {
    try await ClientHarness(
      [.whole(500)],
      change: {
        $0.timeouts.total = .seconds(1)
        $0.retries.count = .max
        $0.retries.maxDelay = .milliseconds(200)
      }
    ).run { harness in
      // Without the deadline, the attempts would not end.
      #expect(await harness.failure() != nil)
    }
  }

  /// The steps at which the task is cancelled, with the behaviour of the endpoint.
  @Test(
    arguments: [
      [.stall], [.streamHead, .stall], [.streamHead, .delta("a"), .stall],
    ] as [[StubServer.Step]])
  func endsImmediatelyIfTheTaskIsCancelled(_ steps: [StubServer.Step]) async throws {
    try await ClientHarness(steps).run { harness in
      let start = ContinuousClock.now
      let task = Task { await harness.ask().end }
      await harness.endpoint.asked()
      task.cancel()
      let end = await task.value
      #expect(throws: CancellationError.self) { try end.get() }
      await harness.endpoint.abandoned.passed()
      expectPrompt(start)
    }
  }

  @Test func endsAtOnceWhileItWaitsToAskAgain() async throws {
    try await ClientHarness(
      [.whole(429, ["Retry-After: 500"])], .answer("a"), change: { $0.retries.maxRetryAfter = .seconds(600) }
    ).run { harness in
      let start = ContinuousClock.now
      let task = Task { await harness.ask().end }
      await harness.log.begun.passed()
      task.cancel()
      let end = await task.value
      #expect(throws: CancellationError.self) { try end.get() }
      #expect(harness.endpoint.requests.count == 1)
      expectPrompt(start)
    }
  }

  @Test func sendsNoRequestIfTheTaskIsAlreadyCancelled() async throws {
    try await ClientHarness(.answer("a")).run { harness in
      let gate = Gate()
      let task = Task {
        await gate.passed()
        return await harness.ask().end
      }
      task.cancel()
      gate.open()
      let end = await task.value
      #expect(throws: CancellationError.self) { try end.get() }
      #expect(harness.endpoint.requests.isEmpty)
    }
  }

  @Test func endsImmediatelyIfTheConsumerThrows() async throws {
    struct Enough: Error {}
    try await ClientHarness([.streamHead, .delta("a"), .stall], .answer("b")).run { harness in
      let start = ContinuousClock.now
      await #expect(throws: Enough.self) {
        try await harness.client.answer(to: ChatRequest(messages: [.user("Hi")])) { _ in throw Enough() }
      }
      await harness.endpoint.abandoned.passed()
      #expect(await harness.ask().deltas == ["b"], "the lane is free for the next one")
      expectPrompt(start)
    }
  }

  @Test func receivesNoMoreThanTheReaderTakes() async throws {
    // 16 MiB exceed all buffers between endpoint and reader.
    let word = String(repeating: "x", count: 16_000)
    let count = 1024
    let steps: [StubServer.Step] = [.streamHead] + (0..<count).map { .delta("\($0) " + word) } + Step.ending()
    try await ClientHarness(steps, change: { $0.limits.maxResponseBytes = 32 << 20 }).run { harness in
      var next = 0
      let completion = try await harness.client.answer(to: ChatRequest(messages: [.user("Hi")])) { delta in
        if next == 0 { await harness.endpoint.blocked.passed() }
        guard case .text(let text) = delta else { return }
        #expect(text.prefix { $0 != " " } == "\(next)")
        next += 1
      }
      #expect(next == count)
      #expect(completion.text.utf8.count > count * word.utf8.count)
    }
  }

  @Test func limitsConcurrentRequestsAndQueuesTheOthers() async throws {
    let gate = Gate()
    let first: [StubServer.Step] = [.streamHead, .delta("a"), .wait(gate)] + Step.ending()
    try await ClientHarness(
      first, first, .answer("b"),
      change: {
        $0.limits.maxConcurrent = 2
        $0.limits.maxWaiting = 1
      }
    ).run { harness in
      await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { #expect(await harness.ask().deltas == ["a"]) } }
        await harness.endpoint.asked(times: 2)
        let waiting = Task { await harness.ask() }
        // One request may wait; the next one is refused.
        var refused: LanguageModelError?
        while refused == nil {
          let other = Task { await harness.failure() }
          await Task.yield()
          other.cancel()
          refused = await other.value
        }
        #expect(refused == .busy)
        #expect(harness.endpoint.requests.count == 2)
        gate.open()
        #expect(await waiting.value.deltas == ["b"])
      }
    }
  }

  @Test func leavesTheQueueIfTheTaskIsCancelled() async throws {
    let gate = Gate()
    let first: [StubServer.Step] = [.streamHead, .delta("a"), .wait(gate)] + Step.ending()
    try await ClientHarness(first, .answer("b"), change: { $0.limits.maxConcurrent = 1 }).run { harness in
      let running = Task { await harness.ask().deltas }
      await harness.endpoint.asked()
      let waiting = Task { await harness.ask().end }
      await Task.yield()
      waiting.cancel()
      let end = await waiting.value
      #expect(throws: CancellationError.self) { try end.get() }
      gate.open()
      #expect(await running.value == ["a"])
      #expect(await harness.ask().deltas == ["b"])
    }
  }
}
