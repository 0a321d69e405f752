import Glibc
import JSONCodec
import TestSupport
import Testing

@testable import LanguageModel

/// The client against a stub of an endpoint over real sockets.
@Suite struct ChatClientTests {
  private typealias Step = StubServer.Step

  @Test func streamsAnAnswerPieceByPiece() async throws {
    let gate = Gate()
    let steps: [StubServer.Step] =
      [.streamHead, .delta("Hel"), .wait(gate), .delta("lo"), .chunk(": keep-alive\n\n")] + Step.ending(usage: (9, 2))
    try await ClientHarness(steps).run { harness in
      var deltas: [ChatDelta] = []
      let completion = try await harness.client.answer(to: ChatRequest(messages: [.user("Hi")])) { delta in
        deltas.append(delta)
        // The endpoint sends the second piece after the first one was delivered.
        gate.open()
      }
      #expect(deltas == [.text("Hel"), .text("lo")])
      #expect(completion.text == "Hello" && completion.finish == .stop)
      #expect(completion.usage == TokenUsage(input: 9, output: 2))
    }
  }

  @Test func sendsAValidRequest() async throws {
    try await ClientHarness(.answer("a")).run { harness in
      _ = await harness.ask("Grüezi \"x\"")
      let request = try #require(harness.endpoint.requests.first)
      #expect(request.line == "POST /v1/chat/completions HTTP/1.1")
      #expect(request.fields["authorization"] == "Bearer \(ClientHarness.key)")
      #expect(request.fields["content-type"] == "application/json")
      #expect(request.fields["accept"] == "text/event-stream")
      #expect(request.fields["expect"] == nil && request.fields["cookie"] == nil)
      let body = try JSONValue(parsing: request.body)
      #expect(body["model"] == "test-model" && body["stream"] == true)
      #expect(body["messages"] == [["role": "user", "content": "Grüezi \"x\""]])
    }
  }

  @Test func sendsNoAuthorizationWithoutAKey() async throws {
    try await ClientHarness(.answer("a"), change: { $0.apiKey = nil }).run { harness in
      _ = await harness.ask()
      #expect(harness.endpoint.requests.map { $0.fields["authorization"] } == [nil])
    }
  }

