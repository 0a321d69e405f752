import JSONCodec
import TestSupport
import Testing

@testable import LanguageModel

@Suite struct ChatStreamDecoderTests {
  /// Decodes a stream at every split point.
  /// - Returns: the joined text and the end, which must be equal for all splits.
  private func decode(
    _ events: [JSONValue], then rest: String = "data: [DONE]\n\n"
  ) throws -> (text: String, end: Result<ChatCompletion, LanguageModelError>) {
    let bytes = Array((events.map { "data: \($0.text)\n\n" }.joined() + rest).utf8)
    var ends: [(String, Result<ChatCompletion, LanguageModelError>)] = []
    for pieces in Splits.of(bytes, randomTries: 4) {
      var decoder = ChatStreamDecoder(secret: Secret("sk-secret-key"))
      let deltas = pieces.flatMap { decoder.received($0) }
      let text = deltas.map { if case .text(let text) = $0 { text } else { "" } }.joined()
      #expect(text == decoder.text)
      ends.append((text, Result { () throws(LanguageModelError) in try decoder.finished() }))
    }
    let first = try #require(ends.first)
    for end in ends { #expect(end.0 == first.0 && end.1 == first.1) }
    return first
  }

  private func choice(_ delta: JSONValue, finish: JSONValue = nil, index: JSONValue = 0) -> JSONValue {
    [
      "id": "x", "object": "chat.completion.chunk",
      "choices": [["index": index, "delta": delta, "finish_reason": finish]],
    ]
  }

  private func calls(_ fragments: JSONValue...) -> JSONValue { choice(["tool_calls": .array(fragments)]) }

  private func call(index: JSONValue?, id: String? = nil, name: String? = nil, _ arguments: String? = nil) -> JSONValue
  {
    var function: [String: JSONValue] = [:]
    function["name"] = name.map { .string($0) }
    function["arguments"] = arguments.map { .string($0) }
    var members: [String: JSONValue] = ["type": "function", "function": .object(function)]
    members["index"] = index
    members["id"] = id.map { .string($0) }
    return .object(members)
  }

  @Test func joinsTextAndReportsUsageAndFinishReason() throws {
    let (text, end) = try decode([
      choice(["role": "assistant", "content": ""]), choice(["content": "Hel"]), choice(["content": "lo 😀"]),
      choice([:], finish: "stop"), ["choices": [], "usage": ["prompt_tokens": 9, "completion_tokens": 3]],
    ])
    let completion = try end.get()
    #expect(text == "Hello 😀" && completion.text == text)
    #expect(completion.finish == .stop)
    #expect(completion.usage == TokenUsage(input: 9, output: 3))
    #expect(completion.toolCalls.isEmpty)
  }

  @Test(
    arguments: [
      ("stop", .stop), ("length", .length), ("tool_calls", .toolCalls), ("content_filter", .contentFilter),
      ("weird", .other("weird")),
    ] as [(String, ChatCompletion.Finish)])
  func reportsTheFinishReason(_ row: (reason: String, finish: ChatCompletion.Finish)) throws {
    let (_, end) = try decode([choice(["content": "a"], finish: .string(row.reason))])
    #expect(try end.get().finish == row.finish)
  }

  @Test func takesARefusalAsText() throws {
    #expect(try decode([choice(["content": nil, "refusal": "I cannot"])]).text == "I cannot")
  }

  @Test func looksAtOneChoiceAlone() throws {
    #expect(
      try decode([choice(["content": "a"]), choice(["content": "b"], index: 1), choice(["content": "c"])]).text == "ac")
  }

  @Test func passesOverEventsOfOtherKinds() throws {
    let (text, end) = try decode([
      ["type": "ping"], choice(["content": "a"]), ["choices": nil], ["usage": nil, "error": nil],
    ])
    #expect(text == "a")
    #expect(try end.get().usage == nil)
  }

  @Test func ignoresDataAfterTheEnd() throws {
    let (text, end) = try decode(
      [choice(["content": "a"])], then: "data: [DONE]\n\ndata: garbage\n\ndata: {\"error\":1}\n\n")
    #expect(text == "a")
    #expect(try end.get().text == "a")
  }

  // MARK: - Tool calls

