import JSONCodec
import Testing

@testable import LanguageModel

@Suite struct ChatRequestTests {
  private func body(_ request: ChatRequest, field: TokenLimitField = .maxTokens) -> JSONValue {
    request.json(model: "m", maxTokens: 100, tokenLimitField: field)
  }

  @Test func asksForAStreamWithUsage() {
    #expect(
      body(ChatRequest(messages: [.system("s"), .user("u\n\"")]))
        == [
          "model": "m", "stream": true, "stream_options": ["include_usage": true], "max_tokens": 100,
          "messages": [["role": "system", "content": "s"], ["role": "user", "content": "u\n\""]],
        ])
  }

  @Test func repeatsToolCallsAndTheirAnswers() {
    let call = ToolCall(id: "1", name: "x", arguments: "{}")
    let messages: [ChatMessage] = [
      .assistant("", toolCalls: [call]), .tool(callID: "1", content: "[]"), .assistant("text", toolCalls: [call]),
      .assistant("done"),
    ]
    let calls: JSONValue = [["id": "1", "type": "function", "function": ["name": "x", "arguments": "{}"]]]
    #expect(
      body(ChatRequest(messages: messages))["messages"]
        == [
          ["role": "assistant", "content": nil, "tool_calls": calls],
          ["role": "tool", "tool_call_id": "1", "content": "[]"],
          ["role": "assistant", "content": "text", "tool_calls": calls], ["role": "assistant", "content": "done"],
        ])
  }

  @Test func offersTools() {
    let tool = ToolDefinition(name: "x", description: "d", parameters: ["type": "object"])
    let json = body(ChatRequest(messages: [], tools: [tool], toolChoice: .required))
    #expect(
      json["tools"]
        == [["type": "function", "function": ["name": "x", "description": "d", "parameters": ["type": "object"]]]])
    #expect(json["tool_choice"] == "required")
  }

  @Test(arguments: [(nil, 100), (5, 5), (1000, 100), (0, 1), (-1, 1)] as [(Int?, Int64)])
  func boundsTheAnswer(_ row: (wanted: Int?, sent: Int64)) {
    #expect(body(ChatRequest(messages: [], maxTokens: row.wanted))["max_tokens"] == .integer(row.sent))
  }

  @Test func callsTheBoundAsTheEndpointDoes() {
    let json = body(ChatRequest(messages: []), field: .maxCompletionTokens)
    #expect(json["max_completion_tokens"] == 100 && json["max_tokens"] == nil)
  }

  @Test func asksForJSONWithASchema() {
    let request = ChatRequest(messages: [], temperature: 9, format: .json(name: "meal", schema: ["type": "object"]))
    #expect(
      body(request)["response_format"]
        == ["type": "json_schema", "json_schema": ["name": "meal", "schema": ["type": "object"]]])
    #expect(body(request)["temperature"] == 2.0)
  }
}

@Suite struct ModelCoachConfigurationTests {
  private func problems(_ change: (inout ModelCoachConfiguration) -> Void) -> [String] {
    var configuration = ModelCoachConfiguration()
    configuration.provider = .openai
    configuration.model = "m"
    change(&configuration)
    return configuration.problems.map(\.setting)
  }

  @Test func isValidWithAModel() {
    #expect(problems { _ in } == [])
  }

  @Test func reportsAllProblems() {
    let found = problems {
      $0.baseURL = "ftp://x"
      $0.model = ""
      $0.maxTokens = 0
      $0.contextTokens = 5
      $0.price.input = -1
      $0.dailyBudget = .nan
      $0.timeouts.firstByte = .zero
      $0.timeouts.total = .seconds(100_000)
      $0.limits.maxConcurrent = 0
    }
    #expect(
      found == [
        "base_url", "model", "max_tokens", "context_tokens", "price", "daily_budget", "first_byte_timeout", "timeout",
        "max_concurrent",
      ])
  }
}