  @Test func returnsToolCalls() async throws {
    let part = { (arguments: JSONValue) -> StubServer.Step in
      .event(["choices": [["index": 0, "delta": ["tool_calls": [arguments]]]]])
    }
    let steps: [StubServer.Step] =
      [
        .streamHead, part(["index": 0, "id": "c1", "function": ["name": "search_foods", "arguments": "{\"query\":"]]),
        part(["index": 0, "function": ["arguments": "\"rice\"}"]]),
      ] + Step.ending("tool_calls")
    try await ClientHarness(steps).run { harness in
      let (deltas, end) = await harness.ask()
      let completion = try end.get()
      #expect(deltas.isEmpty && completion.finish == .toolCalls)
      #expect(
        completion.toolCalls == [ToolCall(id: "c1", name: "search_foods", arguments: "{\"query\":\"rice\"}")])
    }
  }

  @Test func reusesItsConnection() async throws {
    try await ClientHarness(.answer("a")).run { harness in
      for _ in 0..<3 { #expect(await harness.ask().deltas == ["a"]) }
      #expect(harness.endpoint.requests.map(\.connection) == [0, 0, 0])
    }
  }

  @Test func reconnectsAfterTheServerClosedTheConnection() async throws {
    try await ClientHarness(.answer("a") + [.close]).run { harness in
      for _ in 0..<3 { #expect(await harness.ask().deltas == ["a"]) }
      #expect(harness.endpoint.requests.map(\.connection) == [0, 1, 2])
    }
  }

  @Test func needsNoEndOfTheConnectionToEndTheAnswer() async throws {
    let steps: [StubServer.Step] = [.streamHead, .delta("a"), .chunk("data: [DONE]\n\n"), .stall]
    try await ClientHarness(steps).run { harness in
      let completion = try await harness.ask().end.get()
      #expect(completion.text == "a")
    }
  }

  @Test func readsABodyThatEndsWithTheConnection() async throws {
    let head = Step.head(200, ["Content-Type: text/event-stream", "Connection: close"])
    let body = Step.text("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n\r\ndata: [DONE]\r\n\r\n")
    try await ClientHarness([head, body, .close]).run { harness in
      let completion = try await harness.ask().end.get()
      #expect(completion.text == "a")
    }
  }

  // MARK: - Attempts

  @Test(arguments: ["Retry-After: 0", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", "X-Nothing: 1"])
  func asksAgainAfterTooManyRequests(_ field: String) async throws {
    let limited = Step.whole(429, [field], body: "{\"error\":{\"message\":\"slow down\"}}")
    try await ClientHarness([limited], [limited], .answer("a")).run { harness in
      #expect(await harness.ask().deltas == ["a"])
      #expect(harness.endpoint.requests.count == 3)
      #expect(harness.log.all.count == 2)
    }
  }

  @Test func waitsAsLongAsRetryAfterSays() async throws {
    try await ClientHarness([.whole(429, ["Retry-After: 1"])], .answer("a")).run { harness in
      let start = ContinuousClock.now
      #expect(await harness.ask().deltas == ["a"])
      #expect(ContinuousClock.now - start >= .seconds(1))
    }
  }

  @Test(arguments: [
    ("Retry-After: 21", 21), ("Retry-After: 99999999999", 86400), ("Retry-After: Sun, 06 Nov 1994 08:59:37 GMT", 600),
  ])
  func doesNotRetryIfRetryAfterIsTooLong(_ row: (field: String, seconds: Int)) async throws {
    try await ClientHarness([.whole(429, [row.field])], .answer("a")).run { harness in
      #expect(await harness.failure() == .rateLimited(retryAfter: .seconds(row.seconds)))
      #expect(harness.endpoint.requests.count == 1)
    }
  }

  @Test func doesNotWaitBeyondTheWholeTime() async throws {
    try await ClientHarness(
      [.whole(429, ["Retry-After: 300"])],
      change: {
        $0.retries.maxRetryAfter = .seconds(400)
        $0.timeouts.total = .seconds(200)
      }
    ).run { harness in
      #expect(await harness.failure() == .rateLimited(retryAfter: .seconds(300)))
    }
  }

  @Test(arguments: [500, 502, 503, 529, 408]) func asksAgainAfterAServersError(_ status: Int) async throws {
    try await ClientHarness([.whole(status, body: "<html>")], .answer("a")).run { harness in
      #expect(await harness.ask().deltas == ["a"])
    }
  }

  @Test func givesUpAfterFourTries() async throws {
    try await ClientHarness([.whole(500)]).run { harness in
      #expect(await harness.failure() == .serverError(status: 500))
      #expect(harness.endpoint.requests.count == 4)
    }
  }

  @Test func retriesIfTheConnectionBreaksBeforeTheFirstByte() async throws {
    let silent: [[StubServer.Step]] = [[.reset], [.close], [.streamHead, .close]]
    for steps in silent {
      try await ClientHarness(steps, .answer("a")).run { harness in
        #expect(await harness.ask().deltas == ["a"])
      }
    }
  }

  @Test func asksAgainAfterAnErrorInsideTheStreamBeforeAnything() async throws {
    let failed: [StubServer.Step] = [
      .streamHead, .event(["error": ["message": "x", "type": "server_error"]]), .lastChunk,
    ]
    try await ClientHarness(failed, .answer("a")).run { harness in
      #expect(await harness.ask().deltas == ["a"])
    }
  }

  @Test func doesNotRetryAfterDeliveringOutput() async throws {
    let broken: [[StubServer.Step]] = [
      [.streamHead, .delta("a"), .close], [.streamHead, .delta("a"), .reset],
      [.streamHead, .delta("a"), .chunk("data: {\"choices\":[{\"del"), .close],
      [.streamHead, .delta("a"), .text("5\r\nda"), .close], [.streamHead, .delta("a"), .lastChunk],
    ]
    for steps in broken {
      try await ClientHarness(steps, .answer("b")).run { harness in
        let (deltas, end) = await harness.ask()
        #expect(deltas == ["a"])
        #expect(throws: LanguageModelError.brokenStream) { try end.get() }
        #expect(harness.endpoint.requests.count == 1)
      }
    }
  }

  @Test func deliversTextReceivedBeforeAStreamError() async throws {
    let both = "data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\n\ndata: {\"error\":{\"code\":503}}\n\n"
    try await ClientHarness([.streamHead, .chunk(both), .lastChunk], .answer("b")).run { harness in
      let (deltas, end) = await harness.ask()
      #expect(deltas == ["a"])
      #expect(throws: LanguageModelError.serverError(status: 503)) { try end.get() }
    }
  }

  @Test func reportsARefusedConnection() async throws {
    try await ClientHarness(isListening: false, change: { $0.retries.count = 1 }).run { harness in
      #expect(await harness.failure() == .unreachable(.connection))
      #expect(harness.log.all.count == 2, "two tries")
    }
  }

  @Test func reportsAnUnknownHostName() async throws {
    let harness = try ClientHarness(change: {
      $0.baseURL = "http://model.invalid/v1"
      $0.retries.count = 0
    })
    try await harness.run { #expect(await $0.failure() == .unreachable(.name)) }
  }

  // MARK: - Invalid responses

  @Test(
    arguments: [
      ([.whole(200)], .badResponse(.contentType)),
      ([.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")], .badResponse(.contentType)),
      ([.text("HTTP/1.1 204 None\r\n\r\n")], .badResponse(.status(204))),
      ([.whole(302, ["Location: http://127.0.0.1:1/"])], .badResponse(.redirected(302))),
      ([.whole(307, ["Location: /other"])], .badResponse(.redirected(307))),
      ([.text("garbage that is no HTTP at all\r\n\r\n"), .close], .badResponse(.notHTTP)),
      ([.text("\u{0}\u{1}\u{2}\u{3}"), .close], .badResponse(.notHTTP)),
      (
        [.whole(400, body: "{\"error\":{\"message\":\"context\\ntoo long\"}}")],
        .refused(status: 400, message: "context too long")
      ),
      ([.whole(404, body: "{\"error\":\"no such model\"}")], .refused(status: 404, message: "no such model")),
      ([.whole(404, body: "not found")], .refused(status: 404, message: "")),
      (
        [.whole(401, body: "{\"error\":{\"message\":\"x\",\"code\":\"bad_key\"}}")],
        .refused(status: 401, message: "bad_key")
      ),
    ] as [([StubServer.Step], LanguageModelError)])
  func refusesWhatIsNoStream(_ row: (steps: [StubServer.Step], error: LanguageModelError)) async throws {
    try await ClientHarness(row.steps, .answer("b")).run { harness in
      #expect(await harness.failure() == row.error)
      #expect(harness.endpoint.requests.count == 1)
    }
  }

  @Test func takesAnEmptyAccountForARefusal() async throws {
    let body = "{\"error\":{\"code\":\"insufficient_quota\",\"message\":\"no credit\"}}"
    try await ClientHarness([.whole(429, body: body)]).run { harness in
      #expect(await harness.failure() == .refused(status: 429, message: "no credit"))
      #expect(harness.endpoint.requests.count == 1)
    }
  }

  @Test func keepsTheKeyOutOfErrorsForEveryResponse() async throws {
    let key = ClientHarness.key
    let said = "Incorrect API key provided: \(key). \(key.prefix(12))**** \(key.suffix(8))"
    let problem = "{\"error\":{\"message\":\"\(said)\",\"type\":\"\(key)\",\"code\":\"\(key)\"}}"
    for status in [400, 401, 403, 404, 422, 429, 500] {
      try await ClientHarness([.whole(status, body: problem)]).run { harness in
        #expect(await harness.failure() != nil)
        for line in harness.log.all { #expect(!line.contains("Hello?"), "nor what the user wrote") }
      }
    }
    try await ClientHarness([.streamHead, .chunk("data: \(problem)\n\n"), .lastChunk]).run { harness in
      #expect(await harness.failure() != nil)
    }
  }

  @Test func boundsLinesAnswersAndHeads() async throws {
    let line = Step.chunk("data: " + String(repeating: "a", count: 300_000))
    try await ClientHarness([.streamHead, line, .stall]).run { harness in
      #expect(await harness.failure() == .badResponse(.eventTooLarge))
    }
    let comments = Step.chunk(String(repeating: ": comment\n", count: 10_000))
    try await ClientHarness([.streamHead, comments, .stall], change: { $0.limits.maxResponseBytes = 50_000 }).run {
      harness in
      #expect(await harness.failure() == .badResponse(.tooLarge(limit: 50_000)))
    }
    let fields = (0..<40).map { "X-\($0): " + String(repeating: "a", count: 2000) }
    try await ClientHarness([.head(200, fields), .stall]).run { harness in
      #expect(await harness.failure() == .badResponse(.notHTTP))
    }
    let long = String(repeating: "b", count: 1_000_000)
    try await ClientHarness([.whole(400, body: long), .stall]).run { harness in
      #expect(await harness.failure() == .refused(status: 400, message: ""))
    }
  }

  @Test func refusesGarbageInTheStream() async throws {
    for garbage in ["data: hello\n\n", "data: [1,2]\n\n", "data: \u{0}\n\n"] {
      try await ClientHarness([.streamHead, .delta("a"), .chunk(garbage), .stall]).run { harness in
        let (deltas, end) = await harness.ask()
        #expect(deltas == ["a"])
        #expect(throws: LanguageModelError.badResponse(.notJSON)) { try end.get() }
      }
    }
  }
}

/// Environment variables decide how an endpoint is connected to, so each test runs in a process of its own.
@Suite struct ChatClientProxyTests {
  @Test func usesTheProxyFromTheEnvironment() async throws {
    await #expect(processExitsWith: .success) {
      let proxy = try StubServer([.answer("through")])
      unsafe setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      for name in ["no_proxy", "NO_PROXY", "all_proxy", "ALL_PROXY"] { unsafe unsetenv(name) }
      let harness = try ClientHarness(change: {
        $0.baseURL = "http://model.invalid:8080/v1"
        $0.noProxy = nil
      })
      try await harness.run { harness in
        #expect(await harness.ask().deltas == ["through"])
        #expect(proxy.requests.map(\.line) == ["POST http://model.invalid:8080/v1/chat/completions HTTP/1.1"])
      }
    }
  }

  @Test func bypassesTheProxyIfTheEnvironmentRequestsIt() async throws {
    await #expect(processExitsWith: .success) {
      let proxy = try StubServer([.answer("through")])
      unsafe setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      unsafe setenv("no_proxy", "127.0.0.1", 1)
      try await ClientHarness(.answer("around"), change: { $0.noProxy = nil }).run { harness in
        #expect(await harness.ask().deltas == ["around"])
        #expect(proxy.requests.isEmpty)
      }
    }
  }
}