  @Test func assemblesFragmentsByTheirIndex() throws {
    let (_, end) = try decode([
      calls(call(index: 0, id: "a", name: "search_foods", "")), calls(call(index: 0, "{\"query\":")),
      calls(call(index: 1, id: "b", name: "get_meal_summary", "{}")), calls(call(index: 0, "\"rice\"}")),
      choice([:], finish: "tool_calls"),
    ])
    let completion = try end.get()
    #expect(
      completion.toolCalls == [
        ToolCall(id: "a", name: "search_foods", arguments: "{\"query\":\"rice\"}"),
        ToolCall(id: "b", name: "get_meal_summary", arguments: "{}"),
      ])
    #expect(completion.finish == .toolCalls)
  }

  @Test func ordersCallsByTheirIndex() throws {
    let (_, end) = try decode([
      calls(call(index: 1, id: "b", name: "y", "{}"), call(index: 0, id: "a", name: "x", "{}"))
    ])
    #expect(try end.get().toolCalls.map(\.name) == ["x", "y"])
  }

  @Test func distinguishesCallsWithoutAnIndexByID() throws {
    let (_, end) = try decode([
      calls(call(index: nil, id: "a", name: "x", "{\"a\"")), calls(call(index: nil, ":1}")),
      calls(call(index: nil, id: "b", name: "y", "{}")),
    ])
    #expect(
      try end.get().toolCalls == [
        ToolCall(id: "a", name: "x", arguments: "{\"a\":1}"), ToolCall(id: "b", name: "y", arguments: "{}"),
      ])
  }

  @Test func distinguishesCallsWithTheSameIndex() throws {
    let (_, end) = try decode([
      calls(call(index: 0, id: "a", name: "x", "{}")), calls(call(index: 0, id: "b", name: "y", "{}")),
    ])
    #expect(try end.get().toolCalls.map(\.id) == ["a", "b"])
  }

  @Test func doesNotDuplicateFieldsRepeatedInEachFragment() throws {
    let (_, end) = try decode([
      calls(call(index: 0, id: "a", name: "x", "{")), calls(call(index: 0, id: "a", name: "x", "}")),
    ])
    #expect(try end.get().toolCalls == [ToolCall(id: "a", name: "x", arguments: "{}")])
  }

  @Test func generatesAMissingID() throws {
    #expect(try decode([calls(call(index: 0, name: "x", "{}"))]).end.get().toolCalls.map(\.id) == ["call_0"])
  }

  @Test func refusesACallWithoutAName() throws {
    #expect(try decode([calls(call(index: 0, id: "a", "{}"))]).end == .failure(.badResponse(.toolCalls)))
  }

  @Test func boundsCallsNamesAndArguments() throws {
    let many = (0..<17).map { calls(call(index: .integer($0), id: "\($0)", name: "x", "{}")) }
    #expect(try decode(many).end == .failure(.badResponse(.toolCalls)))
    let long = String(repeating: "a", count: 65)
    #expect(try decode([calls(call(index: 0, id: "a", name: long))]).end == .failure(.badResponse(.toolCalls)))
    var decoder = ChatStreamDecoder()
    let piece = String(repeating: "a", count: 40_000)
    for _ in 0..<2 { _ = decoder.received("data: \(calls(call(index: 0, id: "a", name: "x", piece)).text)\n\n".utf8) }
    #expect(decoder.failure == .badResponse(.toolCalls))
  }

  @Test func survivesIndicesAtTheEndOfTheirRange() throws {
    let (_, end) = try decode([
      calls(call(index: .integer(.max), id: "a", name: "x", "{}")), calls(call(index: nil, id: "b", name: "y", "{}")),
      calls(call(index: .integer(.min), id: "c", name: "z", "{}")),
    ])
    #expect(try Set(end.get().toolCalls.map(\.id)) == ["a", "b", "c"])
  }

  // MARK: - Invalid answers

  @Test func knowsABrokenStreamByItsMissingEnd() throws {
    let (text, end) = try decode([choice(["content": "Hel"])], then: "data: {\"choi")
    #expect(text == "Hel")
    #expect(end == .failure(.brokenStream))
  }

  @Test func takesAReasonForTheEndAsTheEnd() throws {
    #expect(try decode([choice(["content": "a"], finish: "stop")], then: "").end.get().text == "a")
  }

  @Test(arguments: [
    "data: hello\n\n", "data: {\"choices\":\n\n", "data: [1]\n\n", "data: 5\n\n", "data: \u{0}\n\n", "data:\n\n",
  ])
  func rejectsDataThatIsNotAJSONObject(_ garbage: String) throws {
    let (text, end) = try decode([choice(["content": "a"])], then: garbage + "data: [DONE]\n\n")
    #expect(text == "a", "what came before is delivered")
    #expect(end == .failure(.badResponse(.notJSON)))
  }

  @Test func boundsALine() throws {
    let (text, end) = try decode([choice(["content": "a"])], then: "data: " + String(repeating: "a", count: 300_000))
    #expect(text == "a")
    #expect(end == .failure(.badResponse(.eventTooLarge)))
  }

  @Test(
    arguments: [
      (["message": "slow down", "code": 429], .rateLimited(retryAfter: nil)),
      (["message": "x", "type": "rate_limit_error", "code": nil], .rateLimited(retryAfter: nil)),
      (["message": "x", "code": 502], .serverError(status: 502)),
      (["message": "x", "type": "server_error"], .serverError(status: 500)),
      (["message": "x", "type": "overloaded_error"], .serverError(status: 503)),
      (["message": "too long", "code": "context_length_exceeded"], .refused(status: 200, message: "too long")),
      ("just text", .refused(status: 200, message: "just text")),
      (["message": "for sk-secret-key\r\nno"], .refused(status: 200, message: "for [redacted]  no")),
    ] as [(JSONValue, LanguageModelError)])
  func readsErrorsInsideTheStream(_ row: (error: JSONValue, meaning: LanguageModelError)) throws {
    let (text, end) = try decode([choice(["content": "a"]), ["error": row.error], choice(["content": "b"])])
    #expect(text == "a")
    #expect(end == .failure(row.meaning))
  }
}
